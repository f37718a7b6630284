import { D as readMoney, F as texts, ct as $, it as P, k as typedMoney, ot as d, v as a } from "./answers.js";
var t = texts({
	amount: "Write an amount such as 1099.50.",
	number: "Write a whole number.",
	json: "This is not valid JSON.",
	none: "none",
	add: "Add",
	remove: (what) => `Remove ${what}`,
	name: "Name",
	value: "Value",
	byHalf: "This changes the amount by more than half.",
	unsaved: "changed"
}, {
	amount: "Skriv et beløb som 1099,50.",
	number: "Skriv et helt tal.",
	json: "Dette er ikke gyldig JSON.",
	none: "ingen",
	add: "Tilføj",
	remove: (what) => `Fjern ${what}`,
	name: "Navn",
	value: "Værdi",
	byHalf: "Dette ændrer beløbet med mere end halvdelen.",
	unsaved: "ændret"
});
function Fields({ form, fields }) {
	return a($, { children: Object.entries(fields).map(([name, field]) => {
		let key = name;
		return a(Input, {
			name,
			field,
			value: form.value[key],
			before: form.before[key],
			faults: form.faults(key),
			changed: key in form.changed,
			set: (value) => form.set(key, value)
		}, name);
	}) });
}
function Input({ name, field, value, set, faults = [], before, changed = !1 }) {
	let id = P(), [wrong, setWrong] = d(""), half = field.kind === "money" && typeof before == "number" && typeof value == "number" && before > 0 && Math.abs(value - before) * 2 > before, said = [wrong, ...faults].filter((one) => one !== ""), notes = {
		hint: field.hint === void 0 ? void 0 : `${id}h`,
		faults: said.length > 0 ? `${id}f` : void 0
	}, describedBy = [notes.faults, notes.hint].filter((one) => one !== void 0).join(" "), control = {
		id,
		name,
		"aria-invalid": said.length > 0,
		...describedBy && { "aria-describedby": describedBy },
		...field.required && { required: !0 }
	};
	if (field.kind === "check") return a("div", {
		class: "field check",
		children: [
			a("input", {
				...control,
				type: "checkbox",
				checked: value === !0,
				onChange: (e) => set(e.currentTarget.checked)
			}),
			a("label", {
				for: id,
				children: field.label
			}),
			a(Notes, {
				id,
				field,
				said
			})
		]
	});
	let group = field.own !== void 0 || field.kind === "list" || field.kind === "pairs";
	return a("div", {
		class: changed ? "field changed" : "field",
		...group && {
			role: "group",
			"aria-labelledby": `${id}l`,
			...describedBy && { "aria-describedby": describedBy }
		},
		children: [
			group ? a("span", {
				class: "label",
				id: `${id}l`,
				children: field.label
			}) : a("label", {
				for: id,
				children: [field.label, changed && a("span", {
					class: "unseen",
					children: [
						" (",
						t.unsaved,
						")"
					]
				})]
			}),
			field.own ? field.own(value, set) : a(Kind, {
				control,
				field,
				value,
				set,
				wrong: setWrong
			}),
			half && a("p", {
				class: "warn",
				children: t.byHalf
			}),
			a(Notes, {
				id,
				field,
				said
			})
		]
	});
}
function Notes({ id, field, said }) {
	return a($, { children: [said.length > 0 && a("p", {
		class: "fault",
		id: `${id}f`,
		children: said.join(" ")
	}), field.hint !== void 0 && a("p", {
		class: "hint",
		id: `${id}h`,
		children: field.hint
	})] });
}
function Kind(props) {
	let { control, field, value, set } = props, text = typeof value == "string" ? value : "", typed = (next) => set(next === "" && field.nullable ? null : next);
	switch (field.kind) {
		case "lines": return a("textarea", {
			...control,
			rows: field.rows ?? 6,
			value: text,
			maxLength: field.max ?? 1e5,
			onInput: (e) => typed(e.currentTarget.value)
		});
		case "money": return a(Typed, {
			...props,
			read: readMoney,
			show: typedMoney,
			said: t.amount
		});
		case "number": return a(Typed, {
			...props,
			read: readWhole,
			show: String,
			said: t.number
		});
		case "json": return a(Json, { ...props });
		case "list": return a(Listing, { ...props });
		case "pairs": return a(Pairs, { ...props });
		case "choice": return a("select", {
			...control,
			value: text,
			onChange: (e) => typed(e.currentTarget.value),
			children: [field.nullable && a("option", {
				value: "",
				children: t.none
			}), field.choices?.map(([one, words]) => a("option", {
				value: one,
				children: words
			}, one))]
		});
		case "time": return a("input", {
			...control,
			type: "datetime-local",
			value: localInput(text),
			onChange: (e) => typed(utcOfInput(e.currentTarget.value))
		});
		default: return a("input", {
			...control,
			type: "text",
			inputMode: field.kind === "email" || field.kind === "url" ? field.kind : "text",
			value: text,
			maxLength: field.max ?? 2e3,
			autocomplete: "off",
			...field.kind === "code" && {
				class: "code",
				spellcheck: !1
			},
			onInput: (e) => typed(e.currentTarget.value)
		});
	}
}
function readWhole(typed) {
	return /^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : void 0;
}
function Typed({ control, field, value, set, wrong, read, show, said }) {
	let shown = typeof value == "number" ? show(value) : "", [typed, setTyped] = d(shown), text = typed === "" ? void 0 : read(typed), stale = typeof value == "number" ? text !== value && text !== void 0 : value === void 0 && text !== void 0;
	return a("input", {
		...control,
		inputMode: "decimal",
		class: "amount",
		autocomplete: "off",
		value: stale ? shown : typed,
		onInput: (e) => {
			let next = e.currentTarget.value;
			setTyped(next);
			let number = read(next);
			wrong(next === "" || number !== void 0 ? "" : said), next === "" ? set(field.nullable ? null : void 0) : number !== void 0 && set(number);
		}
	});
}
function Json({ control, field, value, set, wrong }) {
	let [text, setText] = d(() => JSON.stringify(value ?? {}, null, 2));
	return a("textarea", {
		...control,
		class: "code",
		rows: field.rows ?? 8,
		spellcheck: !1,
		value: text,
		onInput: (e) => {
			setText(e.currentTarget.value);
			try {
				set(JSON.parse(e.currentTarget.value)), wrong("");
			} catch {
				wrong(t.json);
			}
		}
	});
}
function Listing({ control, field, value, set }) {
	let items = Array.isArray(value) ? value.map(String) : [];
	return a("ul", {
		class: "rows",
		children: [items.map((item, at) => a("li", { children: [a("input", {
			value: item,
			"aria-label": `${field.label} ${at + 1}`,
			name: `${control.name}.${at}`,
			onInput: (e) => set(items.with(at, e.currentTarget.value))
		}), a("button", {
			type: "button",
			class: "small",
			onClick: () => set(items.toSpliced(at, 1)),
			"aria-label": t.remove(item),
			children: "×"
		})] }, at)), a("li", { children: a("button", {
			type: "button",
			class: "small",
			id: control.id,
			onClick: () => set([...items, ""]),
			children: t.add
		}) })]
	});
}
function Pairs({ control, value, set }) {
	let entries = Object.entries(value ?? {}), put = (next) => set(Object.fromEntries(next));
	return a("ul", {
		class: "rows",
		children: [entries.map(([name, one], at) => a("li", { children: [
			a("input", {
				value: name,
				"aria-label": `${t.name} ${at + 1}`,
				onChange: (e) => put(entries.with(at, [e.currentTarget.value, one]))
			}),
			a("input", {
				value: typeof one == "string" ? one : JSON.stringify(one),
				"aria-label": `${t.value}: ${name}`,
				onInput: (e) => put(entries.with(at, [name, e.currentTarget.value]))
			}),
			a("button", {
				type: "button",
				class: "small",
				onClick: () => put(entries.toSpliced(at, 1)),
				"aria-label": t.remove(name),
				children: "×"
			})
		] }, at)), a("li", { children: a("button", {
			type: "button",
			class: "small",
			id: control.id,
			onClick: () => put([...entries, ["", ""]]),
			children: t.add
		}) })]
	});
}
function localInput(at) {
	if (at === "") return "";
	let when = new Date(at);
	return new Date(when.getTime() - when.getTimezoneOffset() * 6e4).toISOString().slice(0, 16);
}
function utcOfInput(typed) {
	return typed === "" ? "" : new Date(typed).toISOString();
}
export { Input as n, Fields as t };
