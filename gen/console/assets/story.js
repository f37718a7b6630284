import { F as operations, I as reasons, L as refusals, N as fields, R as statuses, U as texts, W as may, at as href, c as money, et as pointer, l as orderNumber, q as session, r as dateTime, t as count, v as useList, z as things } from "./format.js";
import { c as openUndo, r as changedNothing } from "./asked.js";
import { a, f as $ } from "./packages.js";
var t = texts({
	refused: (what) => `was refused: ${what}`,
	failed: (what) => `tried to ${what}`,
	signedIn: "signed in to the console",
	none: "none",
	yes: "yes",
	no: "no",
	order: (number) => `order ${number}`,
	more: (n) => `and ${n} more`,
	also: (names) => `also ${names}`,
	holders: {
		agent: "agent",
		person: "person",
		program: "program"
	},
	you: "you",
	key: "a key",
	undo: "Undo",
	redo: "Redo",
	undone: "undone",
	same: "nothing changed",
	redone: "undone, and done again",
	partly: (names) => `partly undone: ${names}`,
	line: "the command line",
	gone: "no such thing"
}, {
	refused: (what) => `fik nej til at ${what}`,
	failed: (what) => `forsøgte at ${what}`,
	signedIn: "loggede ind i konsollen",
	none: "ingen",
	yes: "ja",
	no: "nej",
	order: (number) => `ordre ${number}`,
	more: (n) => `og ${n} til`,
	also: (names) => `også ${names}`,
	holders: {
		agent: "agent",
		person: "person",
		program: "program"
	},
	you: "dig",
	key: "en nøgle",
	undo: "Fortryd",
	redo: "Gentag",
	undone: "fortrudt",
	same: "intet ændret",
	redone: "fortrudt og gentaget",
	partly: (names) => `delvist fortrudt: ${names}`,
	line: "kommandolinjen",
	gone: "findes ikke"
});
function operationName(operation) {
	return operations[operation]?.[0] ?? operation;
}
function holderMark(holder) {
	return holder === "agent" ? "⚙" : holder === "person" ? "☺" : "▸";
}
function Actor({ entry }) {
	return a("span", {
		class: "actor",
		children: [
			a("span", {
				"aria-hidden": "true",
				children: holderMark(entry.holder)
			}),
			" ",
			entry.actorName ?? entry.actor,
			entry.holder && a("span", {
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
function useKeys() {
	return useList("keys.list", { limit: 100 }, { enabled: may("keys:read") }).data ?? [];
}
function By({ actor }) {
	let keys = useKeys();
	if (!actor.startsWith("apikey:")) return a($, { children: actor.replace(/^\w+:/, "") });
	let id = actor.slice(7);
	return a("a", {
		href: href("keys", [id]),
		children: id === session.get()?.key.id ? t.you : keys.find((key) => key.id === id)?.name ?? t.key
	});
}
function thing({ tool, entityType, entityId, entityLabel }) {
	if (entityType === "approval") return operationName(entityLabel ?? "");
	let name = things[entityId ?? ""] ?? entityLabel ?? things[entityType ?? ""];
	if (name !== void 0) return name;
	let number = orderNumber(entityId ?? "");
	return entityType === "order" && tool.startsWith("audit.") ? t.order(number) : number;
}
function done(entry) {
	if (entry.tool === "system.sign_in") return t.signedIn;
	let tool = entry.tool.replace(/^cli\./, ""), [name, past] = operations[tool] ?? [tool];
	return entry.outcome === "denied" ? t.refused(name) : entry.outcome === "failure" ? t.failed(name) : (past ?? name).replace("{}", () => thing(entry));
}
function reason(code) {
	return reasons[code] ?? refusals[code] ?? (code.endsWith("_not_found") ? t.gone : code);
}
function fieldName(path) {
	let parts = pointer(path).filter((part) => !/^(\d+|[\da-f-]{36})$/.test(part)), name = parts.at(-1) ?? "";
	return [parts.join("/"), name].map((one) => Object.hasOwn(fields, one) ? fields[one] : void 0).find((words) => words !== void 0) ?? spelt(name);
}
function spelt(name) {
	return name.replace(/(Oere|Dkk|Id|Slug)$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
function fieldNames(paths) {
	return [...new Set(paths.map(fieldName))].join(", ");
}
function follows(path) {
	return /^\/(id|createdAt|updatedAt|paidAt|refundedAt|stage|hasLayout|imageDetails|noteId|notes|category\/(slug|description))$/.test(path);
}
function shownValue(path, value) {
	return value == null || value === "" ? t.none : typeof value == "boolean" ? value ? t.yes : t.no : typeof value == "number" ? /(Oere|Dkk)(PerDay)?$/.test(path) ? money(value) : count(value) : typeof value == "string" ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dateTime(value) : path.endsWith("/status") ? statuses[value] ?? value : path === "/holder" ? t.holders[value] ?? value : value : Array.isArray(value) && value.every((one) => typeof one == "string") ? value.join(", ") : JSON.stringify(value);
}
function Changes({ entry }) {
	if (/[._](create|delete|sign_in|create_campaign)$/.test(entry.tool) || entry.changedFields?.includes("/createdAt")) return null;
	let shown = (entry.changes?.filter(({ path }) => !follows(path)) ?? []).filter((change) => short(change.previousValue) && short(change.nextValue)).slice(0, 3), others = entry.changedFields?.filter((path) => !follows(path) && !shown.some((one) => one.path === path)) ?? [];
	return shown.length === 0 ? others.length > 0 ? a("span", {
		class: "changes",
		children: fieldNames(others.slice(0, 4))
	}) : null : a("span", {
		class: "changes",
		children: [shown.map((change) => a("span", { children: [
			fieldName(change.path),
			" ",
			a("del", { children: shownValue(change.path, change.previousValue) }),
			" → ",
			a("ins", {
				class: big(change) ? "warn" : "",
				children: shownValue(change.path, change.nextValue)
			}),
			" "
		] }, change.path)), others.length > 3 ? t.more(count(others.length)) : others.length > 0 && t.also(fieldNames(others))]
	});
}
function short(value) {
	return typeof value != "object" && String(value).length <= 60 || value === null;
}
function big({ path, previousValue: a, nextValue: b }) {
	return /(Oere|Dkk)$/.test(path) && typeof a == "number" && typeof b == "number" && Math.abs(b - a) * 2 > a;
}
function UndoButton({ entry }) {
	return entry.revertedAt ? a(Undone, { entry }) : entry.revertible && changedNothing(entry) ? a("span", {
		class: "quiet",
		children: t.same
	}) : !entry.revertible || !may("audit:revert") ? null : a("button", {
		type: "button",
		class: "small",
		"data-undo": !0,
		onClick: () => openUndo([entry]),
		children: entry.revertOf ? t.redo : t.undo
	});
}
function Undone({ entry }) {
	let by = useList("audit.list", {
		kinds: ["change"],
		toolPrefix: "audit.revert",
		limit: 200
	}).data?.find((one) => one.revertOf === entry.id), back = by?.changedFields, partly = back !== void 0 && entry.changedFields?.some((path) => !follows(path) && !back.includes(path));
	return a("span", {
		class: "quiet",
		children: by?.revertedAt ? t.redone : partly ? t.partly(fieldNames(back)) : t.undone
	});
}
export { done as a, follows as c, reason as d, shownValue as f, UndoButton as i, holderMark as l, By as n, fieldName as o, useKeys as p, Changes as r, fieldNames as s, Actor as t, operationName as u };
