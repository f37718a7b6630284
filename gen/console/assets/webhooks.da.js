import { At as useRoute, Et as href, M as count, Ot as refine, P as dateTime, Tt as go, X as useResult, Y as useList, Z as useWrite, n as ProblemNote, t as Loading, wt as back } from "./problem.da.js";
import { f as $, t as a, u as d } from "./packages.js";
import { a as Confirm, i as needs, o as Dialog, r as say } from "./main.da.js";
import { D as List, T as Fields, m as Edit, t as Secret, w as useOne, y as useForm } from "./parts.da.js";
var t$3 = {
	url: "Adresse",
	urlHint: "Den begynder med https:// og fører til en offentlig adresse.",
	description: "Hvad den er til",
	events: "Hændelser",
	active: "Aktiv",
	activeHint: "Ikke aktiv: intet sendes, og hændelser gemmes ikke til den.",
	types: {
		"order.created": "en ordre blev afgivet",
		"order.status_changed": "en ordre blev flyttet",
		"order.refunded": "en refusion blev registreret",
		"payment.captured": "penge blev trukket",
		"payment.failed": "en betaling mislykkedes",
		"payment.refunded": "penge blev givet tilbage",
		"payment.disputed": "en køber gør indsigelse mod en betaling",
		"product.created": "en vare blev oprettet",
		"product.updated": "en vare blev ændret",
		"product.deleted": "en vare blev slettet",
		"product.restored": "en vare kom tilbage",
		"stock.low": "der er få tilbage",
		"stock.out": "der er ingen tilbage",
		"stock.back": "den er på lager igen",
		"discount.changed": "en kode blev ændret",
		"page.published": "en side blev udgivet",
		"page.updated": "en side blev ændret",
		"page.unpublished": "en side blev fjernet",
		"service.updated": "en ydelse blev ændret",
		"audit.reverted": "en ændring blev fortrudt",
		"approval.requested": "en agent beder om godkendelse",
		"approval.decided": "en godkendelse blev afgjort",
		"webhook.test": "en test"
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
	title: "Leveringer de seneste 30 dage",
	show: "Vis",
	all: "alle",
	again: "Hent igen",
	none: "Der er ikke sendt noget endnu. Send en test.",
	event: "Hændelse",
	state: "Tilstand",
	answer: "Svar",
	tries: "Forsøg",
	at: "Hvornår",
	next: "igen",
	statuses: {
		pending: "venter",
		delivered: "leveret",
		failed: "mislykket"
	},
	message: "Hvad der blev sendt",
	attempts: "Hvad der blev svaret",
	redeliver: "Send igen",
	sent: "Den sendes igen.",
	took: (ms) => `${ms} ms`,
	noAnswer: "intet svar",
	older: "Der er ikke svaret endnu."
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
	make: "Lav en webhook",
	newTitle: "En ny webhook",
	what: "En webhook fortæller straks et andet program, når noget sker, fx en ordre, ved at sende det en underskrevet besked.",
	address: "Adresse",
	events: "Hændelser",
	state: "Tilstand",
	active: "aktiv",
	off: "ikke aktiv",
	last: "Sidst modtaget",
	never: "aldrig",
	back: "Alle webhooks",
	secret: "Hemmeligheden",
	secretText: "Modtageren kontrollerer hver beskeds underskrift med den (Standard Webhooks)."
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
	back: "Alle webhooks",
	gone: "Der er ingen sådan webhook.",
	saved: "Webhooken er ændret.",
	test: "Send en test",
	rotate: "Ny hemmelighed",
	rotateText: "Den gamle hemmelighed virker 24 timer endnu: beskeder underskrives med begge.",
	delete: "Slet",
	deleteTitle: "Slet denne webhook?",
	deleteText: "Der sendes ikke mere til den, heller ikke beskeder, der venter. Det kan ikke fortrydes: dens hemmelighed er væk.",
	deleted: "Webhooken er slettet.",
	oldUntil: (at) => `Den gamle hemmelighed virker til ${at}.`,
	change: "Ret",
	made: "Lavet"
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
