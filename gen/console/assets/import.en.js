import { c as P, d as w, f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { Et as href, M as count, Q as call, X as useResult, at as may, k as undoCalls, n as ProblemNote, nt as read, pt as asRefused, z as money } from "./problem.en.js";
import { D as List, S as listed, b as useLeave, v as slugOf } from "./parts.en.js";
import { a as productHref, o as t$1 } from "./catalogue.en.js";
import { t as write } from "./write.en.js";
var most$1 = {
	bytes: 89e4,
	products: 2e3,
	rows: 5e3
}, encoder = new TextEncoder();
function bytes(text) {
	return encoder.encode(JSON.stringify(text)).length;
}
function formatOf(name, text) {
	return /\.(jsonl|ndjson|json)$/i.test(name) || text.trimStart().startsWith("{") ? "jsonl" : "shopify_csv";
}
function split(file, format) {
	let text = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
	return format === "jsonl" ? fill({
		text: "",
		lines: [],
		rows: 0
	}, jsonLines(text)) : csv(text);
}
function jsonLines(text) {
	return text.split("\n").map((line, at) => ({
		text: line,
		lines: [at + 1],
		rows: 1
	})).filter((one) => one.text.trim() !== "");
}
function csv(text) {
	let [head, ...records] = recordsOf(text);
	if (!head) return [];
	let column = cellsOf(head.text).findIndex((name) => name.trim().toLowerCase() === "handle"), products = new Map();
	for (let record of records) {
		let handle = cellsOf(record.text)[Math.max(0, column)] ?? "", part = products.get(handle);
		part ? products.set(handle, {
			text: `${part.text}\n${record.text}`,
			lines: [...part.lines, ...record.lines],
			rows: part.rows + 1
		}) : products.set(handle, record);
	}
	return fill(head, [...products.values()]);
}
function fill(head, parts) {
	let pieces = [], now, begin = () => ({
		texts: head.text === "" ? [] : [head.text],
		lines: [...head.lines],
		size: bytes(head.text),
		rows: 0
	}), put = () => {
		now && pieces.push({
			text: now.texts.join("\n"),
			lines: now.lines
		});
	}, products = 0;
	for (let part of parts) {
		let size = bytes(part.text);
		now && (now.size + size > most$1.bytes || products >= most$1.products || now.rows + part.rows > most$1.rows) && (put(), now = void 0), now || (now = begin(), products = 0), now.texts.push(part.text), now.lines.push(...part.lines), now.size += size, now.rows += part.rows, products++;
	}
	return put(), pieces;
}
var used = new RegExp([
	"(url )?handle",
	"title",
	"body \\(html\\)",
	"description",
	"vendor",
	"(custom product )?type",
	"product category",
	"standard(ized)? product type",
	"published( on online store)?",
	"status",
	"(variant )?(sku|price)",
	"variant image( url)?",
	"variant inventory qty",
	"inventory quantity",
	"image (src|position)",
	"product image url",
	"option[123] (name|value)"
].map((name) => `^${name}$`).join("|"), "i");
function distinct(values) {
	return [...new Set(values)].filter((value) => value !== "");
}
function contentsOf(file, format) {
	if (format === "jsonl") return {
		slugs: distinct([...file.matchAll(/"slug"\s*:\s*"([a-z0-9-]+)"/g)].map(([, slug = ""]) => slug)),
		categories: [],
		unread: []
	};
	let [head = [], ...rows] = recordsOf(file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")).map((one) => cellsOf(one.text).map((cell) => cell.trim())), names = head.map((name) => name.toLowerCase()), first = (row, ...of) => of.map((name) => row[names.indexOf(name)]).find((cell) => cell) ?? "";
	return {
		slugs: distinct(rows.map((row) => first(row, "handle", "url handle", "title")).map((handle) => /^[a-z0-9-]{1,200}$/.test(handle) ? handle : slugOf(handle))),
		categories: distinct(rows.map((row) => first(row, "type", "custom product type") || (first(row, "product category", "standard product type", "standardized product type").split(">").pop() ?? "").trim())),
		unread: head.filter((name, at) => name !== "" && !used.test(name) && rows.some((row) => row[at]))
	};
}
function recordsOf(text) {
	let records = [], from = 0, line = 1, first = 1, quoted = !1, put = (end) => {
		let record = text.slice(from, end);
		record.trim() !== "" && records.push({
			text: record,
			lines: Array.from({ length: line - first + 1 }, (_, at) => first + at),
			rows: 1
		});
	};
	for (let at = 0; at < text.length; at++) {
		let letter = text[at];
		letter === "\"" && (quoted = !quoted), letter === "\n" && (quoted || (put(at), from = at + 1, first = line + 1), line++);
	}
	return put(text.length), records;
}
function cellsOf(record) {
	let cells = [];
	for (let [, quoted, plain, end] of record.matchAll(/(?:"([^"]*(?:""[^"]*)*)"|([^,]*))(,|$)/g)) if (cells.push(quoted?.replaceAll("\"\"", "\"") ?? plain ?? ""), end === "") break;
	return cells;
}
var t = {
	what: "What is in the file",
	products: "Products",
	categories: "Categories",
	file: "File",
	hint: "JSON Lines, or the CSV of products that Shopify exports. Drop it here, or choose it.",
	format: "Format",
	category: "Category of new products without one",
	read: (name, pieces) => pieces === 1 ? `${name} is read.` : `${name} is read; it is sent in ${pieces} pieces.`,
	nothing: "There is nothing in this file.",
	try: "Check it",
	act: "Import",
	plan: "What would happen",
	done: "Imported",
	sum: (created, updated, unchanged, refused) => `${created} created, ${updated} changed, ${unchanged} as they are, ${refused} refused.`,
	faults: "What is refused, by line",
	line: "Line",
	handle: "Product",
	reason: "Why",
	firstFaults: "Each piece names its first 100.",
	undo: "Undo all",
	see: "See the products",
	progress: (done, all) => `Piece ${done} of ${all}`,
	scope: (scope) => `Your key may not import this: it lacks ${scope}.`,
	fresh: "New categories, which are made:",
	unread: "Columns that are not imported:",
	made: "New products",
	variants: (n) => n === 1 ? "1 variant" : `${n} variants`,
	first: "Looked for among the first 500 of the file."
};
function ImportPage() {
	let [kind, setKind] = d("products"), [file, setFile] = d(), [category, setCategory] = d(""), [run, setRun] = d(), categories = useResult("categories.list", {}), parts = T([]), mounted = T(!0);
	A(() => () => {
		mounted.current = !1;
	}, []), useLeave(run?.busy === !0 && !run.dryRun);
	let scope = `${kind}:write`, take = (next) => {
		parts.current = next ? split(next.text, next.format) : [], setRun(void 0), setFile(next);
	}, contents = w(() => file && kind === "products" ? contentsOf(file.text, file.format) : void 0, [file, kind]), known = new Set(categories.data?.flatMap(({ slug, name }) => [slug, name.toLowerCase()])), fresh = categories.data ? contents?.categories.filter((name) => !known.has(name.toLowerCase()) && !known.has(slugOf(name))) ?? [] : [], before = T(new Set()), go = async (begun) => {
		let now = {
			dryRun: begun.dryRun,
			told: begun.told,
			requestIds: begun.requestIds,
			busy: !0
		};
		setRun(now), now.told.length === 0 && (before.current = new Set((await hitsOf(contents?.slugs)).map((hit) => hit.slug)));
		for (let piece of parts.current.slice(now.told.length)) {
			try {
				let { result, requestId } = await send(kind, piece, file?.format ?? "jsonl", category, now.dryRun);
				now = {
					...now,
					told: [...now.told, inFile(result, piece)],
					requestIds: [...now.requestIds, requestId]
				};
			} catch (thrown) {
				return setRun({
					...now,
					busy: !1,
					refused: asRefused(thrown)
				});
			}
			if (!mounted.current) return;
			setRun(now);
		}
		setRun({
			...now,
			busy: !1,
			...!now.dryRun && { made: (await hitsOf(contents?.slugs)).filter((hit) => !before.current.has(hit.slug)) }
		});
	}, begin = (dryRun) => void go({
		dryRun,
		told: [],
		requestIds: []
	}), again = (set) => (value) => {
		set(value), setRun(void 0);
	}, useful = run?.dryRun === !0 && !run.refused && run.told.some((one) => one.created + one.updated > 0);
	return a($, { children: [
		a(ProblemNote, {
			refused: categories.refused,
			again: categories.again
		}),
		a("form", {
			onSubmit: (e) => {
				e.preventDefault(), begin(!0);
			},
			children: [
				a("div", {
					class: "bar",
					children: [
						a("label", { children: [t.what, a("select", {
							value: kind,
							onChange: (e) => again(setKind)(e.currentTarget.value),
							children: [a("option", {
								value: "products",
								children: t.products
							}), a("option", {
								value: "categories",
								children: t.categories
							})]
						})] }),
						kind === "products" && a("label", { children: [t.category, a("select", {
							value: category,
							onChange: (e) => again(setCategory)(e.currentTarget.value),
							children: [a("option", {
								value: "",
								children: t$1.none
							}), categories.data?.map(({ slug, name }) => a("option", {
								value: slug,
								children: name
							}, slug))]
						})] }),
						file && a("label", { children: [t.format, a("select", {
							value: file.format,
							onChange: (e) => take({
								...file,
								format: e.currentTarget.value
							}),
							children: [a("option", {
								value: "jsonl",
								children: "JSON Lines"
							}), a("option", {
								value: "shopify_csv",
								children: "Shopify CSV"
							})]
						})] })
					]
				}),
				a(Drop, { set: take }),
				file && a("p", {
					role: "status",
					children: parts.current.length === 0 ? t.nothing : t.read(file.name, parts.current.length)
				}),
				fresh.length > 0 && a("p", {
					class: "warn",
					children: [
						t.fresh,
						" ",
						fresh.join(", ")
					]
				}),
				contents && contents.unread.length > 0 && a("p", {
					class: "quiet",
					children: [
						t.unread,
						" ",
						contents.unread.join(", ")
					]
				}),
				!may(scope) && a("p", {
					class: "note",
					children: t.scope(scope)
				}),
				a("p", { children: a("button", {
					class: run ? "second" : "",
					disabled: parts.current.length === 0 || run?.busy === !0 || !may(scope),
					children: t.try
				}) })
			]
		}),
		run && a("section", {
			"aria-labelledby": "told",
			children: [
				a("h2", {
					id: "told",
					children: run.dryRun ? t.plan : t.done
				}),
				a(ProblemNote, {
					refused: run.refused,
					again: () => void go(run)
				}),
				run.busy && a("p", {
					role: "status",
					children: [
						a("progress", {
							max: parts.current.length,
							value: run.told.length,
							"aria-label": t.act
						}),
						" ",
						t.progress(run.told.length, parts.current.length)
					]
				}),
				a(Told, { told: run.told }),
				run.made && run.made.length > 0 && a(Made, {
					hits: run.made,
					cut: (contents?.slugs.length ?? 0) > most
				}),
				!run.busy && a("p", {
					class: "row",
					children: [
						useful && a("button", {
							type: "button",
							onClick: () => begin(!1),
							children: t.act
						}),
						!run.dryRun && may("audit:revert") && run.told.some((one) => one.created + one.updated > 0) && a("button", {
							type: "button",
							class: "second",
							onClick: () => undoCalls(run.requestIds),
							children: t.undo
						}),
						!run.dryRun && a("a", {
							class: "button second",
							href: href("catalogue", kind === "categories" ? ["categories"] : []),
							children: t.see
						})
					]
				})
			]
		})
	] });
}
async function send(kind, { text }, format, categorySlug, dryRun) {
	let body = {
		text,
		format,
		...dryRun ? { dryRun: !0 } : { confirm: !0 }
	}, make = dryRun ? call : write, { answer, requestId } = kind === "categories" ? await make("categories.import", body) : await make("products.import", {
		...body,
		...categorySlug !== "" && { categorySlug }
	});
	return {
		result: answer.result,
		requestId
	};
}
var most = 500;
async function hitsOf(slugs = []) {
	let hundreds = Array.from({ length: Math.ceil(Math.min(slugs.length, most) / 100) }, (_, at) => slugs.slice(at * 100, at * 100 + 100));
	return (await Promise.all(hundreds.map((some) => read("products.search", {
		slugs: some,
		limit: 100
	}))).catch(() => [])).flat();
}
function Made({ hits, cut }) {
	return a($, { children: [
		a("h3", { children: t.made }),
		cut && a("p", {
			class: "quiet",
			children: t.first
		}),
		a(List, {
			label: t.made,
			list: listed({
				data: hits,
				refused: void 0,
				loading: !1,
				again: () => void 0
			}),
			id: (hit) => hit.slug,
			name: (hit) => hit.name,
			to: (hit) => productHref(hit.slug),
			empty: "–",
			columns: [
				{
					head: t$1.product,
					cell: (hit) => a("span", { children: [
						hit.name,
						" ",
						hit.variantCount > 0 && a("span", {
							class: "chip",
							children: t.variants(hit.variantCount)
						})
					] })
				},
				{
					head: t$1.category,
					cell: (hit) => hit.categoryName
				},
				{
					head: t$1.price,
					right: !0,
					cell: (hit) => money(hit.priceDkk)
				},
				{
					head: t$1.stock,
					right: !0,
					cell: (hit) => count(hit.stock)
				}
			]
		})
	] });
}
function inFile(told, { lines }) {
	return {
		...told,
		errors: told.errors.map((fault) => ({
			...fault,
			line: lines[fault.line - 1] ?? fault.line
		}))
	};
}
function Told({ told }) {
	if (told.length === 0) return null;
	let of = (name) => count(told.reduce((sum, one) => sum + one[name], 0)), faults = told.flatMap((one) => one.errors).sort((a, b) => a.line - b.line);
	return a($, { children: [a("p", { children: t.sum(of("created"), of("updated"), of("unchanged"), of("refused")) }), faults.length > 0 && a($, { children: [
		a("h3", { children: t.faults }),
		told.some((one) => one.refused > one.errors.length) && a("p", {
			class: "quiet",
			children: t.firstFaults
		}),
		a("div", {
			class: "table",
			role: "region",
			"aria-label": t.faults,
			tabIndex: 0,
			children: a("table", { children: [a("thead", { children: a("tr", { children: [
				a("th", {
					scope: "col",
					class: "right",
					children: t.line
				}),
				a("th", {
					scope: "col",
					children: t.handle
				}),
				a("th", {
					scope: "col",
					children: t.reason
				})
			] }) }), a("tbody", { children: faults.map((one) => a("tr", {
				"data-row": !0,
				children: [
					a("td", {
						class: "right",
						"data-label": t.line,
						children: one.line
					}),
					a("td", {
						"data-label": t.handle,
						children: a("code", { children: one.handle })
					}),
					a("td", {
						"data-label": t.reason,
						children: one.reason
					})
				]
			}, `${one.line} ${one.reason}`)) })] })
		})
	] })] });
}
function Drop({ set }) {
	let [over, setOver] = d(!1), id = P(), open = async (file) => {
		if (!file) return;
		let text = await file.text();
		set({
			name: file.name,
			text,
			format: formatOf(file.name, text)
		});
	};
	return a("div", {
		class: over ? "drop over" : "drop",
		onDragOver: (e) => {
			e.preventDefault(), setOver(!0);
		},
		onDragLeave: () => setOver(!1),
		onDrop: (e) => {
			e.preventDefault(), setOver(!1), open(e.dataTransfer?.files[0]);
		},
		children: [
			a("label", {
				for: id,
				children: t.file
			}),
			a("input", {
				id,
				type: "file",
				accept: ".csv,.jsonl,.ndjson,.json,text/csv,application/json",
				"aria-describedby": `${id}h`,
				onChange: (e) => void open(e.currentTarget.files?.[0])
			}),
			a("p", {
				class: "hint",
				id: `${id}h`,
				children: t.hint
			})
		]
	});
}
export { ImportPage };
