import { d as w, f as $, l as T, t as a } from "./packages.js";
import { Ct as under, mt as faultWords } from "./problem.da.js";
import { E as Input } from "./parts.da.js";
function expanded(schema, defs = schema.$defs ?? {}, within = []) {
	let { $ref, $defs: _, ...own } = schema;
	if ($ref !== void 0) {
		let name = $ref.split("/").pop() ?? "", to = defs[name];
		return to === void 0 || within.includes(name) ? own : {
			...expanded(to, defs, [...within, name]),
			...own
		};
	}
	let inside = (one) => expanded(one, defs, within);
	return {
		...own,
		...own.properties && { properties: Object.fromEntries(Object.entries(own.properties).map(([name, one]) => [name, inside(one)])) },
		...own.items && { items: inside(own.items) }
	};
}
function nullable(schema) {
	return Array.isArray(schema.type) ? schema.type.includes("null") : schema.enum?.includes(null) ?? !1;
}
function filled(schema) {
	return {
		...schema,
		...Array.isArray(schema.type) && { type: schema.type.filter((one) => one !== "null") },
		...schema.enum && { enum: schema.enum.filter((one) => one !== null) }
	};
}
function kindOf(schema, name = "") {
	let { type, enum: choices } = filled(schema), [only, other] = Array.isArray(type) ? type : [type];
	if (choices && choices.length > 0 && choices.every((one) => typeof one != "object")) return "choice";
	if (other !== void 0) return "json";
	switch (only) {
		case "string": return textOf(schema);
		case "integer": return schema["x-unit"] === "ore" || /(Oere|Dkk)$/.test(name) ? "money" : "number";
		case "boolean": return "check";
		case "object": return schema.properties && !schema.additionalProperties ? "object" : "json";
		case "array": return schema.items ? [
			"text",
			"code",
			"url",
			"email"
		].includes(kindOf(schema.items)) ? "list" : "array" : "json";
		default: return "json";
	}
}
function textOf(schema) {
	return schema["x-text"] === "lines" ? "lines" : schema["x-text"] === "code" ? "code" : schema.format === "uri" ? "url" : schema.format === "email" ? "email" : (schema.maxLength ?? 0) >= 1e3 && schema.format === void 0 && schema.pattern === void 0 ? "lines" : "text";
}
function shownAs(schema, value, name = "") {
	let kind = kindOf(schema, name);
	if (value == null || fits(kind, schema, value)) return kind;
	let other = kind === "list" ? "array" : typeof value == "string" ? "lines" : "json";
	return kind !== "choice" && fits(other, schema, value) ? other : "json";
}
function fits(kind, schema, value) {
	switch (kind) {
		case "object": return isObject(value) && Object.keys(value).every((name) => Object.hasOwn(schema.properties ?? {}, name));
		case "array": return Array.isArray(value);
		case "list": return Array.isArray(value) && value.every((one) => typeof one == "string" && !/[\r\n]/.test(one));
		case "choice": return schema.enum?.includes(value) ?? !1;
		case "lines": return typeof value == "string";
		case "money":
		case "number": return Number.isSafeInteger(value);
		case "check": return typeof value == "boolean";
		case "json": return !0;
		default: return typeof value == "string" && !/[\r\n]/.test(value);
	}
}
function isObject(value) {
	return typeof value == "object" && !!value && !Array.isArray(value);
}
function blank(schema, defs = schema.$defs) {
	let whole = expanded(schema, defs);
	if (whole.default !== void 0) return whole.default;
	if (nullable(whole)) return null;
	switch (kindOf(whole)) {
		case "object": return Object.fromEntries((whole.required ?? []).map((name) => [name, blank(whole.properties?.[name] ?? {})]));
		case "array":
		case "list": return (whole.minItems ?? 0) > 0 && whole.items ? [blank(whole.items)] : [];
		case "choice": return whole.enum?.[0];
		case "money":
		case "number": return Math.max(whole.minimum ?? 0, 0);
		case "check": return !1;
		case "json": return whole.type === "object" ? {} : whole.type === "array" ? [] : null;
		default: return "";
	}
}
function withField(value, name, next) {
	let { [name]: _, ...others } = isObject(value) ? value : {};
	return next === void 0 ? others : isObject(value) && name in value ? {
		...value,
		[name]: next
	} : {
		...others,
		[name]: next
	};
}
function faultsAt(errors, at = "") {
	return (pointer, deep = !1) => (errors ?? []).filter((one) => deep ? under(one.pointer, at + pointer) : one.pointer === at + pointer).map((one) => faultWords(one.detail));
}
var t = {
	add: "Tilføj",
	remove: "Fjern",
	up: "Flyt op",
	down: "Flyt ned",
	none: "Sæt til null",
	isNull: "null: det ryddes.",
	write: "Skriv en værdi",
	yes: "ja",
	no: "nej"
};
function SchemaForm({ schema, value, set, faults = () => [], words = {}, own = {} }) {
	let whole = w(() => expanded(schema), [schema]);
	if (shownAs(whole, value) === "object") {
		let said = faults("");
		return a($, { children: [said.length > 0 && a("p", {
			class: "fault",
			children: said.join(" ")
		}), a(ObjectFields, {
			schema: whole,
			value,
			set,
			at: "",
			faults,
			words,
			own
		})] });
	}
	return a(Node, {
		name: "",
		schema: whole,
		value,
		set,
		required: !0,
		at: "",
		faults,
		words,
		own
	});
}
var large = [
	"object",
	"array",
	"list",
	"json"
];
function ObjectFields({ schema, value, set, at, ...shared }) {
	let fields = inOrder(schema, shared.words), held = isObject(value) ? value : {}, latest = T(held);
	latest.current = held;
	let put = (name, next) => {
		latest.current = withField(latest.current, name, next), set(latest.current);
	}, needed = new Set(schema.required), away = fields.filter(([name, one]) => held[name] === void 0 && !needed.has(name) && large.includes(shownAs(one, void 0, name))), shown = fields.filter(([name]) => !away.some(([other]) => other === name));
	return a($, { children: [shown.map(([name, one]) => a(Node, {
		...shared,
		name,
		schema: one,
		value: held[name],
		required: needed.has(name),
		at: `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
		set: (next) => put(name, next)
	}, name)), away.length > 0 && a("p", {
		class: "row",
		children: away.map(([name, one]) => a("button", {
			type: "button",
			class: "small",
			title: one.description,
			onClick: () => put(name, blank(filled(one))),
			children: [
				t.add,
				": ",
				shared.words[name] ?? name
			]
		}, name))
	})] });
}
function inOrder({ properties = {}, required = [] }, words) {
	let places = [...Object.keys(words), ...required], placeOf = (name) => places.indexOf(name) + 1 || places.length + 1;
	return Object.entries(properties).sort(([a], [b]) => placeOf(a) - placeOf(b));
}
function Node(props) {
	let { name, schema, value, set, at, required, faults, words, own } = props, label = props.label ?? `${words[name] ?? name}${required ? " *" : ""}`, kind = shownAs(schema, value, name), mayBeNull = nullable(schema);
	if (value === null && mayBeNull && large.includes(kind)) return a(Group, {
		of: props,
		label,
		children: a("p", {
			class: "row",
			children: [a("span", {
				class: "quiet",
				children: t.isNull
			}), a("button", {
				type: "button",
				class: "small",
				onClick: () => set(blank(filled(schema))),
				children: t.write
			})]
		})
	});
	if (kind === "object") return a(Group, {
		of: props,
		label,
		children: a(ObjectFields, {
			schema,
			value,
			set,
			at,
			faults,
			words,
			own
		})
	});
	if (kind === "array") return a(Group, {
		of: props,
		label,
		children: a(Items, {
			...props,
			label: label.replace(/ \*$/, "")
		})
	});
	let field = {
		...look(kind, schema, required, words),
		label,
		nullable: !required || mayBeNull,
		...own[name] && { own: own[name] },
		...described(props) && { hint: described(props) }
	}, given = kind === "choice" || kind === "check" ? chosen(schema, value, required) : {
		value,
		back: (next) => next
	}, gone = (next) => next === null && !(required && mayBeNull) ? void 0 : next, input = a(Input, {
		name: at,
		field,
		value: given.value,
		faults: faults(at, !0),
		set: (next) => set(gone(given.back(next)))
	}), clearable = mayBeNull && !required;
	return !clearable && (required || !large.includes(kind)) ? input : a($, { children: [input, a("p", {
		class: "row",
		children: [clearable && (value === null ? a("span", {
			class: "quiet",
			children: t.isNull
		}) : a("button", {
			type: "button",
			class: "small",
			onClick: () => set(null),
			"aria-label": `${t.none}: ${label}`,
			children: t.none
		})), !required && value !== void 0 && (value === null || large.includes(kind)) && a(Remove, {
			label,
			run: () => set(void 0)
		})]
	})] });
}
function described({ schema, name, words, label }) {
	return words[name] === void 0 && label === void 0 ? schema.description ?? "" : "";
}
function look(kind, schema, required, words) {
	return kind === "check" ? required ? { kind } : {
		kind: "choice",
		choices: [["true", t.yes], ["false", t.no]]
	} : kind === "choice" ? {
		kind,
		choices: (schema.enum ?? []).filter((one) => one !== null).map((one) => [String(one), words[String(one)] ?? String(one)])
	} : kind === "object" || kind === "array" ? { kind: "json" } : {
		kind,
		max: schema.maxLength ?? 1e5,
		...kind === "lines" && { rows: (schema.maxLength ?? 0) > 5e3 ? 6 : 3 }
	};
}
function chosen(schema, value, required) {
	let values = schema.enum ?? [!0, !1];
	return required && !schema.enum ? {
		value,
		back: (next) => next
	} : {
		value: value == null ? "" : String(value),
		back: (next) => next === null ? null : values.find((one) => String(one) === next)
	};
}
function Group({ of, label, children }) {
	let { schema, value, set, at, required, faults } = of, said = faults(at), hint = described(of);
	return a("fieldset", { children: [
		a("legend", { children: label }),
		said.length > 0 && a("p", {
			class: "fault",
			children: said.join(" ")
		}),
		hint !== "" && a("p", {
			class: "hint",
			children: hint
		}),
		children,
		!required && value !== void 0 && a("p", {
			class: "row",
			children: [a(Remove, {
				label,
				run: () => set(void 0)
			}), nullable(schema) && value !== null && a("button", {
				type: "button",
				class: "small",
				onClick: () => set(null),
				"aria-label": `${t.none}: ${label}`,
				children: t.none
			})]
		})
	] });
}
function Remove({ label, run }) {
	return a("button", {
		type: "button",
		class: "small",
		onClick: run,
		"aria-label": `${t.remove}: ${label}`,
		children: t.remove
	});
}
function Items({ name, schema, value, set, at, faults, words, own, label = name }) {
	let items = Array.isArray(value) ? value : [], next = T(0), keys = T([]);
	for (; keys.current.length < items.length;) keys.current.push(next.current++);
	keys.current.length = items.length;
	let put = (all, order) => {
		keys.current = order, set(all);
	}, swap = (a, b) => put(items.with(a, items[b]).with(b, items[a]), keys.current.with(a, keys.current[b] ?? 0).with(b, keys.current[a] ?? 0)), one = schema.items ?? {};
	return a($, { children: [items.map((item, n) => {
		let called = `${label} ${n + 1}`, button = (words, sign, off, run) => a("button", {
			type: "button",
			class: "small",
			disabled: off,
			"aria-label": `${words}: ${called}`,
			title: words,
			onClick: run,
			children: sign
		});
		return a("div", { children: [a(Node, {
			name: `${name} ${n + 1}`,
			label: called,
			schema: one,
			value: item,
			required: !0,
			at: `${at}/${n}`,
			faults,
			words,
			own,
			set: (to) => set(items.with(n, to === void 0 ? blank(filled(one)) : to))
		}), a("p", {
			class: "row",
			children: [
				button(t.up, "↑", n === 0, () => swap(n, n - 1)),
				button(t.down, "↓", n === items.length - 1, () => swap(n, n + 1)),
				button(t.remove, "×", !1, () => put(items.toSpliced(n, 1), keys.current.toSpliced(n, 1)))
			]
		})] }, keys.current[n]);
	}), a("p", { children: a("button", {
		type: "button",
		class: "small",
		onClick: () => set([...items, blank(filled(one))]),
		children: [
			t.add,
			": ",
			label
		]
	}) })] });
}
export { blank as n, faultsAt as r, SchemaForm as t };
