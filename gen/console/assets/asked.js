import { Z as store } from "./answers.js";
var undoing = store(void 0);
function changedNothing({ changedFields }) {
	return changedFields?.length === 0;
}
function canUndo(entry) {
	return entry.revertible && !entry.revertedAt && !changedNothing(entry);
}
function openUndo(ids) {
	undoing.set({ ids });
}
function undoFound(found, most = Infinity) {
	undoing.set({
		found,
		most
	});
}
function undoCalls(requestIds) {
	undoFound(requestIds.toReversed().map((requestId) => ({ requestId })));
}
var palette = store(!1);
function openPalette() {
	palette.set(!0);
}
var behind = store(!1);
function openBehind() {
	behind.set(!0);
}
var help = store(!1);
function openHelp() {
	help.set(!0);
}
export { openBehind as a, openUndo as c, undoFound as d, undoing as f, help as i, palette as l, canUndo as n, openHelp as o, changedNothing as r, openPalette as s, behind as t, undoCalls as u };
