import { c as P, d as w, f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { Dt as leave, Et as href, H as readMoney, M as count, P as dateTime, Tt as go, W as typedMoney, X as useResult, Z as useWrite, at as may, bt as changes, n as ProblemNote, pt as asRefused, t as Loading, wt as back, z as money } from "./problem.da.js";
import { E as Input, T as Fields, _ as History, g as Upload, x as Conflict, y as useForm } from "./parts.da.js";
import { r as say } from "./main.da.js";
import { i as groups, n as draftOf, r as fields$1, t as clean } from "./fields.da.js";
import { n as InPlace, o as t$4, s as warned } from "./catalogue.da.js";
import { t as write } from "./write.da.js";
var t$3 = {
	title: "Billeder",
	none: "Ingen billeder endnu.",
	first: "Det første vises i lister.",
	drag: "Træk for at flytte",
	earlier: "Tidligere",
	later: "Senere",
	of: (n) => `billede ${n}`,
	alt: (n) => `Hvad billede ${n} viser`,
	say: "Skriv, hvad det viser",
	added: "Billedet er tilføjet.",
	removed: "Billedet er fjernet.",
	moved: "Billederne har fået en anden rækkefølge.",
	described: "Billedet er beskrevet.",
	address: "Eller adressen på et billede (https)"
};
function Pictures({ product }) {
	let [refused, setRefused] = d(), [busy, setBusy] = d(!1), [address, setAddress] = d(""), [over, setOver] = d(), dragged = T(void 0), pressed = T(void 0), { slug, images } = product, off = busy || !may("products:write"), act = async (said, run) => {
		setBusy(!0), setRefused(void 0);
		try {
			return say(said, (await run()).requestId), !0;
		} catch (thrown) {
			return setRefused(asRefused(thrown)), !1;
		} finally {
			setBusy(!1);
		}
	};
	A(() => {
		let button = pressed.current;
		pressed.current = void 0, (button?.disabled ? button.parentElement?.querySelector("button:enabled") : button)?.focus();
	}, [images.join(" ")]);
	let move = (at, to) => {
		let url = images[at];
		if (url === void 0 || at === to) return;
		let next = images.toSpliced(at, 1).toSpliced(to, 0, url);
		act(t$3.moved, () => write("products.update", {
			slug,
			patch: { images: next },
			expectedUpdatedAt: product.updatedAt
		}));
	}, button = (at, by, name, sign) => a("button", {
		type: "button",
		class: "small",
		disabled: off || images[at + by] === void 0,
		"aria-label": `${name}: ${t$3.of(at + 1)}`,
		onClick: (e) => {
			pressed.current = e.currentTarget, move(at, at + by);
		},
		children: sign
	});
	return a("section", {
		class: "card",
		"aria-labelledby": "pictures",
		children: [
			a("h2", {
				id: "pictures",
				children: t$3.title
			}),
			a("p", {
				class: "quiet",
				children: images.length === 0 ? t$3.none : t$3.first
			}),
			a("ol", {
				class: "cards",
				children: product.imageDetails.map((image, at) => a("li", {
					class: over === at ? "over" : "",
					"data-row": !0,
					onDragOver: (e) => {
						dragged.current !== void 0 && (e.preventDefault(), setOver(at));
					},
					onDragLeave: () => setOver(void 0),
					onDrop: (e) => {
						e.preventDefault(), setOver(void 0), dragged.current !== void 0 && move(dragged.current, at);
					},
					children: [
						a("img", {
							src: image.url,
							alt: image.alt ?? "",
							loading: "lazy",
							draggable: !off,
							...!off && {
								class: "handle",
								title: t$3.drag
							},
							onDragStart: (e) => {
								e.dataTransfer?.clearData(), e.dataTransfer?.setData("text/plain", image.url), dragged.current = at;
							},
							onDragEnd: () => {
								dragged.current = void 0;
							}
						}),
						a(InPlace, {
							label: t$3.alt(at + 1),
							typed: image.alt ?? "",
							disabled: off,
							wide: !0,
							save: async (alt) => {
								let { requestId } = await write("products.attach_image", {
									slug,
									imageUrl: image.url,
									alt: alt.trim()
								});
								say(t$3.described, requestId);
							},
							children: image.alt || a("span", {
								class: "quiet",
								children: t$3.say
							})
						}),
						a("span", {
							class: "row",
							children: [
								button(at, -1, t$3.earlier, "←"),
								button(at, 1, t$3.later, "→"),
								a("button", {
									type: "button",
									class: "small",
									disabled: off,
									"aria-label": `${t$4.remove} ${t$3.of(at + 1)}`,
									onClick: () => void act(t$3.removed, () => write("products.detach_image", {
										slug,
										imageUrl: image.url,
										confirm: !0
									})),
									children: "×"
								})
							]
						})
					]
				}, image.url))
			}),
			a(ProblemNote, { refused }),
			a(Upload, {
				everywhere: !0,
				onDone: (url) => act(t$3.added, () => write("products.attach_image", {
					slug,
					imageUrl: url
				}))
			}),
			a("form", {
				class: "bar",
				onSubmit: (e) => {
					e.preventDefault(), act(t$3.added, () => write("products.attach_image", {
						slug,
						imageUrl: address.trim()
					})).then((done) => {
						done && setAddress("");
					});
				},
				children: [a("label", { children: [t$3.address, a("input", {
					inputMode: "url",
					value: address,
					pattern: "\\s*https://.+",
					disabled: off,
					onInput: (e) => setAddress(e.currentTarget.value)
				})] }), a("button", {
					class: "second",
					disabled: off || address === "",
					children: t$4.add
				})]
			})
		]
	});
}
var t$2 = {
	title: "Lager",
	now: (n) => `${n} på lager nu.`,
	delta: "Stk.",
	deltaHint: "24 lægger 24 stk. til; -2 trækker 2 fra.",
	reason: "Hvorfor",
	reasonHint: "F.eks. levering, beskadiget, optalt.",
	variant: "Variant",
	act: "Læg til lageret",
	done: (n) => `${n} på lager nu.`
};
function Stock({ product }) {
	let write = useWrite("products.adjust_stock"), [value, setValue] = d({}), [round, setRound] = d(0), choices = product.variants.map((one) => [one.variantId, `${Object.values(one.attributes).join(" / ")} (${one.stock})`]), fields = {
		variantId: {
			label: t$2.variant,
			kind: "choice",
			nullable: !0,
			choices
		},
		delta: {
			label: t$2.delta,
			kind: "number",
			hint: t$2.deltaHint,
			required: !0
		},
		reason: {
			label: t$2.reason,
			hint: t$2.reasonHint,
			max: 500
		}
	}, { variantId, delta, reason } = value, send = async () => {
		if (!delta) return;
		let done = await write.send({
			slug: product.slug,
			delta,
			...variantId && { variantId },
			...reason?.trim() && { reason }
		});
		done && (say(t$2.done(count(done.answer.result.stock)), done.requestId), setValue({}), setRound(round + 1));
	};
	return a("section", {
		class: "card",
		"aria-labelledby": "stock",
		children: [
			a("h2", {
				id: "stock",
				children: t$2.title
			}),
			a("p", { children: t$2.now(count(product.stock)) }),
			a("form", {
				onSubmit: (e) => {
					e.preventDefault(), send();
				},
				children: [
					Object.keys(fields).filter((name) => name !== "variantId" || choices.length > 0).map((name) => a(Input, {
						name,
						field: fields[name],
						value: value[name] ?? null,
						faults: write.refused?.faults(`/${name}`),
						set: (next) => setValue((now) => ({
							...now,
							[name]: next
						}))
					}, `${name}${round}`)),
					a(ProblemNote, {
						refused: write.refused,
						again: () => void send()
					}),
					a("button", {
						class: "second",
						disabled: write.busy || !delta || !may("products:write"),
						children: t$2.act
					})
				]
			})
		]
	});
}
var t$1 = {
	title: "Varianter",
	none: "Den sælges, som den er. Størrelser eller farver at vælge imellem er varianter.",
	options: "Valg",
	option: "Valg",
	values: "Værdier",
	valuesHint: "Størrelse: S, M, L",
	addOption: "Tilføj et valg",
	variant: "Variant",
	addVariant: "Tilføj en variant",
	combine: "Tilføj alle kombinationer",
	choose: "vælg",
	heads: {
		sku: "Varenr.",
		priceOere: "Pris",
		stock: "Lager",
		image: "Billede",
		active: "Til salg"
	},
	save: "Gem varianterne",
	saved: "Varianterne er gemt.",
	lost: (n) => n === 1 ? "Én variant sælges ikke længere, når dette gemmes." : `${n} varianter sælges ikke længere, når dette gemmes.`,
	table: "Varianterne",
	reset: "Fortryd det skrevne"
}, heads = t$1.heads, fields = {
	options: { label: t$1.options },
	variants: { label: t$1.title }
};
function named({ attributes }) {
	return Object.values(attributes).join(" / ") || t$1.variant;
}
function Variants({ product }) {
	let write = useWrite("products.set_variants"), stored = w(() => ({
		options: product.options,
		variants: product.variants,
		variantsVersion: product.variantsVersion
	}), [product]), form = useForm(stored, {
		draft: `variants:${product.slug}`,
		refused: write.refused
	}), { options, variants } = form.value, off = !may("products:write"), setOptions = (next) => form.set("options", next), setVariants = (next) => form.set("variants", next), fresh = (attributes) => ({
		attributes,
		sku: null,
		priceOere: product.priceDkk,
		stock: 0,
		image: null,
		active: !0
	}), lost = stored.variants.filter((old) => !variants.some((one) => one.variantId === old.variantId)).length, send = async () => {
		let done = await write.send({
			slug: product.slug,
			expectedVariantsVersion: form.before.variantsVersion,
			options,
			variants: variants.map((one) => typedOf(one, form.before.variants))
		});
		done && say(t$1.saved, done.requestId);
	}, rename = (at, old, name) => {
		setOptions(options.with(at, {
			name,
			values: options[at]?.values ?? []
		})), setVariants(variants.map((one) => ({
			...one,
			attributes: Object.fromEntries(Object.entries(one.attributes).map(([key, value]) => [key === old ? name : key, value]))
		})));
	};
	return a("section", {
		class: "card",
		"aria-labelledby": "variants",
		children: [
			a("h2", {
				id: "variants",
				children: t$1.title
			}),
			options.length === 0 && a("p", {
				class: "quiet",
				children: t$1.none
			}),
			a("form", {
				...form.dirty && { "data-saves": !0 },
				onSubmit: (e) => {
					e.preventDefault(), send();
				},
				children: [
					a("ul", {
						class: "rows",
						children: [options.map((option, at) => a("li", { children: [
							a("input", {
								value: option.name,
								"aria-label": `${t$1.option} ${at + 1}`,
								required: !0,
								maxLength: 50,
								disabled: off,
								onInput: (e) => rename(at, option.name, e.currentTarget.value)
							}),
							a(Typed, {
								label: `${t$1.values}: ${option.name}`,
								off,
								shown: option.values.join(", "),
								read: values,
								said: t$1.valuesHint,
								hint: t$1.valuesHint,
								set: (next) => setOptions(options.with(at, {
									...option,
									values: next
								}))
							}),
							a("button", {
								type: "button",
								class: "small",
								disabled: off,
								"aria-label": `${t$4.remove} ${option.name}`,
								onClick: () => {
									setOptions(options.toSpliced(at, 1)), setVariants(options.length === 1 ? [] : variants.map((one) => ({
										...one,
										attributes: without(one.attributes, option.name)
									})));
								},
								children: "×"
							})
						] }, at)), options.length < 3 && a("li", { children: a("button", {
							type: "button",
							class: "small",
							disabled: off,
							onClick: () => setOptions([...options, {
								name: "",
								values: []
							}]),
							children: t$1.addOption
						}) })]
					}),
					a("datalist", {
						id: "pictures-of-it",
						children: product.images.map((url) => a("option", {
							value: url,
							children: url
						}, url))
					}),
					variants.length > 0 && a(Table, {
						options,
						variants,
						set: setVariants,
						off,
						refused: write.refused
					}),
					options.length > 0 && a("p", {
						class: "row",
						children: [a("button", {
							type: "button",
							class: "second",
							disabled: off,
							onClick: () => setVariants([...variants, fresh({})]),
							children: t$1.addVariant
						}), a("button", {
							type: "button",
							class: "second",
							disabled: off,
							onClick: () => setVariants([...variants, ...missing(options, variants).map(fresh)]),
							children: t$1.combine
						})]
					}),
					lost > 0 && a("p", {
						class: "warn",
						children: t$1.lost(lost)
					}),
					a(Conflict, {
						form,
						fields,
						refused: write.refused,
						again: () => void send()
					}),
					form.dirty && a("p", {
						class: "row",
						children: [
							a("button", {
								disabled: write.busy || off,
								children: t$1.save
							}),
							" ",
							a("button", {
								type: "button",
								class: "second",
								onClick: form.reset,
								children: t$1.reset
							})
						]
					})
				]
			})
		]
	});
}
function typedOf(variant, before) {
	let old = before.find((one) => one.variantId !== void 0 && one.variantId === variant.variantId);
	return old ? {
		...changes(old, variant),
		variantId: variant.variantId ?? "",
		attributes: variant.attributes
	} : variant;
}
function without(attributes, name) {
	return Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));
}
function missing(options, variants) {
	let all = [{}];
	for (let { name, values } of options) all = all.flatMap((one) => values.map((value) => ({
		...one,
		[name]: value
	}))).slice(0, 500);
	let has = new Set(variants.map((one) => options.map(({ name }) => one.attributes[name]).join("\n")));
	return all.filter((one) => !has.has(options.map(({ name }) => one[name]).join("\n"))).slice(0, 500 - variants.length);
}
function Table({ options, variants, set, off, refused }) {
	let id = P();
	return a("div", {
		class: "table",
		role: "region",
		"aria-label": t$1.table,
		tabIndex: 0,
		children: a("table", { children: [a("thead", { children: a("tr", { children: [
			options.map(({ name }, at) => a("th", {
				scope: "col",
				children: name || t$1.option
			}, at)),
			Object.values(heads).map((head) => a("th", {
				scope: "col",
				children: head
			}, head)),
			a("th", {
				scope: "col",
				children: t$4.remove
			})
		] }) }), a("tbody", { children: variants.map((one, at) => {
			let change = (part) => set(variants.with(at, {
				...one,
				...part
			})), label = (head) => `${head}: ${named(one)}`, said = refused?.faults(`/variants/${at}`) ?? [], fault = (name) => refused?.faults(`/variants/${at}/${name}`).length ? {
				"aria-invalid": !0,
				"aria-describedby": `${id}${at}`
			} : {};
			return a($, { children: [a("tr", {
				"data-row": !0,
				children: [
					options.map(({ name, values }, column) => a("td", {
						"data-label": name,
						children: a("select", {
							"aria-label": label(name || t$1.option),
							...fault("attributes"),
							required: !0,
							disabled: off,
							value: one.attributes[name] ?? "",
							onChange: (e) => change({ attributes: {
								...one.attributes,
								[name]: e.currentTarget.value
							} }),
							children: [a("option", {
								value: "",
								children: t$1.choose
							}), [...new Set([...values, ...one.attributes[name] ? [one.attributes[name]] : []])].map((value) => a("option", {
								value,
								children: value
							}, value))]
						})
					}, column)),
					a("td", {
						"data-label": heads.sku,
						children: a("input", {
							size: 12,
							class: "code",
							"aria-label": label(heads.sku),
							...fault("sku"),
							disabled: off,
							maxLength: 100,
							value: one.sku ?? "",
							onInput: (e) => change({ sku: e.currentTarget.value.trim() || null })
						})
					}),
					a("td", {
						"data-label": heads.priceOere,
						children: a(Typed, {
							right: !0,
							label: label(heads.priceOere),
							fault: fault("priceOere"),
							off,
							shown: one.priceOere === void 0 ? "" : typedMoney(one.priceOere),
							read: price,
							said: t$4.amount,
							set: (priceOere) => change({ priceOere })
						})
					}),
					a("td", {
						"data-label": heads.stock,
						children: a(Typed, {
							right: !0,
							label: label(heads.stock),
							fault: fault("stock"),
							off,
							shown: String(one.stock ?? ""),
							read: pieces,
							said: t$4.whole,
							set: (stock) => change({ stock })
						})
					}),
					a("td", {
						"data-label": heads.image,
						children: a("input", {
							size: 14,
							inputMode: "url",
							"aria-label": label(heads.image),
							...fault("image"),
							disabled: off,
							value: one.image ?? "",
							list: "pictures-of-it",
							onInput: (e) => change({ image: e.currentTarget.value.trim() || null })
						})
					}),
					a("td", {
						"data-label": heads.active,
						children: a("input", {
							type: "checkbox",
							"aria-label": label(heads.active),
							disabled: off,
							checked: one.active !== !1,
							onChange: (e) => change({ active: e.currentTarget.checked })
						})
					}),
					a("td", {
						"data-label": t$4.remove,
						children: a("button", {
							type: "button",
							class: "small",
							disabled: off,
							"aria-label": `${t$4.remove} ${named(one)}`,
							onClick: () => set(variants.toSpliced(at, 1)),
							children: "×"
						})
					})
				]
			}), said.length > 0 && a("tr", { children: a("td", {
				class: "fault",
				id: `${id}${at}`,
				colSpan: 99,
				children: said.join(" ")
			}) })] }, one.variantId ?? `new${at}`);
		}) })] })
	});
}
function price(typed) {
	let ore = readMoney(typed);
	return ore !== void 0 && ore >= 1 ? ore : void 0;
}
function pieces(typed) {
	return /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : void 0;
}
function values(typed) {
	let out = [...new Set(typed.split(",").map((one) => one.trim()).filter((one) => one !== ""))];
	return out.length > 0 ? out : void 0;
}
function Typed({ label, off, shown, read, set, said, hint, right = !1, fault }) {
	let [typed, setTyped] = d();
	return a("input", {
		"aria-label": label,
		...fault,
		required: !0,
		disabled: off,
		value: typed ?? shown,
		...right && {
			class: "right",
			size: 8,
			inputMode: "decimal"
		},
		...hint !== void 0 && { placeholder: hint },
		onInput: (e) => {
			let text = e.currentTarget.value, value = read(text);
			setTyped(text), e.currentTarget.setCustomValidity(value === void 0 ? said : ""), value !== void 0 && set(value);
		},
		onBlur: (e) => {
			e.currentTarget.checkValidity() && setTyped(void 0);
		}
	});
}
var t = {
	back: "Alle varer",
	shop: "Se den i butikken",
	duplicate: "Dublér",
	delete: "Slet",
	deleted: (name) => `${name} er slettet.`,
	saved: (name) => `${name} er gemt.`,
	gone: "Se efter blandt de slettede varer",
	byVariants: (from, to, stock) => `Varianterne har hver deres pris og lager: ${from === to ? from : `${from} til ${to}`}, ${stock} på lager.`,
	reset: "Fortryd det skrevne",
	save: "Gem varen",
	changed: (at) => `Sidst ændret ${at}`
};
function ProductPage({ slug }) {
	let { data, refused, again } = useResult("products.get", { slug }), toList = a("p", { children: a("a", {
		href: back("catalogue"),
		children: ["← ", t.back]
	}) });
	return data ? a($, { children: [
		toList,
		a(Head, { product: data }),
		!may("products:write") && a("p", {
			class: "note",
			children: t$4.readOnly
		}),
		a("div", {
			class: "split",
			children: [a(Form, { product: data }), a("div", { children: [a(Pictures, { product: data }), a(Stock, { product: data })] })]
		}),
		a(Variants, { product: data }, data.slug),
		a(History, { of: {
			entityType: "product",
			entityId: data.id
		} })
	] }) : a($, { children: [
		toList,
		a("h1", { children: slug }),
		refused ? a(ProblemNote, {
			refused,
			again,
			children: refused.code === "product_not_found" && a("p", { children: a("a", {
				href: href("catalogue", ["trash"], { q: slug }),
				children: t.gone
			}) })
		}) : a(Loading, {})
	] });
}
function Head({ product }) {
	let remove = useWrite("products.delete"), drop = async () => {
		let done = await remove.send({
			slug: product.slug,
			confirm: !0
		});
		done && (say(t.deleted(product.name), done.requestId), leave.stays = void 0, go(href("catalogue")));
	}, writes = may("products:write");
	return a($, { children: [
		a("header", {
			class: "row",
			children: [a("h1", { children: product.name }), a("div", {
				class: "row",
				children: [
					a("a", {
						class: "button second",
						href: product.url,
						target: "_blank",
						rel: "noreferrer",
						children: t.shop
					}),
					writes && a("a", {
						class: "button second",
						href: href("catalogue", ["new"], { from: product.slug }),
						children: t.duplicate
					}),
					a("button", {
						type: "button",
						class: "danger",
						disabled: !writes || remove.busy,
						onClick: () => void drop(),
						children: t.delete
					})
				]
			})]
		}),
		a("p", {
			class: "quiet",
			children: [
				a("code", { children: product.slug }),
				" · ",
				t.changed(dateTime(product.updatedAt))
			]
		}),
		a(ProblemNote, {
			refused: remove.refused,
			again: () => void drop()
		})
	] });
}
function Form({ product }) {
	let categories = useResult("categories.list", {}), write = useWrite("products.update"), stored = w(() => draftOf(product), [product]), form = useForm(stored, {
		draft: `product:${product.slug}`,
		refused: write.refused,
		at: "/patch"
	}), choices = categories.data ?? [product.category], shown = groups(choices), send = async () => {
		let done = await write.send({
			slug: product.slug,
			patch: clean(form.changed),
			expectedUpdatedAt: form.before.updatedAt
		});
		done && say(`${t.saved(form.value.name)} ${warned(done.answer.result.warnings)}`, done.requestId);
	};
	return a("form", {
		...form.dirty && { "data-saves": !0 },
		onSubmit: (e) => {
			e.preventDefault(), form.dirty && send();
		},
		children: [
			a(ProblemNote, {
				refused: categories.refused,
				again: categories.again
			}),
			shown.map((group) => a("fieldset", {
				disabled: !may("products:write"),
				children: [a("legend", { children: group.legend }), group.name === "sale" && product.variants.length > 0 ? a("p", { children: t.byVariants(money(product.priceDkk), money(product.priceMaxOere), product.stock) }) : a(Fields, {
					form,
					fields: group.fields
				})]
			}, group.name)),
			a(Conflict, {
				form,
				fields: {
					...fields$1,
					...shown[0]?.fields
				},
				refused: write.refused,
				again: () => void send()
			}),
			a("p", {
				class: "row saves",
				children: [a("button", {
					disabled: write.busy || !form.dirty,
					children: product.variants.length > 0 ? t.save : t$4.save
				}), form.dirty && a("button", {
					type: "button",
					class: "second",
					onClick: form.reset,
					children: t.reset
				})]
			})
		]
	});
}
export { ProductPage };
