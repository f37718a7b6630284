import { B as texts, P as a, ct as d } from "./format.js";
var t = texts({
	copy: "Copy",
	copied: "Copied",
	failed: "Not copied: select it"
}, {
	copy: "Kopiér",
	copied: "Kopieret",
	failed: "Ikke kopieret: markér den"
});
function Copy({ text, label = t.copy }) {
	let [said, set] = d(), copy = async () => {
		set(await navigator.clipboard.writeText(text).then(() => t.copied, () => t.failed)), setTimeout(() => set(void 0), 2e3);
	};
	return a("button", {
		type: "button",
		class: "small",
		onClick: () => void copy(),
		children: a("span", {
			"aria-live": "polite",
			children: said ?? label
		})
	});
}
function Example({ title, text }) {
	return a("div", { children: [a("p", {
		class: "row",
		children: [
			a("strong", { children: title }),
			" ",
			a(Copy, { text })
		]
	}), a("pre", {
		class: "code",
		tabIndex: 0,
		children: text
	})] });
}
export { Example as n, Copy as t };
