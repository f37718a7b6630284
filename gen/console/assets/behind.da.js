import { Et as href, Mt as useStore, b as behind, g as operationName, it as sent } from "./problem.da.js";
import { o as Dialog } from "./main.da.js";
import { t as a } from "./packages.js";
var t = {
	title: "Kaldene bag dette",
	none: "Intet kald endnu.",
	copy: "Kopiér som curl",
	try: "Prøv det"
};
function close() {
	behind.set(!1);
}
function Behind() {
	let open = useStore(behind), calls = useStore(sent);
	return open ? a(Dialog, {
		title: t.title,
		close,
		wide: !0,
		children: [calls.length === 0 && a("p", {
			class: "quiet",
			children: t.none
		}), calls.map((one, at) => a("details", {
			open: at === 0,
			children: [
				a("summary", { children: [
					a("code", { children: one.operation }),
					" ",
					operationName(one.operation),
					" ",
					a("span", {
						class: "quiet",
						children: one.status
					})
				] }),
				a("pre", {
					class: "code",
					tabIndex: 0,
					children: JSON.stringify(one.body, null, 2)
				}),
				a("p", {
					class: "row",
					children: [
						a("button", {
							type: "button",
							class: "small",
							onClick: () => void navigator.clipboard.writeText(curl(one)),
							children: t.copy
						}),
						a("a", {
							href: href("tools", [one.operation]),
							onClick: close,
							children: t.try
						}),
						" ",
						a("span", {
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
