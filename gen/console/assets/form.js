import { F as texts, G as changes, T as money, Z as leave, ct as $, m as ProblemNote, nt as A, ot as d, q as same, t as forget, v as a } from "./answers.js";
import { c as Loading } from "./index.js";
import { c as shownValue } from "./story.js";
var t$1 = texts({
	others: "Somebody else changed this while you were editing:",
	table: "What was changed",
	field: "Field",
	before: "Before",
	theirs: "Theirs",
	yours: "Yours",
	choose: "Choose",
	take: "Take theirs",
	keep: "Keep mine",
	all: "Keep mine and save",
	goOn: "Go on with this",
	untouched: "not changed by you"
}, {
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
});
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
			children: t$1.all
		})]
	}) : a($, { children: [form.dirty && table && a("div", {
		class: "note",
		role: "status",
		children: [
			a("p", { children: t$1.others }),
			table,
			a("button", {
				type: "button",
				class: "second",
				onClick: form.adopt,
				children: t$1.goOn
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
		"aria-label": t$1.table,
		tabIndex: 0,
		children: a("table", {
			class: "diff",
			children: [a("thead", { children: a("tr", { children: [
				t$1.field,
				t$1.before,
				t$1.theirs,
				t$1.yours,
				t$1.choose
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
						"data-label": t$1.before,
						children: a("del", { children: show(form.before[name]) })
					}),
					a("td", {
						"data-label": t$1.theirs,
						children: a("ins", { children: show(form.theirs[name]) })
					}),
					a("td", {
						"data-label": t$1.yours,
						children: mine ? show(form.value[name]) : a("span", {
							class: "quiet",
							children: t$1.untouched
						})
					}),
					a("td", {
						"data-label": t$1.choose,
						children: a("span", {
							class: "row",
							children: [a("button", {
								type: "button",
								class: "small",
								onClick: () => form.take(name),
								children: t$1.take
							}), mine && a("button", {
								type: "button",
								class: "small",
								onClick: () => keep(name),
								children: t$1.keep
							})]
						})
					})
				] }, String(name));
			}) })]
		})
	});
}
function shown(name, field, value) {
	return field?.kind === "money" && typeof value == "number" ? money(value) : field?.kind === "choice" ? field.choices?.find(([one]) => one === value)?.[1] ?? shownValue(name, value) : Array.isArray(value) && value.every((one) => typeof one == "string") ? shownValue(name, value.join(", ")) : shownValue(name, value);
}
var t = texts({ leave: "Leave without saving what you typed?" }, { leave: "Forlad siden uden at gemme det, du har skrevet?" });
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
	}, [stored, dirty]), useLeave(dirty), {
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
function useLeave(unsaved) {
	A(() => {
		if (!unsaved) return;
		let stays = () => !confirm(t.leave), unload = (event) => event.preventDefault();
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
export { useLeave as n, Conflict as r, useForm as t };
