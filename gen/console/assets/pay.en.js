import { f as $, o as A, t as a, u as d } from "./packages.js";
import { B as orderNumber, Et as href, P as dateTime, X as useResult, Z as useWrite, gt as statuses, n as ProblemNote, z as money } from "./problem.en.js";
import { a as Confirm, i as needs, o as Dialog, r as say } from "./main.en.js";
import { T as Fields, d as Copy, s as mailless, y as useForm } from "./parts.en.js";
var t$2 = {
	providers: {
		stripe: "Stripe",
		test: "Test, no money moves",
		manual: "Transfer or on account",
		none: "Nothing to pay"
	},
	methods: {
		card: "card",
		link: "Link",
		mobilepay: "MobilePay"
	},
	transfer: "waits for the money",
	reversing: (sum) => `of ${sum} it is not known yet whether it was given back`,
	hints: {
		created: "The payment provider has not answered: whether the payment was begun is not known. It is shown here when it is.",
		requires_action: "The buyer pays at this address:",
		authorized: "The money is reserved, and not taken yet.",
		failed: "No money was taken.",
		cancelled: "No money was taken.",
		expired: "No money was taken."
	},
	arrives: "When the money has come, confirm it here.",
	until: (at) => `Until ${at}.`,
	page: "Open the page of the buyer",
	payment: "Payment",
	begun: "Begun",
	state: "Status",
	amount: "Amount",
	back: "Given back",
	way: "Through",
	order: "Order"
};
function stateOf({ provider, status }) {
	return provider === "manual" && status === "requires_action" ? t$2.transfer : stateName(status);
}
function stateName(status) {
	return statuses[`payment.${status}`] ?? status;
}
function wayName(provider, method = null) {
	let name = t$2.providers[provider] ?? provider;
	return method === null ? name : `${name}: ${t$2.methods[method] ?? method}`;
}
function reversing({ refunds }) {
	return refunds.reduce((sum, one) => one.status === "pending" ? sum + one.amountOere : sum, 0);
}
function left(payment) {
	return payment.capturedOere - payment.refundedOere - reversing(payment);
}
function isCharged({ capturedOere, provider }) {
	return capturedOere > 0 && provider !== "none";
}
var open = [
	"created",
	"requires_action",
	"authorized"
];
function isOpen({ status }) {
	return open.some((one) => one === status);
}
var told = (payments) => payments.map(({ status, refundedOere, refunds }) => [
	status,
	refundedOere,
	...refunds.map((one) => one.status)
].join()).join(";");
function useWaiting(operation, body, of, enabled = !0, onChange) {
	let [waits, wait] = d(!1), read = useResult(operation, body, {
		enabled,
		...waits && { every: 5e3 }
	}), payments = read.data === void 0 ? void 0 : of(read.data), now = payments && told(payments), [first, begin] = d();
	return A(() => {
		payments !== void 0 && (wait(payments.some((one) => one.status === "created" || one.status === "requires_action" || reversing(one) > 0)), first !== void 0 && first !== now && onChange?.(), begin(now));
	}, [now]), read;
}
function State({ payment }) {
	let pending = reversing(payment);
	return a($, { children: [a("span", {
		class: "chip",
		children: stateOf(payment)
	}), pending > 0 && a($, { children: [" ", a("span", {
		class: "warn",
		children: t$2.reversing(money(pending))
	})] })] });
}
function Next({ payment }) {
	let { provider, status, url, failure, expiresAt, authorizedUntil } = payment, until = status === "authorized" ? authorizedUntil : status === "requires_action" ? expiresAt : null, buyer = status === "requires_action" && url !== null && /^https?:\/\//.test(url), hint = status === "requires_action" ? provider === "manual" ? t$2.arrives : buyer ? t$2.hints.requires_action : void 0 : t$2.hints[status];
	return a($, { children: [
		hint !== void 0 && a("p", { children: [
			hint,
			" ",
			until !== null && !buyer && t$2.until(dateTime(until))
		] }),
		buyer && a("p", {
			class: "row",
			children: [
				a("code", { children: url }),
				" ",
				a(Copy, { text: url }),
				" ",
				a("a", {
					href: url,
					target: "_blank",
					rel: "noreferrer",
					children: t$2.page
				}),
				" ",
				until !== null && a("span", {
					class: "quiet",
					children: t$2.until(dateTime(until))
				})
			]
		}),
		failure !== null && a("p", {
			class: "warn",
			children: failure
		})
	] });
}
var columns = [
	{
		head: t$2.payment,
		cell: (one) => a("code", { children: orderNumber(one.id) })
	},
	{
		head: t$2.begun,
		cell: (one) => a("time", {
			dateTime: one.createdAt,
			title: one.createdAt,
			children: dateTime(one.createdAt)
		})
	},
	{
		head: t$2.state,
		cell: (one) => a("span", { children: a(State, { payment: one }) })
	},
	{
		head: t$2.amount,
		right: !0,
		cell: (one) => money(one.amountOere)
	},
	{
		head: t$2.back,
		right: !0,
		cell: (one) => one.refundedOere > 0 && money(one.refundedOere)
	},
	{
		head: t$2.way,
		cell: (one) => wayName(one.provider, one.method)
	},
	{
		head: t$2.order,
		cell: (one) => a("a", {
			href: href("orders", [one.orderId]),
			children: orderNumber(one.orderId)
		})
	}
], t$1 = {
	title: "Record a refund",
	act: "Record the refund",
	text: "Give the money back at the payment provider too: no money moves here. This cannot be undone.",
	by: "Refund",
	pieces: "pieces",
	sum: "an amount",
	giving: "Give money back",
	give: "Give it back",
	through: "The payment provider gives it to the buyer. This cannot be undone.",
	byHand: "Give it back yourself, as by a transfer: here it is recorded that you have. This cannot be undone.",
	amount: "Amount, kr.",
	items: "Pieces",
	restock: "The pieces go back to the stock",
	reason: "Why",
	reasonHint: "For those who run the shop.",
	remains: (sum) => `${sum} remains of what was paid.`,
	all: (sum) => `All: ${sum}`,
	half: (sum) => `Half: ${sum}`,
	gives: (sum) => `They give back ${sum}: their price less their share of the discount, without shipping.`,
	none: "Choose how many pieces, or write an amount.",
	of: (left) => `of ${left}`,
	done: (sum, left) => `${sum} is refunded in all; ${left} remains.`,
	order: "Give pieces back: on the page of the order",
	pending: "It is not known yet whether the money was given back: the payment provider has not decided. The payment shows when it has.",
	failed: "The payment provider refused: the money was not given back."
};
function Refund({ orderId, of, payment, again, close }) {
	let recorded = useWrite("orders.refund"), given = useWrite("payments.refund"), busy = recorded.busy || given.busy, refused = payment ? given.refused ?? recorded.refused : recorded.refused, [empty, setEmpty] = d(!1), [failed, fail] = d(!1), [filled, fill] = d(0), owed = of?.paid.refundOwedOere ?? 0, [start] = d({
		by: owed > 0 || !of || of.paid.remainingItems.length === 0 ? "amount" : "items",
		amountOere: owed > 0 ? owed : void 0,
		items: [],
		restock: !1,
		reason: ""
	}), form = useForm(start, { refused }), { by, amountOere, items, restock, reason } = form.value, exceeds = refused?.code === "order_changed" || refused?.code === "refund_exceeds_paid";
	A(() => {
		(exceeds || refused?.code.startsWith("payment_")) && again();
	}, [refused]);
	let clear = () => {
		recorded.clear(), given.clear(), fail(!1);
	}, send = async () => {
		let none = by === "items" ? items.length === 0 : amountOere === void 0;
		if (setEmpty(none), none) return;
		clear();
		let what = {
			reason,
			confirm: !0,
			...by === "items" ? {
				items,
				restock
			} : { amountOere: amountOere ?? 0 }
		}, done = await (payment ? given.send({
			paymentId: payment.id,
			...what
		}) : recorded.send({
			orderId,
			...what
		}));
		if (!done) return;
		let { refundedOere, remainingOere } = done.answer.result, status = "status" in done.answer.result ? done.answer.result.status : "succeeded";
		if (status === "failed") return fail(!0);
		say(status === "pending" ? t$1.pending : t$1.done(money(refundedOere), money(remainingOere))), close();
	}, take = (amount) => {
		form.set("by", "amount"), form.set("amountOere", amount), fill(filled + 1), clear();
	}, rest = payment ? left(payment) : of?.paid.remainingOere ?? 0, whole = a("button", {
		type: "button",
		class: "second",
		onClick: () => take(rest),
		children: t$1.all(money(rest))
	}), all = {
		amountOere: {
			label: t$1.amount,
			kind: "money"
		},
		items: {
			label: t$1.items,
			own: () => of && a(Pieces, {
				...of,
				chosen: items,
				set: (next) => form.set("items", next)
			})
		},
		restock: {
			label: t$1.restock,
			kind: "check"
		},
		reason: {
			label: t$1.reason,
			hint: t$1.reasonHint,
			required: !0,
			max: 500
		}
	}, how = {
		label: t$1.by,
		kind: "choice",
		choices: [["items", t$1.pieces], ["amount", t$1.sum]]
	};
	return a(Confirm, {
		title: payment ? t$1.giving : t$1.title,
		act: payment ? t$1.give : t$1.act,
		typed: orderNumber(orderId),
		busy,
		close,
		onConfirm: () => void send(),
		children: [
			a("p", { children: [
				payment ? payment.provider === "manual" ? t$1.byHand : t$1.through : t$1.text,
				" ",
				mailless
			] }),
			a("p", { children: a("strong", { children: t$1.remains(money(rest)) }) }),
			a(ProblemNote, {
				refused,
				children: exceeds && whole
			}),
			failed && a("p", {
				class: "problem",
				role: "alert",
				children: t$1.failed
			}),
			a(Fields, {
				form,
				fields: by === "items" ? {
					by: how,
					items: all.items,
					restock: all.restock
				} : of ? {
					by: how,
					amountOere: all.amountOere
				} : { amountOere: all.amountOere }
			}, filled),
			by === "amount" && a("p", {
				class: "row",
				children: [
					a("button", {
						type: "button",
						class: "second",
						onClick: () => take(Math.round(rest / 2)),
						children: t$1.half(money(Math.round(rest / 2)))
					}),
					" ",
					whole
				]
			}),
			!of && a("p", { children: a("a", {
				href: href("orders", [orderId]),
				children: t$1.order
			}) }),
			empty && a("p", {
				class: "fault",
				role: "alert",
				children: t$1.none
			}),
			a(Fields, {
				form,
				fields: { reason: all.reason }
			})
		]
	});
}
function Pieces({ order, paid, chosen, set }) {
	return a($, { children: [a("ul", {
		class: "rows",
		children: paid.remainingItems.map(({ itemId, quantity }) => {
			let item = order.items.find((one) => one.id === itemId), name = `${item?.productName ?? itemId} ${item?.variantSku ?? ""}`.trim();
			return a("li", { children: [
				a("input", {
					type: "number",
					min: 0,
					max: quantity,
					"aria-label": name,
					value: chosen.find((one) => one.itemId === itemId)?.quantity ?? 0,
					onInput: (e) => {
						let pieces = Math.min(quantity, Math.max(0, Math.trunc(e.currentTarget.valueAsNumber || 0))), others = chosen.filter((one) => one.itemId !== itemId);
						set(pieces === 0 ? others : [...others, {
							itemId,
							quantity: pieces
						}]);
					}
				}),
				" ",
				a("span", { children: [
					t$1.of(quantity),
					" · ",
					name
				] })
			] }, itemId);
		})
	}), chosen.length > 0 && a("p", {
		role: "status",
		children: t$1.gives(money(worth(order, paid, chosen)))
	})] });
}
function worth(order, { remainingItems }, chosen) {
	let before = order.items.reduce((sum, item) => sum + item.unitPriceDkk * (item.quantity - quantityOf(remainingItems, item.id)), 0);
	return net(order, before + order.items.reduce((sum, item) => sum + item.unitPriceDkk * quantityOf(chosen, item.id), 0)) - net(order, before);
}
function quantityOf(of, id) {
	return of.find((one) => one.itemId === id)?.quantity ?? 0;
}
function net({ subtotalDkk, discountDkk }, price) {
	if (discountDkk === 0) return price;
	let whole = BigInt(subtotalDkk);
	return price - Number((2n * BigInt(price) * BigInt(discountDkk) + whole) / (2n * whole));
}
var t = {
	label: "What can be done with the payment",
	capture: "Take the money…",
	cancel: "Cancel the payment…",
	confirm: "The money has come…",
	refund: "Give money back…",
	titles: {
		capture: "Take the money?",
		cancel: "Cancel the payment?",
		confirm: "Confirm that the money has come"
	},
	acts: {
		capture: "Take the money",
		cancel: "Cancel the payment",
		confirm: "The money has come"
	},
	texts: {
		capture: (sum) => `All of ${sum}, which is reserved, is taken. This cannot be undone; the money can be given back.`,
		cancel: (sum) => `${sum} is no longer asked for, and what is reserved is released. This cannot be undone; the order stays, and can be paid anew.`,
		confirm: (sum) => `Say this when ${sum} is on the account: the order becomes paid. This cannot be undone.`
	},
	reference: "Reference",
	referenceHint: "What the bank calls the transfer.",
	reason: "Why",
	reasonHint: "For those who run the shop, such as where it was seen.",
	now: (state) => `The payment is now: ${state}.`
};
function Actions({ payment, again, onRefund }) {
	let [asks, ask] = d(), button = needs("payments:write"), close = () => ask(void 0), { provider, status } = payment, transfer = provider === "manual" && status === "requires_action";
	return a($, { children: [
		(isOpen(payment) || left(payment) > 0) && a("div", {
			class: "bar",
			role: "group",
			"aria-label": t.label,
			children: [
				transfer && a("button", {
					type: "button",
					...button,
					onClick: () => ask("confirm"),
					children: t.confirm
				}),
				status === "authorized" && a("button", {
					type: "button",
					...button,
					onClick: () => ask("capture"),
					children: t.capture
				}),
				isOpen(payment) && a("button", {
					type: "button",
					class: "danger",
					...button,
					onClick: () => ask("cancel"),
					children: t.cancel
				}),
				left(payment) > 0 && provider !== "none" && a("button", {
					type: "button",
					class: "danger",
					...button,
					onClick: onRefund,
					children: t.refund
				})
			]
		}),
		asks === "confirm" && a(Arrived, {
			payment,
			again,
			close
		}),
		asks !== void 0 && asks !== "confirm" && a(Ask, {
			act: asks,
			payment,
			again,
			close
		}, asks)
	] });
}
function useStale(refused, again) {
	A(() => {
		refused && /^(payment|provider)_/.test(refused.code) && again();
	}, [refused]);
}
function Ask({ act, payment, again, close }) {
	let write = useWrite(`payments.${act}`);
	useStale(write.refused, again);
	let send = async () => {
		let done = await write.send({
			paymentId: payment.id,
			confirm: !0
		});
		done && (close(), say(t.now(stateOf(done.answer.result))));
	};
	return a(Confirm, {
		title: t.titles[act],
		act: t.acts[act],
		busy: write.busy,
		close,
		onConfirm: () => void send(),
		children: [a("p", { children: t.texts[act](money(payment.amountOere)) }), a(ProblemNote, { refused: write.refused })]
	});
}
var fields = {
	reference: {
		label: t.reference,
		hint: t.referenceHint,
		required: !0,
		max: 100
	},
	reason: {
		label: t.reason,
		hint: t.reasonHint,
		required: !0,
		max: 500
	}
};
function Arrived({ payment, again, close }) {
	let write = useWrite("payments.confirm_manual"), form = useForm({
		reference: "",
		reason: ""
	}, { refused: write.refused });
	useStale(write.refused, again);
	let send = async () => {
		let done = await write.send({
			paymentId: payment.id,
			confirm: !0,
			...form.value
		});
		done && (close(), say(t.now(stateOf(done.answer.result))));
	};
	return a(Dialog, {
		title: t.titles.confirm,
		close,
		children: a("form", {
			onSubmit: (e) => {
				e.preventDefault(), send();
			},
			children: [
				a("p", { children: t.texts.confirm(money(payment.amountOere)) }),
				a(ProblemNote, { refused: write.refused }),
				a(Fields, {
					form,
					fields
				}),
				a("footer", { children: a("button", {
					disabled: write.busy,
					children: t.acts.confirm
				}) })
			]
		})
	});
}
export { State as a, isOpen as c, reversing as d, stateName as f, wayName as h, Next as i, left as l, useWaiting as m, useStale as n, columns as o, stateOf as p, Refund as r, isCharged as s, Actions as t, open as u };
