import { a as QueryObserver, d as w, f as $, i as InfiniteQueryObserver, l as T, n as createClient, o as A, r as QueryClient, t as a, u as d } from "./packages.js";
import { faults as faults$1, fields as fields$1, irreversible as irreversible$1, operations as operations$1, reasons as reasons$1, refusals as refusals$1, statuses as statuses$1, things as things$1 } from "./en.js";
function store(value) {
	let watchers = new Set();
	return {
		get: () => value,
		set: (next) => {
			if (!Object.is(next, value)) {
				value = next;
				for (let told of watchers) told();
			}
		},
		watch: (told) => (watchers.add(told), () => watchers.delete(told))
	};
}
function useStore(from) {
	let [, again] = d({});
	return A(() => from.watch(() => again({})), [from]), from.get();
}
function parse(hash) {
	let [path = "", search = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s), [page = "", ...rest] = path.split("/").map(decode);
	return {
		page: page || "activity",
		rest: rest.filter((part) => part !== ""),
		query: Object.fromEntries(new URLSearchParams(search))
	};
}
function decode(part) {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
function href(page, rest = [], query = {}) {
	let search = new URLSearchParams();
	for (let [name, value] of Object.entries(query)) value !== void 0 && value !== "" && search.set(name, String(value));
	return `#/${[page, ...rest].map(encodeURIComponent).join("/")}${search.size > 0 ? `?${search}` : ""}`;
}
var here = store(parse(location.hash)), left$1 = new Map();
function back(page, rest = []) {
	let to = href(page, rest);
	return left$1.get(to) ?? to;
}
var leave = {};
addEventListener("hashchange", (event) => {
	let next = parse(location.hash), other = next.page !== here.get().page || next.rest.join("/") !== here.get().rest.join("/");
	if (other && leave.stays?.()) history.replaceState(null, "", new URL(event.oldURL).hash);
	else {
		if (other) {
			let { page, rest, query } = here.get();
			left$1.set(href(page, rest), href(page, rest, query)), leave.stays = void 0;
		}
		here.set(next), other && scrollTo(0, 0);
	}
});
function useRoute() {
	return useStore(here);
}
function route() {
	return here.get();
}
function go(to) {
	location.hash = to;
}
function refine(change) {
	let at = here.get();
	history.replaceState(null, "", href(at.page, at.rest, {
		...at.query,
		...change
	})), here.set(parse(location.hash));
}
function same(a, b) {
	if (Object.is(a, b)) return !0;
	if (typeof a != "object" || typeof b != "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return !1;
	let left = Object.entries(a);
	return left.length === Object.keys(b).length && left.every(([name, value]) => name in b && same(value, b[name]));
}
function changes(before, draft) {
	let out = {};
	for (let name of Object.keys(draft)) same(draft[name], before[name]) || (out[name] = draft[name]);
	return out;
}
function pointer(text) {
	return text.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function under(text, at) {
	return text === at || text.startsWith(`${at}/`);
}
function speak(next) {
	localStorage.setItem("language", next), location.reload();
}
var operations = operations$1, things = things$1, fields = fields$1, statuses = statuses$1, reasons = reasons$1, refusals = refusals$1, faults = faults$1, irreversible = irreversible$1;
function faultWords(detail) {
	let found = faults.find(([pattern]) => pattern.test(detail));
	return found ? detail.replace(...found) : detail;
}
function whyNot(tool) {
	return irreversible[tool] ?? irreversible[tool.replace(/\..*/, "")] ?? refusals.not_revertible;
}
var Refused = class extends Error {
	problem;
	quiet = !1;
	constructor(problem) {
		super(problem.detail), this.problem = problem;
	}
	get code() {
		return this.problem.code;
	}
	faults(at) {
		return this.problem.errors?.filter((one) => under(one.pointer, at)).map((one) => faultWords(one.detail)) ?? [];
	}
	get requestId() {
		return this.problem.instance.replace("urn:uuid:", "");
	}
};
function offline() {
	let detail = "No answer came from the shop.";
	return {
		type: "about:blank",
		title: detail,
		status: 0,
		detail,
		instance: "",
		code: "offline",
		ok: !1,
		error: detail,
		resolution: "Check the connection; what you typed is kept.",
		retryable: !0,
		retryAfter: 5
	};
}
function signedOut() {
	let detail = "Nobody is signed in.";
	return {
		...offline(),
		title: detail,
		status: 401,
		detail,
		code: "authentication_required",
		error: detail,
		resolution: "Sign in.",
		retryable: !1
	};
}
function asRead(thrown) {
	let refused = asRefused(thrown);
	return refused.quiet = !0, refused;
}
function asRefused(thrown) {
	if (thrown instanceof Refused) return thrown;
	let detail = thrown instanceof Error ? thrown.message : String(thrown);
	return new Refused({
		...offline(),
		code: "console_error",
		detail,
		error: detail,
		title: detail,
		retryable: !1
	});
}
var session = store(void 0), sandbox = store(!1);
async function send(method, path, body, key) {
	let headers = { "Content-Type": "application/json" };
	key !== void 0 && (headers.Authorization = `Bearer ${key}`);
	let sent = {
		method,
		headers
	};
	body !== void 0 && (sent.body = JSON.stringify(body));
	let answer = await fetch(path, sent).catch(() => {
		throw new Refused(offline());
	});
	return sandbox.set(sandbox.get() || answer.headers.has("Storefront-Sandbox")), answer;
}
async function opened(answer) {
	let told = await answer.json().catch(() => {
		throw new Refused(offline());
	});
	if (!answer.ok) throw new Refused(told);
	return session.set(told.result), told.result;
}
async function signIn(by) {
	return "code" in by ? opened(await send("POST", "/admin/session", { code: by.code })) : opened(await send("POST", "/admin/session", {}, by.key));
}
var renewing;
function renew() {
	return renewing ??= send("POST", "/admin/session/renew", {}).then(opened).catch((thrown) => {
		let refused = asRefused(thrown);
		if (refused.code === "offline" || refused.problem.retryable) throw refused;
		return session.set(null), null;
	}).finally(() => {
		renewing = void 0;
	}), renewing;
}
async function signOut() {
	await send("DELETE", "/admin/session", {}), location.reload();
}
async function bearer() {
	let now = session.get();
	if (now) return Date.parse(now.expiresAt) - Date.now() > 3e4 ? now.token : (await renew())?.token;
}
function may(scope) {
	return session.get()?.key.scopes.some((one) => one === scope) ?? !1;
}
var sent = store([]), reached = store(!0), client = createClient({ fetch: (request) => fetch(request) });
async function call(operation, body, options = {}) {
	let token = options.key ?? await bearer();
	if (token === void 0 && session.get() === null) throw new Refused(signedOut());
	let { data, error, response } = await post(operation, body, token, options);
	if (response.status === 401 && options.key === void 0 && await renew()) return call(operation, body, {
		...options,
		key: await bearer() ?? ""
	});
	let requestId = response.headers.get("X-Request-Id") ?? "";
	if (reached.set(!0), sandbox.set(sandbox.get() || response.headers.has("Storefront-Sandbox")), options.unseen || sent.set([{
		operation,
		body,
		status: response.status,
		requestId
	}, ...sent.get()].slice(0, 20)), data === void 0) throw new Refused(isProblem(error) ? error : offline());
	return {
		answer: data,
		requestId,
		response
	};
}
async function post(operation, body, token, options) {
	let headers = {};
	token !== void 0 && (headers.Authorization = `Bearer ${token}`), options.idempotencyKey !== void 0 && (headers["Idempotency-Key"] = options.idempotencyKey);
	let send = client.POST;
	try {
		return await send(`/api/v1/tools/${operation}`, {
			body,
			headers
		});
	} catch {
		throw reached.set(!1), new Refused(offline());
	}
}
function isProblem(told) {
	return typeof told == "object" && !!told && "code" in told && "detail" in told && "instance" in told;
}
async function read(operation, body, options) {
	return resultOf((await call(operation, body, options)).answer);
}
function resultOf(answer) {
	return answer.result;
}
async function get(path) {
	let token = await bearer(), answer = await fetch(path, { headers: token === void 0 ? {} : { Authorization: `Bearer ${token}` } }).catch(() => {
		throw new Refused(offline());
	}), told = await answer.json().catch(() => {
		throw new Refused(offline());
	});
	if (!answer.ok) throw new Refused(isProblem(told) ? told : offline());
	return told;
}
async function overMcp(method, params, key) {
	let token = key ?? await bearer(), headers = {
		"Content-Type": "application/json",
		Accept: "application/json, text/event-stream"
	};
	return token !== void 0 && (headers.Authorization = `Bearer ${token}`), (await fetch("/api/mcp", {
		method: "POST",
		headers,
		body: JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method,
			params
		})
	}).catch(() => {
		throw new Refused(offline());
	})).json();
}
var kept = new QueryClient({ defaultOptions: { queries: {
	staleTime: 5e3,
	gcTime: 3e5,
	retry: !1,
	networkMode: "always"
} } });
kept.mount();
var reader = session.get()?.key.id, left = !1;
session.watch(() => {
	let now = session.get()?.key.id;
	now !== void 0 && (reader !== void 0 && reader !== now ? kept.clear() : left && kept.invalidateQueries(), reader = now), left = now === void 0;
});
var leavesTrace = new Set([
	"orders.list",
	"orders.get",
	"orders.history",
	"orders.refunds",
	"customer.list",
	"customer.get",
	"customer.lookup_by_email",
	"customer.lookup_by_phone",
	"customer.export",
	"audit.get",
	"approvals.list",
	"approvals.get"
]);
function once(operation) {
	return leavesTrace.has(operation) ? {
		staleTime: Infinity,
		refetchOnWindowFocus: !1,
		refetchOnReconnect: !1
	} : {};
}
function useObserver(observer) {
	let [, again] = d({});
	return A(() => {
		let stop = observer.subscribe(() => again({}));
		return again({}), stop;
	}, [observer]), observer.getCurrentResult();
}
function useRefusal(key, { error, isSuccess }) {
	let last = T({ of: "" }), of = JSON.stringify(key);
	return error ? last.current = {
		of,
		refused: asRead(error)
	} : (isSuccess || last.current.of !== of) && (last.current = { of }), last.current.refused;
}
function useAnswer(operation, body, watch = {}) {
	let options = {
		queryKey: [operation, body],
		queryFn: async () => (await call(operation, body, { unseen: watch.every !== void 0 })).answer,
		enabled: watch.enabled ?? !0,
		refetchInterval: watch.every ?? !1,
		...once(operation)
	}, observer = w(() => new QueryObserver(kept, options), []);
	observer.setOptions(options);
	let now = useObserver(observer), refused = useRefusal(options.queryKey, now);
	return {
		data: now.data,
		refused,
		loading: now.isLoading && !refused,
		again: () => void observer.refetch({ cancelRefetch: !1 })
	};
}
function useResult(operation, body, watch = {}) {
	let read = useAnswer(operation, body, watch);
	return {
		...read,
		data: read.data === void 0 ? void 0 : resultOf(read.data)
	};
}
function nextCursor(answer) {
	let inResult = answer.result;
	return answer.page?.nextCursor ?? inResult?.nextCursor ?? void 0;
}
function useList(operation, body, watch = {}) {
	let options = {
		queryKey: [
			operation,
			body,
			"pages"
		],
		queryFn: async ({ pageParam }) => (await call(operation, pageParam === void 0 ? body : {
			...body,
			cursor: pageParam
		})).answer,
		initialPageParam: void 0,
		getNextPageParam: nextCursor,
		enabled: watch.enabled ?? !0,
		...once(operation)
	}, observer = w(() => new InfiniteQueryObserver(kept, options), []);
	observer.setOptions(options);
	let now = useObserver(observer), refused = useRefusal(options.queryKey, now), pages = now.data?.pages, total = pages?.[0]?.page;
	return {
		data: pages?.flatMap(itemsOf),
		refused,
		loading: now.isLoading && !refused,
		again: () => void observer.refetch({ cancelRefetch: !1 }),
		more: now.hasNextPage && !now.isFetchingNextPage ? () => void observer.fetchNextPage() : void 0,
		total: total?.totalIsExact ? total.total : void 0
	};
}
function itemsOf(answer) {
	let { result } = answer;
	return Array.isArray(result) ? result : result.items;
}
function forget(...groups) {
	return kept.invalidateQueries({ predicate: ({ queryKey: [operation] }) => groups.length === 0 || groups.some((group) => String(operation).startsWith(`${group}.`)) });
}
function useWrite(operation) {
	let [state, set] = d({ busy: !1 }), attempt = T({
		body: "",
		key: ""
	}), busy = T(!1);
	return {
		...state,
		refused: state.refused,
		clear: () => set({ busy: !1 }),
		send: async (body) => {
			if (busy.current) return;
			busy.current = !0, set({ busy: !0 });
			let text = JSON.stringify(body);
			attempt.current.body !== text && (attempt.current = {
				body: text,
				key: crypto.randomUUID()
			});
			try {
				let answered = await call(operation, body, { idempotencyKey: attempt.current.key });
				return attempt.current = {
					body: "",
					key: ""
				}, await Promise.race([forget(), new Promise((done) => setTimeout(done, 1e3))]), set({ busy: !1 }), answered;
			} catch (thrown) {
				set({
					busy: !1,
					refused: asRefused(thrown)
				});
				return;
			} finally {
				busy.current = !1;
			}
		}
	};
}
var locale = "en-GB", zone = "Europe/Copenhagen", amount = new Intl.NumberFormat(locale, {
	minimumFractionDigits: 2,
	maximumFractionDigits: 2
}), whole = new Intl.NumberFormat(locale), clock = new Intl.DateTimeFormat(locale, {
	hour: "2-digit",
	minute: "2-digit",
	timeZone: zone
}), day = new Intl.DateTimeFormat(locale, {
	weekday: "long",
	day: "numeric",
	month: "long",
	timeZone: zone
}), dayOfYear = new Intl.DateTimeFormat(locale, {
	day: "numeric",
	month: "short",
	year: "numeric",
	timeZone: zone
}), moment = new Intl.DateTimeFormat(locale, {
	day: "numeric",
	month: "short",
	hour: "2-digit",
	minute: "2-digit",
	timeZone: zone
}), sortable = new Intl.DateTimeFormat("sv-SE", {
	year: "numeric",
	month: "2-digit",
	day: "2-digit",
	hour: "2-digit",
	minute: "2-digit",
	timeZone: zone
});
function money(ore) {
	return amount.format(ore / 100);
}
function count(n) {
	return whole.format(n);
}
function percent(share) {
	return new Intl.NumberFormat(locale, {
		style: "percent",
		maximumFractionDigits: 1
	}).format(share);
}
function time(at) {
	return clock.format(new Date(at));
}
function dayName(at) {
	return day.format(new Date(at));
}
function date(at) {
	return dayOfYear.format(new Date(at));
}
function dateTime(at) {
	return moment.format(new Date(at));
}
function localDay(at) {
	return localTime(at).slice(0, 10);
}
function localTime(at) {
	return sortable.format(new Date(at)).replace(" ", "T");
}
function utcOf(local) {
	let [summer = "", winter = ""] = [2, 1].map((hours) => new Date(Date.parse(`${local}Z`) - hours * 36e5).toISOString());
	return localTime(summer) === local ? summer : winter;
}
function dayStart(localDate, days = 0) {
	let noon = new Date(`${localDate}T12:00:00Z`);
	return noon.setUTCDate(noon.getUTCDate() + days), utcOf(`${noon.toISOString().slice(0, 10)}T00:00`);
}
function readMoney(typed) {
	let text = typed.replace(/[\s\u00a0]|kr\.?|dkk/gi, ""), match = /^(-?)(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d\d?))?$/.exec(text) ?? /^(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d\d?))?$/.exec(text);
	if (!match) return;
	let ore = Number((match[2] ?? "").replace(/[.,]/g, "")) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
	return Number.isSafeInteger(ore) ? match[1] === "-" ? -ore : ore : void 0;
}
function typedMoney(ore) {
	return (ore / 100).toFixed(2);
}
function orderNumber(id) {
	return id.slice(-6);
}
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
var t$1 = {
	refused: (what) => `was refused: ${what}`,
	failed: (what) => `tried to ${what}`,
	signedIn: "signed in to the console",
	none: "none",
	yes: "yes",
	no: "no",
	kinds: {
		order: "order",
		payment: "payment",
		payment_refund: "refund"
	},
	paying: (number) => `the payment of order ${number}`,
	tasks: {
		"payments.receive_message": ["the payment provider", "told of {}"],
		"payments.carry_out": ["the shop itself", "recorded what became of {}"],
		"payments.look": ["the shop itself", "looked what became of {}"]
	},
	more: (n) => `and ${n} more`,
	also: (names) => `also ${names}`,
	holders: {
		agent: "agent",
		person: "person",
		program: "program"
	},
	you: "you",
	key: "a key",
	undo: "Undo",
	redo: "Redo",
	undone: "undone",
	same: "nothing changed",
	redone: "undone, and done again",
	partly: (names) => `partly undone: ${names}`,
	gone: "no such thing"
};
function operationName(operation) {
	return operations[operation]?.[0] ?? operation;
}
function holderMark(holder) {
	return holder === "agent" ? "⚙" : holder === "person" ? "☺" : "▸";
}
function Actor({ entry }) {
	return a("span", {
		class: "actor",
		children: [
			a("span", {
				"aria-hidden": "true",
				children: holderMark(entry.holder)
			}),
			" ",
			taskOf(entry.actor)?.[0] ?? entry.actorName ?? entry.actor,
			entry.holder && a("span", {
				class: "unseen",
				children: [
					" (",
					t$1.holders[entry.holder],
					")"
				]
			})
		]
	});
}
function useKeys() {
	return useList("keys.list", { limit: 100 }, { enabled: may("keys:read") }).data ?? [];
}
function taskOf(name) {
	return t$1.tasks[name.replace(/^system[:.]/, "")];
}
function By({ actor }) {
	let keys = useKeys();
	if (!actor.startsWith("apikey:")) return a($, { children: taskOf(actor)?.[0] ?? actor.replace(/^\w+:/, "") });
	let id = actor.slice(7);
	return a("a", {
		href: href("keys", [id]),
		children: id === session.get()?.key.id ? t$1.you : keys.find((key) => key.id === id)?.name ?? t$1.key
	});
}
function thing({ tool, entityType, entityId, entityLabel }) {
	if (entityType === "approval") return operationName(entityLabel ?? "");
	let name = things[entityId ?? ""] ?? entityLabel ?? things[entityType ?? ""];
	if (name !== void 0) return name;
	let number = orderNumber(entityId ?? "");
	if (tool.startsWith("payments.") && entityType === "order") return t$1.paying(number);
	let kind = /^(audit|system|payments)\./.test(tool) ? t$1.kinds[entityType ?? ""] : void 0;
	return kind === void 0 ? number : `${kind} ${number}`;
}
function done(entry) {
	if (entry.tool === "system.sign_in") return t$1.signedIn;
	let tool = entry.tool.replace(/^cli\./, ""), [name, past] = operations[tool] ?? [tool];
	return entry.outcome === "denied" ? t$1.refused(name) : entry.outcome === "failure" ? t$1.failed(name) : (past ?? taskOf(entry.tool)?.[1] ?? name).replace("{}", () => thing(entry));
}
function reason(code) {
	return reasons[code] ?? refusals[code] ?? (code.endsWith("_not_found") ? t$1.gone : code);
}
function fieldName(path) {
	let parts = pointer(path).filter((part) => !/^(\d+|[\da-f-]{36})$/.test(part)), name = parts.at(-1) ?? "";
	return [parts.join("/"), name].map((one) => Object.hasOwn(fields, one) ? fields[one] : void 0).find((words) => words !== void 0) ?? spelt(name);
}
function spelt(name) {
	return name.replace(/(Oere|Dkk|Id|Slug)$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
function fieldNames(paths) {
	return [...new Set(paths.map(fieldName))].join(", ");
}
function follows(path) {
	return /^\/(id|orderId|paymentId|asked|createdAt|updatedAt|paidAt|refundedAt|stage|hasLayout|imageDetails|noteId|notes|category\/(slug|description))$/.test(path);
}
function shownValue(path, value, of) {
	if (value == null || value === "") return t$1.none;
	if (typeof value == "boolean") return value ? t$1.yes : t$1.no;
	if (typeof value == "number") return /(Oere|Dkk)(PerDay)?$/.test(path) ? money(value) : count(value);
	if (typeof value == "string") {
		if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(value);
		if (path === "/holder") return t$1.holders[value] ?? value;
		let name = pointer(path).at(-1);
		return (name === "status" ? [`${of}.${value}`, value] : [`${name}.${value}`]).map((one) => statuses[one]).find((words) => words !== void 0) ?? value;
	}
	return Array.isArray(value) && value.every((one) => typeof one == "string") ? value.join(", ") : JSON.stringify(value);
}
function Changes({ entry }) {
	if (/[._](create|delete|sign_in|create_campaign)$/.test(entry.tool) || entry.changedFields?.includes("/createdAt")) return null;
	let shown = (entry.changes?.filter(({ path }) => !follows(path)) ?? []).filter((change) => short(change.previousValue) && short(change.nextValue)).slice(0, 3), others = entry.changedFields?.filter((path) => !follows(path) && !shown.some((one) => one.path === path)) ?? [];
	return shown.length === 0 ? others.length > 0 ? a("span", {
		class: "changes",
		children: fieldNames(others.slice(0, 4))
	}) : null : a("span", {
		class: "changes",
		children: [shown.map((change) => a("span", { children: [
			fieldName(change.path),
			" ",
			a("del", { children: shownValue(change.path, change.previousValue, entry.entityType) }),
			" → ",
			a("ins", {
				class: big(change) ? "warn" : "",
				children: shownValue(change.path, change.nextValue, entry.entityType)
			}),
			" "
		] }, change.path)), others.length > 3 ? t$1.more(count(others.length)) : others.length > 0 && t$1.also(fieldNames(others))]
	});
}
function made({ changedFields, changes }) {
	return changedFields?.some((path) => /^\/(id|slug|code|fromPath|createdAt)$/.test(path)) === !0 && changes?.every(({ previousValue }) => previousValue === null) === !0;
}
function short(value) {
	return typeof value != "object" && String(value).length <= 60 || value === null;
}
function big({ path, previousValue: a, nextValue: b }) {
	return /(?<!captured|refunded)(Oere|Dkk)$/.test(path) && typeof a == "number" && typeof b == "number" && Math.abs(b - a) * 2 > a;
}
function UndoButton({ entry }) {
	return entry.revertedAt ? a(Undone, { entry }) : entry.revertible && changedNothing(entry) ? a("span", {
		class: "quiet",
		children: t$1.same
	}) : !entry.revertible || !may("audit:revert") ? null : a("button", {
		type: "button",
		class: "small",
		"data-undo": !0,
		onClick: () => openUndo([entry]),
		children: entry.revertOf ? t$1.redo : t$1.undo
	});
}
function Undone({ entry }) {
	let by = useList("audit.list", {
		kinds: ["change"],
		toolPrefix: "audit.revert",
		limit: 200
	}).data?.find((one) => one.revertOf === entry.id), back = by?.changedFields, partly = back !== void 0 && entry.changedFields?.some((path) => !follows(path) && !back.includes(path));
	return a("span", {
		class: "quiet",
		children: by?.revertedAt ? t$1.redone : partly ? t$1.partly(fieldNames(back)) : t$1.undone
	});
}
var t = {
	scope: (scope) => `Your key may not do this: it lacks ${scope}. A person whose key has it can make you a new key.`,
	loading: "Loading…",
	more: "What the service said",
	again: "Try again",
	in: (seconds) => `Again in ${seconds} s`,
	allowed: "Possible now:",
	request: "Request"
};
function sentence({ problem: { code, requiredScope, detail }, quiet }) {
	return code === "insufficient_scope" ? t.scope(requiredScope ?? "?") : refusals[code.endsWith("_not_found") ? "not_found" : code === "offline" && quiet ? "unreached" : code] ?? detail;
}
function comesBack({ retryable, retryAfter, code }) {
	return retryable && code !== "approval_required" ? retryAfter : void 0;
}
function told(refused) {
	return [sentence(refused), ...refused.faults("")].join(" ");
}
function ProblemNote({ refused, again, children }) {
	let note = T(null), [placed, setPlaced] = d([]);
	if (A(() => {
		if (!refused || refused.quiet) return;
		note.current?.scrollIntoView({ block: "nearest" });
		let fields = [...note.current?.closest("form, dialog, main")?.querySelectorAll("[aria-invalid=true][name]") ?? []];
		setPlaced(fields.map((field) => field.name)), fields[0]?.focus();
	}, [refused]), !refused) return null;
	let { problem } = refused, faults = problem.code === "validation_failed" ? problem.errors?.filter(({ pointer: at }) => !placed.includes(pointer(at).at(-1) ?? "")) ?? [] : [];
	return a("div", {
		class: "problem",
		role: "alert",
		ref: note,
		children: [
			a("p", { children: a("strong", { children: sentence(refused) }) }),
			faults.length > 0 && a("ul", { children: faults.slice(0, 10).map((fault) => a("li", { children: [
				fieldName(fault.pointer),
				" ",
				faultWords(fault.detail)
			] }, fault.pointer + fault.code)) }),
			problem.allowed && problem.allowed.length > 0 && a("p", { children: [
				t.allowed,
				" ",
				problem.allowed.join(", ")
			] }),
			children,
			again && problem.code !== "validation_failed" && a(Again, {
				refused,
				again
			}),
			a("details", { children: [
				a("summary", { children: t.more }),
				a("p", { children: [
					problem.detail,
					" ",
					problem.resolution
				] }),
				a("p", {
					class: "quiet",
					children: [a("code", { children: problem.code }), refused.requestId !== "" && a($, { children: [
						" · ",
						t.request,
						" ",
						a("code", { children: refused.requestId })
					] })]
				})
			] })
		]
	});
}
function Again({ refused, again }) {
	let [left, setLeft] = d();
	return A(() => setLeft(comesBack(refused.problem)), [refused]), A(() => {
		if (left === void 0) return;
		if (left <= 0) return setLeft(void 0), again();
		let timer = setTimeout(() => setLeft(left - 1), 1e3), stop = () => setLeft(void 0);
		return addEventListener("input", stop), () => {
			clearTimeout(timer), removeEventListener("input", stop);
		};
	}, [left]), a("button", {
		type: "button",
		class: "second",
		onClick: again,
		children: left === void 0 ? t.again : t.in(left)
	});
}
async function refusedBy(act) {
	try {
		await act();
		return;
	} catch (thrown) {
		return asRefused(thrown);
	}
}
function Loading({ shown = !0 }) {
	return shown ? a("p", {
		class: "quiet",
		role: "status",
		"data-loading": !0,
		children: t.loading
	}) : null;
}
export { get as $, undoFound as A, useRoute as At, orderNumber as B, openBehind as C, under as Ct, openUndoOf as D, leave as Dt, openUndo as E, href as Et, dayName as F, utcOf as G, readMoney as H, dayStart as I, useAnswer as J, forget as K, localDay as L, count as M, useStore as Mt, date as N, palette as O, refine as Ot, dateTime as P, call as Q, localTime as R, help as S, same as St, openPalette as T, go as Tt, time as U, percent as V, typedMoney as W, useResult as X, useList as Y, useWrite as Z, reason as _, things as _t, told as a, may as at, behind as b, changes as bt, Changes as c, session as ct, fieldName as d, Refused as dt, overMcp as et, fieldNames as f, asRead as ft, operationName as g, statuses as gt, made as h, operations as ht, sentence as i, sent as it, undoing as j, store as jt, undoCalls as k, route as kt, UndoButton as l, signIn as lt, holderMark as m, faultWords as mt, ProblemNote as n, read as nt, Actor as o, renew as ot, follows as p, asRefused as pt, leavesTrace as q, refusedBy as r, resultOf as rt, By as s, sandbox as st, Loading as t, reached as tt, done as u, signOut as ut, shownValue as v, whyNot as vt, openHelp as w, back as wt, canUndo as x, pointer as xt, useKeys as y, speak as yt, money as z };
