import { f as $, o as A, t as a, u as d } from "./packages.js";
import { B as orderNumber, Et as href, P as dateTime, X as useResult, Z as useWrite, gt as statuses, n as ProblemNote, z as money } from "./problem.da.js";
import { a as Confirm, i as needs, o as Dialog, r as say } from "./main.da.js";
import { T as Fields, d as Copy, s as mailless, y as useForm } from "./parts.da.js";
var t$2 = {
	providers: {
		stripe: "Stripe",
		test: "Test, ingen penge flyttes",
		manual: "Overførsel eller på regning",
		none: "Intet at betale"
	},
	methods: {
		card: "kort",
		link: "Link",
		mobilepay: "MobilePay"
	},
	transfer: "venter på pengene",
	reversing: (sum) => `af ${sum} vides det ikke endnu, om de er givet tilbage`,
	hints: {
		created: "Betalingsudbyderen har ikke svaret: det vides ikke, om betalingen blev begyndt. Det vises her, når det vides.",
		requires_action: "Køberen betaler på denne adresse:",
		authorized: "Pengene er reserveret, men ikke trukket endnu.",
		failed: "Ingen penge blev trukket.",
		cancelled: "Ingen penge blev trukket.",
		expired: "Ingen penge blev trukket."
	},
	arrives: "Bekræft det her, når pengene er kommet.",
	until: (at) => `Indtil ${at}.`,
	page: "Åbn køberens side",
	payment: "Betaling",
	begun: "Begyndt",
	state: "Status",
	amount: "Beløb",
	back: "Givet tilbage",
	way: "Gennem",
	order: "Ordre"
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
	title: "Registrér en refusion",
	act: "Registrér refusionen",
	text: "Giv også pengene tilbage hos betalingsudbyderen: her flyttes ingen penge. Det kan ikke fortrydes.",
	by: "Refundér",
	pieces: "varer",
	sum: "et beløb",
	giving: "Giv penge tilbage",
	give: "Giv dem tilbage",
	through: "Betalingsudbyderen giver dem til køberen. Det kan ikke fortrydes.",
	byHand: "Giv dem selv tilbage, fx ved en overførsel: her registreres, at du har gjort det. Det kan ikke fortrydes.",
	amount: "Beløb, kr.",
	items: "Varer",
	restock: "Varerne går tilbage på lager",
	reason: "Hvorfor",
	reasonHint: "Til dem, der driver butikken.",
	remains: (sum) => `${sum} er tilbage af det betalte.`,
	all: (sum) => `Alt: ${sum}`,
	half: (sum) => `Halvdelen: ${sum}`,
	gives: (sum) => `De giver ${sum} tilbage: deres pris minus deres del af rabatten, uden fragt.`,
	none: "Vælg, hvor mange varer, eller skriv et beløb.",
	of: (left) => `af ${left}`,
	done: (sum, left) => `${sum} er refunderet i alt; ${left} er tilbage.`,
	order: "Tag varer tilbage: på ordrens side",
	pending: "Det vides ikke endnu, om pengene er givet tilbage: betalingsudbyderen har ikke afgjort det. Betalingen viser det, når det er sket.",
	failed: "Betalingsudbyderen afslog: pengene er ikke givet tilbage."
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
	label: "Hvad der kan gøres med betalingen",
	capture: "Træk pengene…",
	cancel: "Annuller betalingen…",
	confirm: "Pengene er kommet…",
	refund: "Giv penge tilbage…",
	titles: {
		capture: "Træk pengene?",
		cancel: "Annuller betalingen?",
		confirm: "Bekræft, at pengene er kommet"
	},
	acts: {
		capture: "Træk pengene",
		cancel: "Annuller betalingen",
		confirm: "Pengene er kommet"
	},
	texts: {
		capture: (sum) => `Alle ${sum}, som er reserveret, trækkes. Det kan ikke fortrydes; pengene kan gives tilbage.`,
		cancel: (sum) => `Der bedes ikke længere om ${sum}, og det reserverede frigives. Det kan ikke fortrydes; ordren bliver og kan betales på ny.`,
		confirm: (sum) => `Sig det, når ${sum} står på kontoen: ordren bliver betalt. Det kan ikke fortrydes.`
	},
	reference: "Reference",
	referenceHint: "Hvad banken kalder overførslen.",
	reason: "Hvorfor",
	reasonHint: "Til dem, der driver butikken, fx hvor det blev set.",
	now: (state) => `Betalingen er nu: ${state}.`
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
