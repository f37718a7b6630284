import { A as undoFound, At as useRoute, E as openUndo, Et as href, F as dayName, I as dayStart, L as localDay, M as count, Ot as refine, U as time, X as useResult, Y as useList, _ as reason, at as may, c as Changes, g as operationName, l as UndoButton, n as ProblemNote, o as Actor, t as Loading, u as done, x as canUndo, y as useKeys } from "./problem.da.js";
import { t as download } from "./download.da.js";
import { f as $, t as a, u as d } from "./packages.js";
import { t as __vitePreload } from "./index.js";
import { n as useAttention } from "./main.da.js";
var t$2 = {
	search: "Søg på tingens navn",
	who: "Hvem",
	anyone: "alle",
	agent: "agenter",
	person: "personer",
	program: "programmer",
	what: "Hvad",
	anything: "alt",
	from: "Fra",
	to: "Til",
	kind: "Vis",
	changes: "ændringer og afslag",
	change: "ændringer",
	refusal: "afslag",
	access: "opslag i personoplysninger",
	all: "alt",
	way: "Kom via",
	any: "alle veje",
	ways: {
		rest: "konsol eller API",
		mcp: "MCP",
		cli: "kommandolinje"
	},
	more: "Flere filtre",
	one: "én nøgle",
	groups: {
		products: "varer",
		orders: "ordrer",
		payments: "betalinger",
		categories: "kategorier",
		discounts: "koder",
		pages: "sider",
		services: "ydelser",
		settings: "indstillinger",
		keys: "nøgler",
		audit: "fortrydelser",
		customer: "kunder"
	}
};
function Filters({ query }) {
	let keys = useKeys().map((key) => [`apikey:${key.id}`, key.name]), pick = (name, label, choices, chosen = query[name] ?? "", choose = (value) => refine({ [name]: value || void 0 })) => a("label", { children: [label, a("select", {
		name,
		value: choices.some(([value]) => value === chosen) ? chosen : "",
		onChange: (e) => choose(e.currentTarget.value),
		children: choices.map(([value, words]) => a("option", {
			value,
			children: words
		}, value))
	})] }), { actorPrefix, holder = "" } = query, strange = actorPrefix !== void 0 && !keys.some(([actor]) => actor === actorPrefix), later = [
		"channel",
		"from",
		"to"
	].some((name) => query[name] !== void 0);
	return a("form", {
		class: "bar",
		role: "search",
		onSubmit: (e) => e.preventDefault(),
		children: [
			a("label", { children: [t$2.search, a("input", {
				type: "search",
				value: query.q ?? "",
				onChange: (e) => refine({ q: e.currentTarget.value.trim() || void 0 })
			})] }),
			pick("kinds", t$2.kind, [
				["", t$2.changes],
				["change", t$2.change],
				["refusal", t$2.refusal],
				["access", t$2.access],
				["change,refusal,access", t$2.all]
			]),
			pick("who", t$2.who, [
				["", t$2.anyone],
				["agent", t$2.agent],
				["person", t$2.person],
				["program", t$2.program],
				...keys,
				...strange ? [[actorPrefix, t$2.one]] : []
			], actorPrefix ?? holder, (value) => refine(value.includes(":") ? {
				actorPrefix: value,
				holder: void 0
			} : {
				actorPrefix: void 0,
				holder: value || void 0
			})),
			pick("toolPrefix", t$2.what, [["", t$2.anything], ...Object.entries(t$2.groups).map(([group, words]) => [`${group}.`, words])]),
			a("details", {
				open: later,
				children: [a("summary", { children: t$2.more }), a("div", {
					class: "bar",
					children: [
						pick("channel", t$2.way, [["", t$2.any], ...Object.entries(t$2.ways)]),
						a("label", { children: [t$2.from, a("input", {
							type: "date",
							value: query.from ?? "",
							onChange: (e) => refine({ from: e.currentTarget.value || void 0 })
						})] }),
						a("label", { children: [t$2.to, a("input", {
							type: "date",
							value: query.to ?? "",
							onChange: (e) => refine({ to: e.currentTarget.value || void 0 })
						})] })
					]
				})]
			})
		]
	});
}
var t$1 = {
	changes: (n) => `${n} ændringer`,
	one: "1 kald",
	undoAll: "Fortryd alle",
	each: "Hver af dem",
	open: "Detaljer",
	marks: {
		mcp: "MCP",
		cli: "kommandolinje"
	}
};
function Group({ entries }) {
	let [first] = entries;
	if (!first) return null;
	let total = Math.max(first.sameRequest ?? 1, entries.length);
	return entries.length === 1 ? a(Line, { entry: first }) : a("li", {
		"data-row": !0,
		children: [
			a("time", {
				dateTime: first.at,
				title: first.at,
				children: time(first.at)
			}),
			a("span", {
				class: "said",
				children: [
					a(Actor, { entry: first }),
					" · ",
					operationName(first.tool),
					": ",
					t$1.changes(count(total)),
					" ",
					a("span", {
						class: "chip",
						children: t$1.one
					}),
					a("details", { children: [a("summary", { children: t$1.each }), a("ul", {
						class: "feed",
						children: entries.map((entry) => a(Line, { entry }, entry.id))
					})] })
				]
			}),
			may("audit:revert") && entries.some(canUndo) && a("button", {
				type: "button",
				class: "small",
				"data-undo": !0,
				onClick: () => openUndo(entries.filter(canUndo)),
				children: t$1.undoAll
			})
		]
	});
}
function Line({ entry }) {
	let [Details, show] = d();
	return a("li", {
		"data-row": !0,
		class: entry.outcome === "success" ? "" : "refused",
		children: [
			a("time", {
				dateTime: entry.at,
				title: entry.at,
				children: time(entry.at)
			}),
			a("span", {
				class: "said",
				children: [
					a(Actor, { entry }),
					" ",
					done(entry),
					" ",
					a(Changes, { entry }),
					entry.code && entry.outcome !== "success" && a("span", {
						title: entry.code,
						children: ["· ", reason(entry.code)]
					}),
					" ",
					t$1.marks[entry.channel] && a("span", {
						class: "chip",
						children: t$1.marks[entry.channel]
					}),
					a("details", {
						onToggle: () => void __vitePreload(() => import("./details.da.js").then((module) => show(() => module.Details)), [], import.meta.url),
						children: [a("summary", {
							"data-open": !0,
							children: t$1.open
						}), Details && a(Details, { id: entry.id })]
					})
				]
			}),
			a(UndoButton, { entry })
		]
	});
}
var t = {
	title: "Aktivitet",
	fresh: (n) => `${n} nye: vis`,
	more: "Vis flere",
	none: "Intet fundet. Ret filtrene, eller se længere tilbage.",
	empty: "Der er ikke sket noget endnu. Enhver ændring, som en person eller en agent laver, vises her og kan fortrydes.",
	give: "Giv en agent en nøgle",
	undoAll: "Fortryd alle disse…",
	export: "Hent",
	only: "Ét kald",
	all: "Vis alt",
	open: (n) => `Betalinger, der ikke er betalt endnu: ${n}`,
	failed: (n) => `Betalinger, der mislykkedes: ${n}`
}, most = 2e3;
function filterOf(query) {
	let { kinds = "change,refusal", actorPrefix, toolPrefix, entityType, entityId, outcome, channel, holder, q, requestId, from, to } = query, text = {
		actorPrefix,
		toolPrefix,
		entityType,
		entityId,
		q,
		requestId
	};
	return {
		limit: 50,
		kinds: kinds.split(","),
		...Object.fromEntries(Object.entries(text).filter(([, value]) => value !== void 0)),
		...outcome !== void 0 && { outcome },
		...channel !== void 0 && { channel },
		...holder !== void 0 && { holder },
		...from !== void 0 && { fromDate: dayStart(from) },
		...to !== void 0 && { toDate: dayStart(to, 1) }
	};
}
function Activity() {
	let { query } = useRoute(), filter = filterOf(query), list = useList("audit.list", filter), filtered = Object.keys(query).length > 0;
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: t.title }), a(Fresh, {
				filter,
				list: list.data,
				again: list.again
			})]
		}),
		a(Payments, {}),
		a(Filters, { query }),
		query.requestId !== void 0 && a("p", {
			class: "note",
			children: [
				t.only,
				" ",
				a("code", { children: query.requestId }),
				" ",
				a("a", {
					href: href("activity"),
					children: t.all
				})
			]
		}),
		a(ProblemNote, {
			refused: list.refused,
			again: list.again
		}),
		list.loading && a(Loading, {}),
		list.data?.length === 0 && a("div", {
			class: "empty",
			children: [a("p", { children: filtered ? t.none : t.empty }), !filtered && a("a", {
				class: "button",
				href: href("keys", ["new"]),
				children: t.give
			})]
		}),
		list.data && list.data.length > 0 && a($, { children: [a("p", {
			class: "bar",
			children: [filtered && may("audit:revert") && a("button", {
				type: "button",
				class: "second",
				onClick: () => undoFound([filter], most),
				children: t.undoAll
			}), a("button", {
				type: "button",
				class: "second",
				onClick: () => download("activity.json", "application/json", JSON.stringify(list.data, null, 2)),
				children: t.export
			})]
		}), a(Days, { entries: list.data })] }),
		list.more && a("button", {
			type: "button",
			class: "second",
			onClick: list.more,
			children: t.more
		})
	] });
}
function Fresh({ filter, list, again }) {
	let newest = list?.[0]?.id, attention = useAttention(), n = useResult("audit.list", {
		...filter,
		afterId: newest ?? ""
	}, { enabled: newest !== void 0 && attention !== void 0 && attention.newestAuditLogId !== newest }).data?.items.length ?? 0;
	return n === 0 || newest === attention?.newestAuditLogId ? null : a("button", {
		type: "button",
		class: "second",
		onClick: again,
		children: ["↑ ", t.fresh(n === 50 ? "50+" : count(n))]
	});
}
function Payments() {
	let { paymentsOpen = 0, paymentsFailed = 0 } = useAttention() ?? {};
	return paymentsOpen + paymentsFailed === 0 || !may("payments:read") ? null : a("p", {
		class: "note row",
		children: [paymentsFailed > 0 && a("a", {
			href: href("payments", [], { status: "failed" }),
			children: t.failed(count(paymentsFailed))
		}), paymentsOpen > 0 && a("a", {
			href: href("payments", [], { status: "open" }),
			children: t.open(count(paymentsOpen))
		})]
	});
}
function Days({ entries }) {
	let days = Map.groupBy(entries, (entry) => localDay(entry.at));
	return a($, { children: [...days].map(([day, of]) => a("section", {
		"aria-labelledby": `d${day}`,
		children: [a("h2", {
			id: `d${day}`,
			children: dayName(of[0]?.at ?? day)
		}), a("ul", {
			class: "feed",
			children: calls(of).map((group) => a(Group, { entries: group }, group[0]?.id))
		})]
	}, day)) });
}
function calls(entries) {
	let groups = [];
	for (let entry of entries) {
		let last = groups.at(-1);
		last?.[0]?.requestId === entry.requestId && entry.requestId !== "" ? last.push(entry) : groups.push([entry]);
	}
	return groups;
}
export { Activity as default };
