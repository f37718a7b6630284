import { St as texts } from "./problem.js";
import { m as Upload } from "./parts.js";
import { t as a } from "./packages.js";
var t = texts({
	upload: "Upload a picture",
	address: "Its address"
}, {
	upload: "Upload et billede",
	address: "Dets adresse"
});
function Picture({ label, value, set }) {
	let url = typeof value == "string" ? value : "";
	return a(Upload, {
		label: t.upload,
		onDone: set,
		children: [url !== "" && a("img", {
			class: "hero",
			src: url,
			alt: ""
		}), a("label", {
			class: "row",
			children: [t.address, a("input", {
				class: "long",
				inputMode: "url",
				value: url,
				maxLength: 2e3,
				"aria-label": `${label}: ${t.address}`,
				autocomplete: "off",
				onInput: (e) => set(e.currentTarget.value.trim())
			})]
		})]
	});
}
export { Picture as t };
