import { Et as href, P as dateTime, X as useResult, at as may, d as fieldName, n as ProblemNote, p as follows, t as Loading, v as shownValue, vt as whyNot } from "./problem.en.js";
import { A as ChangeTable } from "./parts.en.js";
import { f as $, t as a } from "./packages.js";
var t = {
	call: "All of this call",
	actor: "All by this key",
	thing: "All about this",
	sent: "What was sent",
	from: "from",
	request: "Request",
	why: "Why not undo?",
	rule: "Make a rule of this",
	ways: {
		rest: "over the API",
		mcp: "over MCP",
		cli: "on the command line",
		system: "by itself"
	},
	console: "in the console"
};
function Details({ id }) {
	let got = useResult("audit.get", { auditLogId: id }), entry = got.data;
	if (!entry) return got.refused ? a(ProblemNote, {
		refused: got.refused,
		again: got.again
	}) : a(Loading, {});
	let rule = ruleOf(entry);
	return a($, { children: [
		entry.changes.length > 0 && a(ChangeTable, {
			of: entry.entityType,
			changes: entry.changes.filter(({ path }) => !follows(path))
		}),
		entry.notRevertibleReason && entry.outcome === "success" && !entry.revertedAt && a("p", {
			class: "note",
			children: [
				a("strong", { children: t.why }),
				" ",
				whyNot(entry.tool)
			]
		}),
		entry.notShownReason && a("p", {
			class: "quiet",
			children: entry.notShownReason
		}),
		entry.outcome !== "success" && a("dl", {
			class: "facts",
			children: asked(entry.args).map(([name, value]) => a("div", { children: [a("dt", { children: fieldName(`/${name}`) }), a("dd", { children: shownValue(`/${name}`, value) })] }, name))
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
				}),
				rule && a("a", {
					href: rule,
					children: t.rule
				})
			]
		})
	] });
}
function asked(args) {
	return Object.entries({
		...args,
		...args?.patch
	}).filter(([name, value]) => typeof value != "object" && name !== "confirm");
}
function ruleOf({ actor, holder, tool, changes }) {
	if (!actor.startsWith("apikey:") || holder === "person" || !may("keys:write")) return;
	let limit = /^(orders|payments)\.refund$/.test(tool) ? "maxRefundOere" : /^(orders|payments)\.create$/.test(tool) ? "maxOrderOere" : tool.endsWith(".delete") ? "maxDeletesPerDay" : /^(discounts|marketing)/.test(tool) ? "maxDiscountPercent" : changes.some(({ path }) => /\/price(Dkk|Oere)$/.test(path)) ? "maxPriceChangePercent" : "maxWritesPerDay";
	return href("keys", [actor.slice(7)], { limit });
}
export { Details };
