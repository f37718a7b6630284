import { At as useRoute, B as orderNumber, Et as href, M as count, N as date, Ot as refine, X as useResult, Y as useList, Z as useWrite, n as ProblemNote, nt as read, r as refusedBy, t as Loading, wt as back, z as money } from "./problem.en.js";
import { f as $, t as a, u as d } from "./packages.js";
import { t as download } from "./download.en.js";
import { D as List, E as Input, S as listed, c as orderColumns, d as Copy } from "./parts.en.js";
import { a as Confirm, i as needs } from "./main.en.js";
var t$2 = {
	title: "Erase this customer?",
	act: "Erase for good",
	text: "Names, addresses, telephone number, notes and tracking of all orders are forgotten. Amounts, products and dates stay, for the books. This cannot be undone. Download what is held first, if the person asked for it.",
	force: "Erase despite open orders",
	open: "Open orders:",
	done: "The customer was erased",
	public: "These public texts still name the person. Change them:",
	more: "There are more of them.",
	counts: {
		ordersAnonymized: "Orders",
		cartsAnonymized: "Carts",
		auditEntriesAnonymized: "Entries of the history",
		notesAnonymized: "Notes about others",
		answersDeleted: "Kept answers"
	}
};
function Erase({ id, email, close, begin, done }) {
	let write = useWrite("customer.erase"), [force, setForce] = d(!1), open = write.refused?.problem.orderIds, act = async () => {
		begin(!0);
		let erased = await write.send({
			customerId: id,
			confirm: !0,
			...force && { force }
		});
		erased ? done(erased.answer.result) : begin(!1);
	};
	return a(Confirm, {
		title: t$2.title,
		act: t$2.act,
		typed: email,
		busy: write.busy,
		close,
		onConfirm: () => void act(),
		children: [
			a("p", { children: t$2.text }),
			a(ProblemNote, {
				refused: write.refused,
				children: open && a("p", { children: [
					t$2.open,
					" ",
					open.map((order) => a("a", {
						href: href("orders", [order]),
						children: [orderNumber(order), " "]
					}, order))
				] })
			}),
			(open || force) && a(Input, {
				name: "force",
				field: {
					label: t$2.force,
					kind: "check"
				},
				value: force,
				set: (value) => setForce(value === !0)
			})
		]
	});
}
var places = {
	page: "content",
	service: "content",
	product: "catalogue"
};
function Erased({ erased }) {
	let counts = Object.entries(t$2.counts);
	return a($, { children: [
		a("h1", { children: t$2.done }),
		a("dl", {
			class: "facts",
			children: counts.map(([name, words]) => a("div", { children: [a("dt", { children: words }), a("dd", { children: count(erased[name]) })] }, name))
		}),
		erased.publicTexts.length > 0 && a("div", {
			class: "note",
			children: [
				a("p", { children: t$2.public }),
				a("ul", { children: erased.publicTexts.map(({ entityType, id, slug }) => a("li", { children: [
					entityType,
					" ",
					a("a", {
						href: href(places[entityType] ?? "activity", places[entityType] ? publicAddress(entityType, slug ?? id) : [], places[entityType] ? {} : {
							entityType,
							entityId: id
						}),
						children: slug ?? id
					})
				] }, id)) }),
				!erased.publicTextsComplete && a("p", { children: t$2.more })
			]
		})
	] });
}
function publicAddress(entityType, slug) {
	return entityType === "product" ? [slug] : [`${entityType}s`, slug];
}
var t$1 = {
	customers: "Customers",
	customer: "Customer",
	recorded: "Looking is recorded.",
	email: "E-mail",
	phone: "Telephone",
	address: "Last sent to",
	orders: "Newest orders",
	all: "All orders",
	count: "Orders",
	spent: "Spent",
	since: "Customer since",
	last: "Last order",
	export: "Download all that is held (JSON)",
	exporting: (n) => `${n} orders so far…`,
	erase: "Erase the customer…",
	gone: "This customer was erased, or never was.",
	none: "No orders."
};
function Customer({ id }) {
	let [erasing, setErasing] = d(!1), [asks, ask] = d(!1), [erased, setErased] = d(), got = useResult("customer.get", { customerId: id }, { enabled: !erasing }), toList = a("p", { children: a("a", {
		href: back("customers"),
		children: ["← ", t$1.customers]
	}) });
	if (erased) return a($, { children: [toList, a(Erased, { erased })] });
	let { data } = got;
	if (!data) return a($, { children: [
		toList,
		a("h1", { children: t$1.customer }),
		got.loading && a(Loading, {}),
		a(ProblemNote, {
			refused: got.refused,
			again: got.again,
			children: got.refused?.code === "customer_not_found" && a("p", { children: t$1.gone })
		})
	] });
	let { name, address, zip, city } = data.lastShipping, sentTo = `${name}\n${address}\n${zip} ${city}`;
	return a($, { children: [
		toList,
		a("header", {
			class: "row",
			children: [a("h1", { children: data.name }), a("span", {
				class: "quiet",
				children: t$1.recorded
			})]
		}),
		a(ProblemNote, {
			refused: got.refused,
			again: got.again
		}),
		a("dl", {
			class: "facts",
			children: [
				a("div", { children: [a("dt", { children: t$1.email }), a("dd", { children: [
					data.email,
					" ",
					a(Copy, { text: data.email })
				] })] }),
				data.phoneNumber !== null && a("div", { children: [a("dt", { children: t$1.phone }), a("dd", { children: data.phoneNumber })] }),
				a("div", { children: [a("dt", { children: t$1.address }), a("dd", {
					class: "row",
					children: [
						a("span", {
							class: "lines",
							children: sentTo
						}),
						" ",
						a(Copy, { text: sentTo })
					]
				})] }),
				a("div", { children: [a("dt", { children: t$1.count }), a("dd", { children: count(data.orderCount) })] }),
				a("div", { children: [a("dt", { children: t$1.spent }), a("dd", { children: money(data.totalSpentOere) })] }),
				a("div", { children: [a("dt", { children: t$1.since }), a("dd", { children: date(data.createdAt) })] }),
				a("div", { children: [a("dt", { children: t$1.last }), a("dd", { children: date(data.lastOrderAt) })] })
			]
		}),
		a("div", {
			class: "bar",
			children: [a(Export, { id }), a("button", {
				type: "button",
				class: "danger",
				...needs("settings:write"),
				onClick: () => ask(!0),
				children: t$1.erase
			})]
		}),
		a("h2", { children: t$1.orders }),
		a(List, {
			label: t$1.orders,
			list: listed({
				...got,
				refused: void 0,
				data: data.orders
			}),
			columns: orderColumns,
			id: (order) => order.id,
			name: (order) => orderNumber(order.id),
			to: (order) => href("orders", [order.id]),
			empty: t$1.none
		}),
		data.orderCount > data.orders.length && a("p", { children: a("a", {
			href: href("orders", [], { email: data.email }),
			children: t$1.all
		}) }),
		asks && a(Erase, {
			id,
			email: data.email,
			close: () => ask(!1),
			begin: setErasing,
			done: setErased
		})
	] });
}
function Export({ id }) {
	let [so, setSo] = d(), [refused, setRefused] = d(), save = async () => {
		setSo(0), setRefused(await refusedBy(async () => {
			let held = await read("customer.export", { customerId: id });
			for (; held.nextCursor !== null;) {
				let next = await read("customer.export", {
					customerId: id,
					cursor: held.nextCursor
				});
				held.orders.push(...next.orders), held.nextCursor = next.nextCursor, setSo(held.orders.length);
			}
			let { nextCursor: _, ...whole } = held;
			download(`customer-${id}.json`, "application/json", JSON.stringify(whole, null, 2));
		})), setSo(void 0);
	};
	return a($, { children: [a("button", {
		type: "button",
		class: "second",
		...needs("customer:read", so !== void 0),
		onClick: () => void save(),
		children: so ? t$1.exporting(count(so)) : t$1.export
	}), a(ProblemNote, {
		refused,
		again: () => void save()
	})] });
}
var t = {
	title: "Customers",
	label: "Name, e-mail, telephone or tracking number",
	find: "Search",
	begin: "Search by name, e-mail or telephone.",
	recorded: "Each search, and each customer that you open, is recorded.",
	none: "Nobody found. Write the beginning of a name, a whole e-mail address, or a whole telephone number.",
	phone: (n) => n === "1" ? "One order has this telephone number." : `${n} orders have this telephone number.`,
	open: "Open the customer",
	name: "Name",
	email: "E-mail",
	orders: "Orders",
	spent: "Spent",
	last: "Last order",
	since: "Customer since"
};
function Search() {
	let { query: { q } } = useRoute();
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: t.title }), a("span", {
				class: "quiet",
				children: t.recorded
			})]
		}),
		a("form", {
			class: "bar",
			role: "search",
			autocomplete: "off",
			onSubmit: (e) => {
				e.preventDefault(), refine({ q: String(new FormData(e.currentTarget).get("q") ?? "").trim() || void 0 });
			},
			children: [a("label", { children: [t.label, a("input", {
				type: "search",
				name: "q",
				size: 36,
				maxLength: 200,
				defaultValue: q ?? ""
			})] }), a("button", {
				...needs("customer:read"),
				children: t.find
			})]
		}, q),
		q === void 0 ? a("div", {
			class: "empty",
			children: t.begin
		}) : a(Found, { q }, q)
	] });
}
function Found({ q }) {
	let isNumber = /^\+?[\d\s().-]{6,40}$/.test(q), phone = useResult("customer.lookup_by_phone", { phone: q }, { enabled: isNumber }), known = phone.data?.customerId, list = useList("customer.list", {
		q,
		limit: 50
	}, { enabled: !isNumber || phone.data?.hasOrders === !1 });
	return phone.refused ? a(ProblemNote, {
		refused: phone.refused,
		again: phone.again
	}) : phone.data && known ? a("section", {
		class: "card",
		children: [
			a("h2", { children: phone.data.lastShipping?.name }),
			a("p", { children: t.phone(count(phone.data.orderCount)) }),
			a("a", {
				class: "button",
				href: href("customers", [known]),
				children: t.open
			})
		]
	}) : phone.loading ? a(Loading, {}) : a(List, {
		label: t.title,
		list,
		id: (one) => one.id,
		name: (one) => one.name,
		to: (one) => href("customers", [one.id]),
		empty: t.none,
		columns: [
			{
				head: t.name,
				cell: (one) => one.name
			},
			{
				head: t.email,
				cell: (one) => one.email
			},
			{
				head: t.orders,
				right: !0,
				cell: (one) => count(one.orderCount)
			},
			{
				head: t.spent,
				right: !0,
				cell: (one) => money(one.totalSpentOere)
			},
			{
				head: t.last,
				cell: (one) => date(one.lastOrderAt)
			},
			{
				head: t.since,
				cell: (one) => date(one.createdAt)
			}
		]
	});
}
function Customers() {
	let { rest: [id] } = useRoute();
	return id === void 0 ? a(Search, {}) : a(Customer, { id }, id);
}
export { Customers as default };
