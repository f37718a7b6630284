import { c as P, f as $, l as T, o as A, t as a, u as d } from "./packages.js";
import { $ as get, B as orderNumber, Dt as leave, G as utcOf, H as readMoney, K as forget, M as count, P as dateTime, R as localTime, St as same, Tt as go, W as typedMoney, Y as useList, at as may, bt as changes, c as Changes, d as fieldName, ft as asRead, gt as statuses$1, l as UndoButton, n as ProblemNote, o as Actor, pt as asRefused, t as Loading, u as done, v as shownValue, z as money } from "./problem.da.js";
import { i as needs, o as Dialog } from "./main.da.js";
import { t as write } from "./write.da.js";
var t$12 = {
	field: "Felt",
	before: "Før",
	after: "Efter",
	now: "Nu"
};
function ChangeTable({ changes, of, name = ({ path }) => fieldName(path), heads: [before, after] = [t$12.before, t$12.after], now, stays }) {
	return a("div", {
		class: "table",
		role: "region",
		"aria-label": `${before} · ${after}`,
		tabIndex: 0,
		children: a("table", {
			class: "diff",
			children: [a("thead", { children: a("tr", { children: [
				a("th", {
					scope: "col",
					children: t$12.field
				}),
				a("th", {
					scope: "col",
					children: before
				}),
				now && a("th", {
					scope: "col",
					children: t$12.now
				}),
				a("th", {
					scope: "col",
					children: after
				})
			] }) }), a("tbody", { children: changes.map((change) => {
				let { path, previousValue, nextValue } = change, why = stays?.(change);
				return a("tr", { children: [
					a("th", {
						scope: "row",
						children: name(change)
					}),
					a("td", {
						"data-label": before,
						children: why === void 0 ? a("del", { children: shownValue(path, previousValue, of) }) : shownValue(path, previousValue, of)
					}),
					now && a("td", {
						"data-label": t$12.now,
						class: "warn",
						children: now(path) === void 0 ? "" : shownValue(path, now(path), of)
					}),
					a("td", {
						"data-label": after,
						children: why === void 0 ? a("ins", { children: shownValue(path, nextValue, of) }) : a("span", {
							class: "quiet",
							children: why
						})
					})
				] }, path);
			}) })]
		})
	});
}
var t$11 = {
	more: "Vis flere",
	select: (name) => `Vælg ${name}`,
	all: "Vælg alle",
	chosen: "Valgt",
	total: (n) => `${n} i alt`
};
function List({ label, list, columns, id, name, to, empty, selected, onSelect }) {
	let body = T(null);
	if (list.data === void 0) return list.refused ? a(ProblemNote, {
		refused: list.refused,
		again: list.again
	}) : a(Loading, { shown: list.loading });
	if (list.data.length === 0) return a($, { children: [a(ProblemNote, {
		refused: list.refused,
		again: list.again
	}), a("div", {
		class: "empty",
		children: empty
	})] });
	let toggle = (one) => {
		let next = new Set(selected);
		next.delete(one) || next.add(one), onSelect?.(next);
	}, all = list.data.map(id), every = all.every((one) => selected?.has(one));
	return a($, { children: [
		a(ProblemNote, {
			refused: list.refused,
			again: list.again
		}),
		a("div", {
			class: "table",
			role: "region",
			"aria-label": label,
			tabIndex: 0,
			children: a("table", { children: [a("thead", { children: a("tr", { children: [onSelect && a("th", {
				scope: "col",
				children: a("input", {
					type: "checkbox",
					"aria-label": t$11.all,
					checked: every,
					onChange: () => onSelect(new Set(every ? [] : all))
				})
			}), columns.map((column) => a("th", {
				scope: "col",
				class: column.right ? "right" : "",
				children: column.head
			}, column.head))] }) }), a("tbody", {
				ref: body,
				"data-rows": !0,
				children: list.data.map((row) => a("tr", {
					"data-row": !0,
					children: [onSelect && a("td", {
						"data-label": t$11.chosen,
						children: a("input", {
							type: "checkbox",
							"data-select": !0,
							"aria-label": t$11.select(name(row)),
							checked: selected?.has(id(row)) ?? !1,
							onChange: () => toggle(id(row))
						})
					}), columns.map((column, at) => a("td", {
						class: column.right ? "right" : "",
						"data-label": column.head,
						children: at === 0 && to ? a("a", {
							href: to(row),
							"data-open": !0,
							children: column.cell(row)
						}) : column.cell(row)
					}, column.head))]
				}, id(row)))
			})] })
		}),
		a("p", {
			class: "under",
			children: [list.more && a("button", {
				type: "button",
				class: "second",
				onClick: list.more,
				children: t$11.more
			}), list.total !== void 0 && a("span", {
				class: "quiet",
				children: t$11.total(count(list.total))
			})]
		})
	] });
}
function moveRow(by) {
	let rows = [...document.querySelectorAll("[data-row]")], at = rows.findIndex((row) => row.contains(document.activeElement)), next = rows[at < 0 ? by > 0 ? 0 : rows.length - 1 : at + by];
	next?.querySelector("a, button, input, summary")?.focus(), next?.scrollIntoView({ block: "nearest" });
}
function inRow(attribute) {
	document.activeElement?.closest("[data-row]")?.querySelector(`[${attribute}]`)?.click();
}
var t$10 = {
	amount: "Skriv et beløb som 1099,50.",
	number: "Skriv et helt tal.",
	json: "Dette er ikke gyldig JSON.",
	none: "ingen",
	add: "Tilføj",
	remove: (what) => `Fjern ${what}`,
	name: "Navn",
	value: "Værdi",
	byHalf: "Dette ændrer beløbet med mere end halvdelen.",
	past: "Det er i fortiden.",
	unsaved: "ikke gemt",
	required: "skal udfyldes"
};
function Fields({ form, fields }) {
	return a($, { children: Object.entries(fields).map(([name, field]) => {
		let key = name;
		return a(Input, {
			name,
			field,
			value: form.value[key],
			before: form.before[key],
			faults: form.faults(key),
			changed: key in form.changed,
			set: (value) => form.set(key, value)
		}, name);
	}) });
}
function Input({ name, field, value, set, faults = [], before, changed = !1 }) {
	let id = P(), [wrong, setWrong] = d(""), half = field.kind === "money" && typeof before == "number" && typeof value == "number" && before > 0 && Math.abs(value - before) * 2 > before, said = [wrong, ...faults].filter((one) => one !== ""), notes = {
		hint: field.hint === void 0 ? void 0 : `${id}h`,
		faults: said.length > 0 ? `${id}f` : void 0
	}, describedBy = [notes.faults, notes.hint].filter((one) => one !== void 0).join(" "), control = {
		id,
		name,
		"aria-invalid": said.length > 0,
		...describedBy && { "aria-describedby": describedBy },
		...field.required && { required: !0 },
		ref: (element) => element?.setCustomValidity(wrong)
	};
	if (field.kind === "check") return a("div", {
		class: "field check",
		children: [
			a("input", {
				...control,
				type: "checkbox",
				checked: value === !0,
				onChange: (e) => set(e.currentTarget.checked)
			}),
			a("label", {
				for: id,
				children: field.label
			}),
			a(Notes, {
				id,
				field,
				said
			})
		]
	});
	let group = field.own !== void 0 || field.kind === "list" || field.kind === "pairs";
	return a("div", {
		class: changed ? "field changed" : "field",
		...group && {
			role: "group",
			"aria-labelledby": `${id}l`,
			...describedBy && { "aria-describedby": describedBy }
		},
		children: [
			group ? a("span", {
				class: "label",
				id: `${id}l`,
				children: field.label
			}) : a("label", {
				for: id,
				children: [
					field.label,
					field.required && a("span", {
						title: t$10.required,
						"aria-hidden": "true",
						children: " *"
					}),
					changed && a("small", { children: [" ", t$10.unsaved] })
				]
			}),
			field.own ? field.own(value, set) : a(Kind, {
				control,
				field,
				value,
				set,
				wrong: setWrong
			}),
			half && a("p", {
				class: "warn",
				children: t$10.byHalf
			}),
			changed && field.kind === "time" && typeof value == "string" && value !== "" && Date.parse(value) < Date.now() && a("p", {
				class: "warn",
				children: t$10.past
			}),
			a(Notes, {
				id,
				field,
				said
			})
		]
	});
}
function Notes({ id, field, said }) {
	return a($, { children: [said.length > 0 && a("p", {
		class: "fault",
		id: `${id}f`,
		children: said.join(" ")
	}), field.hint !== void 0 && a("p", {
		class: "hint",
		id: `${id}h`,
		children: field.hint
	})] });
}
function Kind(props) {
	let { control, field, value, set } = props, text = typeof value == "string" ? value : "", typed = (next) => set(next === "" && field.nullable ? null : next);
	switch (field.kind) {
		case "lines": return a("textarea", {
			...control,
			rows: field.rows ?? 6,
			value: text,
			maxLength: field.max ?? 1e5,
			onInput: (e) => typed(e.currentTarget.value)
		});
		case "money": return a(Typed, {
			...props,
			read: readMoney,
			show: typedMoney,
			said: t$10.amount
		});
		case "number": return a(Typed, {
			...props,
			read: readWhole,
			show: String,
			said: t$10.number
		});
		case "json": return a(Json, { ...props });
		case "list": return a(Listing, { ...props });
		case "pairs": return a(Pairs, { ...props });
		case "choice": return a("select", {
			...control,
			value: text,
			onChange: (e) => typed(e.currentTarget.value),
			children: [field.nullable && a("option", {
				value: "",
				children: t$10.none
			}), field.choices?.map(([one, words]) => a("option", {
				value: one,
				children: words
			}, one))]
		});
		case "time": return a("input", {
			...control,
			type: "datetime-local",
			max: "9999-12-31T23:59",
			value: text && localTime(text),
			onChange: (e) => {
				let { value } = e.currentTarget;
				(value === "" || value >= "1900") && typed(value && utcOf(value));
			}
		});
		default: return a("input", {
			...control,
			type: "text",
			inputMode: field.kind === "email" || field.kind === "url" ? field.kind : "text",
			value: text,
			maxLength: field.max ?? 2e3,
			autocomplete: "off",
			...field.kind === "code" && {
				class: "code",
				spellcheck: !1
			},
			onInput: (e) => typed(e.currentTarget.value)
		});
	}
}
function readWhole(typed) {
	return /^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : void 0;
}
function Typed({ control, field, value, set, wrong, read, show, said }) {
	let shown = typeof value == "number" ? show(value) : "", [typed, setTyped] = d(shown), text = typed === "" ? void 0 : read(typed), stale = typeof value == "number" ? text !== value && text !== void 0 : value === void 0 && text !== void 0;
	return a("input", {
		...control,
		inputMode: "decimal",
		class: "amount",
		autocomplete: "off",
		value: stale ? shown : typed,
		onInput: (e) => {
			let next = e.currentTarget.value;
			setTyped(next);
			let number = read(next);
			wrong(next === "" || number !== void 0 ? "" : said), next === "" ? set(field.nullable ? null : void 0) : number !== void 0 && set(number);
		}
	});
}
function Json({ control, field, value, set, wrong }) {
	let [text, setText] = d(() => JSON.stringify(value ?? {}, null, 2));
	return a("textarea", {
		...control,
		class: "code",
		rows: field.rows ?? 8,
		spellcheck: !1,
		value: text,
		onInput: (e) => {
			setText(e.currentTarget.value);
			try {
				set(JSON.parse(e.currentTarget.value)), wrong("");
			} catch {
				wrong(t$10.json);
			}
		}
	});
}
function Listing({ control, field, value, set }) {
	let items = Array.isArray(value) ? value.map(String) : [];
	return a("ul", {
		class: "rows",
		children: [items.map((item, at) => a("li", { children: [a("input", {
			value: item,
			"aria-label": `${field.label} ${at + 1}`,
			name: `${control.name}.${at}`,
			onInput: (e) => set(items.with(at, e.currentTarget.value))
		}), a("button", {
			type: "button",
			class: "small",
			onClick: () => set(items.toSpliced(at, 1)),
			"aria-label": t$10.remove(item),
			children: "×"
		})] }, at)), a("li", { children: a("button", {
			type: "button",
			class: "small",
			id: control.id,
			onClick: () => set([...items, ""]),
			children: t$10.add
		}) })]
	});
}
function Pairs({ control, value, set }) {
	let entries = Object.entries(value ?? {}), put = (next) => set(Object.fromEntries(next));
	return a("ul", {
		class: "rows",
		children: [entries.map(([name, one], at) => a("li", { children: [
			a("input", {
				value: name,
				"aria-label": `${t$10.name} ${at + 1}`,
				onChange: (e) => put(entries.with(at, [e.currentTarget.value, one]))
			}),
			a("input", {
				value: typeof one == "string" ? one : JSON.stringify(one),
				"aria-label": `${t$10.value}: ${name}`,
				onInput: (e) => put(entries.with(at, [name, e.currentTarget.value]))
			}),
			a("button", {
				type: "button",
				class: "small",
				onClick: () => put(entries.toSpliced(at, 1)),
				"aria-label": t$10.remove(name),
				children: "×"
			})
		] }, at)), a("li", { children: a("button", {
			type: "button",
			class: "small",
			id: control.id,
			onClick: () => put([...entries, ["", ""]]),
			children: t$10.add
		}) })]
	});
}
function useGot(path) {
	let [state, set] = d({ path }), again = () => {
		get(path).then((data) => set({
			path,
			data
		}), (thrown) => set({
			path,
			refused: asRead(thrown)
		}));
	};
	A(again, [path]);
	let now = state.path === path ? state : {
		path,
		data: void 0,
		refused: void 0
	};
	return {
		data: now.data,
		refused: now.refused,
		loading: now.data === void 0 && now.refused === void 0,
		again
	};
}
function listed(read) {
	return {
		...read,
		more: void 0,
		total: void 0
	};
}
function useOne(list, isIt) {
	let one = list.data?.find(isIt);
	return A(() => {
		one === void 0 && list.more?.();
	}, [one === void 0, list.data?.length]), {
		one,
		gone: one === void 0 && list.data !== void 0 && list.more === void 0 && !list.loading
	};
}
var t$9 = {
	others: "En anden har ændret dette, mens du redigerede:",
	table: "Hvad der blev ændret",
	field: "Felt",
	before: "Før",
	theirs: "Deres",
	yours: "Dit",
	choose: "Vælg",
	take: "Tag deres",
	keep: "Behold mit",
	all: "Behold mit og gem",
	goOn: "Fortsæt med dette",
	untouched: "ikke ændret af dig"
};
function Conflict({ form, fields, refused, again }) {
	let [sends, setSends] = d(!1), [readTo, setReadTo] = d(), conflict = refused?.code === "version_conflict", settled = Object.keys(form.theirs).length === 0;
	A(() => {
		conflict && forget().then(() => setReadTo(refused));
	}, [refused]), A(() => {
		sends && settled && (setSends(!1), again());
	});
	let names = Object.keys(form.theirs).filter((name) => fields[name] && !same(form.theirs[name], form.value[name]));
	A(() => {
		settled || names.length > 0 || !form.dirty || (form.adopt(), conflict && setSends(!0));
	});
	let table = names.length > 0 && a(Table, {
		form,
		fields,
		names
	});
	return conflict ? a(ProblemNote, {
		refused,
		children: [table, settled && readTo !== refused ? a(Loading, {}) : a("button", {
			type: "button",
			class: "second",
			onClick: () => {
				form.adopt(), setSends(!0);
			},
			children: t$9.all
		})]
	}) : a($, { children: [form.dirty && table && a("div", {
		class: "note",
		role: "status",
		children: [
			a("p", { children: t$9.others }),
			table,
			a("button", {
				type: "button",
				class: "second",
				onClick: form.adopt,
				children: t$9.goOn
			})
		]
	}), a(ProblemNote, {
		refused,
		again
	})] });
}
function Table({ form, fields, names }) {
	let keep = (name) => {
		let mine = form.value[name];
		form.take(name), form.set(name, mine);
	};
	return a("div", {
		class: "table",
		role: "region",
		"aria-label": t$9.table,
		tabIndex: 0,
		children: a("table", {
			class: "diff",
			children: [a("thead", { children: a("tr", { children: [
				t$9.field,
				t$9.before,
				t$9.theirs,
				t$9.yours,
				t$9.choose
			].map((head) => a("th", {
				scope: "col",
				children: head
			}, head)) }) }), a("tbody", { children: names.map((name) => {
				let show = (value) => shown(String(name), fields[name], value), mine = name in form.changed;
				return a("tr", { children: [
					a("th", {
						scope: "row",
						children: fields[name]?.label
					}),
					a("td", {
						"data-label": t$9.before,
						children: a("del", { children: show(form.before[name]) })
					}),
					a("td", {
						"data-label": t$9.theirs,
						children: a("ins", { children: show(form.theirs[name]) })
					}),
					a("td", {
						"data-label": t$9.yours,
						children: mine ? show(form.value[name]) : a("span", {
							class: "quiet",
							children: t$9.untouched
						})
					}),
					a("td", {
						"data-label": t$9.choose,
						children: a("span", {
							class: "row",
							children: [a("button", {
								type: "button",
								class: "small",
								onClick: () => form.take(name),
								children: t$9.take
							}), mine && a("button", {
								type: "button",
								class: "small",
								onClick: () => keep(name),
								children: t$9.keep
							})]
						})
					})
				] }, String(name));
			}) })]
		})
	});
}
function shown(name, field, value) {
	return field?.kind === "money" && typeof value == "number" ? money(value) : field?.kind === "choice" ? field.choices?.find(([one]) => one === value)?.[1] ?? shownValue(name, value) : Array.isArray(value) && value.every((one) => typeof one == "string") ? shownValue(name, value.join(", ")) : typeof value == "object" && value && !Array.isArray(value) ? Object.entries(value).map(([at, one]) => `${fieldName(`/${at}`)}: ${shownValue(`/${at}`, one)}`).join("; ") : shownValue(name, value);
}
var t$8 = { leave: "Forlad siden uden at gemme det, du har skrevet?" };
function useForm(stored, { draft, refused, at = "" } = {}) {
	let [state, setState] = d(() => readDraft(draft) ?? {
		before: stored,
		value: stored
	}), changed = changes(state.before, state.value), dirty = Object.keys(changed).length > 0, theirs = changes(state.before, stored), put = (next) => {
		setState(next), writeDraft(draft, next);
	};
	return A(() => {
		!dirty && !same(stored, state.before) && put({
			before: stored,
			value: stored
		});
	}, [stored, dirty]), useLeave(dirty, () => writeDraft(draft, void 0)), {
		value: state.value,
		before: state.before,
		set: (name, value) => setState((now) => {
			let next = {
				...now,
				value: {
					...now.value,
					[name]: value
				}
			};
			return writeDraft(draft, next), next;
		}),
		changed,
		dirty,
		theirs,
		adopt: () => put({
			before: stored,
			value: {
				...stored,
				...changed
			}
		}),
		take: (name) => put({
			before: {
				...state.before,
				[name]: stored[name]
			},
			value: {
				...state.value,
				[name]: stored[name]
			}
		}),
		reset: () => {
			put({
				before: stored,
				value: stored
			}), writeDraft(draft, void 0);
		},
		faults: (name) => refused?.faults(`${at}/${String(name)}`) ?? []
	};
}
function useLeave(unsaved, drop) {
	A(() => {
		if (!unsaved) return;
		let stays = () => {
			let goes = confirm(t$8.leave);
			return goes && drop?.(), !goes;
		}, unload = (event) => event.preventDefault();
		return leave.stays = stays, addEventListener("beforeunload", unload), () => {
			leave.stays === stays && (leave.stays = void 0), removeEventListener("beforeunload", unload);
		};
	}, [unsaved]);
}
function readDraft(name) {
	let text = name === void 0 ? null : sessionStorage.getItem(`draft:${name}`);
	return text === null ? void 0 : JSON.parse(text);
}
function writeDraft(name, draft) {
	name !== void 0 && (draft === void 0 || same(draft.before, draft.value) ? sessionStorage.removeItem(`draft:${name}`) : sessionStorage.setItem(`draft:${name}`, JSON.stringify(draft)));
}
var letters = {
	æ: "ae",
	ø: "oe",
	å: "aa",
	ä: "ae",
	ö: "oe",
	ü: "ue",
	ß: "ss"
};
function slugOf(name) {
	return name.toLowerCase().normalize("NFC").replace(/[æøåäöüß]/g, (letter) => letters[letter] ?? "").normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 200);
}
var t$7 = {
	title: "Historik",
	none: "Der er ikke sket noget med den endnu.",
	more: "Vis flere"
};
function History({ of }) {
	let list = useList("audit.list", {
		kinds: ["change"],
		...of
	}, { enabled: may("audit:read") });
	return may("audit:read") ? a("section", {
		"aria-labelledby": "history",
		children: [
			a("h2", {
				id: "history",
				children: t$7.title
			}),
			a(ProblemNote, {
				refused: list.refused,
				again: list.again
			}),
			list.loading && a(Loading, {}),
			list.data?.length === 0 && a("p", {
				class: "quiet",
				children: t$7.none
			}),
			a("ul", {
				class: "feed",
				children: list.data?.map((entry) => a("li", {
					"data-row": !0,
					children: [
						a("time", {
							dateTime: entry.at,
							title: entry.at,
							children: dateTime(entry.at)
						}),
						a("span", {
							class: "said",
							children: [
								a(Actor, { entry }),
								" ",
								done(entry),
								" ",
								a(Changes, { entry })
							]
						}),
						a(UndoButton, { entry })
					]
				}, entry.id))
			}),
			list.more && a("button", {
				type: "button",
				class: "second",
				onClick: list.more,
				children: t$7.more
			})
		]
	}) : null;
}
var t$6 = {
	label: "Upload billeder",
	hint: "Vælg, slip eller indsæt PNG, JPEG eller WebP.",
	sending: (name) => `Sender ${name}…`,
	no: (name) => `${name} er ikke et billede, der kan læses.`,
	scope: "Din nøgle må ikke uploade billeder: den mangler products:write."
}, kinds = [
	"image/png",
	"image/jpeg",
	"image/webp"
], limit = 7e5;
function Upload({ onDone, label = t$6.label, everywhere = !1, children }) {
	let [state, set] = d({}), [over, setOver] = d(!1), input = T(null), id = P(), allowed = may("products:write"), busy = T(!1), send = async (files) => {
		if (busy.current || !allowed) return;
		busy.current = !0;
		let unread;
		for (let [at, file] of files.entries()) {
			set({ sending: file.name });
			let fitting = await fit(file).catch(() => void 0);
			if (!fitting) unread = file.name;
			else try {
				let { answer } = await write("images.upload", {
					fileName: file.name.slice(-200) || "picture",
					contentType: fitting.type,
					data: await base64(fitting)
				});
				await onDone(answer.result.url);
			} catch (thrown) {
				return busy.current = !1, set({
					refused: asRefused(thrown),
					left: files.slice(at)
				});
			}
		}
		busy.current = !1, set(unread === void 0 ? {} : { unread });
	}, latest = T(send);
	latest.current = send;
	let pasted = (event) => {
		let files = pictures(event.clipboardData?.files);
		files.length !== 0 && (event.preventDefault(), latest.current(files));
	};
	return A(() => {
		if (everywhere) return addEventListener("paste", pasted), () => removeEventListener("paste", pasted);
	}, [everywhere]), a("div", {
		class: over ? "drop over" : "drop",
		onDragOver: (e) => {
			e.preventDefault(), setOver(!0);
		},
		onDragLeave: () => setOver(!1),
		onDrop: (e) => {
			e.preventDefault(), setOver(!1), send([...e.dataTransfer?.files ?? []]);
		},
		...!everywhere && { onPaste: pasted },
		children: [
			a("label", {
				for: id,
				children: label
			}),
			a("input", {
				id,
				ref: input,
				type: "file",
				accept: kinds.join(),
				multiple: children === void 0,
				disabled: !allowed || state.sending !== void 0,
				"aria-describedby": `${id}h`,
				onChange: (e) => {
					let files = [...e.currentTarget.files ?? []];
					e.currentTarget.value = "", send(files);
				}
			}),
			a("p", {
				class: "hint",
				id: `${id}h`,
				children: allowed ? t$6.hint : t$6.scope
			}),
			children,
			a("p", {
				class: "quiet",
				role: "status",
				children: state.sending !== void 0 && t$6.sending(state.sending)
			}),
			state.unread !== void 0 && a("p", {
				class: "fault",
				role: "alert",
				children: t$6.no(state.unread)
			}),
			a(ProblemNote, {
				refused: state.refused,
				again: () => void send(state.left ?? [])
			})
		]
	});
}
function pictures(files) {
	return [...files ?? []].filter((file) => file.type.startsWith("image/"));
}
function base64(blob) {
	return new Promise((resolve, reject) => {
		let reader = new FileReader();
		reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, ""))), reader.addEventListener("error", () => reject(reader.error ?? Error(t$6.label))), reader.readAsDataURL(blob);
	});
}
async function fit(file) {
	if (kinds.includes(file.type) && file.size <= limit) return file;
	let picture = await createImageBitmap(file), longest = Math.max(picture.width, picture.height);
	for (let side = Math.min(longest, 2400); side >= 320; side = Math.floor(side * .8)) {
		let drawn = await draw(picture, side / longest);
		if (drawn.size <= limit) return drawn;
	}
	return draw(picture, Math.min(1, 320 / longest));
}
function draw(picture, scale) {
	let canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(picture.width * scale)), canvas.height = Math.max(1, Math.round(picture.height * scale));
	let pen = canvas.getContext("2d");
	return pen ? (pen.fillStyle = "#fff", pen.fillRect(0, 0, canvas.width, canvas.height), pen.drawImage(picture, 0, 0, canvas.width, canvas.height), new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(Error(t$6.label)), "image/jpeg", .86))) : Promise.reject(Error(t$6.label));
}
function Create({ begin, fields, act, scope, writing, send, draft, children }) {
	let form = useForm(begin, {
		refused: writing.refused,
		...draft !== void 0 && { draft }
	}), button = needs(scope, writing.busy), make = async () => {
		let to = await send(form.value);
		to !== void 0 && (form.reset(), leave.stays = void 0, go(to));
	};
	return a("form", {
		"data-saves": !0,
		onSubmit: (e) => {
			e.preventDefault(), button.disabled || make();
		},
		children: [
			a(Fields, {
				form,
				fields: typeof fields == "function" ? fields(form) : fields
			}),
			children?.(form),
			a(ProblemNote, { refused: writing.refused }),
			a("p", {
				class: "row",
				children: [a("button", {
					...button,
					children: act
				}), button.title !== void 0 && a("span", {
					class: "quiet",
					children: button.title
				})]
			})
		]
	});
}
var t$5 = {
	save: "Gem",
	reset: "Som før"
};
function Edit({ stored, fields, version, at = "", writing, save, barred, draft, children }) {
	let form = useForm(stored, {
		refused: writing.refused,
		at,
		...draft !== void 0 && { draft }
	}), read = T(version);
	Object.keys(form.theirs).length === 0 && (read.current = version);
	let send = () => {
		form.dirty && !writing.busy && barred === void 0 && save(form.changed, read.current, form.value);
	};
	return a("form", {
		...form.dirty && { "data-saves": !0 },
		onSubmit: (e) => {
			e.preventDefault(), send();
		},
		children: [
			a(Conflict, {
				form,
				fields,
				refused: writing.refused,
				again: send
			}),
			a(Fields, {
				form,
				fields
			}),
			a("div", {
				class: "bar",
				children: [
					a("button", {
						disabled: !form.dirty || writing.busy || barred !== void 0,
						title: barred,
						children: t$5.save
					}),
					form.dirty && a("button", {
						type: "button",
						class: "second",
						onClick: form.reset,
						children: t$5.reset
					}),
					children?.(form),
					barred !== void 0 && a("span", {
						class: "quiet",
						children: barred
					})
				]
			})
		]
	});
}
var t$4 = {
	upload: "Upload et billede",
	address: "Dets adresse"
};
function Picture({ label, value, set }) {
	let url = typeof value == "string" ? value : "";
	return a(Upload, {
		label: t$4.upload,
		onDone: set,
		children: [url !== "" && a("img", {
			class: "hero",
			src: url,
			alt: ""
		}), a("label", {
			class: "row",
			children: [t$4.address, a("input", {
				class: "long",
				inputMode: "url",
				value: url,
				maxLength: 2e3,
				"aria-label": `${label}: ${t$4.address}`,
				autocomplete: "off",
				onInput: (e) => set(e.currentTarget.value.trim())
			})]
		})]
	});
}
var t$3 = {
	copy: "Kopiér",
	copied: "Kopieret",
	failed: "Ikke kopieret: markér den"
};
function Copy({ text, label = t$3.copy }) {
	let [said, set] = d(), copy = async () => {
		set(await navigator.clipboard.writeText(text).then(() => t$3.copied, () => t$3.failed)), setTimeout(() => set(void 0), 2e3);
	};
	return a("button", {
		type: "button",
		class: "small",
		onClick: () => void copy(),
		children: a("span", {
			"aria-live": "polite",
			children: said ?? label
		})
	});
}
function Example({ title, text }) {
	return a("div", { children: [a("p", {
		class: "row",
		children: [
			a("strong", { children: title }),
			" ",
			a(Copy, { text })
		]
	}), a("pre", {
		class: "code",
		tabIndex: 0,
		children: text
	})] });
}
var t$2 = {
	attention: {
		not_shipped: "skal pakkes",
		disputed: "indsigelse",
		flagged_review: "se på den",
		refund_due: "skylder penge tilbage"
	},
	mailless: "Kunden får ikke besked: der sendes ingen mail.",
	order: "Ordre",
	who: "Til",
	placed: "Afgivet",
	state: "Status",
	pieces: "Stk.",
	total: "I alt",
	agent: "af en agent"
}, { mailless } = t$2, statuses = [
	"pending_payment",
	"pending",
	"paid",
	"processing",
	"shipped",
	"delivered",
	"completed",
	"cancelled",
	"refunded",
	"partial_refund",
	"flagged_review",
	"disputed"
];
function statusName(status) {
	return statuses$1[status] ?? status;
}
var columns = {
	order: {
		head: t$2.order,
		cell: (order) => a("code", { children: orderNumber(order.id) })
	},
	who: {
		head: t$2.who,
		cell: (order) => order.shippingName
	},
	placed: {
		head: t$2.placed,
		cell: (order) => a("time", {
			dateTime: order.createdAt,
			title: order.createdAt,
			children: dateTime(order.createdAt)
		})
	},
	state: {
		head: t$2.state,
		cell: (order) => a("span", { children: [
			statusName(order.status),
			" ",
			order.attention.filter((why) => why !== order.status).map((why) => a("span", {
				class: "chip",
				children: t$2.attention[why] ?? why
			}, why)),
			order.isAiGenerated && a("span", {
				class: "chip",
				children: ["⚙ ", order.aiAgentSource ?? t$2.agent]
			})
		] })
	},
	pieces: {
		head: t$2.pieces,
		right: !0,
		cell: (order) => count(order.itemCount)
	},
	total: {
		head: t$2.total,
		right: !0,
		cell: (order) => money(order.totalDkk)
	}
}, orderColumns = Object.values(columns), t$1 = {
	people: "kun til personer",
	lacks: "din nøgle mangler det",
	groups: {
		catalogue: "Katalog og markedsføring",
		orders: "Ordrer og kunder",
		content: "Indhold og indstillinger",
		control: "Kontrol"
	},
	scopes: {
		"catalog:read": "læse varer",
		"categories:read": "læse kategorier",
		"products:write": "ændre varer, priser og lager",
		"categories:write": "ændre kategorier",
		"discounts:read": "se rabatkoder",
		"discounts:write": "ændre rabatkoder",
		"marketing:write": "køre kampagner",
		"cart:write": "fylde kurve",
		"orders:read": "se ordrer (personoplysninger)",
		"orders:write": "afgive og flytte ordrer, refundere",
		"payments:read": "se betalinger",
		"payments:write": "begynde og annullere betalinger, trække penge og give dem tilbage",
		"customer:read": "se kunder (personoplysninger)",
		"analytics:read": "se tal",
		"pages:read": "læse kladder af sider",
		"pages:write": "ændre sider og ydelser",
		"settings:read": "se indstillinger og webhooks",
		"settings:write": "ændre indstillinger og webhooks",
		"features:read": "se kontakter",
		"features:write": "slå kontakter til og fra",
		"audit:read": "læse, hvad der skete",
		"audit:revert": "fortryde ændringer",
		"approvals:read": "se godkendelser",
		"approvals:decide": "godkende eller afvise",
		"keys:read": "se nøgler",
		"keys:write": "lave og stoppe nøgler"
	}
}, scopeWords = t$1.scopes, allScopes = Object.keys(t$1.scopes), personal = new Set(["keys:write", "approvals:decide"]), begins = {
	catalogue: "catalog:read",
	orders: "cart:write",
	content: "pages:read",
	control: "audit:read"
};
function Scopes({ chosen, set, person }) {
	let starts = Object.entries(begins);
	return a("div", {
		class: "grid",
		children: starts.map(([group, first], at) => {
			let next = starts[at + 1]?.[1], of = allScopes.slice(allScopes.indexOf(first), next === void 0 ? void 0 : allScopes.indexOf(next));
			return a("fieldset", { children: [a("legend", { children: t$1.groups[group] }), of.map((scope) => {
				let barred = may(scope) ? personal.has(scope) && !person ? t$1.people : void 0 : t$1.lacks, id = `scope-${scope}`;
				return a("div", {
					class: "field check",
					children: [a("input", {
						id,
						type: "checkbox",
						disabled: barred !== void 0,
						checked: chosen.includes(scope),
						onChange: (e) => set(e.currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
					}), a("label", {
						for: id,
						children: [
							t$1.scopes[scope],
							" ",
							a("span", {
								class: "quiet",
								children: barred ?? scope
							})
						]
					})]
				}, scope);
			})] }, group);
		})
	});
}
var t = {
	once: "Den vises kun nu. Kopiér den derhen, hvor den skal bruges; den gemmes ingen andre steder.",
	done: "Jeg har gemt den",
	sure: "Luk uden at have gemt den? Den kan ikke vises igen."
};
function Secret({ title, secret, close, children }) {
	return a(Dialog, {
		title,
		close: () => {
			confirm(t.sure) && close();
		},
		wide: !0,
		foot: a("button", {
			type: "button",
			onClick: close,
			children: t.done
		}),
		children: [
			a("p", {
				class: "note",
				children: t.once
			}),
			a("p", {
				class: "row",
				children: [
					a("code", { children: secret }),
					" ",
					a(Copy, { text: secret })
				]
			}),
			children
		]
	});
}
export { ChangeTable as A, useGot as C, List as D, Input as E, inRow as O, listed as S, Fields as T, History as _, scopeWords as a, useLeave as b, orderColumns as c, Copy as d, Example as f, Upload as g, Create as h, personal as i, moveRow as k, statusName as l, Edit as m, Scopes as n, columns as o, Picture as p, allScopes as r, mailless as s, Secret as t, statuses as u, slugOf as v, useOne as w, Conflict as x, useForm as y };
