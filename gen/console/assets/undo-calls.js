import { C as read, c as openUndo } from "./index.js";
async function undoCalls(requestIds) {
	let ids = [];
	for (let requestId of requestIds.toReversed()) {
		let cursor;
		do {
			let page = await read("audit.list", {
				requestId,
				kinds: ["change"],
				revertible: !0,
				limit: 200,
				...cursor !== void 0 && { cursor }
			});
			ids.push(...page.items.filter((entry) => !entry.revertedAt).map((entry) => entry.id)), cursor = page.nextCursor ?? void 0;
		} while (cursor !== void 0);
	}
	openUndo(ids);
}
export { undoCalls as t };
