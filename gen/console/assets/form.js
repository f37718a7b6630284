import { $ as C, J as leave, L as texts, T as money, h as ProblemNote, it as y, ot as w, t as forget, tt as _, v as s } from "./answers.js";
import { c as Loading } from "./index.js";
import { c as shownValue, d as under, l as changes, u as same } from "./story.js";
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
	let [sends, setSends] = _(!1), conflict = refused?.code === "version_conflict", settled = Object.keys(form.theirs).length === 0;
	y(() => {
		conflict && forget();
	}, [refused]), y(() => {
		sends && settled && (setSends(!1), again());
	});
	let names = Object.keys(form.theirs).filter((name) => fields[name] && !same(form.theirs[name], form.value[name]));
	y(() => {
		settled || names.length > 0 || !form.dirty || (form.adopt(), conflict && setSends(!0));
	});
	let table = names.length > 0 && s(Table, {
		form,
		fields,
		names
	});
	return conflict ? s(ProblemNote, {
		refused,
		children: [table, settled ? s(Loading, {}) : s("button", {
			type: "button",
			class: "second",
			onClick: () => {
				form.adopt(), setSends(!0);
			},
			children: t$1.all
		})]
	}) : s(w, { children: [form.dirty && table && s("div", {
		class: "note",
		role: "status",
		children: [
			s("p", { children: t$1.others }),
			table,
			s("button", {
				type: "button",
				class: "second",
				onClick: form.adopt,
				children: t$1.goOn
			})
		]
	}), s(ProblemNote, {
		refused,
		again
	})] });
}
function Table({ form, fields, names }) {
	let keep = (name) => {
		let mine = form.value[name];
		form.take(name), form.set(name, mine);
	};
	return s("div", {
		class: "table",
		role: "region",
		"aria-label": t$1.table,
		tabIndex: 0,
		children: s("table", {
			class: "diff",
			children: [s("thead", { children: s("tr", { children: [
				t$1.field,
				t$1.before,
				t$1.theirs,
				t$1.yours,
				t$1.choose
			].map((head) => s("th", {
				scope: "col",
				children: head
			}, head)) }) }), s("tbody", { children: names.map((name) => {
				let show = (value) => shown(String(name), fields[name], value), mine = name in form.changed;
				return s("tr", { children: [
					s("th", {
						scope: "row",
						children: fields[name]?.label
					}),
					s("td", {
						"data-label": t$1.before,
						children: s("del", { children: show(form.before[name]) })
					}),
					s("td", {
						"data-label": t$1.theirs,
						children: s("ins", { children: show(form.theirs[name]) })
					}),
					s("td", {
						"data-label": t$1.yours,
						children: mine ? show(form.value[name]) : s("span", {
							class: "quiet",
							children: t$1.untouched
						})
					}),
					s("td", {
						"data-label": t$1.choose,
						children: s("span", {
							class: "row",
							children: [s("button", {
								type: "button",
								class: "small",
								onClick: () => form.take(name),
								children: t$1.take
							}), mine && s("button", {
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
	let [state, setState] = _(() => readDraft(draft) ?? {
		before: stored,
		value: stored
	}), changed = changes(state.before, state.value), dirty = Object.keys(changed).length > 0, theirs = changes(state.before, stored), put = (next) => {
		setState(next), writeDraft(draft, next);
	};
	y(() => {
		!dirty && !same(stored, state.before) && put({
			before: stored,
			value: stored
		});
	}, [stored, dirty]), useLeave(dirty, () => writeDraft(draft, void 0));
	let faultsAt = C(() => refused?.problem.errors ?? [], [refused]);
	return {
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
		faults: (name) => faultsAt.filter((one) => under(one.pointer, `${at}/${String(name)}`)).map((one) => one.detail)
	};
}
function useLeave(unsaved, drop) {
	y(() => {
		if (!unsaved) return;
		let stays = () => {
			let goes = confirm(t.leave);
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
export { useLeave as n, Conflict as r, useForm as t };
