import { c as P, f as $, l as T, o as A, p as Q, s as F, t as a, u as d } from "./packages.js";
import { At as useRoute, Et as href, M as count, Mt as useStore, T as openPalette, X as useResult, Z as useWrite, at as may, ct as session, jt as store, k as undoCalls, kt as route, lt as signIn, n as ProblemNote, ot as renew, pt as asRefused, st as sandbox, t as Loading, tt as reached, ut as signOut, w as openHelp, yt as speak } from "./problem.da.js";
import { t as __vitePreload } from "./index.js";
var names = {
	activity: "Aktivitet",
	approvals: "Godkendelser",
	orders: "Ordrer",
	payments: "Betalinger",
	catalogue: "Katalog",
	marketing: "Markedsføring",
	content: "Indhold",
	customers: "Kunder",
	analytics: "Analyse",
	keys: "Agenter og nøgler",
	webhooks: "Webhooks",
	settings: "Indstillinger",
	tools: "Prøv et værktøj"
}, keys = {
	activity: "a",
	approvals: "p",
	orders: "o",
	payments: "b",
	catalogue: "c",
	marketing: "m",
	content: "n",
	customers: "u",
	analytics: "i",
	keys: "k",
	webhooks: "w",
	settings: "s",
	tools: "t"
}, menu = Object.keys(names).map((page) => ({
	page,
	name: names[page],
	key: keys[page]
})), bar = new Set([
	"activity",
	"approvals",
	"orders",
	"catalogue"
]);
function menuOf() {
	return menu.filter(({ page }) => page !== "payments" || may("payments:read"));
}
var t$4 = {
	close: "Luk",
	cancel: "Annuller",
	type: (name) => `Skriv ${name} for at bekræfte`
};
function useModal(shown, close) {
	let latest = T(close);
	latest.current = close, F(() => {
		let dialog = shown.current, open = () => {
			dialog?.isConnected && !dialog.open && dialog.showModal();
		}, closed = () => {
			latest.current?.(), setTimeout(open);
		};
		return open(), dialog?.addEventListener("close", closed), () => {
			dialog?.removeEventListener("close", closed), dialog?.close();
		};
	}, []);
}
function Dialog({ title, close, children, foot, wide = !1 }) {
	let shown = T(null), id = P(), typed = T(!1);
	return useModal(shown, close), a("dialog", {
		ref: shown,
		class: wide ? "wide" : "",
		"aria-labelledby": id,
		onCancel: (e) => {
			e.preventDefault(), close();
		},
		onInput: () => {
			typed.current = !0;
		},
		onMouseDown: (e) => {
			e.target === shown.current && !typed.current && close();
		},
		children: a("div", {
			class: "dialog",
			children: [
				a("header", { children: [a("h2", {
					id,
					children: title
				}), a("button", {
					type: "button",
					class: "small",
					onClick: close,
					"aria-label": t$4.close,
					children: "×"
				})] }),
				children,
				foot && a("footer", { children: foot })
			]
		})
	});
}
function Confirm({ title, children, act, typed, busy = !1, close, onConfirm }) {
	let [text, setText] = d(""), id = P(), ready = !busy && (typed === void 0 || text.trim() === typed);
	return a(Dialog, {
		title,
		close,
		children: a("form", {
			onSubmit: (e) => {
				e.preventDefault(), ready && onConfirm();
			},
			children: [
				children,
				typed !== void 0 && a("div", {
					class: "field",
					children: [a("label", {
						for: id,
						children: t$4.type(typed)
					}), a("input", {
						id,
						value: text,
						autocomplete: "off",
						onInput: (e) => setText(e.currentTarget.value)
					})]
				}),
				a("footer", { children: [a("button", {
					type: "button",
					class: "second",
					onClick: close,
					children: t$4.cancel
				}), a("button", {
					class: "danger",
					disabled: !ready,
					children: act
				})] })
			]
		})
	});
}
var t$3 = { lacks: (scope) => `Din nøgle mangler ${scope}.` };
function needs(scope, busy = !1) {
	return may(scope) ? { disabled: busy } : {
		disabled: !0,
		title: t$3.lacks(scope)
	};
}
var t$2 = {
	undo: "Fortryd",
	close: "Luk"
}, shown = store([]), last = 0;
function say(said, requestId, about = where()) {
	shown.set([...shown.get().filter((one) => one.about !== about).slice(-2), {
		id: ++last,
		said,
		requestId,
		about,
		at: Date.now()
	}]);
}
function where() {
	return [route().page, ...route().rest].join("/");
}
function Toasts() {
	let toasts = useStore(shown);
	useRoute();
	let here = where();
	return A(() => shown.set(shown.get().filter(({ at }) => Date.now() - at < 1e3)), [here]), a("div", {
		class: "toasts",
		role: "status",
		children: toasts.map((toast) => a(One, { toast }, toast.id))
	});
}
function One({ toast: { id, said, requestId } }) {
	let close = () => shown.set(shown.get().filter((one) => one.id !== id));
	return A(() => {
		let timer = setTimeout(close, 15e3);
		return () => clearTimeout(timer);
	}, []), a("div", {
		class: "toast",
		children: [
			a("span", { children: said }),
			requestId !== void 0 && may("audit:revert") && may("audit:read") && a("button", {
				type: "button",
				class: "small",
				onClick: () => {
					close(), undoCalls([requestId]);
				},
				children: t$2.undo
			}),
			a("button", {
				type: "button",
				class: "small",
				"aria-label": t$2.close,
				onClick: close,
				children: "×"
			})
		]
	});
}
var t$1 = {
	skip: "Til siden",
	menu: "Sider",
	more: "Mere",
	goTo: "Gå til, eller gør…",
	out: "Log ud",
	stop: "Stop agenter",
	resume: "Lad agenter arbejde",
	stopped: "Alle agenter og programmer er stoppet.",
	stoppedOnly: {
		agent: "Alle agenter er stoppet.",
		program: "Alle programmer er stoppet."
	},
	working: "Agenter og programmer arbejder igen.",
	stopTitle: "Stop alle agenter og programmer?",
	stopText: "Hver nøgle for en agent eller et program afvises straks, indtil du lader dem arbejde igen. Personers nøgler fortsætter.",
	stopOne: "Skal kun én stoppes, så sæt dens nøgle på pause under Agenter og nøgler",
	sandbox: "Dette er en sandkasse: intet her er ægte.",
	offline: "Butikken svarer ikke. Det, du har skrevet, er gemt.",
	keys: "Tastatur (?)",
	other: "English",
	owing: (n) => `${n} venter`,
	paused: (n) => n === 1 ? "Én nøgle er på pause." : `${n} nøgler er på pause.`,
	which: "Vis"
};
function useAttention() {
	return useResult("analytics.attention", {}, {
		every: 5e3,
		enabled: may("analytics:read")
	}).data;
}
function ordersWaiting({ orders }) {
	return orders.toShip + orders.flagged + orders.disputed + orders.refundOwed;
}
function Shell({ children }) {
	let who = useStore(session), inSandbox = useStore(sandbox), online = useStore(reached), shop = useResult("site.get_shop", {}), { page } = useRoute(), attention = useAttention(), [stops, setStops] = d(!1), menu = menuOf(), waiting = attention ? {
		approvals: attention.approvalsPending,
		orders: ordersWaiting(attention),
		payments: attention.paymentsFailed,
		webhooks: attention.webhooksFailing
	} : {};
	return a($, { children: [
		a("a", {
			class: "skip",
			href: "#main",
			onClick: (e) => {
				e.preventDefault(), document.querySelector("main")?.focus();
			},
			children: t$1.skip
		}),
		a("header", { children: [
			inSandbox && a("p", {
				class: "banner",
				children: t$1.sandbox
			}),
			attention && a(Stopped, {
				keys: attention.pausedKeys,
				holders: attention.stoppedHolders
			}),
			!online && a("p", {
				class: "banner bad",
				role: "alert",
				children: t$1.offline
			}),
			a("div", {
				class: "top",
				children: [
					a("a", {
						class: "name",
						href: "#/activity",
						children: shop.data?.storeName ?? "Storefront"
					}),
					a("button", {
						type: "button",
						class: "second goto",
						onClick: openPalette,
						children: [
							a("span", { children: t$1.goTo }),
							" ",
							a("kbd", { children: "Ctrl K" })
						]
					}),
					a("details", {
						class: "who",
						onKeyDown: folds,
						children: [a("summary", { children: who?.key.name }), a("div", { children: [
							a("button", {
								type: "button",
								class: "second",
								onClick: () => speak("en"),
								lang: "en",
								children: t$1.other
							}),
							a("button", {
								type: "button",
								class: "second",
								onClick: openHelp,
								children: t$1.keys
							}),
							a("button", {
								type: "button",
								class: "second",
								onClick: () => void signOut(),
								children: t$1.out
							})
						] })]
					}, page),
					a("button", {
						type: "button",
						class: "danger",
						...needs("keys:write"),
						onClick: () => setStops(!0),
						children: ["■ ", t$1.stop]
					})
				]
			})
		] }),
		a("div", {
			class: "frame",
			children: [a("nav", {
				"aria-label": t$1.menu,
				children: a("ul", { children: [menu.map((one) => a("li", {
					class: bar.has(one.page) ? "" : "later",
					children: a("a", {
						href: href(one.page),
						title: `g ${one.key}`,
						...page === one.page && { "aria-current": "page" },
						children: [one.name, (waiting[one.page] ?? 0) > 0 && a("span", {
							class: "badge",
							children: [a("span", {
								"aria-hidden": "true",
								children: count(waiting[one.page] ?? 0)
							}), a("span", {
								class: "unseen",
								children: t$1.owing(waiting[one.page] ?? 0)
							})]
						})]
					})
				}, one.page)), a("li", {
					class: "more",
					children: a("details", {
						onKeyDown: folds,
						children: [a("summary", { children: t$1.more }), a("ul", { children: menu.filter((one) => !bar.has(one.page)).map((one) => a("li", { children: a("a", {
							href: href(one.page),
							onClick: (e) => e.currentTarget.closest("details")?.removeAttribute("open"),
							children: one.name
						}) }, one.page)) })]
					})
				})] })
			}), a("main", {
				id: "main",
				tabIndex: -1,
				children
			})]
		}),
		stops && a(Stop, { close: () => setStops(!1) })
	] });
}
function folds({ key, currentTarget: details }) {
	key === "Escape" && details instanceof HTMLDetailsElement && details.open && (details.open = !1, details.querySelector("summary")?.focus());
}
function Stop({ close }) {
	let stop = useWrite("keys.pause_all"), act = async () => {
		await stop.send({ confirm: !0 }) && (close(), say(t$1.stopped));
	};
	return a(Confirm, {
		title: t$1.stopTitle,
		act: t$1.stop,
		busy: stop.busy,
		close,
		onConfirm: () => void act(),
		children: [
			a("p", { children: t$1.stopText }),
			a("p", { children: a("a", {
				href: href("keys"),
				onClick: close,
				children: t$1.stopOne
			}) }),
			a(ProblemNote, { refused: stop.refused })
		]
	});
}
function Stopped({ keys, holders }) {
	let resume = useWrite("keys.resume_all"), act = async () => {
		await resume.send({}) && say(t$1.working);
	};
	return holders.length === 0 ? keys === 0 ? null : a("p", {
		class: "banner",
		children: [
			t$1.paused(keys),
			" ",
			a("a", {
				href: href("keys", [], { show: "paused" }),
				children: t$1.which
			})
		]
	}) : a("div", {
		class: "banner bad",
		children: [
			a("span", { children: holders.length > 1 ? t$1.stopped : t$1.stoppedOnly[holders[0] ?? ""] }),
			" ",
			a("button", {
				type: "button",
				class: "small",
				...needs("keys:write", resume.busy),
				onClick: () => void act(),
				children: t$1.resume
			}),
			a(ProblemNote, { refused: resume.refused })
		]
	});
}
var t = {
	title: "Log ind",
	key: "Din nøgle",
	hint: "Den begynder med sfk_. Den sendes én gang, til en session, og gemmes ikke.",
	go: "Log ind",
	link: "Eller få et link skrevet ud, der hvor butikken kører:",
	code: "Linket er allerede brugt eller er over ti minutter gammelt. Få et nyt skrevet ud, eller log ind med en nøgle."
};
function SignIn({ refused: byLink }) {
	return useStore(session) === null ? a(Cover, { refused: byLink }) : null;
}
function Cover({ refused: byLink }) {
	let [key, setKey] = d(""), [state, set] = d({ busy: !1 }), shown = T(null);
	useModal(shown);
	let send = async () => {
		set({ busy: !0 });
		try {
			await signIn({ key: key.trim() }), setKey(""), set({ busy: !1 });
		} catch (thrown) {
			set({
				busy: !1,
				refused: asRefused(thrown)
			});
		}
	};
	return a("dialog", {
		class: "cover",
		ref: shown,
		"aria-labelledby": "signin",
		onCancel: (e) => e.preventDefault(),
		onKeyDown: (e) => {
			e.key === "Escape" && e.preventDefault();
		},
		children: a("form", {
			class: "dialog",
			onSubmit: (e) => {
				e.preventDefault(), send();
			},
			children: [
				a("h2", {
					id: "signin",
					children: t.title
				}),
				byLink && !state.refused && a("p", {
					class: "problem",
					role: "alert",
					children: byLink.problem.status === 401 ? t.code : byLink.problem.detail
				}),
				a("div", {
					class: "field",
					children: [
						a("label", {
							for: "key",
							children: t.key
						}),
						a("input", {
							id: "key",
							class: "code",
							autocomplete: "off",
							spellcheck: !1,
							maxLength: 200,
							required: !0,
							"aria-describedby": "keyhint",
							value: key,
							onInput: (e) => setKey(e.currentTarget.value)
						}),
						a("p", {
							class: "hint",
							id: "keyhint",
							children: t.hint
						})
					]
				}),
				a(ProblemNote, { refused: state.refused }),
				a("footer", { children: a("button", {
					disabled: state.busy || key.trim() === "",
					children: t.go
				}) }),
				a("p", {
					class: "quiet",
					children: [
						t.link,
						" ",
						a("code", { children: "storefront console" })
					]
				})
			]
		})
	});
}
var pages = {
	activity: () => __vitePreload(() => import("./activity.da.js"), [], import.meta.url),
	approvals: () => __vitePreload(() => import("./approvals.da.js"), [], import.meta.url),
	orders: () => __vitePreload(() => import("./orders.da.js"), [], import.meta.url),
	payments: () => __vitePreload(() => import("./payments.da.js"), [], import.meta.url),
	catalogue: () => __vitePreload(() => import("./catalogue.da.js").then((n) => n.t), [], import.meta.url),
	marketing: () => __vitePreload(() => import("./marketing.da.js"), [], import.meta.url),
	content: () => __vitePreload(() => import("./content.da.js"), [], import.meta.url),
	customers: () => __vitePreload(() => import("./customers.da.js"), [], import.meta.url),
	analytics: () => __vitePreload(() => import("./analytics.da.js"), [], import.meta.url),
	keys: () => __vitePreload(() => import("./keys.da.js"), [], import.meta.url),
	webhooks: () => __vitePreload(() => import("./webhooks.da.js"), [], import.meta.url),
	settings: () => __vitePreload(() => import("./settings.da.js"), [], import.meta.url),
	tools: () => __vitePreload(() => import("./tools.da.js"), [], import.meta.url)
};
function isPage(name) {
	return Object.hasOwn(pages, name);
}
function Shown() {
	let { page } = useRoute(), name = isPage(page) ? page : "activity", [loaded, set] = d({ name }), load = () => {
		pages[name]().then((module) => set({
			name,
			Page: module.default
		}), (thrown) => set({
			name,
			refused: asRefused(thrown)
		}));
	};
	return A(load, [name]), A(() => {
		document.title = `${menu.find((one) => one.page === name)?.name} · Storefront`;
	}, [name]), loaded.name === name ? loaded.refused ? a(ProblemNote, {
		refused: loaded.refused,
		again: load
	}) : loaded.Page ? a(loaded.Page, {}) : a(Loading, {}) : a(Loading, {});
}
function Console({ refused }) {
	let who = useStore(session), [began, begin] = d(!1), [Around, setAround] = d();
	return A(() => {
		who && begin(!0);
	}, [who]), A(() => {
		began && __vitePreload(() => import("./around.da.js").then((module) => setAround(() => module.default)), [], import.meta.url);
	}, [began]), a($, { children: [
		began && a(Shell, { children: a(Shown, {}) }),
		began && a(Toasts, {}),
		Around && a(Around, {}),
		a(SignIn, { refused })
	] });
}
async function begin() {
	let code = /^#code=(.+)$/.exec(location.hash)?.[1];
	code !== void 0 && history.replaceState(null, "", location.pathname);
	try {
		code === void 0 ? await renew() : await signIn({ code });
		return;
	} catch (thrown) {
		return session.set(null), asRefused(thrown);
	}
}
document.documentElement.lang = "da";
var root = document.getElementById("console");
root && begin().then((refused) => Q(a(Console, { refused }), root));
export { Confirm as a, menuOf as c, needs as i, useAttention as n, Dialog as o, say as r, menu as s, ordersWaiting as t };
