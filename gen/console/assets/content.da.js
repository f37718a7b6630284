import { At as useRoute, Ct as under, Dt as leave, Et as href, J as useAnswer, M as count, Ot as refine, P as dateTime, Tt as go, U as time, X as useResult, Y as useList, Z as useWrite, at as may, n as ProblemNote, nt as read, r as refusedBy, t as Loading, wt as back } from "./problem.da.js";
import { D as List, E as Input, S as listed, T as Fields, _ as History, b as useLeave, h as Create, m as Edit, p as Picture, v as slugOf, y as useForm } from "./parts.da.js";
import { i as needs, r as say } from "./main.da.js";
import { d as w, f as $, l as T, t as a, u as d } from "./packages.js";
import { n as blank, r as faultsAt, t as SchemaForm } from "./schema-form.da.js";
var t$14 = {
	preview: "Forhåndsvis",
	shown: (at) => `Forhåndsvisningen er i en anden fane og bliver til ${at}.`,
	open: "Åbn forhåndsvisningen"
};
function Preview({ of }) {
	let [state, set] = d({}), show = async () => {
		let tab = window.open("", "_blank");
		set({ busy: !0 });
		let refused = await refusedBy(async () => {
			let shown = await read("pages.preview", of);
			tab && (tab.opener = null, tab.location.replace(shown.url)), set({
				shown,
				blocked: !tab
			});
		});
		refused && (tab?.close(), set({ refused }));
	};
	return a($, { children: [
		a("button", {
			type: "button",
			class: "second",
			...needs("pages:read", state.busy),
			onClick: () => void show(),
			children: t$14.preview
		}),
		state.shown && (state.blocked ? a("a", {
			href: state.shown.url,
			target: "_blank",
			rel: "noopener noreferrer",
			children: t$14.open
		}) : a("span", {
			class: "quiet",
			role: "status",
			children: t$14.shown(time(state.shown.expiresAt))
		})),
		a(ProblemNote, {
			refused: state.refused,
			again: () => void show()
		})
	] });
}
var words = {
	hero: "Top",
	featureGrid: "Punkter side om side",
	richText: "Tekst",
	imageText: "Billede og tekst",
	gallery: "Galleri",
	productGrid: "Varer",
	faq: "Spørgsmål og svar",
	statBand: "Tal",
	logoCloud: "Logoer",
	pricingTable: "Priser",
	howItWorks: "Sådan gør du",
	bannerCta: "Banner",
	newsletter: "Nyhedsbrev",
	ctaFooter: "Afsluttende banner",
	title: "Overskrift",
	subtitle: "Linje under",
	image: "Billede",
	link: "Knap",
	secondLink: "Anden knap",
	features: "Punkter",
	columns: "Side om side",
	markdown: "Tekst",
	images: "Billeder",
	slugs: "Varer (adresser)",
	categorySlug: "Kategori (adresse)",
	limit: "Højst",
	questions: "Spørgsmål",
	testimonials: "Udtalelser",
	quote: "Citat",
	name: "Navn",
	role: "Hvem det er",
	stats: "Tal",
	logos: "Logoer",
	plans: "Priser",
	steps: "Trin",
	text: "Tekst",
	buttonLabel: "På knappen",
	consent: "Hvad de siger ja til",
	question: "Spørgsmål",
	answer: "Svar",
	value: "Tal",
	label: "Tekst",
	href: "Fører til",
	url: "Selve billedet",
	alt: "Hvad det viser",
	caption: "Billedtekst",
	price: "Pris",
	highlighted: "Fremhævet",
	centered: "midtstillet",
	left: "til venstre",
	split: "delt",
	cards: "kort",
	plain: "enkel",
	wide: "bred",
	narrow: "smal",
	imageLeft: "billede til venstre",
	imageRight: "billede til højre",
	grid: "gitter",
	carousel: "karrusel",
	list: "liste",
	accordion: "til at folde ud",
	large: "stor",
	accent: "farvet",
	muted: "dæmpet",
	table: "tabel",
	numbered: "nummereret",
	timeline: "tidslinje"
}, t$13 = {
	up: "Flyt op",
	down: "Flyt ned",
	remove: "Fjern",
	drag: "Træk for at flytte",
	look: "Udseende",
	shown: "Vises",
	hidden: "skjult",
	wrong: "noget er ikke rigtigt",
	picture: "Billede"
}, pictures = { url: (value, set) => a(Picture, {
	label: t$13.picture,
	value,
	set
}) };
function SectionCard({ section, title, type, at, last, errors, opened, set, move, remove, drag }) {
	let head = T(null), place = `/layout/sections/${at}`, inProps = `${place}/props`, own = errors?.filter((one) => under(one.pointer, place) && !under(one.pointer, inProps)) ?? [], wrong = errors?.some((one) => under(one.pointer, place)) ?? !1, called = `${title}, ${at + 1}`, button = (by, name, sign) => a("button", {
		type: "button",
		class: "small",
		disabled: by < 0 ? at === 0 : at === last,
		"aria-label": `${name}: ${called}`,
		title: name,
		onClick: (e) => {
			let pressed = e.currentTarget;
			move(by), requestAnimationFrame(() => (pressed.disabled ? head.current?.querySelector("button:enabled") : pressed)?.focus());
		},
		children: sign
	});
	return a($, { children: [a("div", {
		class: "row",
		ref: head,
		children: [
			a("span", {
				class: "handle",
				draggable: !0,
				"aria-hidden": "true",
				title: t$13.drag,
				onDragStart: (e) => {
					e.dataTransfer?.setData("text/plain", section.id), drag(!0);
				},
				onDragEnd: () => drag(!1),
				children: "≡"
			}),
			a("strong", { children: title }),
			section.enabled === !1 && a("span", {
				class: "chip",
				children: t$13.hidden
			}),
			wrong && a("span", {
				class: "fault",
				children: t$13.wrong
			}),
			button(-1, t$13.up, "↑"),
			button(1, t$13.down, "↓"),
			a("button", {
				type: "button",
				class: "small",
				"aria-label": `${t$13.remove}: ${called}`,
				onClick: remove,
				children: t$13.remove
			})
		]
	}), a("details", {
		open: opened || wrong,
		children: [
			a("summary", { children: summaryOf(section) }),
			own.length > 0 && a("p", {
				class: "fault",
				children: own.map((one) => one.detail).join(" ")
			}),
			type && type.variants.length > 0 && a(Input, {
				name: `${section.id}.variant`,
				value: section.variant ?? type.variants[0],
				set: (variant) => set({
					...section,
					variant: String(variant)
				}),
				field: {
					label: t$13.look,
					kind: "choice",
					choices: type.variants.map((one) => [one, words[one] ?? one])
				}
			}),
			a(Input, {
				name: `${section.id}.enabled`,
				field: {
					label: t$13.shown,
					kind: "check"
				},
				value: section.enabled ?? !0,
				set: (enabled) => set({
					...section,
					enabled: enabled === !0
				})
			}),
			a(SchemaForm, {
				schema: type?.propsSchema ?? {},
				value: section.props ?? {},
				faults: faultsAt(errors, inProps),
				words,
				own: pictures,
				set: (props) => set({
					...section,
					props
				})
			})
		]
	})] });
}
function summaryOf({ id, props = {} }) {
	let text = [
		"title",
		"markdown",
		"quote",
		"text"
	].map((name) => props[name]).find((one) => typeof one == "string" && one !== "");
	return typeof text == "string" ? text.slice(0, 80) : id;
}
var t$12 = {
	kind: "Ny sektion",
	add: "Tilføj",
	none: "Ingen sektioner.",
	moved: (name, at, of) => `${name} er nu ${at} af ${of}.`
};
function Sections({ sections, set, types, errors, moved }) {
	let [said, say] = d(""), [kind, choose] = d(types[0]?.key ?? ""), [open, setOpen] = d(), [over, setOver] = d(), dragged = T(void 0), titleOf = (section) => words[section.key] ?? types.find((one) => one.key === section.key)?.title ?? section.key, place = (next) => {
		moved(), set(next);
	}, move = (from, to) => {
		let section = sections[from];
		!section || from === to || to < 0 || to >= sections.length || (place(sections.toSpliced(from, 1).toSpliced(to, 0, section)), say(t$12.moved(titleOf(section), to + 1, sections.length)));
	};
	return a($, { children: [
		sections.length === 0 && a("p", {
			class: "quiet",
			children: t$12.none
		}),
		a("ol", {
			class: "sections",
			children: sections.map((section, at) => a("li", { children: a("div", {
				class: over === at ? "card over" : "card",
				onDragOver: (e) => {
					dragged.current !== void 0 && (e.preventDefault(), setOver(at));
				},
				onDragLeave: () => setOver(void 0),
				onDrop: (e) => {
					e.preventDefault(), setOver(void 0), dragged.current !== void 0 && move(dragged.current, at);
				},
				children: a(SectionCard, {
					section,
					title: titleOf(section),
					type: types.find((one) => one.key === section.key),
					at,
					last: sections.length - 1,
					errors,
					opened: open === section.id,
					set: (next) => set(sections.with(at, next)),
					move: (by) => move(at, at + by),
					remove: () => place(sections.toSpliced(at, 1)),
					drag: (on) => {
						dragged.current = on ? at : void 0;
					}
				})
			}) }, section.id))
		}),
		a("p", {
			class: "unseen",
			role: "status",
			children: said
		}),
		a("p", {
			class: "row",
			children: [a("label", {
				class: "row",
				children: [t$12.kind, a("select", {
					value: kind,
					onChange: (e) => choose(e.currentTarget.value),
					children: types.map((one) => a("option", {
						value: one.key,
						children: words[one.key] ?? one.title
					}, one.key))
				})]
			}), a("button", {
				type: "button",
				class: "second",
				disabled: sections.length >= 100,
				onClick: () => {
					let type = types.find((one) => one.key === kind);
					if (!type) return;
					let id = freeId(type.key, sections), [variant] = type.variants;
					place([...sections, {
						id,
						key: type.key,
						enabled: !0,
						...variant !== void 0 && { variant },
						props: blank(type.propsSchema)
					}]), setOpen(id);
				},
				children: t$12.add
			})]
		})
	] });
}
function freeId(key, sections) {
	let taken = new Set(sections.map((one) => one.id)), id = key;
	for (let n = 2; taken.has(id); n++) id = `${key}-${n}`;
	return id;
}
var t$11 = {
	title: "Titel",
	slug: "Adresse",
	status: "Status",
	changed: "Ændret",
	text: "Tekst",
	textHint: "Overskrifter begynder med ##; en tom linje slutter et afsnit.",
	delete: "Slet",
	act: "Gør",
	deleted: (name) => `${name} er slettet.`,
	saved: (name) => `${name} er gemt.`,
	made: (name) => `${name} er oprettet.`,
	search: "Søg",
	shop: "Se den i butikken",
	slugHint: "Små bogstaver, cifre og bindestreger; laves af titlen, når den er tom. Den kan ikke ændres senere.",
	statuses: {
		published: "offentlig",
		draft: "kladde"
	}
}, statusChoices = Object.entries(t$11.statuses), t$10 = {
	sections: "Sektioner",
	hint: "Fra top til bund. Uden nogen ser besøgende sidens tekst."
};
function Layout({ page, publish }) {
	let now = useResult("pages.get_layout", { slug: page.slug }), types = useResult("pages.section_types", {});
	return !now.data || !types.data ? a($, { children: [
		a(ProblemNote, {
			refused: now.refused,
			again: now.again
		}),
		a(ProblemNote, {
			refused: types.refused,
			again: types.again
		}),
		a(Loading, { shown: now.loading || types.loading })
	] }) : a(LayoutForm, {
		page,
		publish,
		now: now.data,
		types: types.data
	});
}
function LayoutForm({ page, publish, now, types }) {
	let write = useWrite("pages.set_layout"), stored = w(() => ({ sections: now.layout?.sections ?? [] }), [now]), fields = { sections: {
		label: t$10.sections,
		hint: t$10.hint,
		own: (value, set) => a(Sections, {
			sections: value,
			set,
			types,
			errors: write.refused?.problem.errors,
			moved: write.clear
		})
	} }, tree = ({ sections }) => sections.length > 0 ? { sections } : null, save = async (all, version) => {
		let done = await write.send({
			slug: page.slug,
			layout: tree(all),
			confirm: !0,
			...version !== void 0 && { expectedUpdatedAt: version }
		});
		done && say(t$11.saved(page.title), done.requestId);
	};
	return a(Edit, {
		stored,
		fields,
		version: now.updatedAt,
		at: "/none",
		writing: write,
		barred: needs("pages:write").title,
		draft: `layout:${page.slug}`,
		save: (_, version, all) => void save(all, version),
		children: (form) => a($, { children: [publish(form.dirty), a(Preview, { of: {
			slug: page.slug,
			layout: tree(form.value)
		} })] })
	});
}
var t$9 = {
	back: "Alle sider",
	parts: "Dele af siden",
	layout: "Layout",
	meta: "Til søgemaskiner",
	metaHint: "Siden i en sætning.",
	publish: "Offentliggør",
	hide: "Skjul",
	first: "Gem først.",
	published: (name) => `${name} er offentlig.`,
	hidden: (name) => `${name} er en kladde igen.`,
	instead: "Besøgende ser layoutet i stedet for denne tekst."
}, pageFields = {
	title: {
		label: t$11.title,
		required: !0,
		max: 300
	},
	body: {
		label: t$11.text,
		kind: "lines",
		rows: 18,
		required: !0,
		hint: t$11.textHint
	},
	metaDescription: {
		label: t$9.meta,
		kind: "lines",
		rows: 2,
		max: 300,
		nullable: !0,
		hint: t$9.metaHint
	}
};
function PageEditor({ slug, layout }) {
	let [leaving, leaves] = d(!1), { data, refused, loading, again } = useResult("pages.get", { slug }, { enabled: may("pages:read") && !leaving }), tab = (name, rest, here) => a("li", { children: a("a", {
		href: href("content", [
			"pages",
			slug,
			...rest
		]),
		...here && { "aria-current": "page" },
		children: name
	}) }), lacking = needs("pages:read").title;
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("content"),
			children: ["← ", t$9.back]
		}) }),
		data ? a(Head$1, {
			page: data,
			leaves
		}) : a("h1", { children: slug }),
		lacking !== void 0 && a("p", {
			class: "note",
			children: lacking
		}),
		a(ProblemNote, {
			refused,
			again
		}),
		a(Loading, { shown: loading }),
		data && !leaving && a($, { children: [
			a("nav", {
				"aria-label": t$9.parts,
				children: a("ul", {
					class: "tabs",
					children: [tab(t$11.text, [], !layout), tab(t$9.layout, ["layout"], layout)]
				})
			}),
			layout ? a(Layout, {
				page: data,
				publish: (dirty) => a(Publish, {
					page: data,
					children: dirty && t$9.first
				})
			}) : a(TextForm, { page: data }),
			a(History, { of: {
				entityType: "page",
				entityId: data.id
			} })
		] })
	] });
}
function Head$1({ page, leaves }) {
	let remove = useWrite("pages.delete"), drop = async () => {
		leaves(!0);
		let done = await remove.send({
			slug: page.slug,
			confirm: !0
		});
		if (!done) return leaves(!1);
		say(t$11.deleted(page.title), done.requestId), leave.stays = void 0, go(href("content"));
	};
	return a($, { children: [a("header", {
		class: "row",
		children: [a("h1", { children: [
			page.title,
			" ",
			a("span", {
				class: "chip",
				children: t$11.statuses[page.status]
			})
		] }), a("span", {
			class: "row",
			children: [page.status === "published" && a("a", {
				class: "button second",
				href: `/info/${page.slug}`,
				target: "_blank",
				rel: "noreferrer",
				children: t$11.shop
			}), a("button", {
				type: "button",
				class: "danger",
				...needs("pages:write", remove.busy),
				onClick: () => void drop(),
				children: t$11.delete
			})]
		})]
	}), a(ProblemNote, { refused: remove.refused })] });
}
function TextForm({ page }) {
	let { slug, title, body, metaDescription, updatedAt } = page, write = useWrite("pages.upsert"), save = async (changed, version) => {
		let done = await write.send({
			slug,
			title,
			body,
			...changed,
			...version !== void 0 && { expectedUpdatedAt: version }
		});
		done && say(t$11.saved(changed.title ?? title), done.requestId);
	};
	return a($, { children: [page.hasLayout && a("p", {
		class: "note",
		children: [
			t$9.instead,
			" ",
			a("a", {
				href: href("content", [
					"pages",
					slug,
					"layout"
				]),
				children: t$9.layout
			})
		]
	}), a(Edit, {
		stored: {
			title,
			body,
			metaDescription
		},
		fields: pageFields,
		version: updatedAt,
		writing: write,
		barred: needs("pages:write").title,
		draft: `page:${slug}`,
		save: (changed, version) => void save(changed, version),
		children: (form) => a($, { children: [a(Publish, {
			page,
			children: form.dirty && t$9.first
		}), a(Preview, { of: {
			slug,
			title: form.value.title,
			body: form.value.body,
			...page.hasLayout && { layout: null }
		} })] })
	})] });
}
function Publish({ page: { slug, title, body, status, updatedAt }, children }) {
	let write = useWrite("pages.upsert"), isPublic = status === "published", turn = async () => {
		let done = await write.send({
			slug,
			title,
			body,
			status: isPublic ? "draft" : "published",
			expectedUpdatedAt: updatedAt
		});
		done && say((isPublic ? t$9.hidden : t$9.published)(title), done.requestId);
	}, button = needs("pages:write", write.busy || !!children);
	return a($, { children: [
		a("button", {
			type: "button",
			class: "second",
			...button,
			onClick: () => void turn(),
			children: isPublic ? t$9.hide : t$9.publish
		}),
		children && a("span", {
			class: "quiet",
			children
		}),
		a(ProblemNote, { refused: write.refused })
	] });
}
var t$8 = {
	back: "Alle sider",
	new: "Ny side",
	make: "Opret siden",
	shows: "Hvad den viser",
	kinds: {
		text: "en tekst",
		sections: "sektioner: billeder, varer, spørgsmål og mere"
	},
	later: "De vælges, når siden er oprettet."
}, begin$2 = {
	title: "",
	slug: "",
	shows: "text",
	body: "",
	metaDescription: null,
	status: "draft"
}, fields$2 = {
	title: pageFields.title,
	slug: {
		label: t$11.slug,
		kind: "code",
		hint: t$11.slugHint,
		max: 200
	},
	shows: {
		label: t$8.shows,
		kind: "choice",
		choices: Object.entries(t$8.kinds)
	},
	body: pageFields.body,
	metaDescription: pageFields.metaDescription,
	status: {
		label: t$11.status,
		kind: "choice",
		choices: statusChoices
	}
}, { body: _, ...sectionFields } = {
	...fields$2,
	shows: {
		...fields$2.shows,
		hint: t$8.later
	}
};
function slugged({ slug, title }) {
	return slug || slugOf(title);
}
function NewPage() {
	let write = useWrite("pages.upsert");
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("content"),
			children: ["← ", t$8.back]
		}) }),
		a("h1", { children: t$8.new }),
		a(Create, {
			begin: begin$2,
			fields: ({ value }) => value.shows === "sections" ? sectionFields : fields$2,
			act: t$8.make,
			scope: "pages:write",
			writing: write,
			send: async ({ shows, ...page }) => {
				let sections = shows === "sections", done = await write.send({
					...page,
					slug: slugged(page),
					...sections && { body: page.title.padEnd(10, ".") }
				});
				if (done) return say(t$11.made(page.title), done.requestId), href("content", [
					"pages",
					done.answer.result.slug,
					...sections ? ["layout"] : []
				]);
			},
			draft: "page:",
			children: ({ value }) => value.shows !== "sections" && a("p", {
				class: "row",
				children: a(Preview, { of: {
					slug: slugged(value),
					title: value.title,
					body: value.body
				} })
			})
		})
	] });
}
var t$7 = {
	back: "Alle ydelser",
	short: "I en sætning eller to",
	price: "Pris",
	priceHint: "Som folk læser den, for eksempel \"fra 395 kr.\"",
	hero: "Stort billede",
	features: "Punkter, der taler for den",
	nav: "Mærket til menuer",
	navHint: "Gemmes til butikkens egne værktøjer; det tilføjer intet link i sig selv.",
	order: "Plads på listen",
	orderHint: "Den laveste kommer først."
}, serviceFields = {
	title: {
		label: t$11.title,
		required: !0,
		max: 200
	},
	shortDescription: {
		label: t$7.short,
		kind: "lines",
		rows: 2,
		max: 500,
		nullable: !0
	},
	priceString: {
		label: t$7.price,
		hint: t$7.priceHint,
		max: 100,
		nullable: !0
	},
	body: {
		label: t$11.text,
		kind: "lines",
		rows: 12,
		required: !0,
		hint: t$11.textHint
	},
	heroImage: {
		label: t$7.hero,
		own: (value, set) => a(Picture, {
			label: t$7.hero,
			value,
			set: (url) => set(url || null)
		})
	},
	features: {
		label: t$7.features,
		kind: "list"
	},
	showInNav: {
		label: t$7.nav,
		kind: "check",
		hint: t$7.navHint
	},
	navOrder: {
		label: t$7.order,
		kind: "number",
		hint: t$7.orderHint
	},
	status: {
		label: t$11.status,
		kind: "choice",
		choices: statusChoices
	}
};
function ServiceEditor({ slug }) {
	let [leaving, leaves] = d(!1), { data, refused, loading, again } = useResult("services.get", { slug }, { enabled: may("pages:read") && !leaving }), lacking = needs("pages:read").title;
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("content", ["services"]),
			children: ["← ", t$7.back]
		}) }),
		data ? a(Head, {
			service: data,
			leaves
		}) : a("h1", { children: slug }),
		lacking !== void 0 && a("p", {
			class: "note",
			children: lacking
		}),
		a(ProblemNote, {
			refused,
			again
		}),
		a(Loading, { shown: loading }),
		data && !leaving && a($, { children: [a(Form, { service: data }), a(History, { of: {
			entityType: "service",
			entityId: data.id
		} })] })
	] });
}
function Head({ service, leaves }) {
	let remove = useWrite("services.delete"), drop = async () => {
		leaves(!0);
		let done = await remove.send({
			slug: service.slug,
			confirm: !0
		});
		if (!done) return leaves(!1);
		say(t$11.deleted(service.title), done.requestId), leave.stays = void 0, go(href("content", ["services"]));
	};
	return a($, { children: [a("header", {
		class: "row",
		children: [a("h1", { children: [
			service.title,
			" ",
			a("span", {
				class: "chip",
				children: t$11.statuses[service.status]
			})
		] }), a("span", {
			class: "row",
			children: [service.status === "published" && a("a", {
				class: "button second",
				href: service.publicUrl,
				target: "_blank",
				rel: "noreferrer",
				children: t$11.shop
			}), a("button", {
				type: "button",
				class: "danger",
				...needs("pages:write", remove.busy),
				onClick: () => void drop(),
				children: t$11.delete
			})]
		})]
	}), a(ProblemNote, { refused: remove.refused })] });
}
function Form({ service }) {
	let { slug, updatedAt, title, shortDescription, priceString, body, heroImage, features, showInNav, navOrder, status } = service, write = useWrite("services.update"), save = async (changed, version) => {
		let done = await write.send({
			slug,
			patch: changed,
			...version !== void 0 && { expectedUpdatedAt: version }
		});
		done && say(t$11.saved(changed.title ?? title), done.requestId);
	};
	return a(Edit, {
		stored: {
			title,
			shortDescription,
			priceString,
			body,
			heroImage,
			features,
			showInNav,
			navOrder,
			status
		},
		fields: serviceFields,
		version: updatedAt,
		at: "/patch",
		writing: write,
		barred: needs("pages:write").title,
		draft: `service:${slug}`,
		save: (changed, version) => void save(changed, version)
	});
}
var t$6 = {
	back: "Alle ydelser",
	new: "Ny ydelse",
	make: "Opret ydelsen"
}, begin$1 = {
	title: "",
	slug: "",
	shortDescription: null,
	priceString: null,
	body: "",
	heroImage: null,
	features: [],
	showInNav: !1,
	navOrder: 0,
	status: "draft"
}, { title, ...others } = serviceFields, fields$1 = {
	title,
	slug: {
		label: t$11.slug,
		kind: "code",
		hint: t$11.slugHint,
		max: 200
	},
	...others
};
function NewService() {
	let write = useWrite("services.create");
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("content", ["services"]),
			children: ["← ", t$6.back]
		}) }),
		a("h1", { children: t$6.new }),
		a(Create, {
			begin: begin$1,
			fields: fields$1,
			act: t$6.make,
			scope: "pages:write",
			writing: write,
			send: async ({ slug, ...service }) => {
				let done = await write.send({
					...service,
					...slug !== "" && { slug }
				});
				if (done) return say(t$11.made(service.title), done.requestId), href("content", ["services", done.answer.result.slug]);
			},
			draft: "service:"
		})
	] });
}
var t$5 = {
	label: "Sider",
	make: "Ny side",
	none: "Ingen sider endnu. Skriv en, for eksempel om butikken, og hvor den ligger.",
	nothing: "Ingen sådan side.",
	all: "alle"
};
function Pages() {
	let { query: { q = "", status = "" } } = useRoute(), read = useResult("pages.list", {}, { enabled: may("pages:read") }), lacking = needs("pages:read").title;
	if (lacking !== void 0) return a("p", {
		class: "note",
		children: lacking
	});
	let words = q.toLowerCase(), data = read.data?.filter((one) => (status === "" || one.status === status) && `${one.title} ${one.slug}`.toLowerCase().includes(words));
	return a($, { children: [a("form", {
		class: "bar",
		role: "search",
		onSubmit: (e) => e.preventDefault(),
		children: [
			a("label", { children: [t$11.search, a("input", {
				type: "search",
				value: q,
				maxLength: 200,
				onInput: (e) => refine({ q: e.currentTarget.value })
			})] }),
			a("label", { children: [t$11.status, a("select", {
				value: status,
				onChange: (e) => refine({ status: e.currentTarget.value }),
				children: [a("option", {
					value: "",
					children: t$5.all
				}), statusChoices.map(([one, name]) => a("option", {
					value: one,
					children: name
				}, one))]
			})] }),
			a("a", {
				class: "button",
				href: href("content", ["new", "page"]),
				children: t$5.make
			})
		]
	}), a(List, {
		label: t$5.label,
		list: listed({
			...read,
			data
		}),
		id: (page) => page.slug,
		name: (page) => page.title,
		to: (page) => href("content", ["pages", page.slug]),
		empty: read.data?.length === 0 ? t$5.none : t$5.nothing,
		columns: [
			{
				head: t$11.title,
				cell: (page) => page.title
			},
			{
				head: t$11.slug,
				cell: (page) => a("code", { children: ["/info/", page.slug] })
			},
			{
				head: t$11.status,
				cell: (page) => a("span", {
					class: "chip",
					children: t$11.statuses[page.status]
				})
			},
			{
				head: t$11.changed,
				cell: (page) => a("time", {
					dateTime: page.updatedAt,
					title: page.updatedAt,
					children: dateTime(page.updatedAt)
				})
			}
		]
	})] });
}
var redirect = {
	from: "Gammel adresse",
	to: "Fører til",
	kind: "Hvor længe",
	saved: (n) => n === 1 ? "Én omstilling er gemt." : `${n} omstillinger er gemt.`,
	good: "for altid",
	while: "en tid"
}, kinds = [
	["301", `${redirect.good} (301)`],
	["308", `${redirect.good} (308)`],
	["302", `${redirect.while} (302)`],
	["307", `${redirect.while} (307)`]
];
function csvLine(...cells) {
	return cells.map((cell) => `"${cell.replaceAll("\"", "\"\"")}"`).join(",");
}
var t$4 = {
	title: "Mange omstillinger",
	file: "CSV-fil",
	lines: "Linjer",
	hint: "En på hver linje: gammel adresse,hvor den fører hen,301. Det sidste kan udelades.",
	check: "Kontrollér",
	import: "Importér",
	line: (n) => `Linje ${n}:`,
	right: (n) => `${n} linjer kan importeres.`,
	wrong: "Intet kan importeres, før disse er rigtige:",
	more: (n) => `og ${n} til`
};
function RedirectsImport() {
	let write = useWrite("redirects.import"), [csv, setCsv] = d(""), [checked, setChecked] = d(), change = (text) => {
		setCsv(text), setChecked(void 0), write.clear();
	};
	useLeave(csv !== "");
	let check = async () => {
		let done = await write.send({
			csv,
			dryRun: !0
		});
		done && setChecked(done.answer.result);
	}, send = async () => {
		let done = await write.send({
			csv,
			confirm: !0
		});
		if (done) {
			if (done.answer.result.errors.length > 0) return setChecked(done.answer.result);
			change(""), say(redirect.saved(done.answer.result.imported), done.requestId);
		}
	}, button = needs("settings:write", write.busy || csv.trim() === "");
	return a("section", {
		class: "card",
		"aria-labelledby": "many",
		children: [
			a("h2", {
				id: "many",
				children: t$4.title
			}),
			a("p", {
				class: "field",
				children: [a("label", {
					for: "csv",
					children: t$4.file
				}), a("input", {
					id: "csv",
					type: "file",
					accept: ".csv,text/csv,text/plain",
					onChange: (e) => {
						let [file] = e.currentTarget.files ?? [];
						e.currentTarget.value = "", file?.text().then(change);
					}
				})]
			}),
			a(Input, {
				name: "lines",
				field: {
					label: t$4.lines,
					kind: "lines",
					rows: 6,
					max: 5e5,
					hint: t$4.hint
				},
				value: csv,
				faults: write.refused?.faults("/csv"),
				set: (text) => change(String(text))
			}),
			a(ProblemNote, { refused: write.refused }),
			checked && a(Checked, { result: checked }),
			a("p", {
				class: "row",
				children: [a("button", {
					type: "button",
					class: "second",
					...button,
					onClick: () => void check(),
					children: t$4.check
				}), a("button", {
					type: "button",
					...button,
					disabled: button.disabled || !checked || checked.errors.length > 0,
					onClick: () => void send(),
					children: t$4.import
				})]
			})
		]
	});
}
function Checked({ result: { errors, valid } }) {
	return errors.length === 0 ? a("p", {
		role: "status",
		children: t$4.right(count(valid))
	}) : a("div", {
		role: "alert",
		children: [
			a("p", {
				class: "fault",
				children: t$4.wrong
			}),
			a("ul", { children: errors.slice(0, 50).map((one) => a("li", { children: [
				t$4.line(count(one.line)),
				" ",
				one.reason
			] }, one.line)) }),
			errors.length > 50 && a("p", {
				class: "quiet",
				children: t$4.more(count(errors.length - 50))
			})
		]
	});
}
var t$3 = {
	title: "Én omstilling",
	fromHint: "En sti som /gammel-side.",
	toHint: "En sti som /info/om-os eller en https-adresse.",
	save: "Gem omstillingen"
}, begin = {
	from: "",
	to: "",
	status: "301"
}, fields = {
	from: {
		label: redirect.from,
		kind: "code",
		hint: t$3.fromHint,
		required: !0,
		max: 1500
	},
	to: {
		label: redirect.to,
		kind: "code",
		hint: t$3.toHint,
		required: !0,
		max: 2e3
	},
	status: {
		label: redirect.kind,
		kind: "choice",
		choices: kinds
	}
};
function NewRedirect() {
	let write = useWrite("redirects.import"), form = useForm(begin, { refused: write.refused }), [faults, setFaults] = d([]), send = async () => {
		let { from, to, status } = form.value, done = await write.send({
			csv: csvLine(from.trim(), to.trim(), status),
			confirm: !0
		});
		if (!done) return;
		let { errors } = done.answer.result;
		setFaults(errors.map((one) => one.reason)), errors.length > 0 || (say(redirect.saved(1), done.requestId), form.reset());
	};
	return a("form", {
		class: "card",
		onSubmit: (e) => {
			e.preventDefault(), send();
		},
		children: [
			a("h2", { children: t$3.title }),
			a(Fields, {
				form,
				fields
			}),
			faults.length > 0 && a("p", {
				class: "fault",
				role: "alert",
				children: faults.join(" ")
			}),
			a(ProblemNote, { refused: write.refused }),
			a("button", {
				...needs("settings:write", write.busy),
				children: t$3.save
			})
		]
	});
}
var t$2 = {
	label: "Omstillinger",
	none: "Ingen omstillinger. Når en adresse ændres, så tilføj, hvor den gamle fører hen, så ingen links er døde."
};
function Redirects() {
	let list = useList("redirects.list", { limit: 100 }, { enabled: may("settings:read") }), remove = useWrite("redirects.delete"), lacking = needs("settings:read").title, drop = async ({ fromPath }) => {
		let done = await remove.send({
			fromPath,
			confirm: !0
		});
		done && say(t$11.deleted(fromPath), done.requestId);
	};
	return a($, { children: [
		lacking !== void 0 && a("p", {
			class: "note",
			children: lacking
		}),
		a(ProblemNote, { refused: remove.refused }),
		a(List, {
			label: t$2.label,
			list,
			id: (one) => one.fromPath,
			name: (one) => one.fromPath,
			empty: t$2.none,
			columns: [
				{
					head: redirect.from,
					cell: (one) => a("code", { children: one.fromPath })
				},
				{
					head: redirect.to,
					cell: (one) => a("code", { children: one.toPath })
				},
				{
					head: redirect.kind,
					cell: (one) => kinds.find(([status]) => status === String(one.status))?.[1] ?? one.status
				},
				{
					head: t$11.act,
					cell: (one) => a("button", {
						type: "button",
						class: "small",
						...needs("settings:write", remove.busy),
						onClick: () => void drop(one),
						children: [t$11.delete, a("span", {
							class: "unseen",
							children: [" ", one.fromPath]
						})]
					})
				}
			]
		}),
		a("div", {
			class: "grid",
			children: [a(NewRedirect, {}), a(RedirectsImport, {})]
		})
	] });
}
var t$1 = {
	label: "Ydelser",
	make: "Ny ydelse",
	price: "Pris",
	order: "Plads",
	none: "Ingen ydelser endnu. Beskriv en, for eksempel en synsprøve.",
	first: (n) => `De første 100 af ${n}.`
};
function Services() {
	let read = useAnswer("services.list", { limit: 100 }, { enabled: may("pages:read") }), lacking = needs("pages:read").title;
	if (lacking !== void 0) return a("p", {
		class: "note",
		children: lacking
	});
	let page = read.data?.page;
	return a($, { children: [
		a("p", {
			class: "bar",
			children: a("a", {
				class: "button",
				href: href("content", ["new", "service"]),
				children: t$1.make
			})
		}),
		a(List, {
			label: t$1.label,
			list: listed({
				...read,
				data: read.data?.result
			}),
			id: (one) => one.slug,
			name: (one) => one.title,
			to: (one) => href("content", ["services", one.slug]),
			empty: t$1.none,
			columns: [
				{
					head: t$11.title,
					cell: (one) => one.title
				},
				{
					head: t$1.price,
					cell: (one) => one.priceString
				},
				{
					head: t$1.order,
					right: !0,
					cell: (one) => count(one.navOrder)
				},
				{
					head: t$11.status,
					cell: (one) => a("span", {
						class: "chip",
						children: t$11.statuses[one.status]
					})
				},
				{
					head: t$11.changed,
					cell: (one) => a("time", {
						dateTime: one.updatedAt,
						title: one.updatedAt,
						children: dateTime(one.updatedAt)
					})
				}
			]
		}),
		page && page.nextOffset !== null && a("p", {
			class: "quiet",
			children: t$1.first(count(page.total))
		})
	] });
}
var t = {
	content: "Indhold",
	pages: "Sider",
	services: "Ydelser",
	redirects: "Omstillinger",
	parts: "Dele af indholdet"
};
function Content() {
	let { rest: [part, slug, tail] } = useRoute();
	if (part === "new") return a(slug === "service" ? NewService : NewPage, {});
	if (part === "pages" && slug !== void 0) return a(PageEditor, {
		slug,
		layout: tail === "layout"
	}, slug);
	if (part === "services" && slug !== void 0) return a(ServiceEditor, { slug }, slug);
	let tabs = [
		["", t.pages],
		["services", t.services],
		["redirects", t.redirects]
	], at = part === "services" || part === "redirects" ? part : "";
	return a($, { children: [
		a("h1", { children: t.content }),
		a("nav", {
			"aria-label": t.parts,
			children: a("ul", {
				class: "tabs",
				children: tabs.map(([tab, name]) => a("li", { children: a("a", {
					href: href("content", tab === "" ? [] : [tab]),
					...tab === at && { "aria-current": "page" },
					children: name
				}) }, tab))
			})
		}),
		a(at === "services" ? Services : at === "redirects" ? Redirects : Pages, {})
	] });
}
export { Content as default };
