import { c as P, d as w, f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { At as useRoute, Et as href, H as readMoney, M as count, Mt as useStore, Ot as refine, P as dateTime, Q as call, W as typedMoney, X as useResult, Y as useList, Z as useWrite, a as told, at as may, jt as store, n as ProblemNote, pt as asRefused, t as Loading, z as money } from "./problem.en.js";
import { D as List, T as Fields, v as slugOf, x as Conflict, y as useForm } from "./parts.en.js";
import { r as say } from "./main.en.js";
import { t as write } from "./write.en.js";
import { t as __vitePreload } from "./index.js";
var __defProp = Object.defineProperty, __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: !0
	});
	return no_symbols || __defProp(target, Symbol.toStringTag, { value: "Module" }), target;
}, t$6 = {
	catalogue: "Catalogue",
	product: "Product",
	name: "Name",
	slug: "Address",
	price: "Price",
	stock: "Stock",
	category: "Category",
	brand: "Brand",
	changed: "Changed",
	none: "none",
	readOnly: "Your key may look, but not change anything here: it lacks products:write.",
	save: "Save",
	cancel: "Cancel",
	remove: "Remove",
	add: "Add",
	yes: "yes",
	no: "no",
	amount: "Write an amount such as 1099.50.",
	whole: "Write a whole number, 0 or more.",
	warnings: {
		price_jump: "The price changes by more than half.",
		price_low: "The price is below 1 krone.",
		similar_slug: "A product with a similar address exists.",
		deleted_slug: "A deleted product had this address."
	}
};
function warned(warnings) {
	return warnings.map((one) => t$6.warnings[one.code] ?? one.text).join(" ");
}
var t$5 = {
	title: "Categories",
	none: "No categories yet. Every product is in one: create the first.",
	make: "New category",
	change: (name) => `Change ${name}`,
	products: "Products",
	description: "Description",
	slugHint: "Small letters, digits and hyphens. It cannot be changed later.",
	saved: (name) => `${name} saved.`,
	delete: "Delete",
	act: "Change or delete",
	edit: "Change",
	deleted: (name) => `${name} deleted.`,
	full: "There are products in it: move or delete them first.",
	taken: "A category has that address already.",
	readOnly: "Your key may not change categories: it lacks categories:write."
}, fields = {
	name: {
		label: t$6.name,
		required: !0,
		max: 300
	},
	slug: {
		label: t$6.slug,
		kind: "code",
		required: !0,
		max: 200,
		hint: t$5.slugHint
	},
	description: {
		label: t$5.description,
		kind: "lines",
		rows: 3,
		max: 2e3,
		nullable: !0
	}
};
function Categories() {
	let { query } = useRoute(), list = useList("categories.list", {}), remove = useWrite("categories.delete"), writes = may("categories:write"), open = query.new === "1" ? null : list.data?.find((one) => one.slug === query.edit), drop = async (one) => {
		let done = await remove.send({
			slug: one.slug,
			confirm: !0
		});
		done && say(t$5.deleted(one.name), done.requestId);
	};
	return a($, { children: [
		!writes && a("p", {
			class: "note",
			children: t$5.readOnly
		}),
		writes && open === void 0 && a("p", {
			class: "bar",
			children: a("button", {
				type: "button",
				onClick: () => refine({
					new: "1",
					edit: void 0
				}),
				children: t$5.make
			})
		}),
		open !== void 0 && a(Editor, {
			category: open,
			taken: new Set(list.data?.map((one) => one.slug))
		}, open?.slug),
		a(ProblemNote, { refused: remove.refused }),
		a(List, {
			label: t$5.title,
			list,
			id: (row) => row.slug,
			name: (row) => row.name,
			to: (row) => href("catalogue", [], { categorySlug: row.slug }),
			empty: t$5.none,
			columns: [
				{
					head: t$6.name,
					cell: (row) => row.name
				},
				{
					head: t$6.slug,
					cell: (row) => a("code", { children: row.slug })
				},
				{
					head: t$5.products,
					right: !0,
					cell: (row) => count(row.productCount)
				},
				{
					head: t$5.act,
					cell: (row) => a("span", {
						class: "row",
						children: [a("button", {
							type: "button",
							class: "small",
							disabled: !writes,
							onClick: () => {
								refine({
									edit: row.slug,
									new: void 0
								}), scrollTo(0, 0);
							},
							children: [t$5.edit, a("span", {
								class: "unseen",
								children: [" ", row.name]
							})]
						}), a("button", {
							type: "button",
							class: "small",
							disabled: !writes || remove.busy || row.productCount > 0,
							title: row.productCount > 0 ? t$5.full : "",
							onClick: () => void drop(row),
							children: [t$5.delete, a("span", {
								class: "unseen",
								children: [" ", row.name]
							})]
						})]
					})
				}
			]
		})
	] });
}
function close() {
	refine({
		edit: void 0,
		new: void 0
	});
}
function Editor({ category, taken }) {
	let write = useWrite("categories.upsert"), stored = w(() => ({
		name: category?.name ?? "",
		slug: category?.slug ?? "",
		description: category?.description ?? null,
		updatedAt: category?.updatedAt ?? ""
	}), [category]), form = useForm(stored, { refused: write.refused }), { name, slug, description } = form.value, { slug: _, ...kept } = fields, exists = category === null && taken.has(slug || slugOf(name)), send = async () => {
		let done = await write.send({
			name,
			slug: slug || slugOf(name),
			..."description" in form.changed && { description },
			...form.before.updatedAt !== "" && { expectedUpdatedAt: form.before.updatedAt }
		});
		done && (say(t$5.saved(name), done.requestId), close());
	};
	return a("section", {
		class: "card",
		"aria-labelledby": "category",
		children: [a("h2", {
			id: "category",
			children: category ? t$5.change(category.name) : t$5.make
		}), a("form", {
			"data-saves": !0,
			onSubmit: (e) => {
				e.preventDefault(), send();
			},
			children: [
				a(Fields, {
					form,
					fields: category ? kept : fields
				}),
				a(Conflict, {
					form,
					fields,
					refused: write.refused,
					again: () => void send()
				}),
				exists && a("p", {
					class: "fault",
					role: "alert",
					children: t$5.taken
				}),
				a("p", {
					class: "row",
					children: [
						a("button", {
							disabled: write.busy || !form.dirty || exists,
							children: t$6.save
						}),
						" ",
						a("button", {
							type: "button",
							class: "second",
							onClick: close,
							children: t$6.cancel
						})
					]
				})
			]
		})]
	});
}
var others = [
	"new",
	"bulk",
	"import",
	"trash",
	"categories",
	"product"
];
function productHref(slug) {
	return href("catalogue", others.some((one) => one === slug) ? ["product", slug] : [slug]);
}
var chosen = store(new Set(JSON.parse(sessionStorage.getItem("chosen") ?? "[]")));
function choose(slugs) {
	let next = new Set(slugs);
	sessionStorage.setItem("chosen", JSON.stringify([...next])), chosen.set(next);
}
var t$4 = {
	search: "Search",
	sort: "Order",
	filters: "Filters",
	all: "Show everything",
	inStock: "In stock",
	featured: "Featured",
	from: "Price from",
	to: "Price to",
	sorts: {
		relevance: "best match",
		updated: "last changed",
		newest: "newest",
		name: "name",
		price_asc: "cheapest",
		price_desc: "dearest"
	},
	frameColor: "Frame colour",
	lensColor: "Lens colour"
};
function filterOf(query) {
	let { q, categorySlug, brand, frameColor, lensColor, featured, inStock, minPriceOere, maxPriceOere } = query, attributes = Object.entries(query).filter(([name]) => name.startsWith("a.")).map(([name, value]) => [name.slice(2), plain(value)]);
	return {
		...Object.fromEntries(Object.entries({
			q,
			categorySlug,
			brand,
			frameColor,
			lensColor
		}).filter(([, value]) => value !== void 0)),
		...featured === "true" && { featured: !0 },
		...inStock === "true" && { inStock: !0 },
		...Number(minPriceOere) > 0 && { minPriceOere: Number(minPriceOere) },
		...Number(maxPriceOere) > 0 && { maxPriceOere: Number(maxPriceOere) },
		...attributes.length > 0 && { attributes: Object.fromEntries(attributes) }
	};
}
function plain(value) {
	return value === "true" || value === "false" ? value === "true" : /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
function sortOf({ sort, q }) {
	let usual = q ? "relevance" : "updated";
	return sort !== void 0 && sort in t$4.sorts && (sort !== "relevance" || q) ? sort : usual;
}
function SearchBar({ query }) {
	let timer = T(0), field = T(null), q = query.q ?? "";
	A(() => {
		field.current && document.activeElement !== field.current && (field.current.value = q);
	}, [q]), A(() => () => clearTimeout(timer.current), []);
	let search = () => {
		clearTimeout(timer.current), refine({ q: field.current?.value.trim() });
	};
	return a("form", {
		class: "bar",
		role: "search",
		onSubmit: (e) => {
			e.preventDefault(), search();
		},
		children: [a("label", { children: [t$4.search, a("input", {
			ref: field,
			type: "search",
			defaultValue: q,
			maxLength: 500,
			onInput: () => {
				clearTimeout(timer.current), timer.current = setTimeout(search, 300);
			}
		})] }), a("label", { children: [t$4.sort, a("select", {
			value: sortOf(query),
			onChange: (e) => refine({ sort: e.currentTarget.value }),
			children: Object.entries(t$4.sorts).filter(([sort]) => sort !== "relevance" || q !== "").map(([sort, words]) => a("option", {
				value: sort,
				children: words
			}, sort))
		})] })]
	});
}
var desk = matchMedia("(min-width: 48rem)").matches;
function Facets({ query }) {
	let { data, refused, again } = useResult("products.facets", filterOf(query)), categories = useResult("categories.list", {}), names = new Map(categories.data?.map((one) => [one.slug, one.name])), set = Object.keys(query).filter((name) => !["q", "sort"].includes(name)).length;
	return a("details", {
		open: desk,
		children: [
			a("summary", { children: [t$4.filters, set > 0 && ` (${set})`] }),
			a(ProblemNote, {
				refused: refused ?? categories.refused,
				again: () => {
					again(), categories.again();
				}
			}),
			set > 0 && a("p", { children: a("a", {
				href: href("catalogue", [], { q: query.q }),
				children: t$4.all
			}) }),
			a(Check, {
				name: "inStock",
				label: data ? `${t$4.inStock} (${count(data.inStockCount)})` : t$4.inStock,
				query
			}),
			a(Check, {
				name: "featured",
				label: t$4.featured,
				query
			}),
			a("div", {
				class: "bar",
				children: ["minPriceOere", "maxPriceOere"].map((name) => a("label", { children: [name === "minPriceOere" ? t$4.from : t$4.to, a("input", {
					inputMode: "decimal",
					size: 8,
					defaultValue: Number(query[name]) > 0 ? typedMoney(Number(query[name])) : "",
					...data?.priceRange && { placeholder: money(name === "minPriceOere" ? data.priceRange.minOere : data.priceRange.maxOere) },
					onChange: (e) => refine({ [name]: readMoney(e.currentTarget.value)?.toString() })
				})] }, name))
			}),
			data && a($, { children: [
				a(Facet, {
					at: "categorySlug",
					label: t$6.category,
					values: data.categories,
					query,
					name: (slug) => names.get(slug) ?? slug
				}),
				a(Facet, {
					at: "brand",
					label: t$6.brand,
					values: data.brands,
					query
				}),
				a(Facet, {
					at: "frameColor",
					label: t$4.frameColor,
					values: data.frameColors,
					query
				}),
				a(Facet, {
					at: "lensColor",
					label: t$4.lensColor,
					values: data.lensColors,
					query
				}),
				data.attributes.map((one) => a(Facet, {
					at: `a.${one.name}`,
					label: one.name,
					values: one.values,
					query
				}, one.name))
			] })
		]
	});
}
function Check({ name, label, query }) {
	return a("label", {
		class: "row",
		children: [a("input", {
			type: "checkbox",
			checked: query[name] === "true",
			onChange: (e) => refine({ [name]: e.currentTarget.checked ? "true" : void 0 })
		}), label]
	});
}
function Facet({ at, label, values, query, name = (value) => value }) {
	let now = query[at], gone = now !== void 0 && !values.some((one) => one.value === now);
	if (values.length === 0 && !gone) return null;
	let shown = gone ? [{
		value: now,
		count: 0
	}, ...values] : values;
	return a("details", {
		open: shown.length <= 12 || now !== void 0,
		children: [a("summary", { children: label }), a("ul", {
			class: "facet",
			"aria-label": label,
			children: shown.map((one) => a("li", { children: a("button", {
				type: "button",
				class: "small",
				"aria-pressed": one.value === now,
				onClick: () => refine({ [at]: one.value === now ? void 0 : one.value }),
				children: [
					name(one.value),
					" ",
					a("span", {
						class: "quiet",
						children: count(one.count)
					})
				]
			}) }, one.value))
		})]
	});
}
var t$3 = { change: (what) => `Change ${what}` };
function InPlace({ label, typed, children, disabled = !1, hint, save, wide = !1 }) {
	let [open, setOpen] = d(!1), [said, setSaid] = d(""), button = T(null), input = T(null), waits = T(!1), tried = T(void 0), id = P();
	A(() => {
		open && (waits.current = !0, input.current?.focus(), input.current?.select());
	}, [open]);
	let close = () => {
		let focused = document.activeElement === input.current;
		waits.current = !1, tried.current = void 0, setOpen(!1), setSaid(""), focused && requestAnimationFrame(() => button.current?.focus());
	}, send = async (next) => {
		if (!waits.current) return;
		if (next.trim() === typed) return close();
		waits.current = !1;
		let wrong = await save(next).catch((thrown) => told(asRefused(thrown)));
		if (wrong === void 0) return close();
		waits.current = !0, tried.current = next, setSaid(wrong);
	};
	return open ? a("form", {
		class: "inplace",
		onSubmit: (e) => {
			e.preventDefault(), send(input.current?.value ?? "");
		},
		children: [a("input", {
			ref: input,
			defaultValue: typed,
			"aria-label": label,
			"aria-invalid": said !== "",
			...said !== "" && { "aria-describedby": id },
			...hint !== void 0 && { title: hint },
			autocomplete: "off",
			class: wide ? "" : "amount",
			onKeyDown: (e) => {
				e.key === "Escape" && close();
			},
			onBlur: (e) => {
				e.currentTarget.value !== tried.current && send(e.currentTarget.value);
			}
		}), said !== "" && a("span", {
			class: "fault",
			role: "alert",
			id,
			children: said
		})]
	}) : a("button", {
		ref: button,
		type: "button",
		class: "inplace",
		disabled,
		...hint !== void 0 && { title: hint },
		onClick: () => setOpen(!0),
		children: [a("span", {
			class: "unseen",
			children: [t$3.change(label), ": "]
		}), children]
	});
}
var t$2 = {
	none: "No products yet.",
	nothing: "Nothing found. Change the words or the filters.",
	make: "Create one",
	import: "Import a file",
	variants: (n) => n === 1 ? "1 variant" : `${n} variants`,
	stockHint: "12 sets it; +5 or -2 adds or takes away",
	priceOf: (name) => `Price of ${name}`,
	stockOf: (name) => `Stock of ${name}`,
	changed: (name) => `${name} changed.`,
	chosen: (n) => `${n} selected`,
	bulk: "Change them…",
	clear: "Clear the selection",
	all: (n) => `Select all ${n}`,
	first: "The 100 best matches. Choose another order to see them all.",
	from: (low) => `from ${low}`,
	featured: "featured"
};
function ListPage() {
	let { query } = useRoute(), sort = sortOf(query), filter = filterOf(query), list = useList("products.search", {
		...filter,
		sort,
		limit: sort === "relevance" ? 100 : 50
	}), selected = useStore(chosen), filtered = Object.keys(filter).length > 0, cut = sort === "relevance" && (list.total ?? 0) > (list.data?.length ?? 0) && list.more === void 0;
	return a("div", {
		class: "catalogue",
		children: [a("aside", {
			"aria-label": t$6.catalogue,
			children: a(Facets, { query })
		}), a("div", { children: [
			a(SearchBar, { query }),
			a(Selection, {
				selected,
				total: list.total,
				filter
			}),
			a(List, {
				label: t$6.catalogue,
				list,
				id: (row) => row.slug,
				name: (row) => row.name,
				to: (row) => productHref(row.slug),
				selected,
				onSelect: choose,
				empty: filtered ? t$2.nothing : a($, { children: [a("p", { children: t$2.none }), a("p", { children: [
					a("a", {
						class: "button",
						href: href("catalogue", ["new"]),
						children: t$2.make
					}),
					" ",
					a("a", {
						class: "button second",
						href: href("catalogue", ["import"]),
						children: t$2.import
					})
				] })] }),
				columns: [
					{
						head: t$6.product,
						cell: (row) => a("span", {
							class: "titled",
							children: [row.firstImage !== null && a("img", {
								class: "thumb",
								src: row.firstImage,
								alt: "",
								loading: "lazy"
							}), a("span", { children: [
								row.name,
								row.brand !== null && a("span", {
									class: "quiet",
									children: [" ", row.brand]
								}),
								" ",
								row.featured && a("span", {
									class: "chip",
									children: t$2.featured
								})
							] })]
						})
					},
					{
						head: t$6.category,
						cell: (row) => row.categoryName
					},
					{
						head: t$6.price,
						right: !0,
						cell: (row) => a(Price, { row })
					},
					{
						head: t$6.stock,
						right: !0,
						cell: (row) => a(Stock, { row })
					},
					{
						head: t$6.changed,
						cell: (row) => a("time", {
							dateTime: row.updatedAt,
							title: row.updatedAt,
							children: dateTime(row.updatedAt)
						})
					}
				]
			}),
			cut && a("p", {
				class: "quiet",
				children: t$2.first
			})
		] })]
	});
}
async function change(row, patch) {
	let { answer, requestId } = await write("products.update", {
		slug: row.slug,
		patch,
		expectedUpdatedAt: row.updatedAt
	});
	say(`${t$2.changed(row.name)} ${warned(answer.result.warnings)}`, requestId, row.slug);
}
function Price({ row }) {
	return row.priceMaxOere > row.priceDkk ? a($, { children: t$2.from(money(row.priceDkk)) }) : a(InPlace, {
		label: t$2.priceOf(row.name),
		typed: typedMoney(row.priceDkk),
		disabled: !may("products:write"),
		save: async (typed) => {
			let priceDkk = readMoney(typed);
			return priceDkk === void 0 || priceDkk < 1 ? t$6.amount : change(row, { priceDkk });
		},
		children: money(row.priceDkk)
	});
}
function Stock({ row }) {
	return row.variantCount > 0 ? a($, { children: [
		count(row.stock),
		" ",
		a("span", {
			class: "quiet",
			children: t$2.variants(row.variantCount)
		})
	] }) : a(InPlace, {
		label: t$2.stockOf(row.name),
		typed: String(row.stock),
		hint: t$2.stockHint,
		disabled: !may("products:write"),
		save: async (typed) => {
			let text = typed.trim().replace("−", "-"), adds = /^[+-]/.test(text);
			if (!/^[+-]?\d{1,6}$/.test(text) || adds && Number(text) === 0) return t$6.whole;
			if (!adds) return change(row, { stock: Number(text) });
			let { requestId } = await write("products.adjust_stock", {
				slug: row.slug,
				delta: Number(text)
			});
			say(t$2.changed(row.name), requestId, row.slug);
		},
		children: count(row.stock)
	});
}
var most = 5e3;
function Selection({ selected, total = 0, filter }) {
	let [refused, setRefused] = d(), [busy, setBusy] = d(!1);
	if (selected.size === 0) return null;
	let all = async () => {
		setBusy(!0), setRefused(void 0);
		try {
			let slugs = new Set(selected), cursor;
			do {
				let { answer } = await call("products.search", {
					...filter,
					sort: "name",
					limit: 100,
					fields: ["slug"],
					...cursor !== void 0 && { cursor }
				});
				for (let hit of answer.result) slugs.add(hit.slug);
				cursor = answer.page.nextCursor ?? void 0;
			} while (cursor !== void 0 && slugs.size < most);
			choose(slugs);
		} catch (thrown) {
			setRefused(asRefused(thrown));
		}
		setBusy(!1);
	};
	return a("div", {
		class: "note row",
		role: "status",
		children: [
			a("strong", { children: t$2.chosen(count(selected.size)) }),
			a("a", {
				class: "button",
				href: href("catalogue", ["bulk"]),
				children: t$2.bulk
			}),
			total > selected.size && total <= most && a("button", {
				type: "button",
				class: "second",
				disabled: busy,
				onClick: () => void all(),
				children: t$2.all(count(total))
			}),
			a("button", {
				type: "button",
				class: "second",
				onClick: () => choose([]),
				children: t$2.clear
			}),
			a(ProblemNote, {
				refused,
				again: () => void all()
			})
		]
	});
}
var t$1 = {
	search: "Search",
	deleted: "Deleted",
	none: "Nothing was deleted.",
	nothing: "No deleted product has that in its name.",
	restore: "Restore",
	act: "Restore it",
	restored: (name) => `${name} is back in the catalogue.`
};
function Trash() {
	let { query } = useRoute(), q = query.q, list = useList("products.list_deleted", {
		limit: 50,
		...q && { q }
	}, { enabled: may("products:write") }), write = useWrite("products.restore"), restore = async (product) => {
		let done = await write.send({ id: product.id });
		done && say(t$1.restored(product.name), done.requestId);
	};
	return may("products:write") ? a($, { children: [
		a("form", {
			class: "bar",
			role: "search",
			onSubmit: (e) => {
				e.preventDefault(), refine({ q: String(new FormData(e.currentTarget).get("q") ?? "").trim() });
			},
			children: a("label", { children: [t$1.search, a("input", {
				type: "search",
				name: "q",
				defaultValue: q ?? "",
				maxLength: 200
			})] })
		}),
		a(ProblemNote, { refused: write.refused }),
		a(List, {
			label: t$1.deleted,
			list,
			id: (row) => row.id,
			name: (row) => row.name,
			empty: q ? t$1.nothing : t$1.none,
			columns: [
				{
					head: t$6.product,
					cell: (row) => row.name
				},
				{
					head: t$6.slug,
					cell: (row) => a("a", {
						href: productHref(row.slug),
						children: a("code", { children: row.slug })
					})
				},
				{
					head: t$1.deleted,
					cell: (row) => a("time", {
						dateTime: row.deletedAt,
						title: row.deletedAt,
						children: dateTime(row.deletedAt)
					})
				},
				{
					head: t$1.act,
					cell: (row) => a("button", {
						type: "button",
						class: "small",
						"data-undo": !0,
						disabled: write.busy,
						onClick: () => void restore(row),
						children: [t$1.restore, a("span", {
							class: "unseen",
							children: [" ", row.name]
						})]
					})
				}
			]
		})
	] }) : null;
}
var catalogue_exports = __exportAll({ default: () => Catalogue }), t = {
	products: "Products",
	categories: "Categories",
	import: "Import",
	trash: "Deleted",
	parts: "Parts of the catalogue",
	new: "New product"
}, later = {
	new: async (from) => {
		let { NewProduct } = await __vitePreload(async () => {
			let { NewProduct } = await import("./new.en.js");
			return { NewProduct };
		}, [], import.meta.url);
		return a(NewProduct, { from });
	},
	bulk: async () => {
		let { Bulk } = await __vitePreload(async () => {
			let { Bulk } = await import("./bulk.en.js");
			return { Bulk };
		}, [], import.meta.url);
		return a(Bulk, {});
	},
	import: async () => {
		let { ImportPage } = await __vitePreload(async () => {
			let { ImportPage } = await import("./import.en.js");
			return { ImportPage };
		}, [], import.meta.url);
		return a(ImportPage, {});
	},
	product: async (slug = "") => {
		let { ProductPage } = await __vitePreload(async () => {
			let { ProductPage } = await import("./product.en.js");
			return { ProductPage };
		}, [], import.meta.url);
		return a(ProductPage, { slug });
	}
};
function Catalogue() {
	let { rest: [part, slug], query } = useRoute();
	switch (part) {
		case void 0: return a($, { children: [
			a(Head, { title: t$6.catalogue }),
			a(Tabs, { at: "" }),
			a(ListPage, {})
		] });
		case "categories": return a($, { children: [
			a(Head, { title: t.categories }),
			a(Tabs, { at: part }),
			a(Categories, {})
		] });
		case "trash": return a($, { children: [
			a(Head, { title: t.trash }),
			a(Tabs, { at: part }),
			a(Trash, {})
		] });
		case "import": return a($, { children: [
			a(Head, { title: t.import }),
			a(Tabs, { at: part }),
			a(Later, { load: later.import }, part)
		] });
		case "bulk": return a(Later, { load: later.bulk }, part);
		case "new": return a(Later, { load: () => later.new(query.from) }, `${part}/${query.from}`);
		default: {
			let of = part === "product" ? slug : part;
			return a(Later, { load: () => later.product(of) }, `product/${of}`);
		}
	}
}
function Later({ load }) {
	let [state, set] = d({}), again = () => {
		load().then((shown) => set({ shown }), (thrown) => set({ refused: asRefused(thrown) }));
	};
	return A(again, []), state.refused ? a(ProblemNote, {
		refused: state.refused,
		again
	}) : state.shown ?? a(Loading, {});
}
function Head({ title }) {
	return a($, { children: [a("header", {
		class: "row",
		children: [a("h1", { children: title }), may("products:write") && a("a", {
			class: "button",
			href: href("catalogue", ["new"]),
			children: t.new
		})]
	}), !may("products:write") && a("p", {
		class: "note",
		children: t$6.readOnly
	})] });
}
function Tabs({ at }) {
	let parts = [
		["", t.products],
		["categories", t.categories],
		["import", t.import],
		["trash", t.trash]
	];
	return a("nav", {
		"aria-label": t.parts,
		children: a("ul", {
			class: "tabs",
			children: parts.map(([part, name]) => a("li", { children: a("a", {
				href: href("catalogue", part ? [part] : []),
				...part === at && { "aria-current": "page" },
				children: name
			}) }, part))
		})
	});
}
export { productHref as a, Catalogue as default, chosen as i, InPlace as n, t$6 as o, choose as r, warned as s, catalogue_exports as t };
