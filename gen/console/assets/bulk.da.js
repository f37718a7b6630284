import { f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { H as readMoney, M as count, Mt as useStore, Q as call, X as useResult, at as may, d as fieldName, k as undoCalls, n as ProblemNote, pt as asRefused, t as Loading, v as shownValue, wt as back } from "./problem.da.js";
import { b as useLeave } from "./parts.da.js";
import { a as productHref, i as chosen, o as t$3, r as choose, s as warned } from "./catalogue.da.js";
import { t as write } from "./write.da.js";
var fields = [
	"priceDkk",
	"stock",
	"categorySlug",
	"brand",
	"frameColor",
	"lensColor",
	"featured"
], hows = {
	set: "set",
	add: "add",
	percent: "percent",
	nine: "nine"
};
function howsOf(field) {
	return field === "priceDkk" ? [
		"set",
		"add",
		"percent",
		"nine"
	] : field === "stock" ? ["set", "add"] : ["set"];
}
function read({ field, how, typed }) {
	let text = typed.trim();
	return how === "nine" ? 9 : how === "percent" ? decimal(text) : field === "priceDkk" ? bounded(readMoney(text.replace(/^\+/, "")), how === "set" ? 1 : void 0) : field === "stock" ? /^[+-]?\d{1,9}$/.test(text) ? bounded(Number(text), how === "set" ? 0 : void 0) : void 0 : field === "featured" ? text === "true" : field === "categorySlug" ? text === "" ? void 0 : text : text === "" ? null : text;
}
function bounded(n, least) {
	return n !== void 0 && (least === void 0 || n >= least) ? n : void 0;
}
function decimal(text) {
	return /^[+-]?\d{1,4}([.,]\d{1,4})?$/.test(text) ? Number(text.replace(",", ".")) : void 0;
}
function nine(ore) {
	return Math.max(9, Math.round((ore / 100 - 9) / 10) * 10 + 9) * 100;
}
function itemOf(hit, steps) {
	let now = { ...hit };
	for (let step of steps) {
		let value = read(step), before = now[step.field];
		value !== void 0 && (step.how === "set" ? now[step.field] = value : typeof before == "number" && typeof value == "number" && (now[step.field] = after(step, before, value)));
	}
	let changed = fields.filter((field) => now[field] !== hit[field]).map((field) => [field, now[field]]);
	return changed.length > 0 ? {
		slug: hit.slug,
		...Object.fromEntries(changed)
	} : void 0;
}
function after({ field, how }, before, value) {
	return how === "nine" ? nine(before) : Math.max(+(field === "priceDkk"), how === "percent" ? Math.round(before * (1 + value / 100)) : before + value);
}
var columns = {
	slug: "slug",
	handle: "slug",
	adresse: "slug",
	address: "slug",
	name: "name",
	navn: "name",
	title: "name",
	price: "priceDkk",
	pris: "priceDkk",
	pricedkk: "priceDkk",
	stock: "stock",
	lager: "stock",
	brand: "brand",
	mærke: "brand",
	category: "categorySlug",
	kategori: "categorySlug",
	categoryslug: "categorySlug",
	description: "description",
	beskrivelse: "description",
	framecolor: "frameColor",
	stelfarve: "frameColor",
	lenscolor: "lensColor",
	glasfarve: "lensColor"
};
function pasted(text) {
	let [head = [], ...rows] = text.split(/\r?\n/).map((line) => line.split("	").map((cell) => cell.trim())), names = head.map((one) => columns[one.toLowerCase().replace(/\s/g, "")]), items = new Map(), wrong = [];
	for (let [at, cells] of rows.entries()) {
		if (cells.every((cell) => cell === "")) continue;
		let entries = cells.flatMap((cell, column) => {
			let name = names[column];
			return name === void 0 || cell === "" ? [] : [[name, cellValue(name, cell)]];
		}), item = Object.fromEntries(entries);
		typeof item.slug != "string" || entries.length < 2 || entries.some(([, value]) => value === void 0) ? wrong.push(at + 2) : items.set(item.slug, {
			...item,
			slug: item.slug
		});
	}
	return {
		items: [...items.values()],
		wrong,
		unknown: head.filter((one, at) => names[at] === void 0 && one !== "")
	};
}
function cellValue(name, cell) {
	return name === "priceDkk" ? bounded(readMoney(cell), 1) : name === "stock" ? /^\d{1,9}$/.test(cell) ? Number(cell) : void 0 : cell;
}
function pieces(list, n) {
	return Array.from({ length: Math.ceil(list.length / n) }, (_, at) => list.slice(at * n, (at + 1) * n));
}
var t$2 = {
	field: "Felt",
	how: "Hvordan",
	value: "Værdi",
	another: "Et trin mere",
	step: (n) => `Trin ${n}`,
	wrong: "Dette kan ikke læses.",
	none: "ingen",
	hows: {
		set: "sæt til",
		add: "læg til",
		percent: "ændr med procent",
		nine: "rund til …9"
	},
	hints: {
		add: "-50 trækker 50 fra",
		percent: "-10 er 10 % mindre",
		nine: "1.103 bliver 1.099",
		set: ""
	}
}, blank = {
	field: "priceDkk",
	how: "set",
	typed: ""
};
function known(field) {
	return fieldName(`/${field.replace(/^\//, "").replace(/^category\/name$/, "category")}`);
}
function Steps({ steps, set, categories = [] }) {
	return a($, { children: [steps.map((step, at) => {
		let change = (part) => set(steps.with(at, {
			...step,
			...part
		})), wrong = step.typed !== "" && read(step) === void 0;
		return a("fieldset", { children: [
			a("legend", { children: t$2.step(at + 1) }),
			a("div", {
				class: "bar",
				children: [
					a("label", { children: [t$2.field, a("select", {
						value: step.field,
						onChange: (e) => change({
							field: e.currentTarget.value,
							how: "set",
							typed: ""
						}),
						children: fields.map((field) => a("option", {
							value: field,
							children: known(field)
						}, field))
					})] }),
					a("label", { children: [t$2.how, a("select", {
						value: step.how,
						onChange: (e) => change({
							how: e.currentTarget.value,
							typed: ""
						}),
						children: howsOf(step.field).map((how) => a("option", {
							value: how,
							children: t$2.hows[hows[how]]
						}, how))
					})] }),
					step.how !== "nine" && a("label", { children: [t$2.value, a(Value, {
						step,
						set: (typed) => change({ typed }),
						categories,
						wrong
					})] }),
					steps.length > 1 && a("button", {
						type: "button",
						class: "small",
						"aria-label": `${t$3.remove}: ${t$2.step(at + 1)}`,
						onClick: () => set(steps.toSpliced(at, 1)),
						children: "×"
					})
				]
			}),
			a("p", {
				class: wrong ? "fault" : "hint",
				children: wrong ? t$2.wrong : t$2.hints[step.how]
			})
		] }, at);
	}), a("p", { children: a("button", {
		type: "button",
		class: "small",
		onClick: () => set([...steps, blank]),
		children: t$2.another
	}) })] });
}
function Value({ step: { field, typed }, set, categories, wrong }) {
	if (field === "categorySlug" || field === "featured") {
		let choices = field === "featured" ? [["true", t$3.yes], ["false", t$3.no]] : categories.map(({ slug, name }) => [slug, name]);
		return a("select", {
			value: typed,
			onChange: (e) => set(e.currentTarget.value),
			children: [a("option", {
				value: "",
				children: "–"
			}), choices.map(([value, words]) => a("option", {
				value,
				children: words
			}, value))]
		});
	}
	return a("input", {
		value: typed,
		"aria-invalid": wrong,
		autocomplete: "off",
		maxLength: 200,
		...field === "priceDkk" || field === "stock" ? {
			inputMode: "text",
			class: "right",
			size: 8
		} : { placeholder: t$2.none },
		onInput: (e) => set(e.currentTarget.value)
	});
}
var t$1 = {
	outcome: "Udfald",
	changes: "Før → efter",
	table: "Varer",
	more: (n) => `og ${n} til som disse`,
	sum: (updated, unchanged, failed) => `${updated} ændres, ${unchanged} forbliver, som de er, ${failed} mislykkes.`,
	outcomes: {
		created: "oprettet",
		updated: "ændret",
		unchanged: "som den er",
		failed: "mislykket"
	},
	would: "ændres",
	said: {
		product_not_found: "Varen findes ikke.",
		has_variants: "Den har varianter: ret dem.",
		unknown_category: "Kategorien findes ikke.",
		sku_taken: "Varenummeret er i brug."
	}
}, most = 500;
function Outcomes({ outcomes, names, planned }) {
	if (outcomes.length === 0) return null;
	let of = (outcome) => count(outcomes.filter((one) => one.outcome === outcome).length), weight = (one) => one.outcome === "failed" ? 0 : one.warnings.length > 0 ? 1 : one.outcome === "unchanged" ? 3 : 2, shown = outcomes.toSorted((a, b) => weight(a) - weight(b)).slice(0, most);
	return a($, { children: [
		a("p", { children: t$1.sum(count(outcomes.filter((one) => ["created", "updated"].includes(one.outcome)).length), of("unchanged"), of("failed")) }),
		a("div", {
			class: "table",
			role: "region",
			"aria-label": t$1.table,
			tabIndex: 0,
			children: a("table", { children: [a("thead", { children: a("tr", { children: [
				t$3.product,
				t$1.outcome,
				t$1.changes
			].map((head) => a("th", {
				scope: "col",
				children: head
			}, head)) }) }), a("tbody", { children: shown.map((one) => a("tr", {
				"data-row": !0,
				children: [
					a("td", {
						"data-label": t$3.product,
						children: a("a", {
							href: productHref(one.slug),
							"data-open": !0,
							children: names.get(one.slug) ?? one.slug
						})
					}),
					a("td", {
						"data-label": t$1.outcome,
						class: one.outcome === "failed" ? "fault" : "",
						children: planned && one.outcome === "updated" ? t$1.would : t$1.outcomes[one.outcome]
					}),
					a("td", {
						"data-label": t$1.changes,
						children: a("span", { children: [
							one.changes.filter(({ path }) => !/^\/category\/(slug|description)$/.test(path)).map((change) => a("span", { children: [
								known(change.path),
								" ",
								a("del", { children: shownValue(change.path, change.previousValue) }),
								" → ",
								a("ins", { children: shownValue(change.path, change.nextValue) }),
								" "
							] }, change.path)),
							one.warnings.length > 0 && a("span", {
								class: "warn",
								children: [warned(one.warnings), " "]
							}),
							one.code !== null && a("span", {
								class: "fault",
								children: t$1.said[one.code] ?? one.detail
							})
						] })
					})
				]
			}, one.slug)) })] })
		}),
		outcomes.length > most && a("p", {
			class: "quiet",
			children: t$1.more(count(outcomes.length - most))
		})
	] });
}
var t = {
	title: "Ret mange varer",
	back: "Alle varer",
	chosen: (n) => `${n} varer er valgt.`,
	gone: (n) => `${n} af dem findes ikke længere.`,
	none: "Vælg varer i listen, eller indsæt rækker fra et regneark.",
	clear: "Ryd valget",
	sheet: "Indsæt fra et regneark i stedet",
	rows: "Rækker",
	rowsHint: "Første række navngiver kolonnerne: slug, pris, lager, navn, mærke, kategori. Priser er kroner; tomme celler ændrer intet.",
	wrong: (lines) => `Rækker, der ikke kan læses: ${lines}.`,
	unknown: (names) => `Ukendte kolonner: ${names}.`,
	try: "Vis, hvad der ville ændres",
	nothing: "Intet ville ændres.",
	act: (n) => `Ret ${n} varer`,
	progress: (done, all) => `${done} af ${all}`,
	undo: "Fortryd alle",
	again: "En ændring til",
	done: "Udført",
	plan: "Hvad der ville ændres"
};
function useHits(slugs) {
	let [state, set] = d({}), [round, again] = d(0);
	return A(() => {
		let current = !0;
		return (async () => {
			let hits = [];
			for (let some of pieces([...slugs], 100)) hits.push(...(await call("products.search", {
				slugs: some,
				limit: 100
			})).answer.result);
			current && set({ hits });
		})().catch((thrown) => {
			current && set({ refused: asRefused(thrown) });
		}), () => {
			current = !1;
		};
	}, [slugs, round]), {
		hits: state.hits,
		refused: state.refused,
		again: () => again(round + 1)
	};
}
function Bulk() {
	let slugs = useStore(chosen), { hits, refused, again } = useHits(slugs), categories = useResult("categories.list", {}), [steps, setSteps] = d([blank]), [rows, setRows] = d(""), [run, setRun] = d(), mounted = T(!0);
	A(() => () => {
		mounted.current = !1;
	}, []), useLeave(run?.busy === !0 && !run.dryRun);
	let sheet = rows.trim() === "" ? void 0 : pasted(rows), ready = sheet ? sheet.items.length > 0 : (hits?.length ?? 0) > 0 && steps.every((step) => step.how === "nine" || (step.typed !== "" || [
		"brand",
		"frameColor",
		"lensColor"
	].includes(step.field)) && read(step) !== void 0), go = async (begun) => {
		let now = {
			dryRun: begun.dryRun,
			items: begun.items,
			outcomes: begun.outcomes,
			requestIds: begun.requestIds,
			busy: !0
		};
		setRun(now);
		for (let items of pieces(begun.items.slice(now.outcomes.length), 500)) {
			let body = {
				items,
				mode: "best_effort",
				onMissing: "fail",
				...now.dryRun && { dryRun: !0 }
			};
			try {
				let { answer, requestId } = await (now.dryRun ? call("products.bulk_upsert", body) : write("products.bulk_upsert", body));
				now = {
					...now,
					outcomes: [...now.outcomes, ...answer.result.results],
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
			busy: !1
		});
	}, begin = (dryRun, items) => void go({
		dryRun,
		items,
		outcomes: [],
		requestIds: [],
		busy: !0
	}), names = new Map(hits?.map((hit) => [hit.slug, hit.name])), good = new Set(run?.outcomes.filter((one) => one.outcome === "updated").map((one) => one.slug));
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("catalogue"),
			children: ["← ", t.back]
		}) }),
		a("h1", { children: t.title }),
		!may("products:write") && a("p", {
			class: "note",
			children: t$3.readOnly
		}),
		slugs.size === 0 ? a("p", {
			class: "empty",
			children: t.none
		}) : a("p", { children: [
			t.chosen(count(slugs.size)),
			" ",
			hits && hits.length < slugs.size && t.gone(slugs.size - hits.length),
			" ",
			a("button", {
				type: "button",
				class: "small",
				onClick: () => choose([]),
				children: t.clear
			})
		] }),
		a(ProblemNote, {
			refused: refused ?? categories.refused,
			again: refused ? again : categories.again
		}),
		!hits && !refused && a(Loading, {}),
		a("form", {
			onSubmit: (e) => {
				e.preventDefault(), begin(!0, sheet?.items ?? hits?.flatMap((hit) => itemOf(hit, steps) ?? []) ?? []);
			},
			onInput: () => setRun(void 0),
			onChange: () => setRun(void 0),
			children: [
				slugs.size > 0 && !sheet && a(Steps, {
					steps,
					set: setSteps,
					categories: categories.data
				}),
				a("details", {
					open: slugs.size === 0,
					children: [a("summary", { children: t.sheet }), a("div", {
						class: "field",
						children: [
							a("label", {
								for: "rows",
								children: t.rows
							}),
							a("textarea", {
								id: "rows",
								class: "code",
								rows: 6,
								spellcheck: !1,
								"aria-describedby": "rowsh",
								value: rows,
								onInput: (e) => setRows(e.currentTarget.value)
							}),
							a("p", {
								class: "hint",
								id: "rowsh",
								children: t.rowsHint
							}),
							sheet && sheet.wrong.length > 0 && a("p", {
								class: "fault",
								children: t.wrong(sheet.wrong.slice(0, 20).join(", "))
							}),
							sheet && sheet.unknown.length > 0 && a("p", {
								class: "warn",
								children: t.unknown(sheet.unknown.join(", "))
							})
						]
					})]
				}),
				a("p", { children: a("button", {
					class: run ? "second" : "",
					disabled: !ready || run?.busy || !may("products:write"),
					children: t.try
				}) })
			]
		}),
		run && a("section", {
			"aria-labelledby": "plan",
			children: [
				a("h2", {
					id: "plan",
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
							max: run.items.length,
							value: run.outcomes.length,
							"aria-label": t.title
						}),
						" ",
						t.progress(count(run.outcomes.length), count(run.items.length))
					]
				}),
				!run.busy && a("p", {
					class: "row",
					children: [
						run.dryRun && good.size > 0 && !run.refused && a("button", {
							type: "button",
							onClick: () => begin(!1, run.items.filter((item) => good.has(item.slug))),
							children: t.act(count(good.size))
						}),
						!run.dryRun && good.size > 0 && may("audit:revert") && a("button", {
							type: "button",
							class: "second",
							onClick: () => undoCalls(run.requestIds),
							children: t.undo
						}),
						!run.dryRun && a("button", {
							type: "button",
							class: "second",
							onClick: () => {
								setRun(void 0), setRows(""), setSteps([blank]), again();
							},
							children: t.again
						})
					]
				}),
				run.dryRun && !run.busy && good.size === 0 && !run.outcomes.some((one) => one.outcome === "failed") && a("p", { children: t.nothing }),
				a(Outcomes, {
					outcomes: run.outcomes,
					names,
					planned: run.dryRun
				})
			]
		})
	] });
}
export { Bulk };
