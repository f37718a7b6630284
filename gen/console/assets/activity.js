import { $ as useRoute, C as dayStart, F as texts, I as may, O as time, Q as refine, S as dayName, X as href, ct as $, i as useResult, m as ProblemNote, ot as d, r as useList, v as a, w as localDay, x as dateTime, y as count } from "./answers.js";
import { t as download } from "./download.js";
import { n as UndoButton } from "./history.js";
import { c as Loading, t as useAttention } from "./index.js";
import { i as done, n as ChangeTable, r as Changes, s as operationName, t as Actor } from "./story.js";
import { n as canUndo, s as openUndo, u as undoFound } from "./asked.js";
var t$2 = texts({
	search: "Search by name of the thing",
	who: "Who",
	anyone: "anyone",
	agent: "agents",
	person: "persons",
	program: "programs",
	what: "What",
	anything: "anything",
	from: "From",
	to: "To",
	kind: "Show",
	changes: "changes and refusals",
	change: "changes",
	refusal: "refusals",
	access: "looks at personal data",
	all: "everything",
	way: "Over",
	any: "any way",
	groups: {
		products: "products",
		orders: "orders",
		categories: "categories",
		discounts: "codes",
		pages: "pages",
		services: "services",
		settings: "settings",
		keys: "keys",
		audit: "undoing",
		customer: "customers"
	}
}, {
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
	way: "Via",
	any: "alle veje",
	groups: {
		products: "varer",
		orders: "ordrer",
		categories: "kategorier",
		discounts: "koder",
		pages: "sider",
		services: "ydelser",
		settings: "indstillinger",
		keys: "nøgler",
		audit: "fortrydelser",
		customer: "kunder"
	}
});
function Filters({ query }) {
	let pick = (name, label, choices) => a("label", { children: [label, a("select", {
		name,
		value: choices.some(([value]) => value === query[name]) ? query[name] ?? "" : "",
		onChange: (e) => refine({ [name]: e.currentTarget.value || void 0 }),
		children: choices.map(([value, words]) => a("option", {
			value,
			children: words
		}, value))
	})] });
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
			pick("holder", t$2.who, [
				["", t$2.anyone],
				["agent", t$2.agent],
				["person", t$2.person],
				["program", t$2.program]
			]),
			pick("toolPrefix", t$2.what, [["", t$2.anything], ...Object.entries(t$2.groups).map(([group, words]) => [`${group}.`, words])]),
			pick("channel", t$2.way, [
				["", t$2.any],
				["rest", "REST"],
				["mcp", "MCP"],
				["cli", "CLI"]
			]),
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
	});
}
var t$1 = texts({
	changes: (n) => `${n} changes`,
	one: "1 call",
	undoAll: "Undo all",
	each: "Each of them",
	open: "Details",
	call: "All of this call",
	actor: "All by this key",
	thing: "All about this",
	sent: "What was sent",
	from: "From",
	over: "Over",
	request: "Request",
	why: "Why not undo?",
	refused: "Refused with"
}, {
	changes: (n) => `${n} ændringer`,
	one: "1 kald",
	undoAll: "Fortryd alle",
	each: "Hver af dem",
	open: "Detaljer",
	call: "Alt fra dette kald",
	actor: "Alt fra denne nøgle",
	thing: "Alt om dette",
	sent: "Hvad der blev sendt",
	from: "Fra",
	over: "Via",
	request: "Kald",
	why: "Hvorfor ikke fortryde?",
	refused: "Afvist med"
});
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
					" ",
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
				onClick: () => openUndo(entries.filter(canUndo).map((entry) => entry.id)),
				children: t$1.undoAll
			})
		]
	});
}
function Line({ entry }) {
	let [open, setOpen] = d(!1);
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
						class: "chip",
						children: entry.code
					}),
					" ",
					a("span", {
						class: "chip",
						children: entry.channel
					}),
					a("details", {
						onToggle: (e) => setOpen(e.currentTarget.open),
						children: [a("summary", {
							"data-open": !0,
							children: t$1.open
						}), open && a(Details, { id: entry.id })]
					})
				]
			}),
			a(UndoButton, { entry })
		]
	});
}
function Details({ id }) {
	let got = useResult("audit.get", { auditLogId: id }), entry = got.data;
	return entry ? a($, { children: [
		entry.changes.length > 0 && a(ChangeTable, { changes: entry.changes }),
		entry.notRevertibleReason && entry.outcome === "success" && a("p", {
			class: "note",
			children: [
				a("strong", { children: t$1.why }),
				" ",
				entry.notRevertibleReason
			]
		}),
		entry.notShownReason && a("p", {
			class: "quiet",
			children: entry.notShownReason
		}),
		a("details", { children: [a("summary", { children: t$1.sent }), a("pre", {
			class: "code",
			tabIndex: 0,
			children: [
				entry.tool,
				" ",
				JSON.stringify(entry.args, null, 2)
			]
		})] }),
		a("p", {
			class: "quiet",
			children: [
				dateTime(entry.at),
				" · ",
				t$1.over,
				" ",
				entry.channel,
				" ",
				entry.ip && a($, { children: [
					"· ",
					t$1.from,
					" ",
					entry.ip,
					" ",
					entry.userAgent
				] }),
				" · ",
				t$1.request,
				" ",
				a("code", { children: entry.requestId })
			]
		}),
		a("p", {
			class: "row",
			children: [
				a("a", {
					href: href("activity", [], {
						requestId: entry.requestId,
						kinds: "change,refusal,access"
					}),
					children: t$1.call
				}),
				a("a", {
					href: href("activity", [], { actorPrefix: entry.actor }),
					children: t$1.actor
				}),
				entry.entityId && a("a", {
					href: href("activity", [], {
						entityType: entry.entityType ?? void 0,
						entityId: entry.entityId
					}),
					children: t$1.thing
				})
			]
		})
	] }) : got.refused ? a(ProblemNote, {
		refused: got.refused,
		again: got.again
	}) : a(Loading, {});
}
var t = texts({
	title: "Activity",
	fresh: (n) => `${n} new: show`,
	more: "Show more",
	none: "Nothing found. Change the filters, or look further back.",
	empty: "Nothing has happened yet. Every change by a person or an agent appears here, and can be undone.",
	give: "Give an agent a key",
	undoAll: "Undo all of these…",
	export: "Download",
	only: "One call",
	all: "Show everything"
}, {
	title: "Aktivitet",
	fresh: (n) => `${n} nye: vis`,
	more: "Vis flere",
	none: "Intet fundet. Ret filtrene, eller se længere tilbage.",
	empty: "Der er ikke sket noget endnu. Enhver ændring, som en person eller en agent laver, vises her og kan fortrydes.",
	give: "Giv en agent en nøgle",
	undoAll: "Fortryd alle disse…",
	export: "Hent",
	only: "Ét kald",
	all: "Vis alt"
}), most = 2e3;
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
