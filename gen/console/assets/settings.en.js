import { At as useRoute, Et as href, M as count, X as useResult, Z as useWrite, _t as things, d as fieldName, n as ProblemNote, t as Loading, z as money } from "./problem.en.js";
import { C as useGot, _ as History, m as Edit, p as Picture } from "./parts.en.js";
import { i as needs, r as say } from "./main.en.js";
import { f as $, t as a, u as d } from "./packages.js";
var t$5 = {
	label: "Words that find each other",
	hint: "A line for each group, its words separated by commas: laptop, notebook, bærbar. Single words only.",
	saved: "The synonyms are saved.",
	missed: "What was searched and not found"
}, fields = { synonyms: {
	label: t$5.label,
	hint: t$5.hint,
	kind: "lines",
	rows: 18
} };
function groups(text) {
	return text.split("\n").map((line) => line.split(/[,;]/).map((word) => word.trim()).filter((word) => word !== "")).filter((group) => group.length > 0);
}
function Search() {
	let settings = useResult("settings.get", { type: "search" }), write = useWrite("settings.update_search"), now = settings.data;
	if (!now?.search) return settings.refused ? a(ProblemNote, {
		refused: settings.refused,
		again: settings.again
	}) : a(Loading, {});
	let text = now.search.synonyms.map((group) => group.join(", ")).join("\n");
	return a($, { children: [a("p", { children: a("a", {
		href: href("analytics"),
		children: t$5.missed
	}) }), a(Edit, {
		stored: { synonyms: text },
		fields,
		version: now.updatedAt,
		writing: write,
		barred: needs("settings:write").title,
		save: async (_, version, { synonyms }) => {
			let done = await write.send({
				synonyms: groups(synonyms),
				...version !== void 0 && { expectedUpdatedAt: version }
			});
			done && say(t$5.saved, done.requestId);
		}
	})] });
}
var t$4 = { wrong: "Write a number such as 12.5." };
function shown(value) {
	return typeof value == "number" ? String(value) : "";
}
function read(typed) {
	return /^\d{1,3}([.,]\d{1,4})?$/.test(typed.trim()) ? Number(typed.trim().replace(",", ".")) : void 0;
}
function Percent({ label, value, set }) {
	let [typed, setTyped] = d(shown(value)), number = read(typed);
	return a($, { children: [a("input", {
		class: "amount",
		inputMode: "decimal",
		"aria-label": label,
		"aria-invalid": number === void 0,
		value: number !== void 0 && number !== value ? shown(value) : typed,
		onInput: (e) => {
			setTyped(e.currentTarget.value);
			let next = read(e.currentTarget.value);
			next !== void 0 && set(next);
		}
	}), number === void 0 && a("p", {
		class: "fault",
		children: t$4.wrong
	})] });
}
var t$3 = {
	shop: "The shop",
	storeName: "Name",
	tagline: "Line below the name",
	announcement: "Announcement",
	announcementHint: "While a campaign runs, its announcement is shown instead.",
	supportEmail: "Customers write to",
	logoUrl: "Logo",
	locale: "Language of the shop",
	languages: [["da", "Danish"], ["en", "English"]],
	hidden: (by) => `Saved. A campaign announces “${by}” instead for now.`,
	saved: "Saved.",
	shipping: "Shipping",
	fee: "Shipping costs, kr.",
	free: "Free from, kr.",
	freeHint: "Of the goods before discount.",
	tax: "VAT",
	rate: "VAT that prices contain, %",
	rateHint: "Prices stay the same; orders that exist keep their VAT.",
	payments: "Payments",
	captureOn: "Money is taken",
	captureHint: "Of payments that are begun from now on. Until then it is reserved.",
	late: "Money that comes too late is given back by itself",
	lateHint: "For an order that was cancelled meanwhile, or paid already.",
	moments: [["payment", "when the buyer pays"], ["shipment", "when the order is shipped"]]
}, branding = {
	storeName: {
		label: t$3.storeName,
		required: !0,
		max: 100
	},
	tagline: {
		label: t$3.tagline,
		nullable: !0,
		max: 200
	},
	announcement: {
		label: t$3.announcement,
		hint: t$3.announcementHint,
		nullable: !0,
		max: 200
	},
	supportEmail: {
		label: t$3.supportEmail,
		kind: "email",
		nullable: !0,
		max: 254
	},
	logoUrl: {
		label: t$3.logoUrl,
		own: (value, set) => a(Picture, {
			label: t$3.logoUrl,
			value,
			set: (url) => set(url || null)
		})
	},
	locale: {
		label: t$3.locale,
		kind: "choice",
		choices: t$3.languages
	}
}, shipping = {
	shippingFeeOere: {
		label: t$3.fee,
		kind: "money"
	},
	freeShippingThresholdOere: {
		label: t$3.free,
		hint: t$3.freeHint,
		kind: "money"
	}
}, tax = { vatRatePercent: {
	label: t$3.rate,
	hint: t$3.rateHint,
	own: (value, set) => a(Percent, {
		label: t$3.rate,
		value,
		set
	})
} }, payments = {
	captureOn: {
		label: t$3.captureOn,
		hint: t$3.captureHint,
		kind: "choice",
		choices: t$3.moments
	},
	refundLatePayments: {
		label: t$3.late,
		hint: t$3.lateHint,
		kind: "check"
	}
};
function Shop() {
	let settings = useResult("settings.get", {}), brand = useWrite("settings.update_branding"), terms = useWrite("settings.update_shipping"), vat = useWrite("settings.update_tax"), taking = useWrite("settings.update_payments"), now = settings.data, barred = needs("settings:write").title;
	if (!now) return settings.refused ? a(ProblemNote, {
		refused: settings.refused,
		again: settings.again
	}) : a(Loading, {});
	let { updatedAt: version } = now;
	return a($, { children: [
		now.branding && a($, { children: [a("h2", { children: t$3.shop }), a(Edit, {
			stored: {
				...now.branding,
				locale: now.branding.locale === "en" ? "en" : "da"
			},
			fields: branding,
			version,
			at: "/patch",
			writing: brand,
			barred,
			save: async (patch, read) => {
				let done = await brand.send({
					patch,
					...by(read)
				});
				done && say(done.answer.result.hiddenBy !== null && patch.announcement !== void 0 ? t$3.hidden(done.answer.result.hiddenBy) : t$3.saved, done.requestId);
			}
		})] }),
		now.shipping && a($, { children: [a("h2", { children: t$3.shipping }), a(Edit, {
			stored: now.shipping,
			fields: shipping,
			version,
			writing: terms,
			barred,
			save: async (_, read, all) => {
				let done = await terms.send({
					...all,
					...by(read)
				});
				done && say(t$3.saved, done.requestId);
			}
		})] }),
		now.tax && a($, { children: [a("h2", { children: t$3.tax }), a(Edit, {
			stored: now.tax,
			fields: tax,
			version,
			at: "/patch",
			writing: vat,
			barred,
			save: async (patch, read) => {
				let done = await vat.send({
					patch,
					...by(read)
				});
				done && say(t$3.saved, done.requestId);
			}
		})] }),
		now.payments && a($, { children: [a("h2", { children: t$3.payments }), a(Edit, {
			stored: now.payments,
			fields: payments,
			version,
			at: "/patch",
			writing: taking,
			barred,
			save: async (patch, read) => {
				let done = await taking.send({
					patch,
					...by(read)
				});
				done && say(t$3.saved, done.requestId);
			}
		})] })
	] });
}
function by(version) {
	return version === void 0 ? {} : { expectedUpdatedAt: version };
}
var t$2 = {
	is: {
		true: "On",
		false: "Off"
	},
	while: "While it is off:",
	turnOff: "Turn off",
	turnOn: "Turn on",
	turnedOn: (name) => `${name} is on.`,
	turnedOff: (name) => `${name} is off.`,
	with: "Works with:",
	other: "not as in a new shop",
	known: {}
};
function Switches() {
	let read = useResult("features.get", {});
	if (!read.data) return read.refused ? a(ProblemNote, {
		refused: read.refused,
		again: read.again
	}) : a(Loading, {});
	let { features } = read.data;
	return a("div", {
		class: "grid",
		children: features.map((one) => a(One, {
			of: one,
			all: features
		}, one.key))
	});
}
function nameOf(of) {
	return things[of.key] ?? of.label;
}
function One({ of, all }) {
	let write = useWrite("features.set"), turn = async () => {
		let done = await write.send({
			key: of.key,
			enabled: !of.enabled,
			confirm: !0
		});
		done && say(of.enabled ? t$2.turnedOff(nameOf(of)) : t$2.turnedOn(nameOf(of)), done.requestId, of.key);
	}, others = of.dependsOn.map((key) => all.find((one) => one.key === key)).filter((one) => one !== void 0);
	return a("section", {
		class: "card",
		"aria-labelledby": `switch-${of.key}`,
		"data-row": !0,
		children: [
			a("h2", {
				id: `switch-${of.key}`,
				children: [
					nameOf(of),
					" ",
					a("span", {
						class: of.enabled ? "badge" : "chip warn",
						children: t$2.is[`${of.enabled}`]
					})
				]
			}),
			a("p", { children: [
				t$2.while,
				" ",
				t$2.known[of.key] ?? of.description.replace(/^Off: /, "")
			] }),
			others.length > 0 && a("p", {
				class: "quiet",
				children: [
					t$2.with,
					" ",
					others.map(nameOf).join(", ")
				]
			}),
			of.overridden && a("p", {
				class: "quiet",
				children: t$2.other
			}),
			a("button", {
				type: "button",
				class: of.enabled ? "danger" : "",
				...needs("features:write", write.busy),
				"aria-describedby": `switch-${of.key}`,
				onClick: () => void turn(),
				children: of.enabled ? t$2.turnOff : t$2.turnOn
			}),
			a(ProblemNote, { refused: write.refused })
		]
	});
}
var t$1 = {
	service: "The service",
	state: "State",
	ready: "takes calls",
	full: "takes no changes: only reading works",
	notices: "Notices",
	none: "none",
	version: "Version of the contract",
	links: "Documents",
	mine: "Your key",
	name: "Name",
	calls: "Calls left now",
	of: (left, all) => `${left} of ${all}`,
	limits: "Limits",
	left: (left, of) => `${left} left of ${of}`,
	noLimits: "no limits",
	checked: "Ask again"
};
function System() {
	let state = useGot("/readyz"), service = useGot("/"), key = useGot("/api/v1/key"), mine = key.data?.result;
	return a($, { children: [
		a("h2", { children: t$1.service }),
		a(ProblemNote, {
			refused: state.refused ?? service.refused,
			again: () => {
				state.again(), service.again();
			}
		}),
		a(Loading, { shown: state.loading }),
		state.data && a("dl", {
			class: "facts",
			children: [
				a("div", { children: [a("dt", { children: t$1.state }), a("dd", {
					class: state.data.writable ? "" : "warn",
					children: state.data.writable ? t$1.ready : t$1.full
				})] }),
				a("div", { children: [a("dt", { children: t$1.notices }), a("dd", { children: state.data.reasons.length === 0 ? t$1.none : state.data.reasons.join("; ") })] }),
				service.data && a("div", { children: [a("dt", { children: t$1.version }), a("dd", { children: service.data.version })] })
			]
		}),
		a("button", {
			type: "button",
			class: "second",
			onClick: state.again,
			children: t$1.checked
		}),
		a("h2", { children: t$1.mine }),
		a(ProblemNote, {
			refused: key.refused,
			again: key.again
		}),
		mine && a("dl", {
			class: "facts",
			children: [
				a("div", { children: [a("dt", { children: t$1.name }), a("dd", { children: a("a", {
					href: href("keys", [mine.id]),
					children: mine.name
				}) })] }),
				a("div", { children: [a("dt", { children: t$1.calls }), a("dd", { children: t$1.of(count(mine.remaining), count(mine.quota)) })] }),
				a("div", { children: [a("dt", { children: t$1.limits }), a("dd", { children: mine.limits && mine.limits.length > 0 ? a("ul", { children: mine.limits.map((one) => a("li", { children: [
					fieldName(`/${one.name}`),
					": ",
					t$1.left(amount(one.name, one.left), amount(one.name, one.value))
				] }, one.name)) }) : t$1.noLimits })] })
			]
		}),
		service.data && a($, { children: [a("h2", { children: t$1.links }), a("ul", { children: service.data.links.map((link) => a("li", { children: a("a", {
			href: link.href,
			target: "_blank",
			rel: "noreferrer",
			children: link.title
		}) }, link.rel + link.href)) })] })
	] });
}
function amount(name, value) {
	return name.includes("Oere") ? `${money(value)} kr.` : count(value);
}
var t = {
	title: "Settings",
	tabs: {
		shop: "Shop, shipping, VAT, payments",
		search: "Search",
		switches: "Switches",
		system: "System"
	}
}, tabs = {
	shop: {
		Page: Shop,
		entity: "settings"
	},
	search: {
		Page: Search,
		entity: "search_settings"
	},
	switches: {
		Page: Switches,
		entity: "feature"
	},
	system: { Page: System }
};
function isTab(name) {
	return name !== void 0 && Object.hasOwn(tabs, name);
}
function Settings() {
	let [first] = useRoute().rest, tab = isTab(first) ? first : "shop", { Page, entity } = tabs[tab];
	return a($, { children: [
		a("h1", { children: t.title }),
		a("nav", {
			"aria-label": t.title,
			children: a("ul", {
				class: "tabs",
				children: Object.keys(tabs).map((one) => a("li", { children: a("a", {
					href: href("settings", one === "shop" ? [] : [one]),
					...one === tab && { "aria-current": "page" },
					children: t.tabs[one]
				}) }, one))
			})
		}),
		a(Page, {}, tab),
		entity !== void 0 && a(History, { of: { entityType: entity } }, entity)
	] });
}
export { Settings as default };
