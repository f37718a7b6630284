import { B as texts, P as a } from "./format.js";
import { t as Copy } from "./copy.js";
import { o as Dialog } from "./index.js";
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
	return a(Dialog, {
		title,
		close: () => {
			confirm(t.sure) && close();
		},
		wide: !0,
		foot: a("button", {
			type: "button",
			onClick: close,
			children: t.done
		}),
		children: [
			a("p", {
				class: "note",
				children: t.once
			}),
			a("p", {
				class: "row",
				children: [
					a("code", { children: secret }),
					" ",
					a(Copy, { text: secret })
				]
			}),
			children
		]
	});
}
export { Secret as t };
