import { A as undoFound, At as useRoute, Et as href, I as dayStart, L as localDay, M as count, Ot as refine, P as dateTime, Tt as go, U as time, X as useResult, Y as useList, Z as useWrite, _ as reason, at as may, ct as session, d as fieldName, g as operationName, m as holderMark, n as ProblemNote, s as By, t as Loading, wt as back } from "./problem.en.js";
import { f as $, o as A, t as a, u as d } from "./packages.js";
import { D as List, E as Input, S as listed, T as Fields, _ as History, a as scopeWords, f as Example, i as personal, m as Edit, n as Scopes, r as allScopes, t as Secret, w as useOne, y as useForm } from "./parts.en.js";
import { a as Confirm, i as needs, r as say } from "./main.en.js";
import { n as Sparkline, t as Chart } from "./chart.en.js";
var t$8 = {
	title: "The key",
	how: "How to connect",
	person: "A person signs in to this console with it.",
	claude: "Claude Code: a line for the terminal",
	until: "The old secret works until",
	cursor: "Cursor, in .cursor/mcp.json",
	code: "VS Code, in .vscode/mcp.json",
	other: "Any other agent that knows MCP: the address, and a header",
	curl: "A program: curl",
	secret: "THE-SECRET",
	shown: "The secret of a key is shown once, when it is made. If it is lost, give the key a new one."
};
function NewSecret({ secret, holder, oldUntil, close }) {
	return a(Secret, {
		title: t$8.title,
		secret,
		close,
		children: [oldUntil !== void 0 && a("p", { children: [
			t$8.until,
			" ",
			oldUntil,
			"."
		] }), holder === "person" ? a("p", { children: t$8.person }) : a($, { children: [a("h3", { children: t$8.how }), a(Examples, { secret })] })]
	});
}
function Connect() {
	return a("details", { children: [
		a("summary", { children: t$8.how }),
		a("p", {
			class: "hint",
			children: t$8.shown
		}),
		a(Examples, { secret: t$8.secret })
	] });
}
function Examples({ secret }) {
	let url = `${location.origin}/api/mcp`, bearer = `Bearer ${secret}`, server = {
		url,
		headers: { Authorization: bearer }
	};
	return a($, { children: [
		a(Example, {
			title: t$8.claude,
			text: `claude mcp add --transport http storefront "${url}" --header "Authorization: ${bearer}"`
		}),
		a(Example, {
			title: t$8.cursor,
			text: JSON.stringify({ mcpServers: { storefront: server } }, null, 2)
		}),
		a(Example, {
			title: t$8.code,
			text: JSON.stringify({ servers: { storefront: {
				type: "http",
				...server
			} } }, null, 2)
		}),
		a(Example, {
			title: t$8.other,
			text: `${url}\nAuthorization: ${bearer}`
		}),
		a(Example, {
			title: t$8.curl,
			text: `curl -s ${location.origin}/api/v1/key -H "Authorization: ${bearer}"`
		})
	] });
}
var label = (name) => fieldName(`/${name}`).replace(/^./u, (letter) => letter.toUpperCase()), fields = {
	maxPriceChangePercent: {
		label: label("maxPriceChangePercent"),
		kind: "number"
	},
	maxWritesPerDay: {
		label: label("maxWritesPerDay"),
		kind: "number"
	},
	maxDeletesPerDay: {
		label: label("maxDeletesPerDay"),
		kind: "number"
	},
	maxDiscountPercent: {
		label: label("maxDiscountPercent"),
		kind: "number"
	},
	maxDiscountOere: {
		label: label("maxDiscountOere"),
		kind: "money"
	},
	maxRefundOere: {
		label: label("maxRefundOere"),
		kind: "money"
	},
	maxRefundOerePerDay: {
		label: label("maxRefundOerePerDay"),
		kind: "money"
	},
	maxOrderOere: {
		label: label("maxOrderOere"),
		kind: "money"
	},
	maxOrderOerePerDay: {
		label: label("maxOrderOerePerDay"),
		kind: "money"
	},
	approval: {
		label: label("approval"),
		kind: "check"
	}
};
function set(limits) {
	let these = Object.entries(limits ?? {}).filter(([, value]) => value != null && value !== !1);
	return these.length === 0 ? null : Object.fromEntries(these);
}
function LimitFields({ value, set: change, refused, at }) {
	return a("div", {
		class: "grid",
		children: Object.entries(fields).map(([name, field]) => a(Input, {
			name,
			field,
			value: value?.[name],
			faults: refused?.faults(`${at}/${name}`),
			set: (one) => change(set({
				...value,
				[name]: one
			}))
		}, name))
	});
}
var t$7 = {
	price: ["Price agent", "changes products, prices and stock: prices by a fifth a day at most, deletes nothing"],
	support: ["Support agent", "sees orders and customers, moves and refunds orders: beyond 500 kr. it asks"],
	content: ["Content agent", "writes pages and services"],
	read: ["Read-only", "sees everything except personal data, changes nothing"],
	owner: ["Owner", "a person who may do everything that you may"]
}, hidden = new Set([
	"orders:read",
	"customer:read",
	"approvals:read",
	"audit:read"
]), made = {
	price: {
		holder: "agent",
		scopes: [
			"catalog:read",
			"categories:read",
			"products:write",
			"analytics:read"
		],
		limits: {
			maxPriceChangePercent: 20,
			maxWritesPerDay: 500,
			maxDeletesPerDay: 0
		}
	},
	support: {
		holder: "agent",
		scopes: [
			"catalog:read",
			"orders:read",
			"orders:write",
			"payments:read",
			"payments:write",
			"customer:read"
		],
		limits: {
			maxRefundOere: 5e4,
			maxRefundOerePerDay: 2e5,
			approval: !0
		}
	},
	content: {
		holder: "agent",
		scopes: [
			"catalog:read",
			"pages:read",
			"pages:write"
		],
		limits: {
			maxWritesPerDay: 200,
			maxDeletesPerDay: 5
		}
	},
	read: {
		holder: "agent",
		scopes: allScopes.filter((scope) => scope.endsWith(":read") && !hidden.has(scope)),
		limits: null
	},
	owner: {
		holder: "person",
		scopes: allScopes,
		limits: null
	}
}, presets = Object.keys(made).map((preset) => ({
	preset,
	name: t$7[preset][0],
	what: t$7[preset][1]
}));
function preselected(preset) {
	let one = made[preset];
	return {
		...one,
		name: preset === "owner" ? "" : t$7[preset][0],
		what: t$7[preset][1],
		scopes: one.scopes.filter(may)
	};
}
function isPreset(name) {
	return name !== void 0 && Object.hasOwn(made, name);
}
var t$6 = {
	holders: {
		person: "person",
		agent: "agent",
		program: "program"
	},
	active: "works",
	paused: "paused",
	expired: "expired",
	revoked: "revoked",
	never: "never",
	name: "Name",
	nameHint: "What it is for: it stands in the history with everything the key does.",
	holder: "Held by",
	holderHint: "An agent: a model decides. A program: its code decides. “Stop agents” stops both, not persons.",
	scopes: "What it may do",
	quota: "Calls in quick succession, at most",
	quotaHint: "Empty: as the service is set.",
	expires: "Stops working",
	expiresHint: "Empty: never.",
	limits: "Limits",
	limitsHint: "What a mistake may cost at most. Empty: not limited.",
	pausedField: "Paused: each of its calls is refused",
	calls: "Calls",
	errors: "Refused or failed"
};
function state(key) {
	return key.revokedAt ? t$6.revoked : key.expiresAt && Date.parse(key.expiresAt) <= Date.now() ? t$6.expired : key.pausedAt ? t$6.paused : t$6.active;
}
function inUse(key) {
	let now = state(key);
	return now === t$6.active || now === t$6.paused;
}
var t$5 = {
	title: "A new key",
	presets: "What is it for?",
	make: "Make the key",
	back: "All keys"
}, empty = {
	name: "",
	holder: "agent",
	scopes: [],
	limits: null,
	quota: null,
	expiresAt: null
};
function Create() {
	let { query } = useRoute(), write = useWrite("keys.create"), form = useForm(empty, { refused: write.refused }), [made, setMade] = d(), person = form.value.holder === "person", [chosen, setChosen] = d(), choose = (preset) => {
		setChosen(preset);
		let { what: _, ...one } = preselected(preset);
		for (let [name, value] of Object.entries(one)) form.set(name, value);
	};
	A(() => {
		isPreset(query.preset) && choose(query.preset);
	}, [query.preset]);
	let fields = {
		name: {
			label: t$6.name,
			hint: t$6.nameHint,
			required: !0,
			max: 200
		},
		holder: {
			label: t$6.holder,
			hint: t$6.holderHint,
			kind: "choice",
			choices: Object.entries(t$6.holders)
		},
		scopes: {
			label: t$6.scopes,
			own: (value, set) => a(Scopes, {
				chosen: value,
				set,
				person
			})
		},
		limits: {
			label: t$6.limits,
			hint: t$6.limitsHint,
			own: (value, set) => a(LimitFields, {
				value,
				set,
				refused: write.refused,
				at: "/limits"
			})
		},
		quota: {
			label: t$6.quota,
			hint: t$6.quotaHint,
			kind: "number",
			nullable: !0
		},
		expiresAt: {
			label: t$6.expires,
			hint: t$6.expiresHint,
			kind: "time",
			nullable: !0
		}
	}, send = async () => {
		let { name, holder, scopes, limits, quota, expiresAt } = form.value, given = person ? scopes : scopes.filter((scope) => !personal.has(scope)), done = await write.send({
			name: name.trim(),
			holder,
			scopes: given,
			...limits && { limits },
			...quota !== null && { quota },
			...expiresAt !== null && { expiresAt }
		});
		done && (form.reset(), setMade({
			key: done.answer.result,
			holder
		}));
	}, barred = needs("keys:write").title;
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("keys"),
			children: ["← ", t$5.back]
		}) }),
		a("h1", { children: t$5.title }),
		a("h2", { children: t$5.presets }),
		a("div", {
			class: "grid",
			children: presets.map((one) => a("div", {
				class: "card",
				children: [a("button", {
					type: "button",
					class: "second",
					"aria-pressed": one.preset === chosen,
					onClick: () => choose(one.preset),
					children: one.name
				}), a("p", {
					class: "hint",
					children: one.what
				})]
			}, one.preset))
		}),
		a("form", {
			"data-saves": !0,
			onSubmit: (e) => {
				e.preventDefault(), send();
			},
			children: [
				a(Fields, {
					form,
					fields
				}),
				a(ProblemNote, { refused: write.refused }),
				a("p", {
					class: "row",
					children: [a("button", {
						disabled: write.busy || barred !== void 0 || form.value.name.trim() === "" || form.value.scopes.length === 0,
						title: barred,
						children: t$5.make
					}), barred !== void 0 && a("span", {
						class: "quiet",
						children: barred
					})]
				})
			]
		}),
		made && a(NewSecret, {
			secret: made.key.secret,
			holder: made.holder,
			close: () => go(href("keys", [made.key.id]))
		})
	] });
}
var t$4 = {
	title: "What it called",
	last: "Period",
	hours: "today and yesterday, by hour",
	days: "30 days, by day",
	operation: "Operation",
	used: "Last",
	none: "No calls in this time.",
	why: "Why",
	times: "Times"
};
function KeyActivity({ id }) {
	let hourly = useRoute().query.interval === "hour", barred = needs("analytics:read").title, read = useResult("analytics.key_activity", {
		keyId: id,
		interval: hourly ? "hour" : "day",
		fromDate: dayStart(localDay(new Date()), hourly ? -1 : -29)
	}, { enabled: barred === void 0 }), did = read.data;
	return a("section", {
		"aria-labelledby": "called",
		children: [
			a("h2", {
				id: "called",
				children: t$4.title
			}),
			barred !== void 0 && a("p", {
				class: "quiet",
				children: barred
			}),
			a("form", {
				class: "bar",
				onSubmit: (e) => e.preventDefault(),
				children: a("label", { children: [t$4.last, a("select", {
					value: hourly ? "hour" : "day",
					onChange: (e) => refine({ interval: e.currentTarget.value === "hour" ? "hour" : void 0 }),
					children: [a("option", {
						value: "day",
						children: t$4.days
					}), a("option", {
						value: "hour",
						children: t$4.hours
					})]
				})] })
			}),
			a(ProblemNote, {
				refused: read.refused,
				again: read.again
			}),
			a(Loading, { shown: read.loading }),
			did && did.byOperation.length === 0 && a("p", {
				class: "quiet",
				children: t$4.none
			}),
			did && did.byOperation.length > 0 && a($, { children: [a(Chart, {
				title: t$6.calls,
				show: count,
				labels: did.buckets.map((one) => hourly ? `${dateTime(one.bucketStart)}` : localDay(one.bucketStart)),
				series: [{
					name: t$6.calls,
					kind: "bars",
					look: "main",
					values: did.buckets.map((one) => one.calls)
				}, {
					name: t$6.errors,
					kind: "bars",
					look: "bad",
					values: did.buckets.map((one) => one.errors)
				}]
			}), a("div", {
				class: "split",
				children: [a(List, {
					label: t$4.operation,
					list: listed({
						...read,
						refused: void 0,
						data: did.byOperation
					}),
					id: (one) => one.operation,
					name: (one) => one.operation,
					empty: t$4.none,
					columns: [
						{
							head: t$4.operation,
							cell: (one) => a($, { children: [
								operationName(one.operation),
								" ",
								a("code", { children: one.operation })
							] })
						},
						{
							head: t$6.calls,
							right: !0,
							cell: (one) => count(one.calls)
						},
						{
							head: t$6.errors,
							right: !0,
							cell: (one) => count(one.errors)
						},
						{
							head: t$4.used,
							cell: (one) => hourly ? time(one.lastUsedAt) : dateTime(one.lastUsedAt)
						}
					]
				}), did.byCode.length > 0 && a(List, {
					label: t$4.why,
					list: listed({
						...read,
						refused: void 0,
						data: did.byCode
					}),
					id: (one) => one.code,
					name: (one) => one.code,
					empty: t$4.none,
					columns: [{
						head: t$4.why,
						cell: (one) => a("span", {
							title: one.code,
							children: reason(one.code)
						})
					}, {
						head: t$4.times,
						right: !0,
						cell: (one) => count(one.count)
					}]
				})]
			})] })
		]
	});
}
var t$3 = {
	rotate: "New secret",
	rotateTitle: (name) => `A new secret for ${name}?`,
	hours: "Hours for which the old one still works",
	hoursHint: "0 to 168. 0: it ends at once.",
	revoke: "Revoke",
	revokeTitle: (name) => `Revoke ${name}?`,
	revokeText: "It never works again, and this cannot be undone. To stop it for a while, pause it.",
	revoked: "The key is revoked."
};
function Rotate({ of, reason }) {
	let [asks, setAsks] = d(!1), [hours, setHours] = d(24), [made, setMade] = d(), write = useWrite("keys.rotate"), act = async () => {
		let done = await write.send({
			id: of.id,
			confirm: !0,
			...typeof hours == "number" && { graceHours: hours }
		});
		done && (setAsks(!1), setMade(done.answer.result));
	};
	return a($, { children: [
		a("button", {
			type: "button",
			class: "second",
			disabled: reason !== void 0,
			title: reason,
			onClick: () => setAsks(!0),
			children: t$3.rotate
		}),
		asks && a(Confirm, {
			title: t$3.rotateTitle(of.name),
			act: t$3.rotate,
			busy: write.busy,
			close: () => setAsks(!1),
			onConfirm: () => void act(),
			children: [a(Input, {
				name: "graceHours",
				field: {
					label: t$3.hours,
					hint: t$3.hoursHint,
					kind: "number"
				},
				value: hours,
				faults: write.refused?.faults("/graceHours"),
				set: setHours
			}), a(ProblemNote, { refused: write.refused })]
		}),
		made && a(NewSecret, {
			secret: made.secret,
			holder: of.holder,
			oldUntil: dateTime(made.oldSecretUntil),
			close: () => setMade(void 0)
		})
	] });
}
function Revoke({ of, reason }) {
	let [asks, setAsks] = d(!1), write = useWrite("keys.revoke"), act = async () => {
		await write.send({
			id: of.id,
			confirm: !0
		}) && (setAsks(!1), say(t$3.revoked));
	};
	return a($, { children: [a("button", {
		type: "button",
		class: "danger",
		disabled: reason !== void 0,
		title: reason,
		onClick: () => setAsks(!0),
		children: t$3.revoke
	}), asks && a(Confirm, {
		title: t$3.revokeTitle(of.name),
		act: t$3.revoke,
		typed: of.name,
		busy: write.busy,
		close: () => setAsks(!1),
		onConfirm: () => void act(),
		children: [a("p", { children: t$3.revokeText }), a(ProblemNote, { refused: write.refused })]
	})] });
}
var t$2 = {
	title: "Undo what it did",
	since: "Since",
	act: "Undo all since then…",
	hint: "What would change is shown first."
};
function UndoSince({ id }) {
	let [since, setSince] = d(() => new Date(Math.floor(Date.now() / 6e4) * 6e4 - 36e5).toISOString());
	return !may("audit:revert") || !may("audit:read") ? null : a("section", {
		"aria-labelledby": "since",
		children: [
			a("h2", {
				id: "since",
				children: t$2.title
			}),
			a(Input, {
				name: "since",
				field: {
					label: t$2.since,
					kind: "time",
					hint: t$2.hint
				},
				value: since,
				set: setSince
			}),
			a("button", {
				type: "button",
				class: "second",
				disabled: since === "",
				onClick: () => undoFound([{
					actorPrefix: `apikey:${id}`,
					fromDate: String(since)
				}], 2e3),
				children: t$2.act
			})
		]
	});
}
var t$1 = {
	back: "All keys",
	gone: "There is no such key.",
	pause: "Pause",
	resume: "Let it work",
	paused: "The key is paused.",
	resumed: "The key works again.",
	saved: "The key is changed.",
	own: "This is the key that you are signed in with: only its name can be changed here.",
	by: "Made by",
	at: "Made",
	used: "Last used",
	old: "Old secret works until",
	may: "What it may do",
	change: "Change",
	fixed: "Scopes cannot be changed: make another key.",
	rule: "A limit is the rule: what is beyond it is refused, or asks for approval."
};
function Detail({ id }) {
	let list = useList("keys.list", { limit: 100 }), { one, gone } = useOne(list, (key) => key.id === id);
	return a($, { children: [a("p", { children: a("a", {
		href: back("keys"),
		children: ["← ", t$1.back]
	}) }), one ? a(Key, { of: one }, id) : a($, { children: [
		a("h1", { children: gone ? t$1.gone : "…" }),
		a(ProblemNote, {
			refused: list.refused,
			again: list.again
		}),
		a(Loading, { shown: list.loading })
	] })] });
}
var fieldsOf = (refused) => ({
	name: {
		label: t$6.name,
		hint: t$6.nameHint,
		required: !0,
		max: 200
	},
	holder: {
		label: t$6.holder,
		hint: t$6.holderHint,
		kind: "choice",
		choices: Object.entries(t$6.holders)
	},
	paused: {
		label: t$6.pausedField,
		kind: "check"
	},
	limits: {
		label: t$6.limits,
		hint: t$6.limitsHint,
		own: (value, set) => a(LimitFields, {
			value,
			set,
			refused,
			at: "/patch/limits"
		})
	},
	quota: {
		label: t$6.quota,
		hint: t$6.quotaHint,
		kind: "number",
		nullable: !0
	},
	expiresAt: {
		label: t$6.expires,
		hint: t$6.expiresHint,
		kind: "time",
		nullable: !0
	}
});
function Key({ of }) {
	let write = useWrite("keys.update"), fields = fieldsOf(write.refused), own = of.id === session.get()?.key.id, ended = of.revokedAt !== null, stored = {
		name: of.name,
		holder: of.holder,
		paused: of.pausedAt !== null,
		limits: set(of.limits),
		quota: of.quota,
		expiresAt: of.expiresAt
	}, save = async (changed, version, said) => {
		await write.send({
			id: of.id,
			patch: changed,
			...version !== void 0 && { expectedUpdatedAt: version }
		}) && say(said);
	}, barred = needs("keys:write").title, reason = own ? t$1.own : barred, { limit } = useRoute().query;
	return A(() => {
		limit && document.getElementsByName(limit)[0]?.focus();
	}, [limit]), a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: [
				of.name,
				" ",
				a("span", {
					class: "chip",
					children: state(of)
				})
			] }), !ended && a("span", {
				class: "row",
				children: [
					a("button", {
						type: "button",
						class: "second",
						disabled: reason !== void 0 || write.busy,
						title: reason,
						onClick: () => void save({ paused: of.pausedAt === null }, void 0, of.pausedAt === null ? t$1.paused : t$1.resumed),
						children: of.pausedAt === null ? t$1.pause : t$1.resume
					}),
					a(Rotate, {
						of,
						reason
					}),
					a(Revoke, {
						of,
						reason
					})
				]
			})]
		}),
		a("dl", {
			class: "facts",
			children: [
				a("div", { children: [a("dt", { children: t$6.holder }), a("dd", { children: t$6.holders[of.holder] })] }),
				a("div", { children: [a("dt", { children: t$1.at }), a("dd", { children: [dateTime(of.createdAt), of.createdBy !== null && a($, { children: [
					" · ",
					t$1.by,
					" ",
					a(By, { actor: of.createdBy })
				] })] })] }),
				a("div", { children: [a("dt", { children: t$1.used }), a("dd", { children: of.lastUsedAt ? dateTime(of.lastUsedAt) : t$6.never })] }),
				of.expiresAt && a("div", { children: [a("dt", { children: t$6.expires }), a("dd", { children: dateTime(of.expiresAt) })] }),
				of.previousSecretUntil && a("div", { children: [a("dt", { children: t$1.old }), a("dd", { children: dateTime(of.previousSecretUntil) })] })
			]
		}),
		a("details", { children: [
			a("summary", { children: [
				t$1.may,
				" (",
				of.scopes.length,
				")"
			] }),
			a("ul", { children: of.scopes.map((scope) => a("li", { children: [
				scopeWords[scope],
				" ",
				a("code", { children: scope })
			] }, scope)) }),
			a("p", {
				class: "hint",
				children: t$1.fixed
			})
		] }),
		!ended && of.holder !== "person" && a(Connect, {}),
		a(KeyActivity, { id: of.id }),
		ended ? null : a("section", {
			"aria-labelledby": "change",
			children: [
				a("h2", {
					id: "change",
					children: t$1.change
				}),
				own && a("p", {
					class: "note",
					children: t$1.own
				}),
				limit && a("p", {
					class: "note",
					children: t$1.rule
				}),
				a(Edit, {
					stored,
					fields: own ? { name: fields.name } : fields,
					version: of.updatedAt,
					at: "/patch",
					writing: write,
					barred,
					save: (changed, version) => void save(changed, version, t$1.saved)
				})
			]
		}),
		a(UndoSince, { id: of.id }),
		a(History, { of: { actorPrefix: `apikey:${of.id}` } })
	] });
}
var t = {
	title: "Agents and keys",
	make: "Make a key",
	show: "Show",
	inUse: "in use",
	all: "all",
	used: "Last used",
	state: "State",
	lately: "Last 14 days",
	you: "you",
	none: "No agent has a key yet.",
	noneSo: "No such key.",
	did: (calls, errors) => `${calls} calls, ${errors} refused or failed`,
	quiet: "no calls"
};
function Keys() {
	let { query } = useRoute(), { show = "" } = query, ofService = show === "" || show === "all" ? void 0 : show, list = useList("keys.list", {
		limit: 100,
		...ofService && { status: ofService }
	}), shown = show === "" && list.data ? {
		...list,
		data: list.data.filter(inUse)
	} : list;
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: t.title }), a("a", {
				class: "button",
				href: href("keys", ["new"]),
				children: t.make
			})]
		}),
		a("form", {
			class: "bar",
			onSubmit: (e) => e.preventDefault(),
			children: a("label", { children: [t.show, a("select", {
				value: show,
				onChange: (e) => refine({ show: e.currentTarget.value || void 0 }),
				children: [
					["", t.inUse],
					["active", t$6.active],
					["paused", t$6.paused],
					["expired", t$6.expired],
					["revoked", t$6.revoked],
					["all", t.all]
				].map(([value, words]) => a("option", {
					value,
					children: words
				}, value))
			})] })
		}),
		a(List, {
			label: t.title,
			list: shown,
			id: (key) => key.id,
			name: (key) => key.name,
			to: (key) => href("keys", [key.id]),
			columns: [
				{
					head: t$6.name,
					cell: (key) => a($, { children: [
						a("span", {
							"aria-hidden": "true",
							children: holderMark(key.holder)
						}),
						" ",
						key.name
					] })
				},
				{
					head: t$6.holder,
					cell: (key) => a($, { children: [t$6.holders[key.holder], key.id === session.get()?.key.id && ` (${t.you})`] })
				},
				{
					head: t.used,
					cell: (key) => key.lastUsedAt ? dateTime(key.lastUsedAt) : t$6.never
				},
				{
					head: t.lately,
					cell: (key) => a(Lately, { of: key })
				},
				{
					head: t.state,
					cell: (key) => a("span", {
						class: key.pausedAt ? "warn" : "",
						children: state(key)
					})
				}
			],
			empty: show === "" ? a($, { children: [a("p", { children: t.none }), a("p", {
				class: "row",
				children: presets.slice(0, 3).map((one) => a("a", {
					class: "button second",
					href: href("keys", ["new"], { preset: one.preset }),
					children: one.name
				}, one.preset))
			})] }) : a("p", { children: t.noneSo })
		})
	] });
}
function Lately({ of }) {
	let used = of.lastUsedAt !== null && Date.now() - Date.parse(of.lastUsedAt) < 12096e5, activity = useResult("analytics.key_activity", {
		keyId: of.id,
		interval: "day",
		fromDate: dayStart(localDay(new Date()), -13)
	}, { enabled: used && may("analytics:read") });
	if (!used) return a("span", {
		class: "quiet",
		children: t.quiet
	});
	let buckets = activity.data?.buckets;
	if (!buckets) return null;
	let sum = (what) => count(buckets.reduce((total, one) => total + one[what], 0)), words = t.did(sum("calls"), sum("errors"));
	return a("span", {
		title: words,
		children: a(Sparkline, {
			label: words,
			values: buckets.map((one) => one.calls),
			bad: buckets.map((one) => one.errors)
		})
	});
}
function KeysPage() {
	let [at] = useRoute().rest;
	return at === void 0 ? a(Keys, {}) : at === "new" ? a(Create, {}) : a(Detail, { id: at }, at);
}
export { KeysPage as default };
