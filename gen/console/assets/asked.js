import { et as store } from "./answers.js";
var undoing = store(void 0);
function canUndo(entry) {
	return entry.revertible && !entry.revertedAt;
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
export { openHelp as a, palette as c, undoing as d, openBehind as i, undoCalls as l, canUndo as n, openPalette as o, help as r, openUndo as s, behind as t, undoFound as u };
