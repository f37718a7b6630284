import { L as texts, rt as x, v as s } from "./answers.js";
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
	}), read = x(version);
	Object.keys(form.theirs).length === 0 && (read.current = version);
	let send = () => {
		form.dirty && !writing.busy && barred === void 0 && save(form.changed, read.current, form.value);
	};
	return s("form", {
		...form.dirty && { "data-saves": !0 },
		onSubmit: (e) => {
			e.preventDefault(), send();
		},
		children: [
			s(Conflict, {
				form,
				fields,
				refused: writing.refused,
				again: send
			}),
			s(Fields, {
				form,
				fields
			}),
			children?.(form),
			s("p", {
				class: "row",
				children: [
					s("button", {
						disabled: !form.dirty || writing.busy || barred !== void 0,
						title: barred,
						children: t.save
					}),
					form.dirty && s("button", {
						type: "button",
						class: "second",
						onClick: form.reset,
						children: t.reset
					}),
					barred !== void 0 && s("span", {
						class: "quiet",
						children: barred
					})
				]
			})
		]
	});
}
export { Edit as t };
