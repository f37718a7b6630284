import { F as texts, ot as d, v as a } from "./answers.js";
var t = texts({
	copy: "Copy",
	copied: "Copied"
}, {
	copy: "Kopiér",
	copied: "Kopieret"
});
function Copy({ text, label = t.copy }) {
	let [copied, set] = d(!1), copy = async () => {
		await navigator.clipboard.writeText(text), set(!0), setTimeout(() => set(!1), 2e3);
	};
	return a("button", {
		type: "button",
		class: "small",
		onClick: () => void copy(),
		children: a("span", {
			"aria-live": "polite",
			children: copied ? t.copied : label
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
