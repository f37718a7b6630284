import { At as useRoute, Et as href, I as dayStart, L as localDay, M as count, N as date, Ot as refine, P as dateTime, V as percent, X as useResult, Y as useList, Z as useWrite, at as may, n as ProblemNote, t as Loading, z as money } from "./problem.en.js";
import { i as needs, o as Dialog, r as say } from "./main.en.js";
import { t as Chart } from "./chart.en.js";
import { D as List, E as Input, S as listed } from "./parts.en.js";
import { f as $, t as a, u as d } from "./packages.js";
var periods = [
	"today",
	"yesterday",
	"last_7_days",
	"last_30_days",
	"this_month",
	"last_month",
	"this_year",
	"between"
], dayLength = 864e5, stamp = (day) => Date.parse(`${day}T00:00:00Z`), plus = (day, days) => new Date(stamp(day) + days * dayLength).toISOString().slice(0, 10), length = ({ from, until }) => Math.round((stamp(until) - stamp(from)) / dayLength);
function shift(day, months) {
	let at = new Date(stamp(day)), wanted = at.getUTCDate();
	at.setUTCDate(1), at.setUTCMonth(at.getUTCMonth() + months);
	let last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
	return at.setUTCDate(Math.min(wanted, last)), at.toISOString().slice(0, 10);
}
function isPeriod(name) {
	return periods.some((one) => one === name);
}
function daysOf(period, query) {
	let today = localDay(new Date()), tomorrow = plus(today, 1), month = `${today.slice(0, 8)}01`, byMonths = (now, months) => ({
		now,
		before: {
			from: shift(now.from, -months),
			until: shift(now.until, -months)
		}
	}), byLength = (now) => ({
		now,
		before: {
			from: plus(now.from, -length(now)),
			until: now.from
		}
	});
	switch (period) {
		case "today": return byLength({
			from: today,
			until: tomorrow
		});
		case "yesterday": return byLength({
			from: plus(today, -1),
			until: today
		});
		case "last_7_days": return byLength({
			from: plus(today, -6),
			until: tomorrow
		});
		case "this_month": return byMonths({
			from: month,
			until: tomorrow
		}, 1);
		case "last_month": return byMonths({
			from: shift(month, -1),
			until: month
		}, 1);
		case "this_year": return byMonths({
			from: `${today.slice(0, 4)}-01-01`,
			until: tomorrow
		}, 12);
		case "between": {
			let from = query.from ?? plus(today, -29), until = plus(query.to ?? today, 1);
			return byLength({
				from,
				until: until > from ? until : plus(from, 1)
			});
		}
		default: return byLength({
			from: plus(today, -29),
			until: tomorrow
		});
	}
}
function bounds({ from, until }) {
	return {
		fromDate: dayStart(from),
		toDate: new Date(Date.parse(dayStart(until)) - 1).toISOString()
	};
}
function intervalOf(days, chosen) {
	if (chosen === "week" || chosen === "month") return chosen;
	let n = length(days);
	return chosen === "day" && n <= 1e3 || n <= 62 ? "day" : n <= 200 ? "week" : "month";
}
var t$3 = {
	sums: "Sums",
	chart: "Revenue, kr.",
	now: "this period",
	before: "the period before",
	none: "No orders in this period.",
	was: (value, change) => `before: ${value}${change}`,
	revenue: "Revenue",
	orders: "Orders",
	average: "Average order",
	refunded: "Refunded",
	discounts: "Discounts given",
	shipping: "Shipping",
	customers: "New customers",
	taken: "taken and not given back",
	any: "placed, paid or not",
	each: "revenue for each paid order",
	paid: "of paid orders"
}, figures = [
	[
		t$3.revenue,
		(of) => of.orders.revenueOere,
		money,
		t$3.taken
	],
	[
		t$3.orders,
		(of) => of.orders.count,
		count,
		t$3.any
	],
	[
		t$3.average,
		(of) => of.orders.averageOrderOere,
		money,
		t$3.each
	],
	[
		t$3.refunded,
		(of) => of.orders.refundedOere,
		money
	],
	[
		t$3.discounts,
		(of) => of.orders.discountsGivenOere,
		money,
		t$3.paid
	],
	[
		t$3.shipping,
		(of) => of.orders.shippingCollectedOere,
		money,
		t$3.paid
	],
	[
		t$3.customers,
		(of) => of.customers.count,
		count
	]
];
function Sales({ now, before, interval }) {
	let sums = useResult("analytics.summary", bounds(now)), sumsBefore = useResult("analytics.summary", bounds(before)), sales = useResult("analytics.sales_over_time", {
		...bounds(now),
		interval
	}), salesBefore = useResult("analytics.sales_over_time", {
		...bounds(before),
		interval
	}), all = [
		sums,
		sumsBefore,
		sales,
		salesBefore
	];
	return a("section", {
		"aria-labelledby": "sums",
		children: [
			a("h2", {
				id: "sums",
				children: t$3.sums
			}),
			a(ProblemNote, {
				refused: all.find((one) => one.refused)?.refused,
				again: () => all.forEach((one) => one.again())
			}),
			a(Loading, { shown: sums.loading }),
			sums.data && a("ul", {
				class: "cards figures",
				children: figures.map(([name, value, show, which]) => a("li", {
					class: "card",
					children: [
						a("span", {
							class: "quiet",
							children: name
						}),
						a("p", {
							class: "figure",
							children: show(value(sums.data))
						}),
						which && a("p", {
							class: "quiet",
							children: which
						}),
						sumsBefore.data && a("span", {
							class: "quiet",
							children: compared(value(sums.data), value(sumsBefore.data), show)
						})
					]
				}, name))
			}),
			sums.data?.orders.count === 0 && a("p", {
				class: "empty",
				children: t$3.none
			}),
			sales.data && a(Chart, {
				title: t$3.chart,
				show: money,
				labels: sales.data.map((one) => date(one.bucketStart)),
				series: [{
					name: t$3.now,
					kind: "bars",
					look: "main",
					values: sales.data.map((one) => one.revenueOere)
				}, {
					name: t$3.before,
					kind: "line",
					look: "before",
					values: (salesBefore.data ?? []).slice(0, sales.data.length).map((one) => one.revenueOere)
				}]
			})
		]
	});
}
function compared(now, before, show) {
	let change = before === 0 ? "" : ` (${now >= before ? "+" : ""}${percent((now - before) / before)})`;
	return t$3.was(show(before), change);
}
var t$2 = {
	top: "What sold best",
	topHint: "After discounts, without shipping; less the pieces that were refunded.",
	by: "By",
	revenue: "Revenue",
	pieces: "Pieces",
	product: "Product",
	noneSold: "Nothing was sold in this period.",
	deleted: "deleted",
	codes: "Discount codes",
	code: "Code",
	orders: "Orders",
	discount: "Discount",
	used: "Used in all",
	codesHint: "Orders: paid or not. Discount and revenue: of paid ones.",
	noCodes: "No code was used in this period.",
	of: (n, limit) => `${n} of ${limit}`,
	low: "What runs out",
	stock: "Stock",
	sold: "Sold in 30 days",
	lasts: "Lasts",
	days: (n) => n === 1 ? "1 day" : `${n} days`,
	noneLow: "Everything is in stock.",
	agents: "Agents that ordered",
	agent: "Agent",
	unnamed: "without a name",
	noAgents: "No agent ordered in this period.",
	keys: "Keys that called",
	key: "Key",
	calls: "Calls",
	errors: "Refused or failed",
	lastUsed: "Last used",
	noKeys: "No key called in this period."
};
function Part({ id, title, children }) {
	return a("section", { children: [a("h2", {
		id,
		children: title
	}), children] });
}
function variant(attributes) {
	return attributes === null ? "" : ` · ${Object.values(attributes).join(", ")}`;
}
function TopProducts({ days }) {
	let by = useRoute().query.by === "quantity" ? "quantity" : "revenue", read = useResult("analytics.top_products", {
		...bounds(days),
		by,
		limit: 10
	});
	return a(Part, {
		id: "top",
		title: t$2.top,
		children: [
			a("p", {
				class: "hint",
				children: t$2.topHint
			}),
			a("form", {
				class: "bar",
				onSubmit: (e) => e.preventDefault(),
				children: a("label", { children: [t$2.by, a("select", {
					value: by,
					onChange: (e) => refine({ by: e.currentTarget.value === "quantity" ? "quantity" : void 0 }),
					children: [a("option", {
						value: "revenue",
						children: t$2.revenue
					}), a("option", {
						value: "quantity",
						children: t$2.pieces
					})]
				})] })
			}),
			a(List, {
				label: t$2.top,
				list: listed(read),
				id: (one) => one.productId,
				name: (one) => one.productName,
				to: (one) => href("catalogue", [one.slug]),
				empty: t$2.noneSold,
				columns: [
					{
						head: t$2.product,
						cell: (one) => a($, { children: [one.productName, one.deleted && ` (${t$2.deleted})`] })
					},
					{
						head: t$2.pieces,
						right: !0,
						cell: (one) => count(one.quantity)
					},
					{
						head: t$2.revenue,
						right: !0,
						cell: (one) => money(one.revenueOere)
					}
				]
			})
		]
	});
}
function Codes({ days }) {
	let read = useResult("analytics.discount_performance", {
		...bounds(days),
		limit: 20
	});
	return a(Part, {
		id: "codes",
		title: t$2.codes,
		children: [a("p", {
			class: "hint",
			children: t$2.codesHint
		}), a(List, {
			label: t$2.codes,
			list: listed(read),
			id: (one) => one.code,
			name: (one) => one.code,
			empty: t$2.noCodes,
			columns: [
				{
					head: t$2.code,
					cell: (one) => a("code", { children: one.code })
				},
				{
					head: t$2.orders,
					right: !0,
					cell: (one) => count(one.orderCount)
				},
				{
					head: t$2.discount,
					right: !0,
					cell: (one) => money(one.discountOere)
				},
				{
					head: t$2.revenue,
					right: !0,
					cell: (one) => money(one.revenueOere)
				},
				{
					head: t$2.used,
					right: !0,
					cell: (one) => one.usageLimit === null ? count(one.usageCount) : t$2.of(count(one.usageCount), count(one.usageLimit))
				}
			]
		})]
	});
}
function LowStock() {
	let list = useList("analytics.low_stock", {
		sort: "days_of_cover",
		limit: 20
	});
	return a(Part, {
		id: "low",
		title: t$2.low,
		children: a(List, {
			label: t$2.low,
			list,
			id: (one) => one.productId + (one.variantId ?? ""),
			name: (one) => one.name,
			to: (one) => href("catalogue", [one.slug]),
			empty: t$2.noneLow,
			columns: [
				{
					head: t$2.product,
					cell: (one) => one.name + variant(one.variantAttributes)
				},
				{
					head: t$2.stock,
					right: !0,
					cell: (one) => count(one.stock)
				},
				{
					head: t$2.sold,
					right: !0,
					cell: (one) => count(one.soldLast30Days)
				},
				{
					head: t$2.lasts,
					right: !0,
					cell: (one) => one.daysOfCover === null ? "–" : t$2.days(one.daysOfCover)
				}
			]
		})
	});
}
function Agents({ days }) {
	let read = useResult("analytics.agent_activity", {
		...bounds(days),
		limit: 20
	});
	return a($, { children: [a(Part, {
		id: "agents",
		title: t$2.agents,
		children: a(List, {
			label: t$2.agents,
			list: listed({
				...read,
				data: read.data?.bySource
			}),
			id: (one) => one.aiAgentSource ?? "",
			name: (one) => one.aiAgentSource ?? t$2.unnamed,
			empty: t$2.noAgents,
			columns: [
				{
					head: t$2.agent,
					cell: (one) => one.aiAgentSource ?? t$2.unnamed
				},
				{
					head: t$2.orders,
					right: !0,
					cell: (one) => count(one.orderCount)
				},
				{
					head: t$2.revenue,
					right: !0,
					cell: (one) => money(one.revenueOere)
				}
			]
		})
	}), a(Part, {
		id: "callers",
		title: t$2.keys,
		children: a(List, {
			label: t$2.keys,
			list: listed({
				...read,
				refused: void 0,
				data: read.data?.byKey
			}),
			id: (one) => one.keyId,
			name: (one) => one.keyName,
			to: (one) => href("keys", [one.keyId]),
			empty: t$2.noKeys,
			columns: [
				{
					head: t$2.key,
					cell: (one) => one.keyName
				},
				{
					head: t$2.calls,
					right: !0,
					cell: (one) => count(one.calls)
				},
				{
					head: t$2.errors,
					right: !0,
					cell: (one) => count(one.errors)
				},
				{
					head: t$2.lastUsed,
					cell: (one) => one.lastUsedAt ? dateTime(one.lastUsedAt) : "–"
				}
			]
		})
	})] });
}
var t$1 = {
	title: "Searched and not found",
	words: "Words",
	times: "Times",
	last: "Last",
	none: "Everything that was searched was found.",
	what: "Synonym",
	add: "Add a synonym",
	single: "Synonyms are single words.",
	for: (q) => `A search for “${q}” also finds`,
	hint: "Single words, separated by commas, such as the ones your products use.",
	saved: "The synonym is saved.",
	save: "Save",
	known: "Known already:"
};
function Searches({ days }) {
	let read = useResult("analytics.search_terms", {
		...bounds(days),
		noResultsOnly: !0,
		limit: 20
	}), [word, setWord] = d();
	return a(Part, {
		id: "searches",
		title: t$1.title,
		children: [a(List, {
			label: t$1.title,
			list: listed(read),
			id: (one) => one.q,
			name: (one) => one.q,
			empty: t$1.none,
			columns: [
				{
					head: t$1.words,
					cell: (one) => one.q
				},
				{
					head: t$1.times,
					right: !0,
					cell: (one) => count(one.count)
				},
				{
					head: t$1.last,
					cell: (one) => dateTime(one.lastSeenAt)
				},
				{
					head: t$1.what,
					cell: (one) => /\s/.test(one.q) ? a("span", {
						class: "quiet",
						children: t$1.single
					}) : a("button", {
						type: "button",
						class: "small",
						...needs("settings:write"),
						onClick: () => setWord(one.q),
						children: t$1.add
					})
				}
			]
		}), word !== void 0 && a(Synonym, {
			word,
			close: () => setWord(void 0)
		})]
	});
}
function Synonym({ word, close }) {
	let stored = useResult("settings.get", { type: "search" }, { enabled: may("settings:read") }), write = useWrite("settings.update_search"), [typed, setTyped] = d(""), groups = stored.data?.search?.synonyms, known = groups?.filter((group) => group.includes(word)) ?? [], words = String(typed ?? "").split(/[\s,;]+/).filter((one) => one !== ""), save = async () => {
		if (!stored.data || !groups) return;
		let done = await write.send({
			synonyms: [...groups, [word, ...words]],
			expectedUpdatedAt: stored.data.updatedAt
		});
		done && (close(), say(t$1.saved, done.requestId));
	};
	return a(Dialog, {
		title: t$1.add,
		close,
		children: a("form", {
			onSubmit: (e) => {
				e.preventDefault(), save();
			},
			children: [
				a(Input, {
					name: "words",
					field: {
						label: t$1.for(word),
						hint: t$1.hint
					},
					value: typed,
					faults: write.refused?.faults("/synonyms"),
					set: setTyped
				}),
				known.length > 0 && a("p", {
					class: "quiet",
					children: [
						t$1.known,
						" ",
						known.map((group) => group.join(", ")).join(" · ")
					]
				}),
				a(ProblemNote, {
					refused: stored.refused,
					again: stored.again
				}),
				a(ProblemNote, {
					refused: write.refused,
					...write.refused?.code === "version_conflict" && { again: () => {
						write.clear(), stored.again();
					} }
				}),
				a("footer", { children: a("button", {
					disabled: write.busy || !groups || words.length === 0,
					children: t$1.save
				}) })
			]
		})
	});
}
var t = {
	title: "Analytics",
	period: "Period",
	interval: "By",
	from: "From",
	to: "To",
	compared: "Compared with",
	periods: {
		today: "today",
		yesterday: "yesterday",
		last_7_days: "last 7 days",
		last_30_days: "last 30 days",
		this_month: "this month",
		last_month: "last month",
		this_year: "this year",
		between: "between dates"
	},
	intervals: {
		day: "day",
		week: "week",
		month: "month"
	}
};
function Analytics() {
	let { query } = useRoute(), period = isPeriod(query.period) ? query.period : "last_30_days", { now, before } = daysOf(period, query), interval = intervalOf(now, query.interval);
	return may("analytics:read") ? a($, { children: [
		a("h1", { children: t.title }),
		a("form", {
			class: "bar",
			onSubmit: (e) => e.preventDefault(),
			children: [
				a("label", { children: [t.period, a("select", {
					value: period,
					onChange: (e) => refine({
						period: e.currentTarget.value,
						interval: void 0
					}),
					children: periods.map((one) => a("option", {
						value: one,
						children: t.periods[one]
					}, one))
				})] }),
				period === "between" && ["from", "to"].map((end) => a("label", { children: [t[end], a("input", {
					type: "date",
					value: query[end] ?? "",
					onChange: (e) => refine({ [end]: e.currentTarget.value || void 0 })
				})] }, end)),
				a("label", { children: [t.interval, a("select", {
					value: interval,
					onChange: (e) => refine({ interval: e.currentTarget.value }),
					children: Object.keys(t.intervals).map((one) => a("option", {
						value: one,
						children: t.intervals[one]
					}, one))
				})] })
			]
		}),
		a("p", {
			class: "quiet",
			children: [
				t.compared,
				" ",
				a("a", {
					href: href("analytics", [], {
						period: "between",
						from: before.from,
						to: lastDay(before.until)
					}),
					children: [
						date(before.from),
						" – ",
						date(lastDay(before.until))
					]
				})
			]
		}),
		a(Sales, {
			now,
			before,
			interval
		}),
		a(TopProducts, { days: now }),
		a(Codes, { days: now }),
		a(Searches, { days: now }),
		a(LowStock, {}),
		a(Agents, { days: now })
	] }) : a($, { children: [a("h1", { children: t.title }), a("p", {
		class: "note",
		children: needs("analytics:read").title
	})] });
}
function lastDay(until) {
	return new Date(Date.parse(`${until}T00:00:00Z`) - 864e5).toISOString().slice(0, 10);
}
export { Analytics as default };
