import { N as dateTime, Ot as href, Y as useResult, n as ProblemNote, p as follows, t as Loading, xt as texts } from "./problem.js";
import { O as ChangeTable } from "./parts.js";
import { f as $, t as a } from "./packages.js";
var t = texts({
	call: "All of this call",
	actor: "All by this key",
	thing: "All about this",
	sent: "What was sent",
	from: "from",
	request: "Request",
	why: "Why not undo?",
	ways: {
		rest: "over the API",
		mcp: "over MCP",
		cli: "on the command line",
		system: "by itself"
	},
	console: "in the console"
}, {
	call: "Alt fra dette kald",
	actor: "Alt fra denne nøgle",
	thing: "Alt om dette",
	sent: "Hvad der blev sendt",
	from: "fra",
	request: "Kald",
	why: "Hvorfor ikke fortryde?",
	ways: {
		rest: "over API'et",
		mcp: "over MCP",
		cli: "på kommandolinjen",
		system: "af sig selv"
	},
	console: "i konsollen"
});
function Details({ id }) {
	let got = useResult("audit.get", { auditLogId: id }), entry = got.data;
	return entry ? a($, { children: [
		entry.changes.length > 0 && a(ChangeTable, { changes: entry.changes.filter(({ path }) => !follows(path)) }),
		entry.notRevertibleReason && entry.outcome === "success" && !entry.revertedAt && a("p", {
			class: "note",
			children: [
				a("strong", { children: t.why }),
				" ",
				entry.notRevertibleReason
			]
		}),
		entry.notShownReason && a("p", {
			class: "quiet",
			children: entry.notShownReason
		}),
		a("details", { children: [a("summary", { children: t.sent }), a("pre", {
			class: "code",
			tabIndex: 0,
			children: [
				entry.tool,
				" ",
				JSON.stringify(entry.args, null, 2)
			]
		})] }),
		a("p", {
			class: "quiet",
			children: [
				dateTime(entry.at),
				" ",
				entry.sessionId ? t.console : t.ways[entry.channel] ?? entry.channel,
				entry.ip && a($, { children: [
					", ",
					t.from,
					" ",
					entry.ip
				] }),
				" · ",
				t.request,
				" ",
				a("code", { children: entry.requestId })
			]
		}),
		a("p", {
			class: "row",
			children: [
				a("a", {
					href: href("activity", [], {
						requestId: entry.requestId,
						kinds: "change,refusal,access"
					}),
					children: t.call
				}),
				a("a", {
					href: href("activity", [], { actorPrefix: entry.actor }),
					children: t.actor
				}),
				entry.entityId && a("a", {
					href: href("activity", [], {
						entityType: entry.entityType ?? void 0,
						entityId: entry.entityId
					}),
					children: t.thing
				})
			]
		})
	] }) : got.refused ? a(ProblemNote, {
		refused: got.refused,
		again: got.again
	}) : a(Loading, {});
}
export { Details };
