import { At as useRoute, Dt as leave, Et as href, M as count, Ot as refine, P as dateTime, Tt as go, X as useResult, Y as useList, Z as useWrite, at as may, n as ProblemNote, t as Loading, wt as back, z as money } from "./problem.en.js";
import { f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { D as List, _ as History, h as Create, m as Edit, w as useOne } from "./parts.en.js";
import { i as needs, r as say } from "./main.en.js";
var t$6 = {
	code: "Code",
	type: "Takes off",
	value: "How much",
	percent: "per cent",
	fixed: "an amount in kroner",
	until: "Valid until",
	untilHint: "Empty: without end.",
	limit: "How often at most",
	limitHint: "By all together. Empty: any number of times.",
	percentHint: "1 to 100 per cent of the goods.",
	fixedHint: "Kroner off the goods.",
	codeHint: "At least 3 characters; small and large letters are the same.",
	state: "State",
	act: "Act",
	made: (name) => `${name} created.`,
	kr: "kr.",
	states: {
		on: "on",
		off: "off",
		expired: "expired",
		usedUp: "used up"
	},
	never: "no end"
}, typeChoices = [["percent", t$6.percent], ["fixed", t$6.fixed]];
function worth({ type, value }) {
	return type === "percent" ? `${value} %` : `${money(value)} ${t$6.kr}`;
}
function stateOf({ active, validUntil, usageLimit, usageCount }) {
	return active ? validUntil !== null && Date.parse(validUntil) < Date.now() ? t$6.states.expired : usageLimit !== null && usageCount >= usageLimit ? t$6.states.usedUp : t$6.states.on : t$6.states.off;
}
var t$5 = {
	label: "Campaigns",
	make: "New campaign",
	none: "No campaigns. One announces an offer in the shop, and makes its code.",
	nothing: "No such campaign.",
	says: "Announces",
	from: "From",
	to: "To",
	open: "until it is ended",
	show: "Show",
	all: "all",
	end: "End",
	ended: (code) => `The campaign is over, and ${code} is switched off.`,
	statuses: {
		scheduled: "not begun",
		running: "running",
		ended: "over"
	}
};
function Campaigns() {
	let { query: { status = "" } } = useRoute(), list = useList("marketing.list_campaigns", {
		limit: 50,
		...status in t$5.statuses && { status }
	}, { enabled: may("marketing:write") }), write = useWrite("marketing.end_campaign"), [last, setLast] = d(""), end = async ({ id, discountCode }) => {
		setLast(id);
		let done = await write.send({
			campaignId: id,
			confirm: !0
		});
		done && say(t$5.ended(discountCode), done.requestId);
	}, lacking = needs("marketing:write").title;
	return lacking === void 0 ? a($, { children: [
		a("form", {
			class: "bar",
			onSubmit: (e) => e.preventDefault(),
			children: [a("label", { children: [t$5.show, a("select", {
				value: status,
				onChange: (e) => refine({ status: e.currentTarget.value }),
				children: [a("option", {
					value: "",
					children: t$5.all
				}), Object.entries(t$5.statuses).map(([one, name]) => a("option", {
					value: one,
					children: name
				}, one))]
			})] }), a("a", {
				class: "button",
				href: href("marketing", ["new", "campaign"]),
				children: t$5.make
			})]
		}),
		a(ProblemNote, { refused: write.refused }),
		a(List, {
			label: t$5.label,
			list,
			id: (one) => one.id,
			name: (one) => one.announcement,
			to: (one) => href("marketing", ["codes", one.discountCode]),
			empty: status === "" ? t$5.none : t$5.nothing,
			columns: [
				{
					head: t$6.code,
					cell: (one) => a("code", { children: one.discountCode })
				},
				{
					head: t$5.says,
					cell: (one) => one.announcement
				},
				{
					head: t$5.from,
					cell: (one) => a(When, { at: one.startsAt })
				},
				{
					head: t$5.to,
					cell: (one) => one.endsAt === null ? a("span", {
						class: "quiet",
						children: t$5.open
					}) : a(When, { at: one.endsAt })
				},
				{
					head: t$6.state,
					cell: (one) => a("span", {
						class: "chip",
						children: t$5.statuses[one.status]
					})
				},
				{
					head: t$6.act,
					cell: (one) => one.status !== "ended" && a("button", {
						type: "button",
						class: "small",
						disabled: write.busy && last === one.id,
						onClick: () => void end(one),
						children: [t$5.end, a("span", {
							class: "unseen",
							children: [" ", one.announcement]
						})]
					})
				}
			]
		})
	] }) : a("p", {
		class: "note",
		children: lacking
	});
}
function When({ at }) {
	return a("time", {
		dateTime: at,
		title: at,
		children: dateTime(at)
	});
}
function valueField(type) {
	return {
		label: t$6.value,
		kind: type === "percent" ? "number" : "money",
		hint: type === "percent" ? t$6.percentHint : t$6.fixedHint,
		required: !0
	};
}
function changeable(type) {
	return {
		value: valueField(type),
		validUntil: {
			label: t$6.until,
			kind: "time",
			nullable: !0,
			hint: t$6.untilHint
		},
		usageLimit: {
			label: t$6.limit,
			kind: "number",
			nullable: !0,
			hint: t$6.limitHint
		}
	};
}
function creatable(type) {
	return {
		code: {
			label: t$6.code,
			kind: "code",
			required: !0,
			max: 64,
			hint: t$6.codeHint
		},
		type: {
			label: t$6.type,
			kind: "choice",
			choices: typeChoices
		},
		...changeable(type)
	};
}
var t$4 = {
	back: "All codes",
	gone: "There is no such code.",
	delete: "Delete",
	deleted: (code) => `${code} deleted.`,
	saved: (code) => `${code} saved.`,
	change: "Change",
	fixed: "Code and type cannot be changed: make another code.",
	used: "Used",
	times: (n) => n === 1 ? "once" : `${n} times`,
	orders: "Orders, paid or not",
	off: "Took off paid orders",
	revenue: "Brought in",
	see: "See the orders"
};
function CodePage({ code }) {
	let list = useList("discounts.list", {
		q: code,
		limit: 100
	}, { enabled: may("discounts:read") }), { one, gone } = useOne(list, (discount) => discount.code === code), lacking = needs("discounts:read").title;
	return a($, { children: [a("p", { children: a("a", {
		href: back("marketing"),
		children: ["← ", t$4.back]
	}) }), one ? a(Code, { of: one }) : a($, { children: [
		a("h1", { children: code }),
		lacking !== void 0 && a("p", {
			class: "note",
			children: lacking
		}),
		gone && a("p", {
			class: "empty",
			children: t$4.gone
		}),
		a(ProblemNote, {
			refused: list.refused,
			again: list.again
		}),
		a(Loading, { shown: list.loading })
	] })] });
}
function Code({ of }) {
	let { code, type, value, validUntil, usageLimit, updatedAt } = of, write = useWrite("discounts.update"), remove = useWrite("discounts.delete"), save = async (changed, version) => {
		let done = await write.send({
			code,
			patch: changed,
			...version !== void 0 && { expectedUpdatedAt: version }
		});
		done && say(t$4.saved(code), done.requestId);
	}, drop = async () => {
		let done = await remove.send({
			code,
			confirm: !0
		});
		done && (say(t$4.deleted(code), done.requestId), leave.stays = void 0, go(href("marketing")));
	};
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: [
				a("code", { children: code }),
				" ",
				a("span", {
					class: "chip",
					children: stateOf(of)
				})
			] }), a("button", {
				type: "button",
				class: "danger",
				...needs("discounts:write", remove.busy),
				onClick: () => void drop(),
				children: t$4.delete
			})]
		}),
		a(ProblemNote, { refused: remove.refused }),
		a(Performance, { of }),
		a("h2", { children: t$4.change }),
		a("p", {
			class: "hint",
			children: t$4.fixed
		}),
		a(Edit, {
			stored: {
				value,
				validUntil,
				usageLimit
			},
			fields: changeable(type),
			version: updatedAt,
			at: "/patch",
			writing: write,
			barred: needs("discounts:write").title,
			save: (changed, version) => void save(changed, version)
		}),
		a(History, { of: {
			entityType: "discount",
			entityId: of.id
		} })
	] });
}
function Performance({ of }) {
	let { data, refused, again } = useResult("analytics.discount_performance", { code: of.code }, { enabled: may("analytics:read") }), did = data?.[0], facts = [
		[t$6.type, worth(of)],
		[t$4.used, t$4.times(of.usageCount)],
		...data ? [
			[t$4.orders, count(did?.orderCount ?? 0)],
			[t$4.off, `${money(did?.discountOere ?? 0)} ${t$6.kr}`],
			[t$4.revenue, `${money(did?.revenueOere ?? 0)} ${t$6.kr}`]
		] : []
	];
	return a($, { children: [
		a(ProblemNote, {
			refused,
			again
		}),
		a("dl", {
			class: "facts",
			children: facts.map(([name, value]) => a("div", { children: [a("dt", { children: name }), a("dd", { children: value })] }, name))
		}),
		did && a("p", { children: a("a", {
			href: href("orders", [], { discountCode: of.code }),
			children: t$4.see
		}) })
	] });
}
var t$3 = {
	label: "Discount codes",
	make: "New code",
	none: "No codes yet. A code gives a lower price to the buyer who types it at the till.",
	nothing: "No such code.",
	search: "Search",
	show: "Show",
	all: "all",
	valid: "valid ones",
	period: "Revenue of",
	ever: "all time",
	used: "Used",
	of: (n, most) => `${n} of ${most}`,
	revenue: "Revenue",
	off: "Switch off",
	on: "Switch on",
	turnedOff: (code) => `${code} is switched off.`,
	turnedOn: (code) => `${code} is switched on.`,
	periods: {
		last_7_days: "7 days",
		last_30_days: "30 days",
		this_month: "this month",
		last_month: "last month",
		this_year: "this year"
	}
};
function Codes() {
	let { query: { q = "", only = "", period = "" } } = useRoute(), list = useList("discounts.list", {
		limit: 50,
		...q !== "" && { q },
		...only !== "" && { onlyActive: !0 }
	}, { enabled: may("discounts:read") }), reads = may("analytics:read"), performance = useResult("analytics.discount_performance", {
		limit: 100,
		...period !== "" && { period }
	}, { enabled: reads }), revenue = new Map(performance.data?.map((one) => [one.code, one.revenueOere])), whole = (performance.data?.length ?? 100) < 100, toggle = useWrite("discounts.toggle"), turn = async ({ code, active, updatedAt }) => {
		let done = await toggle.send({
			code,
			active: !active,
			expectedUpdatedAt: updatedAt
		});
		done && say((active ? t$3.turnedOff : t$3.turnedOn)(code), done.requestId, code);
	}, lacking = needs("discounts:read").title;
	return lacking === void 0 ? a($, { children: [
		a("form", {
			class: "bar",
			role: "search",
			onSubmit: (e) => e.preventDefault(),
			children: [
				a("label", { children: [t$3.search, a("input", {
					type: "search",
					defaultValue: q,
					maxLength: 64,
					onChange: (e) => refine({ q: e.currentTarget.value.trim() })
				})] }),
				a("label", { children: [t$3.show, a("select", {
					value: only,
					onChange: (e) => refine({ only: e.currentTarget.value }),
					children: [a("option", {
						value: "",
						children: t$3.all
					}), a("option", {
						value: "valid",
						children: t$3.valid
					})]
				})] }),
				reads && a("label", { children: [t$3.period, a("select", {
					value: period,
					onChange: (e) => refine({ period: e.currentTarget.value }),
					children: [a("option", {
						value: "",
						children: t$3.ever
					}), Object.entries(t$3.periods).map(([one, name]) => a("option", {
						value: one,
						children: name
					}, one))]
				})] }),
				a("a", {
					class: "button",
					href: href("marketing", ["new", "code"]),
					children: t$3.make
				})
			]
		}),
		a(ProblemNote, { refused: toggle.refused }),
		a(ProblemNote, {
			refused: performance.refused,
			again: performance.again
		}),
		a(List, {
			label: t$3.label,
			list,
			id: (one) => one.code,
			name: (one) => one.code,
			to: (one) => href("marketing", ["codes", one.code]),
			empty: q !== "" || only !== "" ? t$3.nothing : t$3.none,
			columns: [
				{
					head: t$6.code,
					cell: (one) => a("code", { children: one.code })
				},
				{
					head: t$6.type,
					right: !0,
					cell: worth
				},
				{
					head: t$3.used,
					right: !0,
					cell: (one) => one.usageLimit === null ? count(one.usageCount) : t$3.of(count(one.usageCount), count(one.usageLimit))
				},
				...reads ? [{
					head: t$3.revenue,
					right: !0,
					cell: ({ code }) => whole || revenue.has(code) ? money(revenue.get(code) ?? 0) : ""
				}] : [],
				{
					head: t$6.until,
					cell: (one) => one.validUntil === null ? a("span", {
						class: "quiet",
						children: t$6.never
					}) : a("time", {
						dateTime: one.validUntil,
						title: one.validUntil,
						children: dateTime(one.validUntil)
					})
				},
				{
					head: t$6.state,
					cell: (one) => a("span", {
						class: "chip",
						children: stateOf(one)
					})
				},
				{
					head: t$6.act,
					cell: (one) => a("button", {
						type: "button",
						class: "small",
						...needs("discounts:write", toggle.busy),
						onClick: () => void turn(one),
						children: [one.active ? t$3.off : t$3.on, a("span", {
							class: "unseen",
							children: [" ", one.code]
						})]
					})
				}
			]
		})
	] }) : a("p", {
		class: "note",
		children: lacking
	});
}
function Fresh({ form, type, value }) {
	let now = form.value[type], before = T(now);
	return A(() => {
		before.current !== now && (before.current = now, form.set(value, void 0));
	}, [now]), null;
}
var t$2 = {
	back: "All campaigns",
	new: "New campaign",
	says: "What the shop announces",
	saysHint: "One line, such as: 20% off all frames with the code SUMMER.",
	from: "From",
	fromHint: "Empty: now. The code works at once in any case.",
	to: "To",
	toHint: "Empty: until you end it.",
	until: "The code is valid until",
	untilHint: "Empty: as long as the campaign.",
	make: "Begin the campaign",
	made: "The campaign is created."
}, begin$1 = {
	announcement: "",
	discountCode: "",
	discountType: "percent",
	discountValue: void 0,
	startsAt: null,
	endsAt: null,
	validUntil: null
};
function fieldsOf(type) {
	return {
		announcement: {
			label: t$2.says,
			required: !0,
			max: 200,
			hint: t$2.saysHint
		},
		discountCode: {
			label: t$6.code,
			kind: "code",
			required: !0,
			max: 64,
			hint: t$6.codeHint
		},
		discountType: {
			label: t$6.type,
			kind: "choice",
			choices: typeChoices
		},
		discountValue: valueField(type),
		startsAt: {
			label: t$2.from,
			kind: "time",
			nullable: !0,
			hint: t$2.fromHint
		},
		endsAt: {
			label: t$2.to,
			kind: "time",
			nullable: !0,
			hint: t$2.toHint
		},
		validUntil: {
			label: t$2.until,
			kind: "time",
			nullable: !0,
			hint: t$2.untilHint
		}
	};
}
function NewCampaign() {
	let write = useWrite("marketing.create_campaign");
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("marketing", ["campaigns"]),
			children: ["← ", t$2.back]
		}) }),
		a("h1", { children: t$2.new }),
		a(Create, {
			begin: begin$1,
			fields: (form) => fieldsOf(form.value.discountType),
			act: t$2.make,
			scope: "marketing:write",
			writing: write,
			send: async ({ startsAt, endsAt, validUntil, discountValue = 0, ...campaign }) => {
				let done = await write.send({
					...campaign,
					discountValue,
					...startsAt !== null && { startsAt },
					...endsAt !== null && { endsAt },
					...validUntil !== null && { validUntil }
				});
				if (done) return say(t$2.made, done.requestId), href("marketing", ["campaigns"]);
			},
			children: (form) => a(Fresh, {
				form,
				type: "discountType",
				value: "discountValue"
			})
		})
	] });
}
var t$1 = {
	back: "All codes",
	new: "New code",
	at: "It works at once, for all goods of an order.",
	make: "Create the code"
}, begin = {
	code: "",
	type: "percent",
	value: void 0,
	validUntil: null,
	usageLimit: null
};
function NewCode() {
	let write = useWrite("discounts.create");
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("marketing"),
			children: ["← ", t$1.back]
		}) }),
		a("h1", { children: t$1.new }),
		a("p", { children: t$1.at }),
		a(Create, {
			begin,
			fields: (form) => creatable(form.value.type),
			act: t$1.make,
			scope: "discounts:write",
			writing: write,
			send: async ({ value = 0, ...discount }) => {
				let done = await write.send({
					...discount,
					value
				});
				if (done) return say(t$6.made(done.answer.result.code), done.requestId), href("marketing", ["codes", done.answer.result.code]);
			},
			children: (form) => a(Fresh, {
				form,
				type: "type",
				value: "value"
			})
		})
	] });
}
var t = {
	marketing: "Marketing",
	codes: "Codes",
	campaigns: "Campaigns",
	parts: "Parts of the marketing"
};
function Marketing() {
	let { rest: [part, one] } = useRoute();
	if (part === "new") return a(one === "campaign" ? NewCampaign : NewCode, {});
	if (part === "codes" && one !== void 0) return a(CodePage, { code: one }, one);
	let tabs = [["", t.codes], ["campaigns", t.campaigns]], at = part === "campaigns" ? part : "";
	return a($, { children: [
		a("h1", { children: t.marketing }),
		a("nav", {
			"aria-label": t.parts,
			children: a("ul", {
				class: "tabs",
				children: tabs.map(([tab, name]) => a("li", { children: a("a", {
					href: href("marketing", tab === "" ? [] : [tab]),
					...tab === at && { "aria-current": "page" },
					children: name
				}) }, tab))
			})
		}),
		a(at === "campaigns" ? Campaigns : Codes, {})
	] });
}
export { Marketing as default };
