import { a, d as w, f as $, i as QueryObserver, l as T, n as QueryClient, o as A, r as InfiniteQueryObserver, t as createClient, u as d } from "./packages.js";
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
		return this.problem.errors?.filter((one) => under(one.pointer, at)).map((one) => one.detail) ?? [];
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
var kept$1 = readKept();
function readKept() {
	let value = localStorage.getItem("language");
	return value === "en" || value === "da" ? value : void 0;
}
var language = kept$1 ?? (navigator.language.startsWith("da") ? "da" : "en");
function speak(next) {
	localStorage.setItem("language", next), location.reload();
}
function texts(en, da) {
	return language === "da" ? da : en;
}
var scriptRel = (function() {
	let relList = typeof document < "u" && document.createElement("link").relList;
	return relList && relList.supports && relList.supports("modulepreload") ? "modulepreload" : "preload";
})(), assetsURL = function(dep, importerUrl) {
	return new URL(dep, importerUrl).href;
}, seen = {}, isCssPreloadUrl = function(url) {
	return url.pathname.endsWith(".css");
}, preloadOnce = function(seen, href, preload) {
	if (href in seen) return seen[href];
	let promise = preload();
	if (!promise) {
		seen[href] = void 0;
		return;
	}
	let preloadPromise = promise.then(() => {
		seen[href] = void 0;
	}, (err) => {
		throw seen[href] = void 0, err;
	});
	return seen[href] = preloadPromise, preloadPromise;
}, __vitePreload = function(baseModule, deps, importerUrl) {
	let promise = Promise.resolve();
	if (deps && deps.length > 0) {
		let preloadedHrefs, cspNonceMeta = document.querySelector("meta[property=csp-nonce]"), cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");
		function allSettled(promises) {
			return Promise.all(promises.map((p) => Promise.resolve(p).then((value) => ({
				status: "fulfilled",
				value
			}), (reason) => ({
				status: "rejected",
				reason
			}))));
		}
		function importMetaResolve(specifier) {
			return import.meta.resolve ? new URL(import.meta.resolve(specifier)) : new URL(specifier, import.meta.url);
		}
		promise = allSettled(deps.map((depString) => {
			depString = assetsURL(depString, importerUrl);
			let dep = importMetaResolve(depString), isCss = isCssPreloadUrl(dep);
			return preloadOnce(seen, dep.href, () => {
				if (preloadedHrefs === void 0) {
					preloadedHrefs = {
						all: new Set(),
						styles: new Set()
					};
					let links = document.getElementsByTagName("link");
					for (let i = links.length - 1; i >= 0; i--) {
						let link = links[i];
						preloadedHrefs.all.add(link.href), link.rel === "stylesheet" && preloadedHrefs.styles.add(link.href);
					}
				}
				if ((isCss ? preloadedHrefs.styles : preloadedHrefs.all).has(dep.href)) return;
				let link = document.createElement("link");
				if (link.rel = isCss ? "stylesheet" : scriptRel, isCss || (link.as = "script"), link.crossOrigin = "", link.href = dep.href, cspNonce && link.setAttribute("nonce", cspNonce), document.head.appendChild(link), isCss) return new Promise((res, rej) => {
					let handleSettle = (e) => {
						link.removeEventListener("load", handleSettle), link.removeEventListener("error", handleSettle), e.type === "error" ? rej(Error(`Unable to preload CSS for ${dep}`)) : res(e);
					};
					link.addEventListener("load", handleSettle), link.addEventListener("error", handleSettle);
				});
			});
		}).filter((p) => p !== void 0));
	}
	function handlePreloadError(err) {
		let e = new Event("vite:preloadError", { cancelable: !0 });
		if (e.payload = err, window.dispatchEvent(e), !e.defaultPrevented) throw err;
	}
	return promise.then((res) => {
		for (let item of res || []) item.status === "rejected" && handlePreloadError(item.reason);
		return baseModule().catch(handlePreloadError);
	});
}, { operations, things, fields, statuses, reasons, refusals, faults } = {
	operations: {},
	things: {},
	fields: {},
	statuses: {},
	reasons: {},
	refusals: {},
	faults: []
};
async function learn() {
	({operations, things, fields, statuses, reasons, refusals, faults} = language === "da" ? await __vitePreload(() => import("./da.js"), [], import.meta.url) : await __vitePreload(() => import("./en.js"), [], import.meta.url));
}
var t = texts({
	scope: (scope) => `Your key may not do this: it lacks ${scope}. A person whose key has it can make you a new key.`,
	loading: "Loading…",
	more: "What the service said",
	again: "Try again",
	in: (seconds) => `Again in ${seconds} s`,
	allowed: "Possible now:",
	request: "Request"
}, {
	scope: (scope) => `Din nøgle må ikke dette: den mangler ${scope}. En person, hvis nøgle har det, kan lave en ny nøgle til dig.`,
	loading: "Henter…",
	more: "Hvad tjenesten sagde",
	again: "Prøv igen",
	in: (seconds) => `Igen om ${seconds} s`,
	allowed: "Muligt nu:",
	request: "Kald"
});
function sentence({ problem: { code, requiredScope, detail }, quiet }) {
	if (code === "insufficient_scope") return t.scope(requiredScope ?? "?");
	let name = code.endsWith("_not_found") ? "not_found" : code === "offline" && quiet ? "unreached" : code;
	return refusals[name] ?? detail;
}
function comesBack({ retryable, retryAfter, code }) {
	return retryable && code !== "approval_required" ? retryAfter : void 0;
}
function told(refused) {
	return [sentence(refused), ...refused.faults("")].join(" ");
}
function ProblemNote({ refused, again, children }) {
	let note = T(null);
	if (A(() => {
		refused?.quiet || note.current?.scrollIntoView({ block: "nearest" });
	}, [refused]), !refused) return null;
	let { problem } = refused;
	return a("div", {
		class: "problem",
		role: "alert",
		ref: note,
		children: [
			a("p", { children: a("strong", { children: sentence(refused) }) }),
			problem.code === "validation_failed" && problem.errors && a("ul", { children: problem.errors.slice(0, 10).map((fault) => a("li", { children: [
				a("code", { children: fault.pointer }),
				" ",
				fault.detail
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
var locale = language === "da" ? "da-DK" : "en-GB", zone = "Europe/Copenhagen", amount = new Intl.NumberFormat(locale, {
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
	let text = (ore / 100).toFixed(2);
	return language === "da" ? text.replace(".", ",") : text;
}
function orderNumber(id) {
	return id.slice(-6);
}
export { changes as $, refusedBy as A, __vitePreload as B, overMcp as C, sent as D, resultOf as E, operations as F, renew as G, speak as H, reasons as I, signIn as J, sandbox as K, refusals as L, told as M, fields as N, Loading as O, learn as P, asRefused as Q, statuses as R, get as S, read as T, texts as U, language as V, may as W, Refused as X, signOut as Y, asRead as Z, useAnswer as _, dayStart as a, href as at, useWrite as b, money as c, route as ct, readMoney as d, useStore as dt, pointer as et, time as f, leavesTrace as g, forget as h, dayName as i, go as it, sentence as j, ProblemNote as k, orderNumber as l, useRoute as lt, utcOf as m, date as n, under as nt, localDay as o, leave as ot, typedMoney as p, session as q, dateTime as r, back as rt, localTime as s, refine as st, count as t, same as tt, percent as u, store as ut, useList as v, reached as w, call as x, useResult as y, things as z };
