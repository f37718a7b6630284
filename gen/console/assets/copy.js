import { L as texts, tt as _, v as s } from "./answers.js";
var t = texts({
	copy: "Copy",
	copied: "Copied"
}, {
	copy: "Kopiér",
	copied: "Kopieret"
});
function Copy({ text, label = t.copy }) {
	let [copied, set] = _(!1), copy = async () => {
		await navigator.clipboard.writeText(text), set(!0), setTimeout(() => set(!1), 2e3);
	};
	return s("button", {
		type: "button",
		class: "small",
		onClick: () => void copy(),
		children: s("span", {
			"aria-live": "polite",
			children: copied ? t.copied : label
		})
	});
}
function Example({ title, text }) {
	return s("div", { children: [s("p", {
		class: "row",
		children: [
			s("strong", { children: title }),
			" ",
			s(Copy, { text })
		]
	}), s("pre", {
		class: "code",
		tabIndex: 0,
		children: text
	})] });
}
export { Example as n, Copy as t };
