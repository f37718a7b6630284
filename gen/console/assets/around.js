import { t as Behind } from "./behind.js";
import { F as texts, W as asRefused, X as href, Y as go, a as useWrite, at as T, ct as $, d as read, et as store, f as resultOf, i as useResult, it as P, j as operations, m as ProblemNote, nt as A, ot as d, s as call, t as forget, tt as useStore, v as a, x as dateTime } from "./answers.js";
import { a as openHelp, c as palette, d as undoing, i as openBehind, n as canUndo, o as openPalette, r as help, s as openUndo } from "./asked.js";
import { a as Dialog, c as Loading, l as inRow, n as say, o as menu, u as moveRow } from "./index.js";
import { t as write } from "./write.js";
import { a as fieldName, c as shownValue, n as ChangeTable } from "./story.js";
var t$2 = texts({
	title: "Keys",
	single: "Single keys work",
	rows: {
		"Ctrl K": "go to, or do",
		"/": "search on this page",
		"j k": "next, previous row",
		Enter: "open the row",
		x: "select the row",
		u: "undo the row",
		"Ctrl S": "save",
		".": "the calls behind this",
		"?": "this list",
		Esc: "close"
	}
}, {
	title: "Taster",
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
}), single = store(localStorage.getItem("keys") !== "off"), actions = {
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
var t$1 = texts({
	title: "Go to, or do",
	hint: "A page, a product, an operation",
	none: "Nothing like that.",
	page: "page",
	product: "product",
	tool: "try",
	order: (q) => `Order ${q}`,
	customer: (q) => `Customers like ${q}`,
	recorded: "looking is recorded"
}, {
	title: "Gå til, eller gør",
	hint: "En side, en vare, en operation",
	none: "Intet, der ligner.",
	page: "side",
	product: "vare",
	tool: "prøv",
	order: (q) => `Ordre ${q}`,
	customer: (q) => `Kunder, der ligner ${q}`,
	recorded: "opslaget registreres"
});
function Palette() {
	return useStore(palette) ? a(Open, { close: () => palette.set(!1) }) : null;
}
function Open({ close }) {
	let [typed, setTyped] = d(""), q = useLate(typed.trim()), products = useResult("products.search", {
		q,
		limit: 6
	}, { enabled: q.length > 1 }), has = (text) => text.toLowerCase().includes(typed.trim().toLowerCase()), to = (address) => () => {
		close(), go(address);
	}, choices = menu.filter((one) => has(one.name)).map((one) => ({
		id: one.page,
		label: one.name,
		note: t$1.page,
		run: to(href(one.page))
	}));
	if (typed.trim() !== "") {
		if (q.length > 1) for (let hit of products.data ?? []) choices.push({
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
		});
		for (let operation of Object.keys(places)) {
			if (choices.length > 20) break;
			(has(operation) || has(operations[operation][0])) && choices.push({
				id: operation,
				label: operations[operation][0],
				note: `${t$1.tool} ${operation}`,
				run: to(href("tools", [operation]))
			});
		}
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
function useLate(text) {
	let [late, setLate] = d(text);
	return A(() => {
		let timer = setTimeout(() => setLate(text), 150);
		return () => clearTimeout(timer);
	}, [text]), late;
}
var t = texts({
	title: "Undo",
	many: (n) => `Undo ${n} changes`,
	nothing: "There is nothing to undo: nothing would change.",
	undo: "Undo",
	cancel: "Cancel",
	others: "Undo the other fields",
	first: "Undo that one first",
	since: "Changed since:",
	left: "as it was left",
	now: "now",
	by: (name, at) => `by ${name}, ${at}`,
	undone: "Undone.",
	undoneMany: (n, failed) => failed > 0 ? `${n} undone, ${failed} not.` : `${n} undone.`,
	would: (n) => n === 1 ? "One change would be undone." : `${n} changes would be undone.`,
	partly: (n) => n === 1 ? "One cannot be undone and stays." : `${n} cannot be undone and stay.`
}, {
	title: "Fortryd",
	many: (n) => `Fortryd ${n} ændringer`,
	nothing: "Der er intet at fortryde: intet ville ændre sig.",
	undo: "Fortryd",
	cancel: "Annuller",
	others: "Fortryd de andre felter",
	first: "Fortryd den først",
	since: "Ændret siden:",
	left: "som det blev efterladt",
	now: "nu",
	by: (name, at) => `af ${name}, ${at}`,
	undone: "Fortrudt.",
	undoneMany: (n, failed) => failed > 0 ? `${n} fortrudt, ${failed} ikke.` : `${n} fortrudt.`,
	would: (n) => n === 1 ? "Én ændring ville blive fortrudt." : `${n} ændringer ville blive fortrudt.`,
	partly: (n) => n === 1 ? "Én kan ikke fortrydes og bliver." : `${n} kan ikke fortrydes og bliver.`
});
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
	let [only] = asked.ids;
	return only === void 0 ? a(Dialog, {
		title: t.title,
		close,
		children: a("p", { children: t.nothing })
	}) : asked.ids.length === 1 ? a(One, { id: only }, only) : a(Many, { ids: asked.ids }, asked.ids.join());
}
function Gathering({ found, most }) {
	let { plan: ids, refused, again } = useDryRun(() => gather(found, most));
	return A(() => {
		ids && openUndo(ids);
	}, [ids]), a(Dialog, {
		title: t.title,
		close,
		children: refused ? a(ProblemNote, {
			refused,
			again
		}) : a(Loading, {})
	});
}
async function gather(found, most) {
	let ids = [];
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
			ids.push(...page.items.filter(canUndo).map((entry) => entry.id)), cursor = page.nextCursor ?? void 0;
		} while (cursor !== void 0 && ids.length < most);
	}
	return ids;
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
function One({ id }) {
	let { plan, refused, again } = useDryRun(async () => resultOf((await call("audit.revert", {
		auditLogId: id,
		dryRun: !0,
		confirm: !0
	})).answer)), write = useWrite("audit.revert"), act = async (fields) => {
		let done = await write.send({
			auditLogId: id,
			confirm: !0,
			...fields && { fields }
		});
		done && (forget(), close(), say(t.undone, done.requestId));
	};
	return a(Dialog, {
		title: t.title,
		close,
		foot: a($, { children: [a("button", {
			type: "button",
			class: "second",
			onClick: close,
			children: t.cancel
		}), a("button", {
			type: "button",
			disabled: write.busy || !plan || plan.changes.length === 0 || plan.conflicts.length > 0,
			onClick: () => void act(),
			children: t.undo
		})] }),
		children: [
			!plan && !refused && a(Loading, {}),
			plan && (plan.changes.length === 0 ? a("p", { children: t.nothing }) : a(ChangeTable, { changes: plan.changes })),
			a(Conflict, {
				refused: write.refused ?? refused,
				plan,
				act,
				...refused?.problem.retryable && { again }
			})
		]
	});
}
function Conflict({ refused, plan, act, again }) {
	let conflicts = refused?.problem.conflicts ?? plan?.conflicts ?? [], others = plan?.changes.map((change) => change.path).filter((path) => !conflicts.some((one) => one.path === path)) ?? [];
	return !refused && conflicts.length === 0 ? null : a($, { children: [
		a(ProblemNote, {
			refused,
			...again && { again }
		}),
		conflicts.length > 0 && a("div", {
			class: "problem",
			children: [a("p", { children: t.since }), a("ul", { children: conflicts.map((one) => a(ConflictLine, { conflict: one }, one.path)) })]
		}),
		conflicts.length > 0 && others.length > 0 && a("button", {
			type: "button",
			class: "second",
			onClick: () => void act(others),
			children: t.others
		})
	] });
}
function ConflictLine({ conflict: { path, expected, current, changedBy } }) {
	return a("li", { children: [
		a("strong", { children: fieldName(path) }),
		": ",
		shownValue(path, expected),
		" (",
		t.left,
		"), ",
		shownValue(path, current),
		" (",
		t.now,
		")",
		changedBy && a($, { children: [
			" ",
			t.by(changedBy.actorName, dateTime(changedBy.at)),
			" ",
			a("button", {
				type: "button",
				class: "small",
				onClick: () => openUndo([changedBy.auditLogId]),
				children: t.first
			})
		] })
	] });
}
async function pieces(ids, dryRun) {
	let sum = {
		reverted: 0,
		failed: 0,
		requestId: ""
	};
	for (let at = 0; at < ids.length; at += 200) {
		let { answer, requestId } = await (dryRun ? call : write)("audit.revert_many", {
			auditLogIds: ids.slice(at, at + 200),
			mode: "best_effort",
			dryRun,
			confirm: !0
		});
		sum.reverted += answer.result.reverted, sum.failed += answer.result.failed, sum.requestId = requestId;
	}
	return sum;
}
function Many({ ids }) {
	let { plan, refused, again } = useDryRun(() => pieces(ids, !0)), [state, set] = d({ busy: !1 }), act = async () => {
		set({ busy: !0 });
		try {
			let done = await pieces(ids, !1);
			close(), say(t.undoneMany(done.reverted, done.failed), ids.length <= 200 ? done.requestId : void 0);
		} catch (thrown) {
			set({
				busy: !1,
				refused: asRefused(thrown)
			});
		} finally {
			forget();
		}
	};
	return a(Dialog, {
		title: t.many(ids.length),
		close,
		foot: a($, { children: [a("button", {
			type: "button",
			class: "second",
			onClick: close,
			children: t.cancel
		}), a("button", {
			type: "button",
			disabled: state.busy || !plan || plan.reverted === 0,
			onClick: () => void act(),
			children: t.undo
		})] }),
		children: [
			!plan && !refused && a(Loading, {}),
			plan && a("p", { children: [
				plan.reverted === 0 ? t.nothing : t.would(plan.reverted),
				" ",
				plan.failed > 0 && t.partly(plan.failed)
			] }),
			a(ProblemNote, {
				refused: state.refused ?? refused,
				...refused?.problem.retryable && { again }
			})
		]
	});
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
