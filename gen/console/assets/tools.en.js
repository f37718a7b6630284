import { f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { At as useRoute, Et as href, K as forget, M as count, Mt as useStore, Ot as refine, Q as call, U as time, Y as useList, Z as useWrite, at as may, ct as session, et as overMcp, g as operationName, jt as store, n as ProblemNote, pt as asRefused, q as leavesTrace, t as Loading, wt as back } from "./problem.en.js";
import { i as needs, o as Dialog, r as say } from "./main.en.js";
import { C as useGot, D as List, E as Input, S as listed, d as Copy, i as personal, n as Scopes } from "./parts.en.js";
import { r as faultsAt, t as SchemaForm } from "./schema-form.en.js";
import { n as curl } from "./behind.en.js";
var t$5 = {
	as: "As another key…",
	title: "Call as another key",
	what: "A key with these scopes is made for ten minutes, and revoked when you leave this page.",
	like: "Like the key",
	own: "none: choose below",
	make: "Make it",
	scopes: "What it may do",
	banner: (scopes, until) => `You call as a key with ${scopes} scopes, until ${until}.`,
	end: "End it",
	ended: "The key is revoked.",
	name: "Try a tool"
}, lent = store(void 0);
function useLent() {
	return useStore(lent);
}
async function giveBack() {
	let one = lent.get();
	one && (lent.set(void 0), await call("keys.revoke", {
		id: one.id,
		confirm: !0
	}).catch(() => void 0));
}
function AsKey() {
	let [asks, setAsks] = d(!1), one = useLent(), end = async () => {
		await giveBack(), say(t$5.ended);
	};
	return one ? a("p", {
		class: "note row",
		children: [
			a("span", { children: t$5.banner(one.scopes.length, time(one.until)) }),
			" ",
			a("button", {
				type: "button",
				class: "small",
				onClick: () => void end(),
				children: t$5.end
			})
		]
	}) : a($, { children: [a("button", {
		type: "button",
		class: "second",
		...needs("keys:write"),
		onClick: () => setAsks(!0),
		children: t$5.as
	}), asks && a(Choose, { close: () => setAsks(!1) })] });
}
function Choose({ close }) {
	let keys = useList("keys.list", {
		status: "active",
		limit: 100
	}, { enabled: may("keys:read") }), write = useWrite("keys.create"), until = T(""), [like, setLike] = d(""), [scopes, setScopes] = d([]), model = keys.data?.find((key) => key.id === like), choose = (id) => {
		setLike(id), setScopes(keys.data?.find((key) => key.id === id)?.scopes.filter(may) ?? []);
	}, make = async () => {
		Date.parse(until.current) > Date.now() + 3e5 || (until.current = new Date(Date.now() + 6e5).toISOString());
		let holder = model?.holder ?? (scopes.some((scope) => personal.has(scope)) ? "person" : "agent"), body = {
			name: t$5.name,
			holder,
			scopes: [...scopes],
			expiresAt: until.current,
			...model?.limits && { limits: model.limits }
		}, done = await write.send(body);
		if (!done) return;
		let { id, secret } = done.answer.result;
		lent.set({
			id,
			secret,
			scopes,
			until: until.current
		}), close();
	};
	return a(Dialog, {
		title: t$5.title,
		close,
		wide: !0,
		foot: a("button", {
			type: "button",
			disabled: write.busy || scopes.length === 0,
			onClick: () => void make(),
			children: t$5.make
		}),
		children: [
			a("p", { children: t$5.what }),
			keys.data && a(Input, {
				name: "like",
				field: {
					label: t$5.like,
					kind: "choice",
					choices: [["", t$5.own], ...keys.data.map((key) => [key.id, key.name])]
				},
				value: like,
				set: (id) => choose(String(id ?? ""))
			}),
			a("fieldset", { children: [a("legend", { children: t$5.scopes }), a(Scopes, {
				chosen: scopes,
				set: setScopes,
				person: model === void 0 || model.holder === "person"
			})] }),
			a(ProblemNote, {
				refused: keys.refused,
				again: keys.again
			}),
			a(ProblemNote, { refused: write.refused })
		]
	});
}
var t$4 = {
	search: "Search",
	mine: "Only what the key may call",
	tool: "Tool",
	name: "Name",
	scope: "Scope",
	kind: "Kind",
	none: "No such tool.",
	reads: "reads",
	writes: "writes",
	destroys: "removes or ends",
	restOnly: "not over MCP",
	old: "deprecated"
};
function Kinds({ of }) {
	return a($, { children: [
		a("span", {
			class: "chip",
			children: of.readOnly ? t$4.reads : of.destructive ? t$4.destroys : t$4.writes
		}),
		" ",
		of.restOnly && a("span", {
			class: "chip",
			children: t$4.restOnly
		}),
		" ",
		of.deprecated && a("span", {
			class: "chip",
			children: t$4.old
		})
	] });
}
function mayCall(of, scopes) {
	return of.anonymous || scopes.includes(of.scope);
}
function Tools() {
	let { query } = useRoute(), lent = useLent(), got = useGot("/api/v1/tools?brief=true"), q = (query.q ?? "").toLowerCase(), mine = query.mine === "yes" || lent !== void 0, scopes = lent?.scopes ?? session.get()?.key.scopes ?? [], found = got.data?.tools.filter((one) => (!mine || mayCall(one, scopes)) && [
		one.name,
		one.title,
		operationName(one.name)
	].some((text) => text.toLowerCase().includes(q)));
	return a($, { children: [a("form", {
		class: "bar",
		role: "search",
		onSubmit: (e) => e.preventDefault(),
		children: [a("label", { children: [t$4.search, a("input", {
			type: "search",
			value: query.q ?? "",
			onInput: (e) => refine({ q: e.currentTarget.value || void 0 })
		})] }), a("label", { children: [t$4.mine, a("input", {
			type: "checkbox",
			checked: mine,
			disabled: lent !== void 0,
			onChange: (e) => refine({ mine: e.currentTarget.checked ? "yes" : void 0 })
		})] })]
	}), a(List, {
		label: t$4.tool,
		list: listed({
			...got,
			data: found
		}),
		id: (one) => one.name,
		name: (one) => one.name,
		to: (one) => href("tools", [one.name]),
		empty: t$4.none,
		columns: [
			{
				head: t$4.tool,
				cell: (one) => operationName(one.name)
			},
			{
				head: t$4.name,
				cell: (one) => a("code", { children: one.name })
			},
			{
				head: t$4.scope,
				cell: (one) => a("code", { children: one.scope })
			},
			{
				head: t$4.kind,
				cell: (one) => a(Kinds, { of: one })
			}
		]
	})] });
}
var t$3 = {
	answer: "The answer",
	refused: "The refusal",
	took: (ms) => `${ms} ms`,
	size: (tokens) => `about ${tokens} tokens`,
	headers: "Headers",
	over: "over"
};
function tokens(text) {
	return count(Math.ceil(text.length / 4));
}
function AnswerShown({ came }) {
	let text = JSON.stringify(came.body, null, 2);
	return a("section", {
		"aria-labelledby": "answer",
		children: [
			a("h2", {
				id: "answer",
				children: [
					came.ok ? t$3.answer : t$3.refused,
					" ",
					a("span", {
						class: "chip",
						children: [
							came.status ?? "",
							" ",
							t$3.over,
							" ",
							came.over
						]
					})
				]
			}),
			a("p", {
				class: "quiet row",
				role: "status",
				children: [
					t$3.took(count(Math.round(came.ms))),
					" · ",
					t$3.size(tokens(JSON.stringify(came.body))),
					" ",
					a(Copy, { text })
				]
			}),
			a("pre", {
				class: "code",
				tabIndex: 0,
				children: text
			}),
			came.headers.length > 0 && a("details", { children: [a("summary", { children: t$3.headers }), a("dl", {
				class: "facts",
				children: came.headers.map(([name, value]) => a("div", { children: [a("dt", { children: a("code", { children: name }) }), a("dd", { children: value })] }, name))
			})] })
		]
	});
}
function useExamples(operation) {
	return useGot("/openapi/postman.json").data?.item.flatMap((group) => group.item).filter((one) => one.name.split(":")[0] === operation).map((one) => ({
		name: one.name.split(": ")[1] ?? operation,
		body: JSON.parse(one.request.body?.raw ?? "{}")
	})) ?? [];
}
function asMcp(mcpName, body) {
	return JSON.stringify({
		jsonrpc: "2.0",
		id: 1,
		method: "tools/call",
		params: {
			name: mcpName,
			arguments: body
		}
	}, null, 2);
}
function asTypeScript(operation, body) {
	return `import createClient from 'openapi-fetch'
import type { paths } from './shop' // npx openapi-typescript ${location.origin}/openapi/tools.json -o shop.d.ts

const shop = createClient<paths>({ baseUrl: '${location.origin}', headers: { Authorization: \`Bearer \${process.env.KEY}\` } })
const { data, error } = await shop.POST('/api/v1/tools/${operation}', {
  body: ${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")},
})`;
}
var t$2 = {
	title: "What the agent is told",
	unseen: (n) => `The key does not see this tool; it sees ${n} others.`,
	size: (one, all, n) => `about ${one} tokens; all ${n} tools that the key sees: about ${all}`
};
function Told({ of }) {
	let lent = useLent(), [state, set] = d({}), ask = async () => {
		try {
			let { result } = await overMcp("tools/list", {}, lent?.secret);
			set({ tools: result?.tools ?? [] });
		} catch (thrown) {
			set({ refused: asRefused(thrown) });
		}
	}, { tools } = state, one = tools?.find((tool) => tool.name === of.mcpName);
	return a("details", {
		onToggle: (e) => {
			e.currentTarget.open && ask();
		},
		children: [
			a("summary", { children: t$2.title }),
			a(ProblemNote, {
				refused: state.refused,
				again: () => void ask()
			}),
			tools && !one && a("p", { children: t$2.unseen(tools.length) }),
			tools && one && a($, { children: [a("p", {
				class: "quiet",
				children: t$2.size(tokens(JSON.stringify(one)), tokens(JSON.stringify(tools)), tools.length)
			}), a("pre", {
				class: "code",
				tabIndex: 0,
				children: JSON.stringify(one, null, 2)
			})] })
		]
	}, lent?.id);
}
var t$1 = {
	back: "All tools",
	callRest: "Call over REST",
	callMcp: "Call over MCP",
	real: "This is carried out for real.",
	recorded: "Looking is recorded.",
	form: "Form",
	json: "JSON",
	request: "The request",
	examples: "Examples",
	choose: "choose one",
	curl: "Copy as curl",
	mcp: "Copy as MCP",
	typescript: "Copy as TypeScript",
	lacks: (scope) => `The key lacks ${scope}: the call will be refused, and you see how.`,
	done: "Done.",
	schema: "What the answer looks like",
	how: "How to write it"
};
function ToolPage({ operation }) {
	let got = useGot(`/api/v1/tools?schema=true&name=${encodeURIComponent(operation)}`), [tool] = got.data?.tools ?? [];
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("tools"),
			children: ["← ", t$1.back]
		}) }),
		!tool && a("h1", { children: operationName(operation) }),
		a(ProblemNote, {
			refused: got.refused,
			again: got.again
		}),
		a(Loading, { shown: got.loading }),
		tool && a(Shown, { of: tool }, tool.name)
	] });
}
function Shown({ of }) {
	let lent = useLent(), examples = useExamples(of.name), [body, setBody] = d({}), [shape, setShape] = d("form"), [filled, setFilled] = d(0), [busy, setBusy] = d(!1), [came, setCame] = d(), [faults, setFaults] = d(), fill = (next) => {
		setBody(next), setFilled(filled + 1);
	}, run = async (over) => {
		setBusy(!0);
		let from = performance.now(), next = over === "MCP" ? await byMcp(of, body, lent?.secret) : await byRest(of, body, lent?.secret);
		setBusy(!1), setFaults(next.faults), setCame({
			...next.came,
			over,
			ms: performance.now() - from
		}), !of.readOnly && next.came.ok && (forget(), say(t$1.done, next.requestId));
	}, name = of.name, schema = of.inputSchema ?? {}, lacking = !mayCall(of, lent?.scopes ?? session.get()?.key.scopes ?? []);
	return a($, { children: [
		a("h1", { children: operationName(of.name) }),
		a("p", { children: [
			a("code", { children: of.name }),
			" ",
			a(Kinds, { of }),
			" ",
			a("span", {
				class: "chip",
				children: of.scope
			})
		] }),
		a("p", { children: of.description }),
		lacking && a("p", {
			class: "warn",
			children: t$1.lacks(of.scope)
		}),
		a("form", {
			onSubmit: (e) => {
				e.preventDefault(), of.readOnly && !busy && run("REST");
			},
			children: [
				a("h2", { children: t$1.request }),
				a("div", {
					class: "bar",
					children: [examples.length > 0 && a("label", { children: [t$1.examples, a("select", {
						value: "",
						onChange: (e) => {
							let one = examples[Number(e.currentTarget.value)];
							one && fill(one.body);
						},
						children: [a("option", {
							value: "",
							children: t$1.choose
						}), examples.map((one, at) => a("option", {
							value: at,
							children: one.name
						}, one.name))]
					})] }), a("label", { children: [t$1.how, a("select", {
						value: shape,
						onChange: (e) => setShape(e.currentTarget.value === "json" ? "json" : "form"),
						children: [a("option", {
							value: "form",
							children: t$1.form
						}), a("option", {
							value: "json",
							children: t$1.json
						})]
					})] })]
				}),
				shape === "form" ? a(SchemaForm, {
					schema,
					value: body,
					set: setBody,
					faults: faultsAt(faults)
				}, filled) : a(Input, {
					name: "json",
					field: {
						label: t$1.json,
						kind: "json",
						rows: 14
					},
					value: body,
					set: setBody
				}, filled),
				a("p", {
					class: "quiet",
					children: [
						!of.readOnly && t$1.real,
						" ",
						leavesTrace.has(name) && t$1.recorded
					]
				}),
				a("p", {
					class: "row",
					children: [
						a("button", {
							type: "button",
							disabled: busy,
							onClick: () => void run("REST"),
							children: t$1.callRest
						}),
						" ",
						a("button", {
							type: "button",
							class: "second",
							disabled: busy || of.restOnly,
							onClick: () => void run("MCP"),
							children: t$1.callMcp
						})
					]
				}),
				a("p", {
					class: "row",
					children: [
						a(Copy, {
							label: t$1.curl,
							text: curl({
								operation: name,
								body
							})
						}),
						" ",
						a(Copy, {
							label: t$1.mcp,
							text: asMcp(of.mcpName, body)
						}),
						" ",
						a(Copy, {
							label: t$1.typescript,
							text: asTypeScript(of.name, body)
						})
					]
				})
			]
		}),
		came && a(AnswerShown, { came }),
		a(Told, { of }),
		of.outputSchema && a("details", { children: [a("summary", { children: t$1.schema }), a("pre", {
			class: "code",
			tabIndex: 0,
			children: JSON.stringify(of.outputSchema, null, 2)
		})] })
	] });
}
async function byRest(of, body, key) {
	try {
		let done = await call(of.name, body, {
			...key !== void 0 && { key },
			...!of.readOnly && { idempotencyKey: crypto.randomUUID() }
		});
		return {
			came: {
				ok: !0,
				status: done.response.status,
				body: done.answer,
				headers: [...done.response.headers]
			},
			requestId: done.requestId
		};
	} catch (thrown) {
		let { problem } = asRefused(thrown);
		return {
			came: {
				ok: !1,
				status: problem.status,
				body: problem,
				headers: []
			},
			faults: problem.errors
		};
	}
}
async function byMcp(of, body, key) {
	try {
		let answer = await overMcp("tools/call", {
			name: of.mcpName,
			arguments: body
		}, key), { result } = answer;
		return { came: {
			ok: result !== void 0 && result.isError !== !0,
			status: void 0,
			body: answer,
			headers: []
		} };
	} catch (thrown) {
		return { came: {
			ok: !1,
			status: void 0,
			body: asRefused(thrown).problem,
			headers: []
		} };
	}
}
var t = {
	title: "Try a tool",
	what: "Everything that this console does is one of these calls, and an agent can make each of them."
};
function ToolsPage() {
	let [operation] = useRoute().rest;
	return A(() => () => void giveBack(), []), a($, { children: [
		operation === void 0 && a($, { children: [a("h1", { children: t.title }), a("p", { children: t.what })] }),
		a(AsKey, {}),
		operation === void 0 ? a(Tools, {}) : a(ToolPage, { operation }, operation)
	] });
}
export { ToolsPage as default };
