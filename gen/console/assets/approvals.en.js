import { f as $, o as A, t as a, u as d } from "./packages.js";
import { At as useRoute, Et as href, M as count, P as dateTime, St as same, X as useResult, Y as useList, Z as useWrite, at as may, d as fieldName, g as operationName, n as ProblemNote, s as By, t as Loading, v as shownValue, xt as pointer } from "./problem.en.js";
import { A as ChangeTable, E as Input } from "./parts.en.js";
import { i as needs, n as useAttention, o as Dialog, r as say } from "./main.en.js";
var t$1 = {
	wants: "wants to",
	beyond: (limit, most, left) => `Beyond a limit of its key: ${limit}, at most ${most}${left === void 0 ? "" : `, of which ${left} was left`}.`.replace("..", "."),
	differs: "It was changed after the request was made. Approving does not carry it out: the caller has to ask again, about how it is now.",
	asked: "When asked",
	shown: (n, of) => `${n} of ${of} things are shown.`,
	nothing: "It would change nothing that can be shown.",
	made: "new",
	until: (at) => `until ${at}`,
	sent: "All of it, and what was sent",
	decided: (at) => `Decided ${at} by`,
	would: "Would be",
	approve: "Approve…",
	reject: "Reject…",
	titles: {
		approve: "Approve this call?",
		reject: "Reject this call?"
	},
	acts: {
		approve: "Approve",
		reject: "Reject"
	},
	texts: {
		approve: "The caller may then make this same call once, within 72 hours. If what it changes is changed meanwhile, it must ask again.",
		reject: "The caller is told so, with your word, and may not make this call for 72 hours."
	},
	note: "A word to the caller",
	said: {
		approve: "Approved: the caller may make the call.",
		reject: "Rejected."
	},
	again: "Read again"
};
function One({ approval, again }) {
	let [open, setOpen] = d(!1), [asks, ask] = d(), { keyId, keyName, operation, limit, preview, status } = approval, [name, unit = ""] = fieldName(`/${limit.name}`).split(/, (?=%|kr)/), value = (n) => `${shownValue(`/${limit.name}`, n)} ${unit}`.trim();
	return a("article", {
		class: "card",
		"data-row": !0,
		"aria-label": `${keyName}: ${operationName(operation)}`,
		children: [
			a("header", {
				class: "row",
				children: [a("h2", { children: [
					a("a", {
						href: href("keys", [keyId]),
						children: keyName
					}),
					" ",
					t$1.wants,
					" ",
					operationName(operation),
					about(preview)
				] }), a("span", {
					class: "quiet",
					children: [
						a("time", {
							dateTime: approval.at,
							title: approval.at,
							children: dateTime(approval.at)
						}),
						", ",
						a("time", {
							dateTime: approval.expiresAt,
							title: approval.expiresAt,
							children: t$1.until(dateTime(approval.expiresAt))
						})
					]
				})]
			}),
			a("p", { children: t$1.beyond(name ?? "", value(limit.value), limit.left === limit.value ? void 0 : value(limit.left)) }),
			a(Preview, { approval }),
			a("details", {
				onToggle: (e) => setOpen(e.currentTarget.open),
				children: [a("summary", {
					"data-open": !0,
					children: t$1.sent
				}), open && a(Whole, { id: approval.id })]
			}),
			approval.note && a("p", { children: a("q", { children: approval.note }) }),
			approval.decidedAt && a("p", {
				class: "quiet",
				children: [
					t$1.decided(dateTime(approval.decidedAt)),
					" ",
					a(By, { actor: approval.decidedBy ?? "" })
				]
			}),
			status === "pending" && a("p", {
				class: "row",
				children: [a("button", {
					type: "button",
					...needs("approvals:decide"),
					onClick: () => ask("approve"),
					children: t$1.approve
				}), a("button", {
					type: "button",
					class: "danger",
					...needs("approvals:decide"),
					onClick: () => ask("reject"),
					children: t$1.reject
				})]
			}),
			asks && a(Decide, {
				approval,
				decision: asks,
				again,
				close: () => ask(void 0)
			})
		]
	});
}
function about({ changes: [first], total }) {
	let name = first?.entityLabel ?? first?.entityId;
	return name ? `: ${name}${total > 1 ? ` +${count(total - 1)}` : ""}` : "";
}
function Preview({ approval: { preview: { changes, total }, status, args } }) {
	let { slug } = args ?? {};
	return changes.length === 0 ? a("p", {
		class: "quiet",
		children: t$1.nothing
	}) : a($, { children: [changes.map((change, at) => a("section", { children: [a("h3", { children: [
		change.entityLabel ?? change.entityId ?? change.entityType,
		" ",
		change.entityId === null && a("span", {
			class: "chip",
			children: t$1.made
		})
	] }), status === "pending" && change.entityType === "product" && change.entityId !== null && typeof slug == "string" ? a(Compared, {
		slug,
		fields: change.fields
	}) : a(ChangeTable, {
		changes: change.fields,
		heads: [t$1.asked, t$1.would]
	})] }, change.entityId ?? at)), total > changes.length && a("p", {
		class: "quiet",
		children: t$1.shown(count(changes.length), count(total))
	})] });
}
function Compared({ slug, fields }) {
	let now = useResult("products.get", { slug }, { enabled: may("catalog:read") }).data, at = (path) => pointer(path).reduce((value, part) => value?.[part], now), differs = fields.some(({ path, previousValue }) => {
		let value = at(path);
		return value !== void 0 && typeof previousValue != "object" && !String(previousValue).endsWith("…") && !same(value, previousValue);
	});
	return a($, { children: [differs && a("p", {
		class: "note warn",
		children: t$1.differs
	}), a(ChangeTable, {
		changes: fields,
		heads: [t$1.asked, t$1.would],
		now: differs ? at : void 0
	})] });
}
function Whole({ id }) {
	let got = useResult("approvals.get", { id });
	if (!got.data) return got.refused ? a(ProblemNote, {
		refused: got.refused,
		again: got.again
	}) : a(Loading, {});
	let { operation, args, notShownReason, preview } = got.data;
	return a($, { children: [
		preview.changes.length > 3 && a(Preview, { approval: got.data }),
		notShownReason !== null && a("p", {
			class: "quiet",
			children: notShownReason
		}),
		args !== null && a("pre", {
			class: "code",
			tabIndex: 0,
			children: [
				operation,
				" ",
				JSON.stringify(args, null, 2)
			]
		})
	] });
}
function Decide({ approval, decision, again, close }) {
	let write = useWrite("approvals.decide"), [note, setNote] = d(""), late = write.refused?.code === "already_decided" || write.refused?.code === "approval_not_found", act = async () => {
		await write.send({
			id: approval.id,
			decision,
			confirm: !0,
			...note.trim() !== "" && { note }
		}) && (close(), say(t$1.said[decision]));
	};
	return a(Dialog, {
		title: t$1.titles[decision],
		close,
		children: a("form", {
			onSubmit: (e) => {
				e.preventDefault(), act();
			},
			children: [
				a("p", { children: [
					a("strong", { children: approval.keyName }),
					" ",
					t$1.wants,
					" ",
					operationName(approval.operation),
					about(approval.preview),
					"."
				] }),
				a(Preview, { approval }),
				a("p", { children: t$1.texts[decision] }),
				a(Input, {
					name: "note",
					field: {
						label: t$1.note,
						kind: "lines",
						rows: 2,
						max: 500
					},
					value: note,
					set: (value) => setNote(String(value)),
					faults: write.refused?.faults("/note")
				}),
				a(ProblemNote, {
					refused: write.refused,
					children: late && a("button", {
						type: "button",
						class: "second",
						onClick: () => {
							close(), again();
						},
						children: t$1.again
					})
				}),
				a("footer", { children: a("button", {
					class: decision === "reject" ? "danger" : "",
					disabled: write.busy,
					children: t$1.acts[decision]
				}) })
			]
		})
	});
}
var t = {
	title: "Approvals",
	states: {
		pending: "Waiting",
		approved: "Approved",
		used: "Carried out",
		rejected: "Rejected",
		stale: "Outdated",
		expired: "Expired"
	},
	hints: {
		approved: "The caller may make the call, once.",
		used: "The caller made the call.",
		stale: "What they would change was changed meanwhile.",
		expired: "Nobody decided within 72 hours, or the approval was not used."
	},
	waits: "Nothing waits. Limits of a key decide what an agent must ask for.",
	keys: "Agents and keys",
	none: "Nothing here.",
	fresh: (n) => `${n} waiting: read again`,
	more: "Show more",
	recorded: "Looking is recorded."
}, states = Object.keys(t.states);
function Approvals() {
	let { query } = useRoute(), status = states.find((one) => one === query.status) ?? "pending";
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: t.title }), a("span", {
				class: "quiet",
				children: t.recorded
			})]
		}),
		a("nav", {
			"aria-label": t.title,
			children: a("ul", {
				class: "tabs",
				children: states.map((one) => a("li", { children: a("a", {
					href: href("approvals", [], one === "pending" ? {} : { status: one }),
					...one === status && { "aria-current": "page" },
					children: t.states[one]
				}) }, one))
			})
		}),
		t.hints[status] && a("p", {
			class: "quiet",
			children: t.hints[status]
		}),
		a(Listed, { status }, status)
	] });
}
function Listed({ status }) {
	let list = useList("approvals.list", {
		status,
		limit: 100
	}), waiting = useAttention()?.approvalsPending, pending = status === "pending";
	A(() => {
		pending && list.more?.();
	}, [list.data?.length]);
	let shown = pending ? list.data?.toReversed() : list.data;
	return a($, { children: [
		a(ProblemNote, {
			refused: list.refused,
			again: list.again
		}),
		list.loading && a(Loading, {}),
		pending && shown && waiting !== void 0 && waiting !== shown.length && !list.more && a("p", { children: a("button", {
			type: "button",
			class: "second",
			onClick: list.again,
			children: t.fresh(count(waiting))
		}) }),
		shown?.length === 0 && a("div", {
			class: "empty",
			children: pending ? a($, { children: [a("p", { children: t.waits }), a("a", {
				href: href("keys"),
				children: t.keys
			})] }) : t.none
		}),
		shown?.map((one) => a(One, {
			approval: one,
			again: list.again
		}, one.id)),
		list.more && !pending && a("button", {
			type: "button",
			class: "second",
			onClick: list.more,
			children: t.more
		})
	] });
}
export { Approvals as default };
