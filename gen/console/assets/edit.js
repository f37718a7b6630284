import { F as texts, at as T, v as a } from "./answers.js";
import { r as Conflict, t as useForm } from "./form.js";
import { t as Fields } from "./fields.js";
var t = texts({
	save: "Save",
	reset: "As it was"
}, {
	save: "Gem",
	reset: "Som før"
});
function Edit({ stored, fields, version, at = "", writing, save, barred, draft, children }) {
	let form = useForm(stored, {
		refused: writing.refused,
		at,
		...draft !== void 0 && { draft }
	}), read = T(version);
	Object.keys(form.theirs).length === 0 && (read.current = version);
	let send = () => {
		form.dirty && !writing.busy && barred === void 0 && save(form.changed, read.current, form.value);
	};
	return a("form", {
		...form.dirty && { "data-saves": !0 },
		onSubmit: (e) => {
			e.preventDefault(), send();
		},
		children: [
			a(Conflict, {
				form,
				fields,
				refused: writing.refused,
				again: send
			}),
			a(Fields, {
				form,
				fields
			}),
			children?.(form),
			a("p", {
				class: "row",
				children: [
					a("button", {
						disabled: !form.dirty || writing.busy || barred !== void 0,
						title: barred,
						children: t.save
					}),
					form.dirty && a("button", {
						type: "button",
						class: "second",
						onClick: form.reset,
						children: t.reset
					}),
					barred !== void 0 && a("span", {
						class: "quiet",
						children: barred
					})
				]
			})
		]
	});
}
export { Edit as t };
