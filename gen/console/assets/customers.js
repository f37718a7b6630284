import { A as refusedBy, N as s, O as Loading, T as read, W as texts, b as useWrite, bt as w, c as money, ct as refine, ht as _, it as back, k as ProblemNote, l as orderNumber, n as date, ot as href, t as count, ut as useRoute, v as useList, y as useResult } from "./format.js";
import { t as download } from "./download.js";
import { T as List, b as listed, s as orderColumns, u as Copy, w as Input } from "./parts.js";
import { a as Confirm, i as needs } from "./index.js";
var t$2 = texts({
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
}, {
	title: "Slet kundens oplysninger?",
	act: "Slet for altid",
	text: "Navne, adresser, telefonnummer, noter og sporing på alle ordrer glemmes. Beløb, varer og datoer bliver, til regnskabet. Det kan ikke fortrydes. Hent først det, der gemmes, hvis personen har bedt om det.",
	force: "Slet trods åbne ordrer",
	open: "Åbne ordrer:",
	done: "Kundens oplysninger er slettet",
	public: "Disse offentlige tekster nævner stadig personen. Ret dem:",
	more: "Der er flere af dem.",
	counts: {
		ordersAnonymized: "Ordrer",
		cartsAnonymized: "Kurve",
		auditEntriesAnonymized: "Poster i historikken",
		notesAnonymized: "Noter om andre",
		answersDeleted: "Gemte svar"
	}
});
function Erase({ id, email, close, begin, done }) {
	let write = useWrite("customer.erase"), [force, setForce] = _(!1), open = write.refused?.problem.orderIds, act = async () => {
		begin(!0);
		let erased = await write.send({
			customerId: id,
			confirm: !0,
			...force && { force }
		});
		erased ? done(erased.answer.result) : begin(!1);
	};
	return s(Confirm, {
		title: t$2.title,
		act: t$2.act,
		typed: email,
		busy: write.busy,
		close,
		onConfirm: () => void act(),
		children: [
			s("p", { children: t$2.text }),
			s(ProblemNote, {
				refused: write.refused,
				children: open && s("p", { children: [
					t$2.open,
					" ",
					open.map((order) => s("a", {
						href: href("orders", [order]),
						children: [orderNumber(order), " "]
					}, order))
				] })
			}),
			(open || force) && s(Input, {
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
	return s(w, { children: [
		s("h1", { children: t$2.done }),
		s("dl", {
			class: "facts",
			children: counts.map(([name, words]) => s("div", { children: [s("dt", { children: words }), s("dd", { children: count(erased[name]) })] }, name))
		}),
		erased.publicTexts.length > 0 && s("div", {
			class: "note",
			children: [
				s("p", { children: t$2.public }),
				s("ul", { children: erased.publicTexts.map(({ entityType, id, slug }) => s("li", { children: [
					entityType,
					" ",
					s("a", {
						href: href(places[entityType] ?? "activity", places[entityType] ? publicAddress(entityType, slug ?? id) : [], places[entityType] ? {} : {
							entityType,
							entityId: id
						}),
						children: slug ?? id
					})
				] }, id)) }),
				!erased.publicTextsComplete && s("p", { children: t$2.more })
			]
		})
	] });
}
function publicAddress(entityType, slug) {
	return entityType === "product" ? [slug] : [`${entityType}s`, slug];
}
var t$1 = texts({
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
}, {
	customers: "Kunder",
	customer: "Kunde",
	recorded: "Opslaget registreres.",
	email: "E-mail",
	phone: "Telefon",
	address: "Sidst sendt til",
	orders: "Nyeste ordrer",
	all: "Alle ordrer",
	count: "Ordrer",
	spent: "Købt for",
	since: "Kunde siden",
	last: "Seneste ordre",
	export: "Hent alt, der gemmes (JSON)",
	exporting: (n) => `${n} ordrer indtil nu…`,
	erase: "Slet kundens oplysninger…",
	gone: "Kundens oplysninger er slettet, eller kunden har aldrig været her.",
	none: "Ingen ordrer."
});
function Customer({ id }) {
	let [erasing, setErasing] = _(!1), [asks, ask] = _(!1), [erased, setErased] = _(), got = useResult("customer.get", { customerId: id }, { enabled: !erasing }), toList = s("p", { children: s("a", {
		href: back("customers"),
		children: ["← ", t$1.customers]
	}) });
	if (erased) return s(w, { children: [toList, s(Erased, { erased })] });
	let { data } = got;
	if (!data) return s(w, { children: [
		toList,
		s("h1", { children: t$1.customer }),
		got.loading && s(Loading, {}),
		s(ProblemNote, {
			refused: got.refused,
			again: got.again,
			children: got.refused?.code === "customer_not_found" && s("p", { children: t$1.gone })
		})
	] });
	let { name, address, zip, city } = data.lastShipping, sentTo = `${name}\n${address}\n${zip} ${city}`;
	return s(w, { children: [
		toList,
		s("header", {
			class: "row",
			children: [s("h1", { children: data.name }), s("span", {
				class: "quiet",
				children: t$1.recorded
			})]
		}),
		s(ProblemNote, {
			refused: got.refused,
			again: got.again
		}),
		s("dl", {
			class: "facts",
			children: [
				s("div", { children: [s("dt", { children: t$1.email }), s("dd", { children: [
					data.email,
					" ",
					s(Copy, { text: data.email })
				] })] }),
				data.phoneNumber !== null && s("div", { children: [s("dt", { children: t$1.phone }), s("dd", { children: data.phoneNumber })] }),
				s("div", { children: [s("dt", { children: t$1.address }), s("dd", {
					class: "row",
					children: [
						s("span", {
							class: "lines",
							children: sentTo
						}),
						" ",
						s(Copy, { text: sentTo })
					]
				})] }),
				s("div", { children: [s("dt", { children: t$1.count }), s("dd", { children: count(data.orderCount) })] }),
				s("div", { children: [s("dt", { children: t$1.spent }), s("dd", { children: money(data.totalSpentOere) })] }),
				s("div", { children: [s("dt", { children: t$1.since }), s("dd", { children: date(data.createdAt) })] }),
				s("div", { children: [s("dt", { children: t$1.last }), s("dd", { children: date(data.lastOrderAt) })] })
			]
		}),
		s("div", {
			class: "bar",
			children: [s(Export, { id }), s("button", {
				type: "button",
				class: "danger",
				...needs("settings:write"),
				onClick: () => ask(!0),
				children: t$1.erase
			})]
		}),
		s("h2", { children: t$1.orders }),
		s(List, {
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
		data.orderCount > data.orders.length && s("p", { children: s("a", {
			href: href("orders", [], { email: data.email }),
			children: t$1.all
		}) }),
		asks && s(Erase, {
			id,
			email: data.email,
			close: () => ask(!1),
			begin: setErasing,
			done: setErased
		})
	] });
}
function Export({ id }) {
	let [so, setSo] = _(), [refused, setRefused] = _(), save = async () => {
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
	return s(w, { children: [s("button", {
		type: "button",
		class: "second",
		...needs("customer:read", so !== void 0),
		onClick: () => void save(),
		children: so ? t$1.exporting(count(so)) : t$1.export
	}), s(ProblemNote, {
		refused,
		again: () => void save()
	})] });
}
var t = texts({
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
}, {
	title: "Kunder",
	label: "Navn, e-mail, telefon eller sporingsnummer",
	find: "Søg",
	begin: "Søg på navn, e-mail eller telefon.",
	recorded: "Hver søgning, og hver kunde du åbner, registreres.",
	none: "Ingen fundet. Skriv begyndelsen af et navn, en hel e-mailadresse eller et helt telefonnummer.",
	phone: (n) => n === "1" ? "Én ordre har dette telefonnummer." : `${n} ordrer har dette telefonnummer.`,
	open: "Åbn kunden",
	name: "Navn",
	email: "E-mail",
	orders: "Ordrer",
	spent: "Købt for",
	last: "Seneste ordre",
	since: "Kunde siden"
});
function Search() {
	let { query: { q } } = useRoute();
	return s(w, { children: [
		s("header", {
			class: "row",
			children: [s("h1", { children: t.title }), s("span", {
				class: "quiet",
				children: t.recorded
			})]
		}),
		s("form", {
			class: "bar",
			role: "search",
			autocomplete: "off",
			onSubmit: (e) => {
				e.preventDefault(), refine({ q: String(new FormData(e.currentTarget).get("q") ?? "").trim() || void 0 });
			},
			children: [s("label", { children: [t.label, s("input", {
				type: "search",
				name: "q",
				size: 36,
				maxLength: 200,
				defaultValue: q ?? ""
			})] }), s("button", {
				...needs("customer:read"),
				children: t.find
			})]
		}, q),
		q === void 0 ? s("div", {
			class: "empty",
			children: t.begin
		}) : s(Found, { q }, q)
	] });
}
function Found({ q }) {
	let isNumber = /^\+?[\d\s().-]{6,40}$/.test(q), phone = useResult("customer.lookup_by_phone", { phone: q }, { enabled: isNumber }), known = phone.data?.customerId, list = useList("customer.list", {
		q,
		limit: 50
	}, { enabled: !isNumber || phone.data?.hasOrders === !1 });
	return phone.refused ? s(ProblemNote, {
		refused: phone.refused,
		again: phone.again
	}) : phone.data && known ? s("section", {
		class: "card",
		children: [
			s("h2", { children: phone.data.lastShipping?.name }),
			s("p", { children: t.phone(count(phone.data.orderCount)) }),
			s("a", {
				class: "button",
				href: href("customers", [known]),
				children: t.open
			})
		]
	}) : phone.loading ? s(Loading, {}) : s(List, {
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
	return id === void 0 ? s(Search, {}) : s(Customer, { id }, id);
}
export { Customers as default };
