import { N as s, O as Loading, W as texts, bt as w, k as ProblemNote, ot as href, r as dateTime, y as useResult } from "./format.js";
import { O as ChangeTable } from "./parts.js";
import { c as follows } from "./story.js";
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
	return entry ? s(w, { children: [
		entry.changes.length > 0 && s(ChangeTable, { changes: entry.changes.filter(({ path }) => !follows(path)) }),
		entry.notRevertibleReason && entry.outcome === "success" && !entry.revertedAt && s("p", {
			class: "note",
			children: [
				s("strong", { children: t.why }),
				" ",
				entry.notRevertibleReason
			]
		}),
		entry.notShownReason && s("p", {
			class: "quiet",
			children: entry.notShownReason
		}),
		s("details", { children: [s("summary", { children: t.sent }), s("pre", {
			class: "code",
			tabIndex: 0,
			children: [
				entry.tool,
				" ",
				JSON.stringify(entry.args, null, 2)
			]
		})] }),
		s("p", {
			class: "quiet",
			children: [
				dateTime(entry.at),
				" ",
				entry.sessionId ? t.console : t.ways[entry.channel] ?? entry.channel,
				entry.ip && s(w, { children: [
					", ",
					t.from,
					" ",
					entry.ip
				] }),
				" · ",
				t.request,
				" ",
				s("code", { children: entry.requestId })
			]
		}),
		s("p", {
			class: "row",
			children: [
				s("a", {
					href: href("activity", [], {
						requestId: entry.requestId,
						kinds: "change,refusal,access"
					}),
					children: t.call
				}),
				s("a", {
					href: href("activity", [], { actorPrefix: entry.actor }),
					children: t.actor
				}),
				entry.entityId && s("a", {
					href: href("activity", [], {
						entityType: entry.entityType ?? void 0,
						entityId: entry.entityId
					}),
					children: t.thing
				})
			]
		})
	] }) : got.refused ? s(ProblemNote, {
		refused: got.refused,
		again: got.again
	}) : s(Loading, {});
}
export { Details };
