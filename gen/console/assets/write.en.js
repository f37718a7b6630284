import { K as forget, Q as call, pt as asRefused } from "./problem.en.js";
var keys = new Map();
async function write(operation, body) {
	let attempt = `${operation} ${JSON.stringify(body)}`, idempotencyKey = keys.get(attempt) ?? crypto.randomUUID();
	keys.set(attempt, idempotencyKey);
	try {
		let answered = await call(operation, body, { idempotencyKey });
		return keys.delete(attempt), forget(), answered;
	} catch (thrown) {
		let refused = asRefused(thrown);
		throw refused.problem.retryable || keys.delete(attempt), refused.code === "version_conflict" && forget(), refused;
	}
}
export { write as t };
