import { At as useRoute, B as orderNumber, Et as href, Ot as refine, P as dateTime, Y as useList, gt as statuses, n as ProblemNote, t as Loading, wt as back, z as money } from "./problem.en.js";
import { D as List, _ as History } from "./parts.en.js";
import { d as reversing, f as stateName, h as wayName, i as Next, l as left, m as useWaiting, o as columns, p as stateOf, r as Refund, t as Actions, u as open } from "./pay.en.js";
import { n as useAttention } from "./main.en.js";
import { f as $, t as a, u as d } from "./packages.js";
var t$1 = {
	title: "Payments",
	views: "Views",
	all: "All",
	open: "Not paid yet",
	failed: "Failed",
	status: "Status",
	any: "any",
	none: "No payment is like that.",
	empty: "No payments yet. A payment is begun on the page of its order, or by the buyer's agent.",
	orders: "Orders",
	showAll: "Show all",
	hints: {
		created: "The payment provider has not answered: what became of them is not known.",
		requires_action: "The buyer has not paid, or the money has not been confirmed.",
		authorized: "The money is reserved, and not taken yet."
	}
}, all = [
	...open,
	"captured",
	"partially_refunded",
	"refunded",
	"cancelled",
	"failed",
	"expired"
];
function Payments() {
	let { query: { status: asked = "" } } = useRoute(), attention = useAttention(), status = all.find((one) => one === asked), views = [
		[
			t$1.all,
			"",
			0
		],
		[
			t$1.open,
			"open",
			attention?.paymentsOpen ?? 0
		],
		[
			t$1.failed,
			"failed",
			attention?.paymentsFailed ?? 0
		]
	];
	return a($, { children: [
		a("h1", { children: t$1.title }),
		a("nav", {
			"aria-label": t$1.views,
			children: a("ul", {
				class: "tabs",
				children: views.map(([name, value, waiting]) => a("li", { children: a("a", {
					href: href("payments", [], { status: value }),
					...value === asked && { "aria-current": "page" },
					children: [
						name,
						" ",
						waiting > 0 && a("span", {
							class: value === "failed" ? "badge" : "chip",
							children: waiting
						})
					]
				}) }, value))
			})
		}),
		a("form", {
			class: "bar",
			role: "search",
			onSubmit: (e) => e.preventDefault(),
			children: a("label", { children: [t$1.status, a("select", {
				name: "status",
				value: status ?? "",
				onChange: (e) => refine({ status: e.currentTarget.value || void 0 }),
				children: [["", t$1.any], ...all.map((one) => [one, stateName(one)])].map(([value, words]) => a("option", {
					value,
					children: words
				}, value))
			})] })
		}),
		asked === "open" ? open.map((one) => a("div", { children: [a("h2", { children: stateName(one) }), a(Listed, { status: one })] }, one)) : a(Listed, { status }, status)
	] });
}
function Listed({ status }) {
	let list = useList("payments.list", {
		limit: 50,
		...status && { status }
	}), hint = status && t$1.hints[status];
	return a($, { children: [hint !== void 0 && a("p", {
		class: "quiet",
		children: hint
	}), a(List, {
		label: status ? stateName(status) : t$1.title,
		list,
		columns,
		id: (one) => one.id,
		name: (one) => orderNumber(one.id),
		to: (one) => href("payments", [one.id]),
		empty: status ? a($, { children: [a("p", { children: t$1.none }), a("a", {
			href: href("payments"),
			children: t$1.showAll
		})] }) : a($, { children: [a("p", { children: t$1.empty }), a("a", {
			href: href("orders"),
			children: t$1.orders
		})] })
	})] });
}
var t = {
	payments: "Payments",
	payment: (n) => `Payment ${n}`,
	again: "Read again",
	money: "Money",
	order: "Order",
	amount: "Amount",
	taken: "Taken",
	refunded: "Given back",
	pending: "To be given back, not known yet",
	remains: "Remains",
	fee: "The provider keeps",
	way: "Through",
	reference: "Reference of the provider",
	begun: "Begun",
	until: "Can be paid until",
	reserved: "Reserved until",
	currency: "Currency",
	refunds: "Given back",
	messages: "What the provider has sent",
	none: "Nothing yet.",
	dispute: "Dispute",
	disputes: {
		open: "open",
		won: "won",
		lost: "lost"
	},
	surplus: "Not for the order",
	otherwise: "it was paid otherwise: give it back"
}, itself = (payment) => [payment];
function One({ id }) {
	let read = useWaiting("payments.get", { paymentId: id }, itself), [refunds, refund] = d(!1), payment = read.data;
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("payments"),
			children: ["← ", t.payments]
		}) }),
		a("header", {
			class: "row",
			children: [a("h1", { children: [
				t.payment(orderNumber(id)),
				" ",
				payment && a("span", {
					class: "chip",
					children: stateOf(payment)
				})
			] }), payment && a("button", {
				type: "button",
				class: "second",
				onClick: read.again,
				children: t.again
			})]
		}),
		read.loading && a(Loading, {}),
		a(ProblemNote, {
			refused: read.refused,
			again: read.again
		}),
		payment && a($, { children: [
			a(Next, { payment }),
			a(Actions, {
				payment,
				again: read.again,
				onRefund: () => refund(!0)
			}),
			a("div", {
				class: "split",
				children: [a("div", { children: [
					a(Refunds, { payment }),
					a(Messages, { payment }),
					a(History, { of: {
						entityType: "payment",
						entityId: id
					} })
				] }), a("div", { children: a(Facts, { payment }) })]
			}),
			refunds && a(Refund, {
				orderId: payment.orderId,
				of: void 0,
				payment,
				again: read.again,
				close: () => refund(!1)
			})
		] })
	] });
}
var when = (at) => at === null ? null : a("time", {
	dateTime: at,
	title: at,
	children: dateTime(at)
});
function Facts({ payment }) {
	let { amountOere, capturedOere, refundedOere, feeOere } = payment, pending = reversing(payment), facts = [
		[t.order, a("a", {
			href: href("orders", [payment.orderId]),
			children: orderNumber(payment.orderId)
		})],
		[t.amount, a("strong", { children: money(amountOere) })],
		[t.taken, money(capturedOere)],
		[t.refunded, refundedOere > 0 && money(refundedOere)],
		[t.pending, pending > 0 && a("span", {
			class: "warn",
			children: money(pending)
		})],
		[t.remains, capturedOere > 0 && money(left(payment))],
		[t.fee, feeOere !== null && money(feeOere)],
		[t.way, wayName(payment.provider, payment.method)],
		[t.reference, payment.providerReference && a("code", { children: payment.providerReference })],
		[t.begun, when(payment.createdAt)],
		[t.until, payment.status === "requires_action" && when(payment.expiresAt)],
		[t.reserved, payment.status === "authorized" && when(payment.authorizedUntil)],
		[t.currency, payment.currency !== "DKK" && payment.currency],
		[t.dispute, payment.dispute !== null && a("span", {
			class: payment.dispute === "won" ? "" : "warn",
			children: t.disputes[payment.dispute]
		})],
		[t.surplus, payment.surplus && left(payment) > 0 && a("span", {
			class: "warn",
			children: t.otherwise
		})]
	];
	return a("section", {
		class: "card",
		"aria-labelledby": "money",
		children: [a("h2", {
			id: "money",
			children: t.money
		}), a("dl", {
			class: "facts",
			children: facts.filter(([, value]) => value !== null && value !== !1 && value !== "").map(([name, value]) => a("div", { children: [a("dt", { children: name }), a("dd", { children: value })] }, name))
		})]
	});
}
function Refunds({ payment: { refunds } }) {
	return refunds.length === 0 ? null : a("section", {
		"aria-labelledby": "refunds",
		children: [a("h2", {
			id: "refunds",
			children: t.refunds
		}), a("ul", {
			class: "feed",
			children: refunds.map((one) => a("li", { children: [when(one.at), a("span", {
				class: "said",
				children: [
					money(one.amountOere),
					" ",
					a("span", {
						class: one.status === "succeeded" ? "chip" : "chip warn",
						children: statuses[`payment_refund.${one.status}`]
					}),
					" ",
					a("q", { children: one.reason }),
					" ",
					one.failure
				]
			})] }, one.id))
		})]
	});
}
function Messages({ payment: { messages } }) {
	return a("section", {
		"aria-labelledby": "messages",
		children: [
			a("h2", {
				id: "messages",
				children: t.messages
			}),
			messages.length === 0 && a("p", {
				class: "quiet",
				children: t.none
			}),
			a("ul", {
				class: "feed",
				children: messages.map((one, at) => a("li", { children: [when(one.at), a("span", {
					class: "said",
					children: a("code", { children: one.type })
				})] }, at))
			})
		]
	});
}
function PaymentsPage() {
	let { rest: [id] } = useRoute();
	return id === void 0 ? a(Payments, {}) : a(One, { id }, id);
}
export { PaymentsPage as default };
