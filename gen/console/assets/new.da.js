import { d as w, f as $, t as a } from "./packages.js";
import { Dt as leave, Et as href, Tt as go, X as useResult, Z as useWrite, at as may, n as ProblemNote, t as Loading, wt as back } from "./problem.da.js";
import { T as Fields, v as slugOf, y as useForm } from "./parts.da.js";
import { r as say } from "./main.da.js";
import { a as productHref, o as t$1 } from "./catalogue.da.js";
import { i as groups, n as draftOf, r as fields, t as clean } from "./fields.da.js";
var t = {
	title: "Ny vare",
	back: "Alle varer",
	hint: (slug) => `Små bogstaver, cifre og bindestreger; den kan ikke ændres senere. Tom: ${slug}`,
	create: "Opret",
	created: (name) => `${name} er oprettet.`,
	live: "Den er til salg med det samme. Billeder og varianter kommer bagefter.",
	like: (name) => `Som ${name}, med dens billeder og varianter.`,
	copy: (name) => `${name} (kopi)`,
	category: "Der er endnu ingen kategori: opret en først"
}, empty = {
	name: "",
	slug: "",
	description: "",
	answerSummary: null,
	categorySlug: "",
	brand: null,
	featured: !1,
	priceDkk: void 0,
	stock: void 0,
	frameColor: null,
	lensColor: null,
	attributes: {},
	comparisonFacts: {},
	faq: [],
	useCases: []
};
function likeOf(product) {
	let { updatedAt: _, ...draft } = draftOf(product);
	return {
		...draft,
		name: t.copy(product.name),
		slug: ""
	};
}
function besides({ images, options, variants }) {
	return variants.length === 0 ? { images } : {
		images,
		options,
		variants: variants.map(anew)
	};
}
function anew(variant) {
	let { variantId: _, sku: __, ...rest } = variant;
	return rest;
}
function NewProduct({ from }) {
	let source = useResult("products.get", { slug: from ?? "" }, { enabled: from !== void 0 }), categories = useResult("categories.list", {}), ready = categories.data !== void 0 && (from === void 0 || source.data !== void 0);
	return a($, { children: [
		a("p", { children: a("a", {
			href: back("catalogue"),
			children: ["← ", t.back]
		}) }),
		a("h1", { children: t.title }),
		a("p", {
			class: "quiet",
			children: source.data ? t.like(source.data.name) : t.live
		}),
		!may("products:write") && a("p", {
			class: "note",
			children: t$1.readOnly
		}),
		a(ProblemNote, {
			refused: source.refused ?? categories.refused,
			again: source.refused ? source.again : categories.again
		}),
		ready ? a(Editor, {
			source: source.data,
			categories: categories.data ?? []
		}) : a(Loading, { shown: source.loading || categories.loading })
	] });
}
function Editor({ source, categories }) {
	let write = useWrite("products.create"), stored = w(() => source ? likeOf(source) : {
		...empty,
		categorySlug: categories.length === 1 ? categories[0]?.slug ?? "" : ""
	}, []), form = useForm(stored, {
		draft: `product:new:${source?.slug ?? ""}`,
		refused: write.refused
	}), shown = groups(categories), slug = form.value.slug || slugOf(form.value.name), send = async () => {
		let { priceDkk, stock, ...rest } = form.value;
		if (priceDkk === void 0 || stock === void 0) return;
		let done = await write.send({
			...clean(rest),
			...source && besides(source),
			slug,
			priceDkk,
			stock
		});
		done && (form.reset(), leave.stays = void 0, say(t.created(rest.name), done.requestId), go(productHref(done.answer.result.slug)));
	};
	return a("form", {
		"data-saves": !0,
		onSubmit: (e) => {
			e.preventDefault(), send();
		},
		children: [
			shown.map((group) => a("fieldset", {
				disabled: !may("products:write"),
				children: [a("legend", { children: group.legend }), a(Fields, {
					form,
					fields: group.name === "about" ? opening(group.fields, slug) : group.fields
				})]
			}, group.name)),
			categories.length === 0 && a("p", {
				class: "warn",
				children: a("a", {
					href: href("catalogue", ["categories"], { new: 1 }),
					children: t.category
				})
			}),
			a(ProblemNote, {
				refused: write.refused,
				again: () => void send()
			}),
			a("p", {
				class: "row saves",
				children: a("button", {
					disabled: write.busy || categories.length === 0 || !may("products:write"),
					children: t.create
				})
			})
		]
	});
}
function opening({ name, ...rest }, slug) {
	return {
		name: name ?? fields.name,
		slug: {
			label: t$1.slug,
			kind: "code",
			max: 200,
			hint: t.hint(slug || "…")
		},
		...rest,
		categorySlug: {
			...fields.categorySlug,
			...rest.categorySlug,
			nullable: !0
		}
	};
}
export { NewProduct };
