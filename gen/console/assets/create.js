import { J as leave, K as go, h as ProblemNote, v as s } from "./answers.js";
import { t as Fields } from "./fields.js";
import { t as useForm } from "./form.js";
import { r as needs } from "./index.js";
function Create({ begin, fields, act, scope, writing, send, draft, children }) {
	let form = useForm(begin, {
		refused: writing.refused,
		...draft !== void 0 && { draft }
	}), button = needs(scope, writing.busy), make = async () => {
		let to = await send(form.value);
		to !== void 0 && (form.reset(), leave.stays = void 0, go(to));
	};
	return s("form", {
		"data-saves": !0,
		onSubmit: (e) => {
			e.preventDefault(), button.disabled || make();
		},
		children: [
			s(Fields, {
				form,
				fields: typeof fields == "function" ? fields(form) : fields
			}),
			children?.(form),
			s(ProblemNote, { refused: writing.refused }),
			s("p", {
				class: "row",
				children: [s("button", {
					...button,
					children: act
				}), button.title !== void 0 && s("span", {
					class: "quiet",
					children: button.title
				})]
			})
		]
	});
}
export { Create as t };
