import { At as useRoute, Et as href, M as count, Ot as refine, P as dateTime, Tt as go, X as useResult, Y as useList, Z as useWrite, n as ProblemNote, t as Loading, wt as back } from "./problem.en.js";
import { f as $, t as a, u as d } from "./packages.js";
import { a as Confirm, i as needs, o as Dialog, r as say } from "./main.en.js";
import { D as List, T as Fields, m as Edit, t as Secret, w as useOne, y as useForm } from "./parts.en.js";
var t$3 = {
	url: "Address",
	urlHint: "It begins with https:// and leads to a public address.",
	description: "What it is for",
	events: "Events",
	active: "Active",
	activeHint: "Not active: nothing is sent, and events are not kept for it.",
	types: {
		"order.created": "an order was placed",
		"order.status_changed": "an order moved",
		"order.refunded": "a refund was recorded",
		"payment.captured": "money was taken",
		"payment.failed": "a payment failed",
		"payment.refunded": "money was given back",
		"payment.disputed": "a buyer disputes a payment",
		"product.created": "a product was created",
		"product.updated": "a product was changed",
		"product.deleted": "a product was deleted",
		"product.restored": "a product came back",
		"stock.low": "few are left",
		"stock.out": "none is left",
		"stock.back": "it is in stock again",
		"discount.changed": "a code was changed",
		"page.published": "a page was published",
		"page.updated": "a page was changed",
		"page.unpublished": "a page was taken away",
		"service.updated": "a service was changed",
		"audit.reverted": "a change was undone",
		"approval.requested": "an agent asks for approval",
		"approval.decided": "an approval was decided",
		"webhook.test": "a test"
	}
}, eventWords = t$3.types, types = Object.keys(t$3.types);
function Events({ chosen, set }) {
	return a("div", {
		class: "grid",
		children: types.map((type) => {
			let id = `event-${type}`;
			return a("div", {
				class: "field check",
				children: [a("input", {
					id,
					type: "checkbox",
					checked: chosen.includes(type),
					onChange: (e) => set(e.currentTarget.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
				}), a("label", {
					for: id,
					children: [
						t$3.types[type],
						" ",
						a("span", {
							class: "quiet",
							children: type
						})
					]
				})]
			}, type);
		})
	});
}
var fields = {
	url: {
		label: t$3.url,
		hint: t$3.urlHint,
		kind: "url",
		required: !0
	},
	description: {
		label: t$3.description,
		nullable: !0,
		max: 300
	},
	events: {
		label: t$3.events,
		own: (value, set) => a(Events, {
			chosen: value,
			set
		})
	},
	active: {
		label: t$3.active,
		hint: t$3.activeHint,
		kind: "check"
	}
}, t$2 = {
	title: "Deliveries of the last 30 days",
	show: "Show",
	all: "all",
	again: "Read again",
	none: "Nothing was sent yet. Send a test.",
	event: "Event",
	state: "State",
	answer: "Answer",
	tries: "Attempts",
	at: "When",
	next: "again",
	statuses: {
		pending: "waits",
		delivered: "delivered",
		failed: "failed"
	},
	message: "What was sent",
	attempts: "What was answered",
	redeliver: "Send again",
	sent: "It is sent again.",
	took: (ms) => `${ms} ms`,
	noAnswer: "no answer",
	older: "Nothing was answered yet."
};
function Deliveries({ id, shown }) {
	let { status } = useRoute().query, filter = {
		id,
		limit: 50,
		...status !== void 0 && { status }
	}, list = useList("webhooks.deliveries", filter);
	return a("section", {
		"aria-labelledby": "deliveries",
		children: [
			a("h2", {
				id: "deliveries",
				children: t$2.title
			}),
			a("form", {
				class: "bar",
				onSubmit: (e) => e.preventDefault(),
				children: [a("label", { children: [t$2.show, a("select", {
					value: status ?? "",
					onChange: (e) => refine({ status: e.currentTarget.value || void 0 }),
					children: [a("option", {
						value: "",
						children: t$2.all
					}), Object.entries(t$2.statuses).map(([value, words]) => a("option", {
						value,
						children: words
					}, value))]
				})] }), a("button", {
					type: "button",
					class: "second",
					onClick: list.again,
					children: t$2.again
				})]
			}),
			a(List, {
				label: t$2.title,
				list,
				id: (one) => one.deliveryId,
				name: (one) => one.type,
				to: (one) => href("webhooks", [id, one.deliveryId], { status }),
				empty: t$2.none,
				columns: [
					{
						head: t$2.event,
						cell: (one) => eventWords[one.type] ?? one.type
					},
					{
						head: t$2.state,
						cell: (one) => a("span", {
							class: one.status === "failed" ? "warn" : "",
							children: [t$2.statuses[one.status], one.nextAttemptAt !== null && one.status === "pending" && `, ${t$2.next} ${dateTime(one.nextAttemptAt)}`]
						})
					},
					{
						head: t$2.answer,
						right: !0,
						cell: (one) => one.responseStatus ?? "–"
					},
					{
						head: t$2.tries,
						right: !0,
						cell: (one) => count(one.attempt)
					},
					{
						head: t$2.at,
						cell: (one) => one.at === null ? "–" : dateTime(one.at)
					}
				]
			}),
			shown !== void 0 && a(Delivery, {
				id: shown,
				close: () => go(href("webhooks", [id], { status }))
			}, shown)
		]
	});
}
function Delivery({ id, close }) {
	let read = useResult("webhooks.get_delivery", { deliveryId: id }, { every: 3e3 }), write = useWrite("webhooks.redeliver"), one = read.data, again = async () => {
		await write.send({ deliveryId: id }) && say(t$2.sent);
	};
	return a(Dialog, {
		title: one ? `${eventWords[one.type] ?? one.type}: ${t$2.statuses[one.status]}` : "…",
		close,
		wide: !0,
		foot: a("button", {
			type: "button",
			...needs("settings:write", write.busy),
			onClick: () => void again(),
			children: t$2.redeliver
		}),
		children: [
			a(ProblemNote, {
				refused: read.refused,
				again: read.again
			}),
			a(ProblemNote, { refused: write.refused }),
			a(Loading, { shown: read.loading }),
			one && a($, { children: [
				a("h3", { children: t$2.attempts }),
				one.attempts.length === 0 && a("p", {
					class: "quiet",
					role: "status",
					children: t$2.older
				}),
				a("ol", {
					class: "steps",
					children: one.attempts.map((attempt) => a("li", { children: [
						a("strong", { children: attempt.status ?? t$2.noAnswer }),
						" ",
						a("span", {
							class: "quiet",
							children: [
								dateTime(attempt.at),
								" · ",
								t$2.took(count(attempt.durationMs))
							]
						}),
						" ",
						attempt.error,
						attempt.responseBody !== null && attempt.responseBody !== "" && a("pre", {
							class: "code",
							tabIndex: 0,
							children: attempt.responseBody
						})
					] }, attempt.at))
				}),
				a("h3", { children: t$2.message }),
				a("p", {
					class: "quiet",
					children: ["webhook-id ", a("code", { children: one.eventId })]
				}),
				a("pre", {
					class: "code",
					tabIndex: 0,
					children: pretty(one.body)
				})
			] })
		]
	});
}
function pretty(body) {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}
var t$1 = {
	title: "Webhooks",
	make: "Make a webhook",
	newTitle: "A new webhook",
	what: "A webhook tells another program at once when something happens, such as an order, by sending it a signed message.",
	address: "Address",
	events: "Events",
	state: "State",
	active: "active",
	off: "not active",
	last: "Last taken",
	never: "never",
	back: "All webhooks",
	secret: "The secret",
	secretText: "The receiver checks the signature of each message with it (Standard Webhooks)."
};
function Webhooks() {
	let list = useList("webhooks.list", { limit: 50 }), make = a("a", {
		class: "button",
		href: href("webhooks", ["new"]),
		children: t$1.make
	});
	return a($, { children: [a("header", {
		class: "row",
		children: [a("h1", { children: t$1.title }), list.data && list.data.length > 0 && make]
	}), a(List, {
		label: t$1.title,
		list,
		id: (one) => one.id,
		name: (one) => one.description ?? one.url,
		to: (one) => href("webhooks", [one.id]),
		empty: a($, { children: [a("p", { children: t$1.what }), make] }),
		columns: [
			{
				head: t$1.address,
				cell: (one) => one.description ?? one.url
			},
			{
				head: t$1.events,
				right: !0,
				cell: (one) => one.events.length
			},
			{
				head: t$1.last,
				cell: (one) => one.lastDeliveryAt ? dateTime(one.lastDeliveryAt) : t$1.never
			},
			{
				head: t$1.state,
				cell: (one) => one.active ? t$1.active : a("span", {
					class: "warn",
					children: [t$1.off, one.disabledReason !== null && `: ${one.disabledReason}`]
				})
			}
		]
	})] });
}
var empty = {
	url: "https://",
	description: null,
	events: []
};
function NewSecret({ secret, close }) {
	return a(Secret, {
		title: t$1.secret,
		secret,
		close,
		children: a("p", { children: t$1.secretText })
	});
}
function Create() {
	let write = useWrite("webhooks.create"), form = useForm(empty, { refused: write.refused }), [made, setMade] = d(), { active: _, ...ofNew } = fields, send = async () => {
		let { url, events, description } = form.value, body = {
			url: url.trim(),
			events,
			...description !== null && { description }
		}, done = await write.send(body);
		done && (form.reset(), setMade(done.answer.result));
	}, reason = needs("settings:write", write.busy || form.value.events.length === 0);
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("webhooks"),
			children: ["← ", t$1.back]
		}) }),
		a("h1", { children: t$1.newTitle }),
		a("p", { children: t$1.what }),
		a("form", {
			"data-saves": !0,
			onSubmit: (e) => {
				e.preventDefault(), send();
			},
			children: [
				a(Fields, {
					form,
					fields: ofNew
				}),
				a(ProblemNote, { refused: write.refused }),
				a("button", {
					...reason,
					children: t$1.make
				})
			]
		}),
		made && a(NewSecret, {
			secret: made.secret,
			close: () => go(href("webhooks", [made.id]))
		})
	] });
}
var t = {
	back: "All webhooks",
	gone: "There is no such webhook.",
	saved: "The webhook is changed.",
	test: "Send a test",
	rotate: "New secret",
	rotateText: "The old secret works for 24 hours more: messages are signed with both.",
	delete: "Delete",
	deleteTitle: "Delete this webhook?",
	deleteText: "Nothing more is sent to it, messages that wait included. This cannot be undone: its secret is gone.",
	deleted: "The webhook is deleted.",
	oldUntil: (at) => `The old secret works until ${at}.`,
	change: "Change",
	made: "Made"
};
function Detail({ id, delivery }) {
	let list = useList("webhooks.list", { limit: 50 }), { one, gone } = useOne(list, (webhook) => webhook.id === id);
	return a($, { children: [a("p", { children: a("a", {
		href: back("webhooks"),
		children: ["← ", t.back]
	}) }), one ? a(Webhook, {
		of: one,
		delivery
	}, id) : a($, { children: [
		a("h1", { children: gone ? t.gone : "…" }),
		a(ProblemNote, {
			refused: list.refused,
			again: list.again
		}),
		a(Loading, { shown: list.loading })
	] })] });
}
function Webhook({ of, delivery }) {
	let write = useWrite("webhooks.update"), stored = {
		url: of.url,
		description: of.description,
		events: of.events,
		active: of.active
	};
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: of.description ?? of.url }), a(Actions, { of })]
		}),
		of.disabledReason !== null && a("p", {
			class: "warn",
			children: of.disabledReason
		}),
		a("p", {
			class: "quiet",
			children: [
				a("code", { children: of.url }),
				" · ",
				t.made,
				" ",
				dateTime(of.createdAt)
			]
		}),
		a(Deliveries, {
			id: of.id,
			shown: delivery
		}),
		a("section", {
			"aria-labelledby": "change",
			children: [a("h2", {
				id: "change",
				children: t.change
			}), a(Edit, {
				stored,
				fields,
				at: "/patch",
				writing: write,
				barred: needs("settings:write").title,
				save: async (patch) => {
					await write.send({
						id: of.id,
						patch
					}) && say(t.saved);
				}
			})]
		})
	] });
}
function Actions({ of }) {
	let [asks, setAsks] = d(), [secret, setSecret] = d(), test = useWrite("webhooks.send_test"), rotate = useWrite("webhooks.rotate_secret"), end = useWrite("webhooks.delete"), allowed = needs("settings:write"), close = () => setAsks(void 0), sendTest = async () => {
		let done = await test.send({ id: of.id });
		done && go(href("webhooks", [of.id, done.answer.result.deliveryId]));
	}, doRotate = async () => {
		let done = await rotate.send({ id: of.id });
		if (!done) return;
		close(), setSecret(done.answer.result.secret);
		let until = done.answer.result.oldSecretUntil;
		until !== null && say(t.oldUntil(dateTime(until)));
	}, doDelete = async () => {
		await end.send({
			id: of.id,
			confirm: !0
		}) && (say(t.deleted), go(href("webhooks")));
	};
	return a("span", {
		class: "row",
		children: [
			a("button", {
				type: "button",
				class: "second",
				...needs("settings:write", test.busy),
				onClick: () => void sendTest(),
				children: t.test
			}),
			a("button", {
				type: "button",
				class: "second",
				...allowed,
				onClick: () => setAsks("rotate"),
				children: t.rotate
			}),
			a("button", {
				type: "button",
				class: "danger",
				...allowed,
				onClick: () => setAsks("delete"),
				children: t.delete
			}),
			a(ProblemNote, { refused: test.refused }),
			asks === "rotate" && a(Confirm, {
				title: t.rotate,
				act: t.rotate,
				busy: rotate.busy,
				close,
				onConfirm: () => void doRotate(),
				children: [a("p", { children: t.rotateText }), a(ProblemNote, { refused: rotate.refused })]
			}),
			asks === "delete" && a(Confirm, {
				title: t.deleteTitle,
				act: t.delete,
				typed: of.description ?? new URL(of.url).host,
				busy: end.busy,
				close,
				onConfirm: () => void doDelete(),
				children: [a("p", { children: t.deleteText }), a(ProblemNote, { refused: end.refused })]
			}),
			secret !== void 0 && a(NewSecret, {
				secret,
				close: () => setSecret(void 0)
			})
		]
	});
}
function WebhooksPage() {
	let [at, delivery] = useRoute().rest;
	return at === void 0 ? a(Webhooks, {}) : at === "new" ? a(Create, {}) : a(Detail, {
		id: at,
		delivery
	}, at);
}
export { WebhooksPage as default };
