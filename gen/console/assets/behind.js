import { D as sent, N as s, W as texts, ft as useStore, ot as href } from "./format.js";
import { t as behind } from "./asked.js";
import { o as Dialog } from "./index.js";
import { u as operationName } from "./story.js";
var t = texts({
	title: "The calls behind this",
	none: "No call yet.",
	copy: "Copy as curl",
	try: "Try it"
}, {
	title: "Kaldene bag dette",
	none: "Intet kald endnu.",
	copy: "Kopiér som curl",
	try: "Prøv det"
});
function close() {
	behind.set(!1);
}
function Behind() {
	let open = useStore(behind), calls = useStore(sent);
	return open ? s(Dialog, {
		title: t.title,
		close,
		wide: !0,
		children: [calls.length === 0 && s("p", {
			class: "quiet",
			children: t.none
		}), calls.map((one, at) => s("details", {
			open: at === 0,
			children: [
				s("summary", { children: [
					s("code", { children: one.operation }),
					" ",
					operationName(one.operation),
					" ",
					s("span", {
						class: "quiet",
						children: one.status
					})
				] }),
				s("pre", {
					class: "code",
					tabIndex: 0,
					children: JSON.stringify(one.body, null, 2)
				}),
				s("p", {
					class: "row",
					children: [
						s("button", {
							type: "button",
							class: "small",
							onClick: () => void navigator.clipboard.writeText(curl(one)),
							children: t.copy
						}),
						s("a", {
							href: href("tools", [one.operation]),
							onClick: close,
							children: t.try
						}),
						" ",
						s("span", {
							class: "quiet code",
							children: one.requestId
						})
					]
				})
			]
		}, `${at}${one.requestId}`))]
	}) : null;
}
function curl({ operation, body }) {
	let quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
	return `curl -s ${location.origin}/api/v1/tools/${operation} -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '${quoted}'`;
}
export { curl as n, Behind as t };
