import { t as Behind } from "./behind.da.js";
import { c as P, f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { C as openBehind, D as openUndoOf, E as openUndo, Et as href, K as forget, Mt as useStore, O as palette, P as dateTime, Q as call, S as help, T as openPalette, Tt as go, X as useResult, Z as useWrite, _ as reason, c as Changes, d as fieldName, f as fieldNames, h as made, ht as operations, j as undoing, jt as store, n as ProblemNote, nt as read, o as Actor, p as follows, pt as asRefused, rt as resultOf, t as Loading, u as done, v as shownValue, w as openHelp, x as canUndo } from "./problem.da.js";
import { c as menuOf, o as Dialog, r as say, s as menu } from "./main.da.js";
import { A as ChangeTable, O as inRow, k as moveRow } from "./parts.da.js";
import { t as write } from "./write.da.js";
var t$2 = {
	title: "Tastatur",
	single: "Enkelte taster virker",
	rows: {
		"Ctrl K": "gå til, eller gør",
		"/": "søg på denne side",
		"j k": "næste, forrige række",
		Enter: "åbn rækken",
		x: "vælg rækken",
		u: "fortryd rækken",
		"Ctrl S": "gem",
		".": "kaldene bag dette",
		"?": "denne liste",
		Esc: "luk"
	}
}, single = store(localStorage.getItem("keys") !== "off"), actions = {
	"/": () => document.querySelector("main [type=search]")?.focus(),
	".": openBehind,
	"?": openHelp,
	j: () => moveRow(1),
	k: () => moveRow(-1),
	u: () => inRow("data-undo"),
	x: () => inRow("data-select")
}, goes = !1;
function onKeyDown(event) {
	if (event.ctrlKey || event.metaKey) {
		if (event.key === "k") openPalette();
		else if (event.key === "s") document.querySelector("main form[data-saves]")?.requestSubmit();
		else return;
		event.preventDefault();
		return;
	}
	let target = event.target;
	if (target instanceof HTMLElement && (target.matches("input:not([type=checkbox]), textarea, select") || target.closest("dialog") !== null) || event.altKey || !single.get()) return;
	let page = goes ? menu.find((one) => one.key === event.key) : void 0;
	goes = !goes && event.key === "g";
	let act = page ? () => go(href(page.page)) : actions[event.key];
	act && (event.preventDefault(), act());
}
function Keyboard() {
	let open = useStore(help), [on, setOn] = d(single.get());
	if (A(() => (addEventListener("keydown", onKeyDown), () => removeEventListener("keydown", onKeyDown)), []), !open) return null;
	let rows = [...Object.entries(t$2.rows), ...menu.map((one) => [`g ${one.key}`, one.name])];
	return a(Dialog, {
		title: t$2.title,
		close: () => help.set(!1),
		children: [a("div", {
			class: "field check",
			children: [a("input", {
				id: "singlekeys",
				type: "checkbox",
				checked: on,
				onChange: (e) => {
					setOn(e.currentTarget.checked), single.set(e.currentTarget.checked), localStorage.setItem("keys", e.currentTarget.checked ? "on" : "off");
				}
			}), a("label", {
				for: "singlekeys",
				children: t$2.single
			})]
		}), a("dl", {
			class: "facts",
			children: rows.map(([key, what]) => a("div", { children: [a("dt", { children: a("kbd", { children: key }) }), a("dd", { children: what })] }, key))
		})]
	});
}
var places = {
	"analytics.agent_activity": "analytics",
	"analytics.attention": "shell",
	"analytics.discount_performance": "analytics",
	"analytics.key_activity": "keys",
	"analytics.low_stock": "analytics",
	"analytics.sales_over_time": "analytics",
	"analytics.search_terms": "analytics",
	"analytics.summary": "analytics",
	"analytics.top_products": "analytics",
	"approvals.decide": "approvals",
	"approvals.get": "approvals",
	"approvals.list": "approvals",
	"audit.get": "activity",
	"audit.list": "activity",
	"audit.revert": "activity",
	"audit.revert_many": "activity",
	"cart.add": "tools",
	"cart.apply_discount": "tools",
	"cart.clear": "tools",
	"cart.create": "tools",
	"cart.get_summary": "tools",
	"cart.remove": "tools",
	"cart.update_quantity": "tools",
	"categories.delete": "catalogue",
	"categories.import": "catalogue",
	"categories.list": "catalogue",
	"categories.upsert": "catalogue",
	"customer.erase": "customers",
	"customer.export": "customers",
	"customer.get": "customers",
	"customer.list": "customers",
	"customer.lookup_by_email": "customers",
	"customer.lookup_by_phone": "customers",
	"discounts.create": "marketing",
	"discounts.delete": "marketing",
	"discounts.list": "marketing",
	"discounts.toggle": "marketing",
	"discounts.update": "marketing",
	"features.get": "settings",
	"features.set": "settings",
	"images.upload": "catalogue",
	"keys.create": "keys",
	"keys.list": "keys",
	"keys.pause_all": "keys",
	"keys.resume_all": "keys",
	"keys.revoke": "keys",
	"keys.rotate": "keys",
	"keys.update": "keys",
	"marketing.create_campaign": "marketing",
	"marketing.end_campaign": "marketing",
	"marketing.list_campaigns": "marketing",
	"orders.add_note": "orders",
	"orders.create": "tools",
	"orders.get": "orders",
	"orders.history": "orders",
	"orders.list": "orders",
	"orders.refund": "orders",
	"orders.refunds": "orders",
	"orders.set_tracking": "orders",
	"orders.transitions": "orders",
	"orders.update_status": "orders",
	"pages.delete": "content",
	"pages.get": "content",
	"pages.get_layout": "content",
	"pages.list": "content",
	"pages.preview": "content",
	"pages.section_types": "content",
	"pages.set_layout": "content",
	"pages.upsert": "content",
	"payments.cancel": "payments",
	"payments.capture": "payments",
	"payments.confirm_manual": "payments",
	"payments.create": "orders",
	"payments.get": "payments",
	"payments.list": "payments",
	"payments.methods": "orders",
	"payments.refund": "payments",
	"products.adjust_stock": "catalogue",
	"products.attach_image": "catalogue",
	"products.bulk_upsert": "catalogue",
	"products.create": "catalogue",
	"products.delete": "catalogue",
	"products.detach_image": "catalogue",
	"products.facets": "catalogue",
	"products.get": "catalogue",
	"products.import": "catalogue",
	"products.list_deleted": "catalogue",
	"products.restore": "catalogue",
	"products.search": "catalogue",
	"products.set_variants": "catalogue",
	"products.suggest": "catalogue",
	"products.update": "catalogue",
	"redirects.delete": "content",
	"redirects.import": "content",
	"redirects.list": "content",
	"services.create": "content",
	"services.delete": "content",
	"services.get": "content",
	"services.list": "content",
	"services.update": "content",
	"settings.get": "settings",
	"settings.update_branding": "settings",
	"settings.update_payments": "settings",
	"settings.update_search": "settings",
	"settings.update_shipping": "settings",
	"settings.update_tax": "settings",
	"site.get_page": "tools",
	"site.get_shop": "shell",
	"site.list_pages": "tools",
	"webhooks.create": "webhooks",
	"webhooks.delete": "webhooks",
	"webhooks.deliveries": "webhooks",
	"webhooks.get_delivery": "webhooks",
	"webhooks.list": "webhooks",
	"webhooks.redeliver": "webhooks",
	"webhooks.rotate_secret": "webhooks",
	"webhooks.send_test": "webhooks",
	"webhooks.update": "webhooks"
};
function Combobox({ label, placeholder, choices, typed, onTyped, onEnter, none }) {
	let [at, setAt] = d(-1), list = T(null), id = P();
	A(() => setAt(choices.length > 0 ? 0 : -1), [typed, choices.length]), A(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [at]);
	let onKeyDown = (event) => {
		let move = {
			ArrowDown: 1,
			ArrowUp: -1
		}[event.key];
		if (move !== void 0 && choices.length > 0) setAt((at + move + choices.length) % choices.length);
		else if (event.key === "Enter") (choices[at]?.run ?? onEnter)?.();
		else return;
		event.preventDefault();
	};
	return a("div", {
		class: "combobox",
		children: [
			a("input", {
				role: "combobox",
				"aria-label": label,
				"aria-expanded": "true",
				"aria-controls": id,
				"aria-autocomplete": "list",
				autocomplete: "off",
				spellcheck: !1,
				...at >= 0 && { "aria-activedescendant": `${id}-${at}` },
				...placeholder !== void 0 && { placeholder },
				value: typed,
				onInput: (e) => onTyped(e.currentTarget.value),
				onKeyDown,
				autofocus: !0
			}),
			a("ul", {
				role: "listbox",
				id,
				ref: list,
				"aria-label": label,
				children: choices.map((choice, n) => a("li", {
					id: `${id}-${n}`,
					role: "option",
					"aria-selected": n === at,
					onClick: choice.run,
					onMouseMove: () => setAt(n),
					children: [a("span", { children: choice.label }), choice.note !== void 0 && a("span", {
						class: "quiet",
						children: choice.note
					})]
				}, choice.id))
			}),
			choices.length === 0 && a("p", {
				class: "quiet",
				role: "status",
				children: none
			})
		]
	});
}
var t$1 = {
	title: "Gå til, eller gør",
	hint: "En side, en vare, en operation",
	none: "Intet, der ligner.",
	page: "side",
	product: "vare",
	tool: "prøv",
	order: (q) => `Ordrer, der ligner ${q}`,
	customer: (q) => `Kunder, der ligner ${q}`,
	recorded: "opslaget registreres"
};
function Palette() {
	return useStore(palette) ? a(Open, { close: () => palette.set(!1) }) : null;
}
function Open({ close }) {
	let [typed, setTyped] = d(""), q = useLate(typed.trim()), products = useResult("products.search", {
		q,
		limit: 6
	}, { enabled: q.length > 1 }), low = typed.trim().toLowerCase(), has = (text) => text.toLowerCase().includes(low), begins = (text) => ` ${text.toLowerCase()}`.includes(` ${low}`), to = (address) => () => {
		close(), go(address);
	}, choices = menuOf().filter((one) => has(one.name)).map((one) => ({
		id: one.page,
		label: one.name,
		note: t$1.page,
		run: to(href(one.page))
	}));
	if (low !== "") {
		let doing = Object.keys(places).filter((one) => has(one) || has(operations[one][0])), named = doing.filter((one) => begins(operations[one][0])).slice(0, 8), shown = (one) => choiceOf(one, to, low.includes("."));
		if (choices.push(...named.map(shown)), q.length > 1) for (let hit of products.data ?? []) choices.push({
			id: hit.id,
			label: hit.name,
			note: t$1.product,
			run: to(href("catalogue", [hit.slug]))
		});
		choices.push({
			id: "order",
			label: t$1.order(typed),
			note: t$1.recorded,
			run: to(href("orders", [], { q: typed.trim() }))
		}), choices.push({
			id: "customer",
			label: t$1.customer(typed),
			note: t$1.recorded,
			run: to(href("customers", [], { q: typed.trim() }))
		}), choices.push(...doing.filter((one) => !named.includes(one)).slice(0, 8).map(shown));
	}
	return a(Dialog, {
		title: t$1.title,
		close,
		children: [a(Combobox, {
			label: t$1.title,
			placeholder: t$1.hint,
			choices,
			typed,
			onTyped: setTyped,
			none: t$1.none
		}), a(ProblemNote, {
			refused: products.refused,
			again: products.again
		})]
	});
}
var parts = {
	"products.create": ["new"],
	"products.import": ["import"],
	"products.list_deleted": ["trash"],
	"products.restore": ["trash"],
	"categories.upsert": ["categories"],
	"categories.list": ["categories"],
	"discounts.create": ["new"],
	"marketing.create_campaign": ["new", "campaign"],
	"marketing.list_campaigns": ["campaigns"],
	"services.create": ["new", "service"],
	"services.list": ["services"],
	"redirects.import": ["redirects"],
	"redirects.list": ["redirects"],
	"keys.create": ["new"],
	"settings.update_search": ["search"],
	"features.set": ["switches"],
	"features.get": ["switches"]
};
function choiceOf(operation, to, asTool) {
	let on = asTool ? void 0 : menu.find((one) => one.page === places[operation] && one.page !== "tools");
	return {
		id: operation,
		label: operations[operation][0],
		note: on ? on.name : `${t$1.tool} ${operation}`,
		run: to(on ? href(on.page, parts[operation]) : href("tools", [operation]))
	};
}
function useLate(text) {
	let [late, setLate] = d(text);
	return A(() => {
		let timer = setTimeout(() => setLate(text), 150);
		return () => clearTimeout(timer);
	}, [text]), late;
}
var t = {
	title: "Fortryd",
	again: "Gentag",
	some: "Fortryd flere ændringer",
	many: (n) => n === 1 ? "Fortryd én ændring" : `Fortryd ${n} ændringer`,
	nothing: "Der er intet at fortryde: intet ville ændre sig.",
	undo: "Fortryd",
	redo: "Gentag",
	cancel: "Annuller",
	deletes: "det, der blev lavet, slettes",
	first: "Fortryd den først",
	since: "Ændret siden:",
	left: "som det blev efterladt",
	now: "nu",
	after: "Bagefter",
	present: "Nu",
	stays: "bliver: ændret siden",
	by: (name, at) => `af ${name}, ${at}`,
	act: (verb, names) => names.length > 2 ? `${verb} ${names.length} felter` : `${verb} ${names.join(" og ")}`,
	rest: "Det, der ikke er valgt, bliver, som det er, og kan så kun ændres i hånden.",
	gone: "selve tingen kom eller forsvandt",
	undone: "Fortrudt.",
	redone: "Gentaget.",
	undoneMany: (n, stay) => stay > 0 ? `${n} fortrudt, ${stay} ikke.` : `${n} fortrudt.`,
	would: "Disse fortrydes",
	stay: (n) => n === 1 ? "Én bliver, som den er" : `${n} bliver, som de er`,
	same: "det er allerede, som det var før"
};
function close() {
	undoing.set(void 0);
}
function UndoDialog() {
	let asked = useStore(undoing);
	if (asked === void 0) return null;
	if ("found" in asked) return a(Gathering, {
		found: asked.found,
		most: asked.most
	});
	if ("id" in asked) return a(One, { id: asked.id }, asked.id);
	let [only, ...others] = asked.entries;
	return only === void 0 ? a(Dialog, {
		title: t.title,
		close,
		children: a("p", { children: t.nothing })
	}) : others.length === 0 ? a(One, {
		id: only.id,
		known: only
	}, only.id) : a(Many, { entries: asked.entries }, only.id + others.length);
}
function Gathering({ found, most }) {
	let { plan: entries, refused, again } = useDryRun(() => gather(found, most));
	return A(() => {
		entries && openUndo(entries);
	}, [entries]), a(Dialog, {
		title: t.title,
		close,
		children: refused ? a(ProblemNote, {
			refused,
			again
		}) : a(Loading, {})
	});
}
async function gather(found, most) {
	let entries = [];
	for (let filter of found) {
		let cursor;
		do {
			let page = await read("audit.list", {
				...filter,
				kinds: ["change"],
				revertible: !0,
				limit: 200,
				...cursor !== void 0 && { cursor }
			});
			entries.push(...page.items.filter(canUndo)), cursor = page.nextCursor ?? void 0;
		} while (cursor !== void 0 && entries.length < most);
	}
	return entries;
}
function useDryRun(run) {
	let [state, set] = d({}), again = () => {
		run().then((plan) => set({ plan }), (thrown) => set({ refused: asRefused(thrown) }));
	};
	return A(again, []), {
		plan: state.plan,
		refused: state.refused,
		again
	};
}
async function planOf(id, known) {
	let [result, entry] = await Promise.all([call("audit.revert", {
		auditLogId: id,
		dryRun: !0,
		confirm: !0
	}).then(({ answer }) => resultOf(answer)), known?.entityType === "order" ? known : read("audit.get", { auditLogId: id })]);
	return {
		...result,
		entry: known ?? entry,
		whole: !("before" in entry) || entry.before === null || entry.after === null
	};
}
function One({ id, known }) {
	let { plan, refused, again } = useDryRun(() => planOf(id, known)), write = useWrite("audit.revert"), [left, leave] = d(new Set()), conflicts = write.refused?.problem.conflicts ?? refused?.problem.conflicts ?? plan?.conflicts ?? [], entry = plan?.entry ?? known, redo = entry !== void 0 && entry.revertOf !== null, changes = plan?.changes ?? [], conflictAt = (path) => conflicts.find((one) => one.path === path), inConflict = (path) => conflictAt(path) !== void 0, chosen = changes.filter(({ path }) => !inConflict(path) && !left.has(path)), barred = chosen.length === 0 || plan?.whole && conflicts.length > 0 || inConflict(""), act = async () => {
		let all = chosen.length === changes.length, done = await write.send({
			auditLogId: id,
			confirm: !0,
			...!all && { fields: chosen.map((one) => one.path) }
		});
		done && (forget(), close(), say(redo ? t.redone : t.undone, done.requestId));
	}, verb = redo ? t.redo : t.undo, choose = ({ path }) => plan?.whole || changes.length === 1 ? fieldName(path) : a("label", {
		class: "row",
		children: [
			a("input", {
				type: "checkbox",
				checked: !inConflict(path) && !left.has(path),
				disabled: inConflict(path),
				onChange: (e) => {
					let next = new Set(left);
					e.currentTarget.checked ? next.delete(path) : next.add(path), leave(next);
				}
			}),
			" ",
			fieldName(path)
		]
	});
	return a(Dialog, {
		title: redo ? t.again : t.title,
		close,
		foot: a($, { children: [a("button", {
			type: "button",
			class: "second",
			onClick: close,
			children: t.cancel
		}), a("button", {
			type: "button",
			disabled: write.busy || !plan || barred,
			onClick: () => void act(),
			children: plan?.whole || chosen.length === 0 ? verb : t.act(verb, [...new Set(chosen.map(({ path }) => fieldName(path)))])
		})] }),
		children: [
			entry && a("p", { children: [
				a(Actor, { entry }),
				" ",
				done(entry),
				" ",
				a("span", {
					class: "quiet",
					children: dateTime(entry.at)
				})
			] }),
			!plan && !refused && a(Loading, {}),
			plan && (changes.length === 0 ? a("p", { children: t.nothing }) : a(ChangeTable, {
				name: choose,
				heads: [t.present, t.after],
				stays: ({ path }) => inConflict(path) ? t.stays : void 0,
				changes: changes.filter(({ path }) => !plan.whole || !follows(path)).map((change) => ({
					...change,
					previousValue: (conflictAt(change.path) ?? { current: change.previousValue }).current
				}))
			})),
			plan && !barred && chosen.length < changes.length && a("p", {
				class: "hint",
				children: t.rest
			}),
			a(ProblemNote, {
				refused: write.refused ?? refused,
				...refused?.problem.retryable && { again }
			}),
			conflicts.length > 0 && a("div", {
				class: "problem",
				children: [a("p", { children: t.since }), a("ul", { children: conflicts.map((one) => a(ConflictLine, { conflict: one }, one.path)) })]
			})
		]
	});
}
function ConflictLine({ conflict: { path, expected, current, changedBy } }) {
	return a("li", { children: [path === "" ? t.gone : a($, { children: [
		a("strong", { children: fieldName(path) }),
		": ",
		shownValue(path, expected),
		" (",
		t.left,
		"), ",
		shownValue(path, current),
		" (",
		t.now,
		")"
	] }), changedBy && a($, { children: [
		" ",
		t.by(changedBy.actorName, dateTime(changedBy.at)),
		" ",
		a("button", {
			type: "button",
			class: "small",
			onClick: () => openUndoOf(changedBy.auditLogId),
			children: t.first
		})
	] })] });
}
function wasUndone({ outcome }) {
	return outcome === "reverted";
}
async function pieces(entries, dryRun) {
	let all = {
		results: [],
		requestId: ""
	};
	for (let at = 0; at < entries.length; at += 200) {
		let auditLogIds = entries.slice(at, at + 200).map((entry) => entry.id), { answer, requestId } = await (dryRun ? call : write)("audit.revert_many", {
			auditLogIds,
			mode: "best_effort",
			dryRun,
			confirm: !0
		});
		all.results.push(...answer.result.results), all.requestId = requestId;
	}
	return all;
}
function Many({ entries }) {
	let { plan, refused, again } = useDryRun(() => pieces(entries, !0)), [state, set] = d({ busy: !1 }), act = async () => {
		set({ busy: !0 });
		try {
			let { results, requestId } = await pieces(entries, !1), n = results.filter(wasUndone).length;
			close(), say(t.undoneMany(n, results.length - n), entries.length <= 200 ? requestId : void 0);
		} catch (thrown) {
			set({
				busy: !1,
				refused: asRefused(thrown)
			});
		} finally {
			forget();
		}
	}, { goes = [], stays = [] } = Object.groupBy(plan?.results ?? [], (one) => wasUndone(one) ? "goes" : "stays"), title = plan ? t.many(goes.length) : t.some;
	return a(Dialog, {
		title,
		close,
		wide: !0,
		foot: a($, { children: [a("button", {
			type: "button",
			class: "second",
			onClick: close,
			children: t.cancel
		}), a("button", {
			type: "button",
			disabled: state.busy || goes.length === 0,
			onClick: () => void act(),
			children: goes.length === 0 ? t.undo : title
		})] }),
		children: [
			!plan && !refused && a(Loading, {}),
			plan && goes.length === 0 && a("p", { children: t.nothing }),
			a("div", {
				class: "scroll",
				role: "region",
				"aria-label": title,
				tabIndex: 0,
				children: [a(Outcomes, {
					title: t.stay(stays.length),
					of: stays,
					entries
				}), a(Outcomes, {
					title: t.would,
					of: goes,
					entries
				})]
			}),
			a(ProblemNote, {
				refused: state.refused ?? refused,
				...refused?.problem.retryable && { again }
			})
		]
	});
}
function Outcomes({ title, of, entries }) {
	let byId = new Map(entries.map((entry) => [entry.id, entry]));
	return of.length === 0 ? null : a($, { children: [a("h3", { children: title }), a("ul", { children: of.map((one) => {
		let entry = byId.get(one.auditLogId);
		return a("li", { children: [
			entry ? a($, { children: [
				a(Actor, { entry }),
				" ",
				done(entry),
				" ",
				a(Changes, { entry }),
				" ",
				wasUndone(one) && made(entry) && a("strong", {
					class: "warn",
					children: t.deletes
				}),
				" ",
				a("span", {
					class: "quiet",
					children: dateTime(entry.at)
				})
			] }) : one.auditLogId,
			" ",
			!wasUndone(one) && a("span", {
				class: "warn",
				children: why(one)
			})
		] }, one.auditLogId);
	}) })] });
}
function why({ outcome, code, conflicts }) {
	if (outcome === "unchanged") return t.same;
	let [first] = conflicts;
	return first === void 0 ? reason(code ?? outcome) : `${t.since} ${first.path === "" ? t.gone : fieldNames(conflicts.map((one) => one.path))}${first.changedBy ? ` ${t.by(first.changedBy.actorName, dateTime(first.changedBy.at))}` : ""}`;
}
function Around() {
	return a($, { children: [
		a(UndoDialog, {}),
		a(Palette, {}),
		a(Behind, {}),
		a(Keyboard, {})
	] });
}
export { Around as default };
