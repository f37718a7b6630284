import { L as texts, R as may, h as ProblemNote, r as useList, v as s, x as dateTime } from "./answers.js";
import { c as Loading } from "./index.js";
import { i as done, r as Changes, t as Actor } from "./story.js";
import { c as openUndo, r as changedNothing } from "./asked.js";
var t = texts({
	title: "History",
	none: "Nothing has happened to it yet.",
	undo: "Undo",
	redo: "Redo",
	undone: "undone",
	same: "nothing changed",
	more: "Show more"
}, {
	title: "Historik",
	none: "Der er ikke sket noget med den endnu.",
	undo: "Fortryd",
	redo: "Gentag",
	undone: "fortrudt",
	same: "intet ændret",
	more: "Vis flere"
});
function History({ of }) {
	let list = useList("audit.list", {
		kinds: ["change"],
		...of
	}, { enabled: may("audit:read") });
	return may("audit:read") ? s("section", {
		"aria-labelledby": "history",
		children: [
			s("h2", {
				id: "history",
				children: t.title
			}),
			s(ProblemNote, {
				refused: list.refused,
				again: list.again
			}),
			list.loading && s(Loading, {}),
			list.data?.length === 0 && s("p", {
				class: "quiet",
				children: t.none
			}),
			s("ul", {
				class: "feed",
				children: list.data?.map((entry) => s("li", {
					"data-row": !0,
					children: [
						s("time", {
							dateTime: entry.at,
							title: entry.at,
							children: dateTime(entry.at)
						}),
						s("span", {
							class: "said",
							children: [
								s(Actor, { entry }),
								" ",
								done(entry),
								" ",
								s(Changes, { entry })
							]
						}),
						s(UndoButton, { entry })
					]
				}, entry.id))
			}),
			list.more && s("button", {
				type: "button",
				class: "second",
				onClick: list.more,
				children: t.more
			})
		]
	}) : null;
}
function UndoButton({ entry }) {
	return entry.revertedAt ? s("span", {
		class: "quiet",
		children: t.undone
	}) : entry.revertible && changedNothing(entry) ? s("span", {
		class: "quiet",
		children: t.same
	}) : !entry.revertible || !may("audit:revert") ? null : s("button", {
		type: "button",
		class: "small",
		"data-undo": !0,
		onClick: () => openUndo([entry.id]),
		children: entry.revertOf ? t.redo : t.undo
	});
}
export { UndoButton as n, History as t };
