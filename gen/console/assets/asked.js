import { ut as store } from "./format.js";
var undoing = store(void 0);
function changedNothing({ changedFields }) {
	return changedFields?.length === 0;
}
function canUndo(entry) {
	return entry.revertible && !entry.revertedAt && !changedNothing(entry);
}
function openUndo(entries) {
	undoing.set({ entries });
}
function openUndoOf(id) {
	undoing.set({ id });
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
export { openBehind as a, openUndo as c, undoCalls as d, undoFound as f, help as i, openUndoOf as l, canUndo as n, openHelp as o, undoing as p, changedNothing as r, openPalette as s, behind as t, palette as u };
