import { F as texts, I as may, m as ProblemNote, r as useList, v as a, x as dateTime } from "./answers.js";
import { c as Loading } from "./index.js";
import { i as done, r as Changes, t as Actor } from "./story.js";
import { s as openUndo } from "./asked.js";
var t = texts({
	title: "History",
	none: "Nothing has happened to it yet.",
	undo: "Undo",
	redo: "Redo",
	undone: "undone",
	more: "Show more"
}, {
	title: "Historik",
	none: "Der er ikke sket noget med den endnu.",
	undo: "Fortryd",
	redo: "Gentag",
	undone: "fortrudt",
	more: "Vis flere"
});
function History({ of }) {
	let list = useList("audit.list", {
		kinds: ["change"],
		...of
	}, { enabled: may("audit:read") });
	return may("audit:read") ? a("section", {
		"aria-labelledby": "history",
		children: [
			a("h2", {
				id: "history",
				children: t.title
			}),
			a(ProblemNote, {
				refused: list.refused,
				again: list.again
			}),
			list.loading && a(Loading, {}),
			list.data?.length === 0 && a("p", {
				class: "quiet",
				children: t.none
			}),
			a("ul", {
				class: "feed",
				children: list.data?.map((entry) => a("li", {
					"data-row": !0,
					children: [
						a("time", {
							dateTime: entry.at,
							title: entry.at,
							children: dateTime(entry.at)
						}),
						a("span", {
							class: "said",
							children: [
								a(Actor, { entry }),
								" ",
								done(entry),
								" ",
								a(Changes, { entry })
							]
						}),
						a(UndoButton, { entry })
					]
				}, entry.id))
			}),
			list.more && a("button", {
				type: "button",
				class: "second",
				onClick: list.more,
				children: t.more
			})
		]
	}) : null;
}
function UndoButton({ entry }) {
	return entry.revertedAt ? a("span", {
		class: "quiet",
		children: t.undone
	}) : !entry.revertible || !may("audit:revert") ? null : a("button", {
		type: "button",
		class: "small",
		"data-undo": !0,
		onClick: () => openUndo([entry.id]),
		children: entry.revertOf ? t.redo : t.undo
	});
}
export { UndoButton as n, History as t };
