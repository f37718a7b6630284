import { At as useRoute, B as orderNumber, Et as href, H as readMoney, I as dayStart, K as forget, M as count, Ot as refine, P as dateTime, Q as call, W as typedMoney, X as useResult, Y as useList, Z as useWrite, at as may, c as Changes, dt as Refused, i as sentence, k as undoCalls, l as UndoButton, n as ProblemNote, o as Actor, r as refusedBy, s as By, t as Loading, u as done, wt as back, z as money } from "./problem.da.js";
import { f as $, o as A, t as a, u as d } from "./packages.js";
import { t as download } from "./download.da.js";
import { D as List$1, E as Input, S as listed, T as Fields, b as useLeave, d as Copy, l as statusName, m as Edit, o as columns, s as mailless, u as statuses, y as useForm } from "./parts.da.js";
import { a as Confirm, i as needs, n as useAttention, o as Dialog, r as say, t as ordersWaiting } from "./main.da.js";
import { a as State, c as isOpen, h as wayName, i as Next, m as useWaiting, n as useStale, p as stateOf, r as Refund, s as isCharged, t as Actions } from "./pay.da.js";
var t$9 = {
	columns: "Kolonner",
	email: "E-mail",
	goods: "Varer",
	discount: "Rabat",
	code: "Kode",
	shipping: "Fragt",
	paid: "Betalt",
	method: "Betalt med",
	channel: "Kom via"
}, { order, ...usual } = columns, choices = {
	...usual,
	email: {
		head: t$9.email,
		cell: (one) => one.email
	},
	goods: {
		head: t$9.goods,
		right: !0,
		cell: (one) => money(one.subtotalDkk)
	},
	discount: {
		head: t$9.discount,
		right: !0,
		cell: (one) => money(one.discountDkk)
	},
	code: {
		head: t$9.code,
		cell: (one) => one.discountCode
	},
	shipping: {
		head: t$9.shipping,
		right: !0,
		cell: (one) => money(one.shippingDkk)
	},
	paid: {
		head: t$9.paid,
		cell: (one) => one.paidAt !== null && a("time", {
			dateTime: one.paidAt,
			title: one.paidAt,
			children: dateTime(one.paidAt)
		})
	},
	method: {
		head: t$9.method,
		cell: (one) => one.paymentMethod
	},
	channel: {
		head: t$9.channel,
		cell: (one) => one.channel
	}
}, kept = "orders.columns";
function useColumns() {
	let [names, setNames] = d(() => localStorage.getItem(kept)?.split(",") ?? Object.keys(usual)), has = (name) => names.includes(name), toggle = (name) => {
		let next = Object.keys(choices).filter((one) => has(one) !== (one === name));
		localStorage.setItem(kept, next.join()), setNames(next);
	};
	return [
		[order, ...Object.entries(choices).filter(([name]) => has(name)).map(([, column]) => column)],
		toggle,
		has
	];
}
function Columns({ toggle, has }) {
	return a("details", {
		class: "columns",
		children: [a("summary", { children: t$9.columns }), a("div", {
			class: "card",
			children: Object.entries(choices).map(([name, { head }]) => a("label", { children: [
				a("input", {
					type: "checkbox",
					checked: has(name),
					onChange: () => toggle(name)
				}),
				" ",
				head
			] }, name))
		})]
	});
}
var t$8 = {
	views: "Visninger",
	all: "Alle",
	attention: "Kræver noget",
	pack: "Skal pakkes",
	unpaid: "Ubetalte",
	later: "Betales senere",
	flagged: "Tilbageholdt",
	disputed: "Indsigelser",
	owed: "Skyldig refusion",
	q: "Navn, e-mail, sporingsnummer eller id",
	status: "Status",
	any: "alle",
	from: "Fra",
	to: "Til",
	sort: "Rækkefølge",
	newest: "nyeste først",
	oldest: "ældste først",
	total: "største først",
	more: "Flere filtre",
	who: "Afgivet af",
	agents: "agenter",
	persons: "personer",
	channel: "Kom via",
	code: "Rabatkode",
	min: "Mindst, kr.",
	max: "Højst, kr.",
	email: "Kunde",
	product: "Vare",
	show: "Vis"
}, text = (value) => value, yes = (value) => value === "true", day = (later) => (value) => Number.isNaN(Date.parse(value.slice(0, 10))) ? void 0 : dayStart(value.slice(0, 10), later), reads = {
	status: text,
	statuses: (value) => value.split(","),
	needsAttention: yes,
	email: text,
	productId: text,
	q: text,
	channel: text,
	isAiGenerated: yes,
	discountCode: text,
	minTotalOere: Number,
	maxTotalOere: Number,
	fromDate: day(0),
	toDate: day(1),
	period: text,
	sort: text
};
function filterOf(query) {
	let sent = Object.entries(reads).map(([name, read]) => [name, query[name] === void 0 ? void 0 : read(query[name])]);
	return {
		limit: 50,
		...Object.fromEntries(sent.filter(([, value]) => value !== void 0))
	};
}
function Views({ query }) {
	let attention = useAttention(), now = attention?.orders, views = [
		[t$8.all, {}],
		[
			t$8.attention,
			{
				needsAttention: "true",
				sort: "oldest"
			},
			attention && ordersWaiting(attention)
		],
		[
			t$8.pack,
			{
				statuses: "pending,paid,processing,partial_refund",
				needsAttention: "true",
				sort: "oldest"
			},
			now?.toShip
		],
		[
			t$8.unpaid,
			{ statuses: "pending_payment" },
			now?.unpaid
		],
		[t$8.later, { statuses: "pending" }],
		[
			t$8.flagged,
			{
				statuses: "flagged_review",
				sort: "oldest"
			},
			now?.flagged
		],
		[
			t$8.disputed,
			{
				statuses: "disputed",
				sort: "oldest"
			},
			now?.disputed
		],
		[
			t$8.owed,
			{
				statuses: "cancelled",
				needsAttention: "true",
				sort: "oldest"
			},
			now?.refundOwed
		]
	], here = href("orders", [], query);
	return a("nav", {
		"aria-label": t$8.views,
		children: a("ul", {
			class: "tabs",
			children: views.map(([name, of, waiting = 0]) => {
				let to = href("orders", [], of);
				return a("li", { children: a("a", {
					href: to,
					...to === here && { "aria-current": "page" },
					children: [
						name,
						" ",
						waiting > 0 && a("span", {
							class: name === t$8.unpaid ? "chip" : "badge",
							children: waiting
						})
					]
				}) }, name);
			})
		})
	});
}
function inAddress(name, typed) {
	let value = typed.trim();
	return value === "" || !name.endsWith("TotalOere") ? value || void 0 : readMoney(value)?.toString();
}
function Filters({ query }) {
	let pick = (name, label, choices) => a("label", { children: [label, a("select", {
		name,
		children: choices.map(([value, words]) => a("option", {
			value,
			selected: value === (query[name] ?? ""),
			children: words
		}, value))
	})] }), type = (name, label, kind = "text") => a("label", { children: [label, a("input", {
		name,
		type: kind,
		defaultValue: shown(name, query)
	})] }), chosen = query.statuses ?? "", several = chosen.includes(",") ? [[chosen, chosen.split(",").map(statusName).join(", ")]] : [], rare = [
		"isAiGenerated",
		"channel",
		"discountCode",
		"minTotalOere",
		"maxTotalOere",
		"email",
		"productId"
	].some((name) => query[name] !== void 0);
	return a("form", {
		role: "search",
		autocomplete: "off",
		onSubmit: (e) => {
			e.preventDefault(), refine(Object.fromEntries([...new FormData(e.currentTarget)].map(([name, value]) => [name, inAddress(name, String(value))])));
		},
		children: [a("div", {
			class: "bar",
			children: [
				type("q", t$8.q, "search"),
				pick("statuses", t$8.status, [
					["", t$8.any],
					...several,
					...statuses.map((one) => [one, statusName(one)])
				]),
				type("fromDate", t$8.from, "date"),
				type("toDate", t$8.to, "date"),
				pick("sort", t$8.sort, [
					["", t$8.newest],
					["oldest", t$8.oldest],
					["total", t$8.total]
				]),
				a("button", { children: t$8.show })
			]
		}), a("details", {
			open: rare,
			children: [a("summary", { children: t$8.more }), a("div", {
				class: "bar",
				children: [
					pick("isAiGenerated", t$8.who, [
						["", t$8.any],
						["true", t$8.agents],
						["false", t$8.persons]
					]),
					pick("channel", t$8.channel, [["", t$8.any], ...[
						"web",
						"api",
						"mcp",
						"acp"
					].map((one) => [one, one])]),
					type("discountCode", t$8.code),
					type("minTotalOere", t$8.min),
					type("maxTotalOere", t$8.max),
					type("email", t$8.email),
					type("productId", t$8.product)
				]
			})]
		})]
	}, JSON.stringify(query));
}
function shown(name, query) {
	let value = query[name] ?? "";
	return value !== "" && name.endsWith("TotalOere") ? typedMoney(Number(value)) : value;
}
var t$7 = {
	title: "Sporing",
	carrier: "Transportør",
	number: "Sporingsnummer",
	url: "Link til at følge den",
	https: "Begynder med https://",
	from: "Ventes tidligst",
	to: "Ventes senest",
	set: "Sporingen er angivet.",
	follow: "Følg pakken",
	stays: "At gemme afsender ikke ordren."
}, parcelFields = {
	carrier: {
		label: t$7.carrier,
		required: !0,
		max: 100
	},
	trackingNumber: {
		label: t$7.number,
		kind: "code",
		required: !0,
		max: 100
	},
	trackingUrl: {
		label: t$7.url,
		kind: "url",
		hint: t$7.https
	},
	estDeliveryFrom: {
		label: t$7.from,
		kind: "time"
	},
	estDeliveryTo: {
		label: t$7.to,
		kind: "time"
	}
};
function parcelOf(order) {
	return {
		carrier: order.carrier ?? "",
		trackingNumber: order.trackingNumber ?? "",
		trackingUrl: order.trackingUrl ?? "",
		estDeliveryFrom: order.estDeliveryFrom ?? "",
		estDeliveryTo: order.estDeliveryTo ?? ""
	};
}
function Tracking({ order }) {
	let write = useWrite("orders.set_tracking"), save = async (all) => {
		let { carrier, trackingNumber, ...rest } = all, given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value)), done = await write.send({
			orderId: order.id,
			carrier,
			trackingNumber,
			...given
		});
		done && say(t$7.set, done.requestId);
	};
	return a("section", {
		class: "card",
		"aria-labelledby": "tracking",
		children: [
			a("h2", {
				id: "tracking",
				children: t$7.title
			}),
			order.trackingUrl?.startsWith("https://") && a("p", { children: a("a", {
				href: order.trackingUrl,
				target: "_blank",
				rel: "noreferrer",
				children: t$7.follow
			}) }),
			a("p", {
				class: "hint",
				children: t$7.stays
			}),
			a(Edit, {
				stored: parcelOf(order),
				fields: parcelFields,
				writing: write,
				barred: needs("orders:write").title,
				save: (_, __, all) => void save(all)
			})
		]
	});
}
var acts = {
	paid: "Markér som betalt",
	processing: "Begynd at pakke",
	shipped: "Afsend…",
	delivered: "Markér som leveret",
	completed: "Afslut",
	cancelled: "Annuller ordren…",
	flagged_review: "Hold tilbage",
	disputed: "Markér indsigelse"
}, t$6 = {
	moves: "Hvad der kan komme nu",
	back: (status) => `Vis som ${status} igen`,
	none: "Der kommer ikke mere efter dette.",
	refund: "Refundér…",
	moved: (to) => `Ordren er nu: ${to}.`,
	now: (status) => `Den er nu: ${status}.`,
	asks: (act) => `${act.replace("…", "")}?`,
	ship: "Afsend ordren",
	finals: {
		paid: "At pengene kom, kan ikke fortrydes; de kan refunderes.",
		cancelled: "Varerne går tilbage på lager. Det kan ikke fortrydes; var den betalt, skyldes pengene tilbage."
	}
}, moneyMoves = new Set(["refunded", "partial_refund"]), final = new Set([
	"paid",
	"cancelled",
	...moneyMoves
]);
function Moves({ order, allowed, reached, again, refundable, onRefund, refundScope }) {
	let write = useWrite("orders.update_status"), [asks, ask] = d(), { refused } = write, moved = refused?.code === "order_changed" || refused?.code === "illegal_transition";
	A(() => {
		moved && again();
	}, [refused]);
	let move = async (to, parcel = {}) => {
		let done = await write.send({
			orderId: order.id,
			status: to,
			expectedStatus: order.status,
			...parcel
		});
		done && (ask(void 0), say(t$6.moved(statusName(to)), final.has(to) ? void 0 : done.requestId));
	}, press = (to) => {
		write.clear(), to === "shipped" && to !== reached || final.has(to) ? ask(to) : move(to);
	}, buttons = (of) => a("div", {
		class: "bar",
		role: "group",
		"aria-label": t$6.moves,
		children: [of.filter((to) => !moneyMoves.has(to)).map((to) => a("button", {
			type: "button",
			class: to === "cancelled" ? "danger" : "second",
			...needs("orders:write", write.busy),
			onClick: () => press(to),
			children: to === reached ? t$6.back(statusName(to)) : acts[to] ?? statusName(to)
		}, to)), refundable && a("button", {
			type: "button",
			class: "danger",
			...needs(refundScope, write.busy),
			onClick: onRefund,
			children: t$6.refund
		})]
	}), problem = a(Told, {
		refused,
		children: moved && a($, { children: [a("p", { children: t$6.now(statusName(order.status)) }), refused.problem.allowed && buttons(refused.problem.allowed)] })
	});
	return a($, { children: [
		!asks && problem,
		allowed.length > 0 || refundable ? buttons(allowed) : a("p", {
			class: "quiet",
			children: t$6.none
		}),
		asks === "shipped" && a(Ship, {
			order,
			busy: write.busy,
			refused,
			close: () => ask(void 0),
			send: (parcel) => void move("shipped", parcel),
			children: problem
		}),
		asks && asks !== "shipped" && a(Confirm, {
			title: t$6.asks(acts[asks] ?? statusName(asks)),
			act: (acts[asks] ?? statusName(asks)).replace("…", ""),
			busy: write.busy,
			close: () => ask(void 0),
			onConfirm: () => void move(asks),
			children: [a("p", { children: t$6.finals[asks] }), problem]
		})
	] });
}
function Told({ refused, children }) {
	if (!refused) return null;
	let { allowed: _, ...problem } = refused.problem;
	return a(ProblemNote, {
		refused: new Refused(problem),
		children
	});
}
function Ship({ order, busy, refused, close, send, children }) {
	let { carrier, trackingNumber, trackingUrl } = parcelFields, form = useForm(parcelOf(order), { refused }), given = Object.fromEntries(Object.entries({
		carrier: form.value.carrier,
		trackingNumber: form.value.trackingNumber,
		trackingUrl: form.value.trackingUrl
	}).filter(([, value]) => value));
	return a(Dialog, {
		title: t$6.ship,
		close,
		children: a("form", {
			onSubmit: (e) => {
				e.preventDefault(), busy || send(form.dirty ? given : {});
			},
			children: [
				children,
				a("p", {
					class: "hint",
					children: mailless
				}),
				a(Fields, {
					form,
					fields: {
						carrier: {
							...carrier,
							required: !1
						},
						trackingNumber: {
							...trackingNumber,
							required: !1
						},
						trackingUrl
					}
				}),
				a("footer", { children: a("button", {
					disabled: busy,
					children: t$6.ship
				}) })
			]
		})
	});
}
var t$5 = {
	move: "Flyt de valgte til",
	pick: "vælg",
	ask: (n, to) => `Flyt ${n} ordrer: ${to}?`,
	act: "Flyt dem",
	final: "Det kan ikke fortrydes.",
	can: (n) => `${n} af dem kan flyttes dertil nu; de andre bliver.`,
	result: (done, all) => `${done} af ${all} flyttet`,
	ok: "flyttet",
	undo: "Fortryd alle",
	close: "Luk"
};
function Several({ orders, done }) {
	let table = useResult("orders.transitions", {}, { enabled: orders.length > 0 }), [asks, ask] = d(), [busy, setBusy] = d(!1), [outcomes, setOutcomes] = d(), can = (to) => orders.filter((order) => table.data?.table?.find((one) => one.from === order.status)?.to.includes(to)).length, targets = [...new Set(table.data?.table?.flatMap((one) => one.to))].filter((to) => !moneyMoves.has(to) && can(to) > 0), act = async (to) => {
		setBusy(!0);
		let told = [];
		for (let { id, status } of orders) {
			let requestId = "", refused = await refusedBy(async () => {
				({requestId} = await call("orders.update_status", {
					orderId: id,
					status: to,
					expectedStatus: status
				}, { idempotencyKey: crypto.randomUUID() }));
			});
			told.push({
				id,
				to,
				requestId,
				refused: refused ? sentence(refused) : ""
			});
		}
		setBusy(!1), ask(void 0), setOutcomes(told), forget(), done();
	};
	return a($, { children: [
		a(ProblemNote, {
			refused: table.refused,
			again: table.again
		}),
		orders.length > 0 && a("label", { children: [t$5.move, a("select", {
			value: "",
			...needs("orders:write", busy),
			onChange: (e) => ask(targets.find((to) => to === e.currentTarget.value)),
			children: [a("option", {
				value: "",
				children: t$5.pick
			}), targets.map((to) => a("option", {
				value: to,
				children: [
					statusName(to),
					" (",
					can(to),
					")"
				]
			}, to))]
		})] }),
		asks && a(Confirm, {
			title: t$5.ask(orders.length, statusName(asks)),
			act: t$5.act,
			busy,
			close: () => ask(void 0),
			onConfirm: () => void act(asks),
			children: [can(asks) < orders.length && a("p", { children: t$5.can(can(asks)) }), final.has(asks) && a("p", {
				class: "warn",
				children: t$5.final
			})]
		}),
		outcomes && a(Outcomes, {
			outcomes,
			close: () => setOutcomes(void 0)
		})
	] });
}
function Outcomes({ outcomes, close }) {
	let moved = outcomes.filter((one) => one.refused === ""), undo = () => {
		close(), undoCalls(moved.map(({ requestId }) => requestId));
	}, undoable = moved.some((one) => !final.has(one.to)) && may("audit:read") && may("audit:revert");
	return a(Dialog, {
		title: t$5.result(moved.length, outcomes.length),
		close,
		foot: a($, { children: [undoable && a("button", {
			type: "button",
			class: "second",
			onClick: undo,
			children: t$5.undo
		}), a("button", {
			type: "button",
			onClick: close,
			children: t$5.close
		})] }),
		children: a("ul", { children: outcomes.map((one) => a("li", { children: [
			a("a", {
				href: href("orders", [one.id]),
				onClick: close,
				children: orderNumber(one.id)
			}),
			": ",
			one.refused === "" ? `${t$5.ok}: ${statusName(one.to)}` : a("span", {
				class: "fault",
				children: one.refused
			})
		] }, one.id)) })
	});
}
var t$4 = {
	title: "Ordrer",
	recorded: "Hvert opslag i ordrer registreres.",
	none: "Ingen ordre er sådan.",
	all: "Vis alle",
	empty: "Ingen ordrer endnu.",
	shop: "Se butikken",
	csv: "Hent som CSV",
	again: "Læs igen",
	head: [
		"Id",
		"Afgivet",
		"Status",
		"Navn",
		"E-mail",
		"Stk.",
		"Varer",
		"Rabat",
		"Fragt",
		"I alt",
		"Kode",
		"Betalt",
		"Kom via",
		"Agent",
		"Bestilt"
	]
};
function Orders() {
	let { query } = useRoute(), list = useList("orders.list", filterOf(query)), [selected, select] = d(new Set()), [columns, toggle, has] = useColumns();
	A(() => select(new Set()), [JSON.stringify(query)]);
	let chosen = list.data?.filter((order) => selected.has(order.id)) ?? [];
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: t$4.title }), a("span", {
				class: "quiet",
				children: t$4.recorded
			})]
		}),
		a(Views, { query }),
		a(Filters, { query }),
		a("div", {
			class: "bar",
			children: [
				a("button", {
					type: "button",
					class: "second",
					onClick: list.again,
					children: t$4.again
				}),
				list.data && list.data.length > 0 && a("button", {
					type: "button",
					class: "second",
					onClick: () => save(list.data ?? []),
					children: t$4.csv
				}),
				a(Columns, {
					toggle,
					has
				}),
				a(Several, {
					orders: chosen,
					done: () => select(new Set())
				})
			]
		}),
		a(List$1, {
			label: t$4.title,
			list,
			columns,
			id: (order) => order.id,
			name: (order) => orderNumber(order.id),
			to: (order) => href("orders", [order.id]),
			selected,
			onSelect: select,
			empty: Object.keys(query).length > 0 ? a($, { children: [a("p", { children: t$4.none }), a("a", {
				href: href("orders"),
				children: t$4.all
			})] }) : a($, { children: [a("p", { children: t$4.empty }), a("a", {
				href: "/",
				children: t$4.shop
			})] })
		})
	] });
}
function save(orders) {
	let rows = orders.map((order) => [
		order.id,
		order.createdAt,
		statusName(order.status),
		order.shippingName,
		order.email,
		String(order.itemCount),
		...[
			order.subtotalDkk,
			order.discountDkk,
			order.shippingDkk,
			order.totalDkk
		].map(typedMoney),
		order.discountCode ?? "",
		order.paidAt ?? "",
		order.channel,
		order.isAiGenerated ? order.aiAgentSource ?? "+" : "",
		order.items.map((item) => `${item.quantity} × ${item.productName}`).join(" | ")
	]), text = [t$4.head, ...rows].map((row) => row.map(cell).join(";")).join("\r\n");
	download("orders.csv", "text/csv", `\uFEFF${text}\r\n`);
}
function cell(value) {
	return `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll("\"", "\"\"")}"`;
}
var t$3 = {
	who: "Hvem bestilte",
	email: "E-mail",
	phone: "Telefon",
	customer: "Åbn kunden",
	orders: "Kundens ordrer",
	by: "Afgivet af",
	agent: "en softwareagent",
	person: "en person",
	channel: "Kom via",
	placed: "Afgivet",
	to: "Levering",
	bill: "Regning",
	same: "til samme adresse",
	money: "Penge",
	goods: "Varer",
	discount: "Rabat",
	shipping: "Fragt",
	total: "I alt",
	vat: "heraf moms",
	paid: "Betalt",
	refunded: "Refunderet",
	remains: "Tilbage",
	owed: "Skyldes tilbage",
	method: "Betalt med",
	at: "Betalt den",
	disputed: "Indsigelse",
	reference: "Reference",
	invoice: "Faktura",
	mail: "Bekræftelse sendt",
	currency: "Valuta"
};
function List({ facts }) {
	return a("dl", {
		class: "facts",
		children: facts.filter(([, value]) => value != null && value !== "").map(([name, value]) => a("div", { children: [a("dt", { children: name }), a("dd", { children: value })] }, name))
	});
}
var when = (at) => at === null ? null : a("time", {
	dateTime: at,
	title: at,
	children: dateTime(at)
}), lines = (...parts) => parts.filter((part) => part).join("\n");
function Facts({ order, paid }) {
	let delivery = lines(order.shippingName, order.shippingAddress, `${order.shippingZip} ${order.shippingCity}`), bill = order.billingName === null ? "" : lines(order.billingName, order.billingAddress, `${order.billingZip ?? ""} ${order.billingCity ?? ""}`, order.billingCountry);
	return a($, { children: [
		a("section", {
			class: "card",
			"aria-labelledby": "who",
			children: [
				a("h2", {
					id: "who",
					children: t$3.who
				}),
				a(List, { facts: [
					[t$3.email, order.email],
					[t$3.phone, order.phoneNumber],
					[t$3.by, order.isAiGenerated ? `⚙ ${order.aiAgentSource ?? t$3.agent}` : `☺ ${t$3.person}`],
					[t$3.channel, order.channel],
					[t$3.placed, when(order.createdAt)],
					[t$3.mail, when(order.confirmationEmailSentAt)]
				] }),
				a("p", {
					class: "row",
					children: [
						a("a", {
							href: order.userId === null ? href("customers", [], { q: order.email }) : href("customers", [order.userId]),
							children: t$3.customer
						}),
						" ",
						a("a", {
							href: href("orders", [], { email: order.email }),
							children: t$3.orders
						})
					]
				})
			]
		}),
		a("section", {
			class: "card",
			"aria-labelledby": "to",
			children: [
				a("h2", {
					id: "to",
					children: t$3.to
				}),
				a(Address, { text: delivery }),
				a("h3", { children: t$3.bill }),
				bill === "" ? a("p", { children: t$3.same }) : a(Address, { text: bill })
			]
		}),
		a("section", {
			class: "card",
			"aria-labelledby": "money",
			children: [a("h2", {
				id: "money",
				children: t$3.money
			}), a(List, { facts: [
				[t$3.goods, money(order.subtotalDkk)],
				[t$3.discount, order.discountDkk > 0 ? a($, { children: [
					"−",
					money(order.discountDkk),
					" ",
					order.discountCode && a("a", {
						href: href("marketing", [], { q: order.discountCode }),
						children: order.discountCode
					})
				] }) : null],
				[t$3.shipping, money(order.shippingDkk)],
				[t$3.total, a("strong", { children: money(order.totalDkk) })],
				[t$3.vat, order.vatOere === null ? null : money(order.vatOere)],
				...paid ? [
					[t$3.paid, money(paid.paidOere)],
					[t$3.refunded, paid.refundedOere > 0 ? money(paid.refundedOere) : null],
					[t$3.remains, paid.refundedOere > 0 ? money(paid.remainingOere) : null],
					[t$3.owed, paid.refundOwedOere > 0 ? a("span", {
						class: "warn",
						children: money(paid.refundOwedOere)
					}) : null]
				] : [],
				[t$3.method, order.paymentMethod && wayName(...order.paymentMethod.split(/:(.*)/s))],
				[t$3.at, when(order.paidAt)],
				[t$3.disputed, when(order.disputedAt)],
				[t$3.reference, order.cardProcessorPaymentIntentId && a("code", { children: order.cardProcessorPaymentIntentId })],
				[t$3.currency, order.currency === "DKK" ? null : `${order.currency} × ${order.fxRate}`],
				[t$3.invoice, order.invoicePdfUrl?.startsWith("https://") ? a("a", {
					href: order.invoicePdfUrl,
					target: "_blank",
					rel: "noreferrer",
					children: order.invoiceId ?? t$3.invoice
				}) : order.invoiceId]
			] })]
		})
	] });
}
function Address({ text }) {
	return a("address", {
		class: "row",
		children: [
			a("span", {
				class: "lines",
				children: text
			}),
			" ",
			a(Copy, { text })
		]
	});
}
var t$2 = {
	title: "Betalinger",
	payment: (n) => `Betaling ${n}`,
	back: (sum) => `${sum} givet tilbage`,
	begin: "Begynd en betaling…",
	beginTitle: "Begynd en betaling",
	act: "Begynd den",
	way: "Hvordan køberen betaler",
	text: (sum) => `På ${sum}, hele ordren.`,
	page: "Du får en adresse, hvor køberen betaler: send den til køberen, for der sendes ingen mail.",
	transfer: "Køberen betaler på anden måde, og en person bekræfter her, at pengene er kommet.",
	none: "Der kan ikke betales på nogen måde.",
	now: (state) => `Betalingen er: ${state}.`,
	unknown: "Det vides ikke endnu, om betalingen blev begyndt: betalingsudbyderen har ikke svaret. Det vises her, når det vides."
};
function Payments({ order, list, again, onRefund }) {
	let [begins, begin] = d(!1), payments = list.data?.items;
	if (!may("payments:read")) return null;
	let waits = order.paidAt === null && order.status !== "cancelled" && order.status !== "flagged_review" && payments?.some(isOpen) === !1;
	return payments?.length === 0 && !waits && !begins && !list.refused ? null : a("section", {
		"aria-labelledby": "payments",
		children: [
			a("h2", {
				id: "payments",
				children: t$2.title
			}),
			a(ProblemNote, {
				refused: list.refused,
				again: list.again
			}),
			list.loading && a(Loading, {}),
			payments?.map((payment) => a("article", {
				class: "card",
				"data-row": !0,
				"aria-label": t$2.payment(orderNumber(payment.id)),
				children: [
					a("div", {
						class: "row",
						children: [
							a("a", {
								href: href("payments", [payment.id]),
								"data-open": !0,
								children: t$2.payment(orderNumber(payment.id))
							}),
							" ",
							a("span", { children: a(State, { payment }) }),
							" ",
							a("strong", { children: money(payment.amountOere) }),
							payment.refundedOere > 0 && a("span", { children: t$2.back(money(payment.refundedOere)) }),
							" ",
							a("span", { children: wayName(payment.provider, payment.method) }),
							a("time", {
								class: "quiet",
								dateTime: payment.createdAt,
								title: payment.createdAt,
								children: dateTime(payment.createdAt)
							})
						]
					}),
					a(Next, { payment }),
					a(Actions, {
						payment,
						again,
						onRefund: () => onRefund(payment)
					})
				]
			}, payment.id)),
			waits && a("p", { children: a("button", {
				type: "button",
				...needs("payments:write"),
				onClick: () => begin(!0),
				children: t$2.begin
			}) }),
			begins && a(Begin, {
				order,
				again,
				close: () => begin(!1)
			})
		]
	});
}
function Begin({ order, again, close }) {
	let methods = useResult("payments.methods", {}), write = useWrite("payments.create");
	useStale(write.refused, again);
	let [chosen, choose] = d(), ways = methods.data?.filter((one) => one.kind !== "token"), way = ways?.find((one) => one.provider === chosen) ?? ways?.[0], send = async () => {
		if (!way) return;
		let done = await write.send({
			orderId: order.id,
			provider: way.provider
		});
		if (!done) return;
		let { status } = done.answer.result;
		close(), say(status === "created" ? t$2.unknown : t$2.now(stateOf({
			provider: way.provider,
			status
		})));
	};
	return a(Dialog, {
		title: t$2.beginTitle,
		close,
		children: a("form", {
			onSubmit: (e) => {
				e.preventDefault(), send();
			},
			children: [
				a("p", { children: t$2.text(money(order.totalDkk)) }),
				a(ProblemNote, {
					refused: methods.refused,
					again: methods.again
				}),
				methods.loading && a(Loading, {}),
				ways?.length === 0 && a("p", { children: t$2.none }),
				way && a($, { children: [a(Input, {
					name: "provider",
					field: {
						label: t$2.way,
						kind: "choice",
						choices: ways?.map(({ provider }) => [provider, wayName(provider)]) ?? []
					},
					value: way.provider,
					set: (value) => choose(value),
					faults: write.refused?.faults("/provider")
				}), a("p", { children: way.kind === "manual" ? t$2.transfer : t$2.page })] }),
				a(ProblemNote, { refused: write.refused }),
				a("footer", { children: a("button", {
					disabled: write.busy || !way,
					children: t$2.act
				}) })
			]
		})
	});
}
var t$1 = {
	title: "Hvad der skete",
	placed: "afgav ordren",
	moved: (from, to) => `flyttede den fra ${from} til ${to}`,
	refunded: "registrerede endnu en refusion",
	noted: "skrev",
	note: "Note",
	noteHint: "Kunden ser den aldrig. Den kan ikke ændres eller slettes.",
	add: "Tilføj noten",
	added: "Noten er tilføjet."
};
function ofOrder(id) {
	return {
		entityType: "order",
		entityId: id
	};
}
function Story({ id, events }) {
	let audit = useList("audit.list", {
		kinds: ["change"],
		limit: 200,
		...ofOrder(id)
	}, { enabled: may("audit:read") }), entries = audit.data ?? [], all = (events.data ?? []).map((event) => ({
		at: event.at,
		event,
		entry: entries.find((one) => one.at === event.at)
	}));
	return events.data && all.push(...entries.filter((entry) => !all.some((one) => one.entry === entry)).map((entry) => ({
		at: entry.at,
		entry
	}))), all.sort((a, b) => a.at.localeCompare(b.at)), a("section", {
		"aria-labelledby": "story",
		children: [
			a("h2", {
				id: "story",
				children: t$1.title
			}),
			a(ProblemNote, {
				refused: events.refused,
				again: events.again
			}),
			a(ProblemNote, {
				refused: audit.refused,
				again: audit.again
			}),
			events.loading && a(Loading, {}),
			a("ul", {
				class: "feed",
				children: all.map(({ at, event, entry }) => a("li", {
					"data-row": !0,
					children: [
						a("time", {
							dateTime: at,
							title: at,
							children: dateTime(at)
						}),
						a("span", {
							class: "said",
							children: [
								entry ? a(Actor, { entry }) : a("span", {
									class: "actor",
									children: a(By, { actor: event?.actor ?? "" })
								}),
								" ",
								event ? said(event) : entry && a($, { children: [
									done(entry),
									" ",
									a(Changes, { entry })
								] }),
								" ",
								event?.note && a("q", { children: event.note })
							]
						}),
						entry && a(UndoButton, { entry })
					]
				}, at + (entry?.id ?? "")))
			}),
			a(Note, { id })
		]
	});
}
function said({ from, to }) {
	return to === null ? t$1.noted : from === null ? t$1.placed : from === to ? t$1.refunded : t$1.moved(statusName(from), statusName(to));
}
function Note({ id }) {
	let write = useWrite("orders.add_note"), [text, setText] = d("");
	useLeave(text !== "");
	let add = async () => {
		text.trim() !== "" && await write.send({
			orderId: id,
			text
		}) && (setText(""), say(t$1.added));
	};
	return a("form", {
		onSubmit: (e) => {
			e.preventDefault(), add();
		},
		children: [
			a(Input, {
				name: "text",
				field: {
					label: t$1.note,
					kind: "lines",
					rows: 3,
					max: 2e3,
					hint: t$1.noteHint
				},
				value: text,
				set: (value) => setText(String(value)),
				faults: write.refused?.faults("/text")
			}),
			a(ProblemNote, { refused: write.refused }),
			a("button", {
				...needs("orders:write", write.busy || text.trim() === ""),
				children: t$1.add
			})
		]
	});
}
var t = {
	orders: "Ordrer",
	order: (n) => `Ordre ${n}`,
	recorded: "Opslaget registreres.",
	again: "Læs igen",
	moved: (to) => `Ordren er kommet videre: ${to}.`,
	deleted: "Hvad der skete med den",
	items: "Bestilt",
	name: "Vare",
	pieces: "Stk.",
	price: "Stykpris",
	sum: "Sammen",
	left: "Ikke refunderet",
	refunds: "Refusioner",
	restocked: "tilbage på lager",
	gave: (who, sum) => `${who} registrerede ${sum}`
}, stages = [
	"processing",
	"shipped",
	"delivered",
	"completed"
], listOf = ({ items }) => items;
function chargedOf(payments, reference) {
	let charged = payments.filter(isCharged);
	return charged.find((one) => one.providerReference === reference) ?? charged.at(-1);
}
function Order({ id }) {
	let orderId = id, order = useResult("orders.get", { orderId }), known = { enabled: order.data !== void 0 }, next = useResult("orders.transitions", { orderId }, known), paid = useResult("orders.refunds", { orderId }, known), events = useResult("orders.history", { orderId }, known), payments = useWaiting("payments.list", {
		orderId,
		limit: 50
	}, listOf, known.enabled && may("payments:read"), next.again), [refunds, refund] = d(), again = () => [
		order,
		next,
		paid,
		events,
		...may("payments:read") ? [payments] : []
	].forEach((read) => read.again()), { data } = order, charged = payments.data && chargedOf(payments.data.items, data?.cardProcessorPaymentIntentId), reached = stages.findLast((stage) => events.data?.some(({ to }) => to === stage));
	return data ? a($, { children: [
		a("p", { children: a("a", {
			href: back("orders"),
			children: ["← ", t.orders]
		}) }),
		a("header", {
			class: "row",
			children: [a("h1", { children: [
				t.order(orderNumber(id)),
				" ",
				a("span", {
					class: "chip",
					children: statusName(data.status)
				}),
				" ",
				reached && (data.status === "partial_refund" || data.status === "disputed") && a("span", {
					class: "chip",
					children: statusName(reached)
				})
			] }), a("span", {
				class: "row",
				children: [a("span", {
					class: "quiet",
					children: t.recorded
				}), a("button", {
					type: "button",
					class: "second",
					onClick: again,
					children: t.again
				})]
			})]
		}),
		a(ProblemNote, {
			refused: order.refused,
			again: order.again
		}),
		next.data?.status && next.data.status !== data.status && a(MovedOn, {
			to: next.data.status,
			again
		}, next.data.status),
		a(ProblemNote, {
			refused: next.refused,
			again: next.again
		}),
		next.data && a(Moves, {
			order: data,
			reached,
			allowed: next.data.allowed,
			again,
			refundable: (paid.data?.remainingOere ?? 0) > 0,
			onRefund: () => refund(charged ?? "order"),
			refundScope: charged ? "payments:write" : "orders:write"
		}),
		a("div", {
			class: "split",
			children: [a("div", { children: [
				a(Items, {
					order: data,
					paid: paid.data
				}),
				a(Payments, {
					order: data,
					list: payments,
					again,
					onRefund: refund
				}),
				a(ProblemNote, {
					refused: paid.refused,
					again: paid.again
				}),
				paid.data && paid.data.items.length > 0 && a(Refunds, {
					order: data,
					paid: paid.data
				}),
				a(Tracking, { order: data }),
				a(Story, {
					id,
					events
				})
			] }), a("div", { children: a(Facts, {
				order: data,
				paid: paid.data
			}) })]
		}),
		refunds && paid.data && a(Refund, {
			orderId: id,
			of: {
				order: data,
				paid: paid.data
			},
			payment: refunds === "order" ? charged : payments.data?.items.find((one) => one.id === refunds.id) ?? refunds,
			again,
			close: () => refund(void 0)
		})
	] }) : a($, { children: [
		a("h1", { children: t.order(orderNumber(id)) }),
		order.loading && a(Loading, {}),
		a(ProblemNote, {
			refused: order.refused,
			again: order.again,
			children: order.refused?.code === "order_not_found" && a("a", {
				href: href("activity", [], ofOrder(id)),
				children: t.deleted
			})
		})
	] });
}
function MovedOn({ to, again }) {
	let [late, set] = d(!1);
	return A(() => {
		let timer = setTimeout(() => set(!0), 1500);
		return () => clearTimeout(timer);
	}, []), late ? a("p", {
		class: "note",
		role: "status",
		children: [
			t.moved(statusName(to)),
			" ",
			a("button", {
				type: "button",
				class: "small",
				onClick: again,
				children: t.again
			})
		]
	}) : null;
}
function Items({ order, paid }) {
	let goods = listed({
		data: order.items,
		refused: void 0,
		loading: !1,
		again: () => void 0
	});
	return a($, { children: [a("h2", { children: t.items }), a(List$1, {
		label: t.items,
		list: goods,
		id: (item) => item.id,
		name: (item) => item.productName,
		empty: "–",
		columns: [
			{
				head: t.name,
				cell: (item) => a("span", { children: [
					item.productName,
					" ",
					item.variantAttributes && a("span", {
						class: "chip",
						children: Object.values(item.variantAttributes).join(", ")
					}),
					" ",
					item.variantSku && a("code", { children: item.variantSku })
				] })
			},
			{
				head: t.pieces,
				right: !0,
				cell: (item) => count(item.quantity)
			},
			{
				head: t.price,
				right: !0,
				cell: (item) => money(item.unitPriceDkk)
			},
			{
				head: t.sum,
				right: !0,
				cell: (item) => money(item.unitPriceDkk * item.quantity)
			},
			{
				head: t.left,
				right: !0,
				cell: (item) => paid ? count(paid.remainingItems.find((one) => one.itemId === item.id)?.quantity ?? 0) : "…"
			}
		]
	})] });
}
function Refunds({ order, paid }) {
	let name = (itemId) => order.items.find((item) => item.id === itemId)?.productName ?? itemId;
	return a("section", {
		"aria-labelledby": "refunds",
		children: [a("h2", {
			id: "refunds",
			children: t.refunds
		}), a("ul", {
			class: "feed",
			children: paid.items.map((one, at) => a("li", { children: [a("time", {
				dateTime: one.at,
				title: one.at,
				children: dateTime(one.at)
			}), a("span", {
				class: "said",
				children: [
					t.gave(one.actorName, money(one.amountOere)),
					" ",
					one.items.map((item) => `${item.quantity} × ${name(item.itemId)}`).join(", "),
					one.restock && a("span", {
						class: "chip",
						children: t.restocked
					}),
					" ",
					one.reason !== null && a("q", { children: one.reason })
				]
			})] }, at))
		})]
	});
}
function OrdersPage() {
	let { rest: [id] } = useRoute();
	return id === void 0 ? a(Orders, {}) : a(Order, { id }, id);
}
export { OrdersPage as default };
