import { A as fields, L as texts, M as operations, N as things, T as money, v as s, x as dateTime, y as count } from "./answers.js";
function same(a, b) {
	if (Object.is(a, b)) return !0;
	if (typeof a != "object" || typeof b != "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return !1;
	let left = Object.entries(a);
	return left.length === Object.keys(b).length && left.every(([name, value]) => name in b && same(value, b[name]));
}
function changes(before, draft) {
	let out = {};
	for (let name of Object.keys(draft)) same(draft[name], before[name]) || (out[name] = draft[name]);
	return out;
}
function pointer(text) {
	return text.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function under(text, at) {
	return text === at || text.startsWith(`${at}/`);
}
var t = texts({
	refused: (what) => `was refused: ${what}`,
	failed: (what) => `failed: ${what}`,
	order: (number) => `order ${number}`,
	signedIn: "signed in to the console",
	none: "none",
	yes: "yes",
	no: "no",
	more: (n) => `and ${n} more`,
	field: "Field",
	before: "Before",
	after: "After",
	holders: {
		agent: "agent",
		person: "person",
		program: "program"
	}
}, {
	refused: (what) => `fik nej til at ${what}`,
	failed: (what) => `mislykkedes: ${what}`,
	order: (number) => `ordre ${number}`,
	signedIn: "loggede ind i konsollen",
	none: "ingen",
	yes: "ja",
	no: "nej",
	more: (n) => `og ${n} til`,
	field: "Felt",
	before: "Før",
	after: "Efter",
	holders: {
		agent: "agent",
		person: "person",
		program: "program"
	}
});
function operationName(operation) {
	return operations[operation]?.[0] ?? operation;
}
function holderMark(holder) {
	return holder === "agent" ? "⚙" : holder === "person" ? "☺" : "▸";
}
function Actor({ entry }) {
	return s("span", {
		class: "actor",
		children: [
			s("span", {
				"aria-hidden": "true",
				children: holderMark(entry.holder)
			}),
			" ",
			entry.actorName ?? entry.actor,
			entry.holder && s("span", {
				class: "unseen",
				children: [
					" (",
					t.holders[entry.holder],
					")"
				]
			})
		]
	});
}
function done(entry) {
	if (entry.tool === "system.sign_in") return t.signedIn;
	let [name, past] = operations[entry.tool] ?? [entry.tool];
	return entry.outcome === "denied" ? t.refused(name) : entry.outcome === "failure" ? t.failed(name) : (past ?? name).replace("{}", () => thing(entry));
}
function thing({ tool, entityType, entityId, entityLabel }) {
	if (entityType === "approval") return operationName(entityLabel ?? "");
	let name = things[entityId ?? ""] ?? entityLabel ?? things[entityType ?? ""];
	if (name !== void 0) return name;
	let number = (entityId ?? "").slice(-6);
	return entityType === "order" && tool.startsWith("audit.") ? t.order(number) : number;
}
function fieldName(path) {
	let name = pointer(path).findLast((part) => !/^(\d+|[0-9a-f-]{36})$/.test(part)) ?? "";
	return Object.hasOwn(fields, name) ? fields[name] ?? "" : spelt(name);
}
function spelt(name) {
	return name.replace(/(Oere|Dkk|Id|Slug)$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
function shownValue(path, value) {
	return value == null || value === "" ? t.none : typeof value == "boolean" ? value ? t.yes : t.no : typeof value == "number" ? /(Oere|Dkk)$/.test(path) ? money(value) : count(value) : typeof value == "string" ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dateTime(value) : value : JSON.stringify(value);
}
function Changes({ entry }) {
	if (/\.(create|sign_in)$/.test(entry.tool)) return null;
	let changes = entry.changes ?? [], shown = changes.filter((change) => short(change.previousValue) && short(change.nextValue)).slice(0, 3), others = Math.max(entry.changedFields?.length ?? 0, changes.length) - shown.length;
	if (shown.length === 0) {
		let names = entry.changedFields?.slice(0, 4).map(fieldName) ?? [];
		return names.length > 0 ? s("span", {
			class: "changes",
			children: names.join(", ")
		}) : null;
	}
	return s("span", {
		class: "changes",
		children: [shown.map((change) => s("span", { children: [
			fieldName(change.path),
			" ",
			s("del", { children: shownValue(change.path, change.previousValue) }),
			" → ",
			s("ins", {
				class: big(change) ? "warn" : "",
				children: shownValue(change.path, change.nextValue)
			}),
			" "
		] }, change.path)), others > 0 && t.more(count(others))]
	});
}
function short(value) {
	return typeof value != "object" && String(value).length <= 60 || value === null;
}
function big({ path, previousValue: a, nextValue: b }) {
	return /(Oere|Dkk)$/.test(path) && typeof a == "number" && typeof b == "number" && Math.abs(b - a) * 2 > a;
}
function ChangeTable({ changes }) {
	return s("div", {
		class: "table",
		role: "region",
		"aria-label": `${t.before} · ${t.after}`,
		tabIndex: 0,
		children: s("table", {
			class: "diff",
			children: [s("thead", { children: s("tr", { children: [
				s("th", {
					scope: "col",
					children: t.field
				}),
				s("th", {
					scope: "col",
					children: t.before
				}),
				s("th", {
					scope: "col",
					children: t.after
				})
			] }) }), s("tbody", { children: changes.map((change) => s("tr", { children: [
				s("th", {
					scope: "row",
					children: fieldName(change.path)
				}),
				s("td", {
					"data-label": t.before,
					children: s("del", { children: shownValue(change.path, change.previousValue) })
				}),
				s("td", {
					"data-label": t.after,
					children: s("ins", { children: shownValue(change.path, change.nextValue) })
				})
			] }, change.path)) })]
		})
	});
}
export { fieldName as a, shownValue as c, under as d, done as i, changes as l, ChangeTable as n, holderMark as o, Changes as r, operationName as s, Actor as t, same as u };
