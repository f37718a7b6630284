import { L as texts, v as s } from "./answers.js";
import { t as Copy } from "./copy.js";
import { a as Dialog } from "./index.js";
var t = texts({
	once: "It is shown only now. Copy it to where it is used; it is kept nowhere else.",
	done: "I have kept it",
	sure: "Close without having kept it? It cannot be shown again."
}, {
	once: "Den vises kun nu. Kopiér den derhen, hvor den skal bruges; den gemmes ingen andre steder.",
	done: "Jeg har gemt den",
	sure: "Luk uden at have gemt den? Den kan ikke vises igen."
});
function Secret({ title, secret, close, children }) {
	return s(Dialog, {
		title,
		close: () => {
			confirm(t.sure) && close();
		},
		wide: !0,
		foot: s("button", {
			type: "button",
			onClick: close,
			children: t.done
		}),
		children: [
			s("p", {
				class: "note",
				children: t.once
			}),
			s("p", {
				class: "row",
				children: [
					s("code", { children: secret }),
					" ",
					s(Copy, { text: secret })
				]
			}),
			children
		]
	});
}
export { Secret as t };
