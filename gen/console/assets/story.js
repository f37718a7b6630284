import { F as texts, K as pointer, T as money, j as operations, v as a, x as dateTime, y as count } from "./answers.js";
var t = texts({
	refused: (what) => `was refused: ${what}`,
	failed: (what) => `failed: ${what}`,
	thing: "something",
	signedIn: "signed in to the console",
	none: "none",
	yes: "yes",
	no: "no",
	created: "created",
	deleted: "deleted",
	fields: {
		priceDkk: "price",
		priceOere: "price",
		stock: "stock",
		name: "name",
		title: "title",
		status: "status",
		description: "description",
		images: "pictures",
		body: "text",
		layout: "layout",
		featured: "featured",
		brand: "brand",
		categoryId: "category",
		trackingNumber: "tracking number",
		carrier: "carrier",
		discountValue: "discount",
		active: "active",
		enabled: "on",
		announcement: "announcement",
		amountOere: "amount",
		refundedOere: "refunded",
		validUntil: "valid until",
		paused: "paused",
		limits: "limits",
		deletedAt: "deleted"
	},
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
	thing: "noget",
	signedIn: "loggede ind i konsollen",
	none: "ingen",
	yes: "ja",
	no: "nej",
	created: "oprettet",
	deleted: "slettet",
	fields: {
		priceDkk: "pris",
		priceOere: "pris",
		stock: "lager",
		name: "navn",
		title: "titel",
		status: "status",
		description: "beskrivelse",
		images: "billeder",
		body: "tekst",
		layout: "layout",
		featured: "fremhævet",
		brand: "mærke",
		categoryId: "kategori",
		trackingNumber: "sporingsnummer",
		carrier: "transportør",
		discountValue: "rabat",
		active: "aktiv",
		enabled: "til",
		announcement: "meddelelse",
		amountOere: "beløb",
		refundedOere: "refunderet",
		validUntil: "gælder til",
		paused: "på pause",
		limits: "grænser",
		deletedAt: "slettet"
	},
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
function done(entry) {
	if (entry.tool === "system.sign_in") return t.signedIn;
	let [name, past] = operations[entry.tool] ?? [entry.tool];
	return entry.outcome === "denied" ? t.refused(name) : entry.outcome === "failure" ? t.failed(name) : (past ?? name).replace("{}", entry.entityLabel ?? entry.entityId ?? t.thing).trim();
}
function fieldName(path) {
	let parts = pointer(path), last = parts.at(-1) ?? "";
	return t.fields[last] ?? parts.map((part) => t.fields[part] ?? part).join(" › ");
}
function shownValue(path, value) {
	return value == null || value === "" ? t.none : typeof value == "boolean" ? value ? t.yes : t.no : typeof value == "number" ? /(Oere|Dkk)$/.test(path) ? money(value) : count(value) : typeof value == "string" ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dateTime(value) : value : JSON.stringify(value);
}
function Changes({ entry }) {
	if (/\.(create|sign_in)$/.test(entry.tool)) return null;
	let changes = entry.changes ?? [], shown = changes.filter((change) => short(change.previousValue) && short(change.nextValue)).slice(0, 3), others = Math.max(entry.changedFields?.length ?? 0, changes.length) - shown.length;
	if (shown.length === 0) {
		let names = entry.changedFields?.slice(0, 4).map(fieldName) ?? [];
		return names.length > 0 ? a("span", {
			class: "changes",
			children: names.join(", ")
		}) : null;
	}
	return a("span", {
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
	return a("div", {
		class: "table",
		role: "region",
		"aria-label": `${t.before} · ${t.after}`,
		tabIndex: 0,
		children: a("table", {
			class: "diff",
			children: [a("thead", { children: a("tr", { children: [
				a("th", {
					scope: "col",
					children: t.field
				}),
				a("th", {
					scope: "col",
					children: t.before
				}),
				a("th", {
					scope: "col",
					children: t.after
				})
			] }) }), a("tbody", { children: changes.map((change) => a("tr", { children: [
				a("th", {
					scope: "row",
					children: fieldName(change.path)
				}),
				a("td", {
					"data-label": t.before,
					children: a("del", { children: shownValue(change.path, change.previousValue) })
				}),
				a("td", {
					"data-label": t.after,
					children: a("ins", { children: shownValue(change.path, change.nextValue) })
				})
			] }, change.path)) })]
		})
	});
}
export { fieldName as a, shownValue as c, done as i, ChangeTable as n, holderMark as o, Changes as r, operationName as s, Actor as t };
