import { B as texts, P as a, V as may } from "./format.js";
var t = texts({
	people: "for persons only",
	lacks: "your key lacks it",
	groups: {
		catalogue: "Catalogue and marketing",
		orders: "Orders and customers",
		content: "Content and settings",
		control: "Control"
	},
	scopes: {
		"catalog:read": "read products",
		"categories:read": "read categories",
		"products:write": "change products, prices and stock",
		"categories:write": "change categories",
		"discounts:read": "see discount codes",
		"discounts:write": "change discount codes",
		"marketing:write": "run campaigns",
		"cart:write": "fill carts",
		"orders:read": "see orders (personal data)",
		"orders:write": "place and move orders, refund",
		"customer:read": "see customers (personal data)",
		"analytics:read": "see figures",
		"pages:read": "read drafts of pages",
		"pages:write": "change pages and services",
		"settings:read": "see settings and webhooks",
		"settings:write": "change settings and webhooks",
		"features:read": "see switches",
		"features:write": "turn switches",
		"audit:read": "read what happened",
		"audit:revert": "undo changes",
		"approvals:read": "see approvals",
		"approvals:decide": "approve or reject",
		"keys:read": "see keys",
		"keys:write": "make and stop keys"
	}
}, {
	people: "kun til personer",
	lacks: "din nøgle mangler det",
	groups: {
		catalogue: "Katalog og markedsføring",
		orders: "Ordrer og kunder",
		content: "Indhold og indstillinger",
		control: "Kontrol"
	},
	scopes: {
		"catalog:read": "læse varer",
		"categories:read": "læse kategorier",
		"products:write": "ændre varer, priser og lager",
		"categories:write": "ændre kategorier",
		"discounts:read": "se rabatkoder",
		"discounts:write": "ændre rabatkoder",
		"marketing:write": "køre kampagner",
		"cart:write": "fylde kurve",
		"orders:read": "se ordrer (personoplysninger)",
		"orders:write": "afgive og flytte ordrer, refundere",
		"customer:read": "se kunder (personoplysninger)",
		"analytics:read": "se tal",
		"pages:read": "læse kladder af sider",
		"pages:write": "ændre sider og ydelser",
		"settings:read": "se indstillinger og webhooks",
		"settings:write": "ændre indstillinger og webhooks",
		"features:read": "se kontakter",
		"features:write": "dreje kontakter",
		"audit:read": "læse, hvad der skete",
		"audit:revert": "fortryde ændringer",
		"approvals:read": "se godkendelser",
		"approvals:decide": "godkende eller afvise",
		"keys:read": "se nøgler",
		"keys:write": "lave og stoppe nøgler"
	}
}), scopeWords = t.scopes, allScopes = Object.keys(t.scopes), personal = new Set(["keys:write", "approvals:decide"]), begins = {
	catalogue: "catalog:read",
	orders: "cart:write",
	content: "pages:read",
	control: "audit:read"
};
function Scopes({ chosen, set, person }) {
	let starts = Object.entries(begins);
	return a("div", {
		class: "grid",
		children: starts.map(([group, first], at) => {
			let next = starts[at + 1]?.[1], of = allScopes.slice(allScopes.indexOf(first), next === void 0 ? void 0 : allScopes.indexOf(next));
			return a("fieldset", { children: [a("legend", { children: t.groups[group] }), of.map((scope) => {
				let barred = may(scope) ? personal.has(scope) && !person ? t.people : void 0 : t.lacks, id = `scope-${scope}`;
				return a("div", {
					class: "field check",
					children: [a("input", {
						id,
						type: "checkbox",
						disabled: barred !== void 0,
						checked: chosen.includes(scope),
						onChange: (e) => set(e.currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
					}), a("label", {
						for: id,
						children: [
							t.scopes[scope],
							" ",
							a("span", {
								class: "quiet",
								children: barred ?? scope
							})
						]
					})]
				}, scope);
			})] }, group);
		})
	});
}
export { scopeWords as i, allScopes as n, personal as r, Scopes as t };
