import { t as a, u as d } from "./packages.js";
import { St as same } from "./problem.en.js";
import { o as t$2 } from "./catalogue.en.js";
var t$1 = {
	name: "Name",
	value: "Value",
	kind: "Kind",
	text: "text",
	number: "number",
	truth: "yes or no",
	list: "list",
	listHint: "a; b; c"
}, kinds = [
	"text",
	"number",
	"truth",
	"list"
];
function kindOf(value) {
	return Array.isArray(value) ? "list" : typeof value == "boolean" ? "truth" : typeof value == "number" ? "number" : "text";
}
function textOf(value) {
	return Array.isArray(value) ? value.join("; ") : String(value ?? "");
}
function number(text) {
	let n = Number(text.trim().replace(",", "."));
	return text.trim() !== "" && Number.isFinite(n) ? n : void 0;
}
function valueOf(kind, text, before) {
	switch (kind) {
		case "number": return number(text) ?? 0;
		case "truth": return text === "true";
		case "list": {
			let numbers = Array.isArray(before) && before.length > 0 && before.every((one) => typeof one == "number");
			return text.split(";").map((one) => one.trim()).filter((one) => one !== "").map((one) => numbers ? number(one) ?? one : one);
		}
		default: return text;
	}
}
function Facts({ value, set, label }) {
	let entries = Object.entries(value ?? {}), put = (next) => set(Object.fromEntries(next));
	return a("ul", {
		class: "rows",
		children: [entries.map(([name, one], at) => {
			let kind = kindOf(one), change = (next) => put(entries.with(at, [name, next])), says = `${t$1.value}: ${name}`;
			return a("li", { children: [
				a("input", {
					value: name,
					"aria-label": `${t$1.name} ${at + 1}`,
					maxLength: 200,
					onChange: (e) => put(entries.with(at, [e.currentTarget.value.trim(), one]))
				}),
				kind === "truth" ? a("select", {
					"aria-label": says,
					value: String(one),
					onChange: (e) => change(e.currentTarget.value === "true"),
					children: [a("option", {
						value: "true",
						children: t$2.yes
					}), a("option", {
						value: "false",
						children: t$2.no
					})]
				}) : a(Text, {
					kind,
					value: one,
					label: says,
					set: change
				}),
				a("select", {
					"aria-label": `${t$1.kind}: ${name}`,
					value: kind,
					onChange: (e) => change(valueOf(e.currentTarget.value, textOf(one), one)),
					children: kinds.map((each) => a("option", {
						value: each,
						children: t$1[each]
					}, each))
				}),
				a("button", {
					type: "button",
					class: "small",
					"aria-label": `${t$2.remove} ${name}`,
					onClick: () => put(entries.toSpliced(at, 1)),
					children: "×"
				})
			] }, at);
		}), a("li", { children: a("button", {
			type: "button",
			class: "small",
			onClick: () => put([...entries, ["", ""]]),
			children: [t$2.add, a("span", {
				class: "unseen",
				children: [" ", label]
			})]
		}) })]
	});
}
function Text({ kind, value, label, set }) {
	let [typed, setTyped] = d(() => textOf(value));
	return a("input", {
		value: same(valueOf(kind, typed, value), value) ? typed : textOf(value),
		"aria-label": label,
		maxLength: 1e4,
		...kind === "list" && { placeholder: t$1.listHint },
		...kind === "number" && { inputMode: "decimal" },
		onInput: (e) => {
			setTyped(e.currentTarget.value), set(valueOf(kind, e.currentTarget.value, value));
		}
	});
}
function Couples({ value, set, label, names }) {
	let items = value ?? [], [first = "", second = ""] = Object.keys(names);
	return a("ol", {
		class: "rows",
		children: [items.map((item, at) => a("li", { children: [
			a("input", {
				value: item[first] ?? "",
				"aria-label": `${names[first]} ${at + 1}`,
				placeholder: names[first],
				maxLength: 1e4,
				onInput: (e) => set(items.with(at, {
					...item,
					[first]: e.currentTarget.value
				}))
			}),
			a("textarea", {
				rows: 2,
				value: item[second] ?? "",
				"aria-label": `${names[second]} ${at + 1}`,
				placeholder: names[second],
				maxLength: 1e4,
				onInput: (e) => set(items.with(at, {
					...item,
					[second]: e.currentTarget.value
				}))
			}),
			a("button", {
				type: "button",
				class: "small",
				"aria-label": `${t$2.remove} ${item[first] ?? ""}`,
				onClick: () => set(items.toSpliced(at, 1)),
				children: "×"
			})
		] }, at)), a("li", { children: a("button", {
			type: "button",
			class: "small",
			onClick: () => set([...items, {
				[first]: "",
				[second]: ""
			}]),
			children: [t$2.add, a("span", {
				class: "unseen",
				children: [" ", label]
			})]
		}) })]
	});
}
var t = {
	about: "About it",
	sale: "Price and stock",
	facts: "Facts",
	answers: "Questions and uses",
	description: "Description",
	summary: "Short answer",
	summaryHint: "What an assistant may quote.",
	featured: "Featured in the shop",
	frame: "Frame colour",
	lens: "Lens colour",
	attributes: "Attributes",
	attributesHint: "What a search can filter by, such as width_mm: 50.",
	comparison: "Facts to compare",
	faq: "Questions and answers",
	q: "Question",
	a: "Answer",
	uses: "What it is good for",
	use: "Use",
	why: "Why"
}, label = {
	nullable: !0,
	max: 200
}, about = {
	name: {
		label: t$2.name,
		required: !0,
		max: 300
	},
	description: {
		label: t.description,
		kind: "lines",
		rows: 8,
		required: !0
	},
	answerSummary: {
		label: t.summary,
		kind: "lines",
		rows: 2,
		max: 500,
		nullable: !0,
		hint: t.summaryHint
	},
	categorySlug: {
		label: t$2.category,
		kind: "choice",
		required: !0
	},
	brand: {
		label: t$2.brand,
		...label
	},
	featured: {
		label: t.featured,
		kind: "check"
	}
}, sale = {
	priceDkk: {
		label: t$2.price,
		kind: "money",
		required: !0
	},
	stock: {
		label: t$2.stock,
		kind: "number",
		required: !0
	}
}, facts = {
	frameColor: {
		label: t.frame,
		...label
	},
	lensColor: {
		label: t.lens,
		...label
	},
	attributes: {
		label: t.attributes,
		hint: t.attributesHint,
		own: (value, set) => a(Facts, {
			value,
			set,
			label: t.attributes
		})
	},
	comparisonFacts: {
		label: t.comparison,
		kind: "pairs"
	}
}, answers = {
	faq: {
		label: t.faq,
		own: (value, set) => a(Couples, {
			value,
			set,
			label: t.faq,
			names: {
				q: t.q,
				a: t.a
			}
		})
	},
	useCases: {
		label: t.uses,
		own: (value, set) => a(Couples, {
			value,
			set,
			label: t.uses,
			names: {
				title: t.use,
				description: t.why
			}
		})
	}
}, fields = {
	...about,
	...sale,
	...facts,
	...answers
};
function groups(categories) {
	let choices = categories.map(({ slug, name }) => [slug, name]);
	return [
		{
			name: "about",
			legend: t.about,
			fields: {
				...about,
				categorySlug: {
					...about.categorySlug,
					choices
				}
			}
		},
		{
			name: "sale",
			legend: t.sale,
			fields: sale
		},
		{
			name: "facts",
			legend: t.facts,
			fields: facts
		},
		{
			name: "answers",
			legend: t.answers,
			fields: answers
		}
	];
}
function draftOf(product) {
	let { name, description, answerSummary, category, brand, featured, priceDkk, stock, frameColor, lensColor, attributes, comparisonFacts, faq, useCases, updatedAt } = product;
	return {
		name,
		description,
		answerSummary,
		categorySlug: category.slug,
		brand,
		featured,
		priceDkk,
		stock,
		frameColor,
		lensColor,
		attributes,
		comparisonFacts,
		faq,
		useCases,
		updatedAt
	};
}
function clean(value) {
	let { attributes, comparisonFacts, faq, useCases } = value;
	return {
		...value,
		...attributes && { attributes: named(attributes) },
		...comparisonFacts && { comparisonFacts: named(comparisonFacts) },
		...faq && { faq: faq.filter((one) => one.q !== "" || one.a !== "") },
		...useCases && { useCases: useCases.filter((one) => one.title !== "" || one.description !== "") }
	};
}
function named(pairs) {
	return Object.fromEntries(Object.entries(pairs).filter(([name]) => name.trim() !== ""));
}
export { groups as i, draftOf as n, fields as r, clean as t };
