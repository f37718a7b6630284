var n, t$2, u$2, i$1, f$2, o$2, e$1, l$1, c$1, a$2, h$1 = Symbol.for("pv"), p$1 = {}, y$1 = [], v$1 = /^m(i|n|o|s|text|space)$/, w$1 = Array.isArray, d$1 = y$1.slice, _$1 = Object.assign;
function g$1(n) {
	n && n.parentNode && n.remove();
}
function m$1(r, u, i, f, o) {
	var e = {
		type: r,
		props: u,
		key: i,
		ref: f,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: h$1,
		__v: o || ++t$2,
		__i: -1,
		__u: 0
	};
	return !o && n.vnode && n.vnode(e), e;
}
function $(n) {
	return n.children;
}
function x(n, t) {
	this.props = n, this.context = t, this.__g = 0;
}
function S(n, t) {
	if (t == null) return n.__ && S(n.__, n.__i + 1);
	for (var r; t < n.__k.length; t++) if ((r = n.__k[t]) && r.__e) return r.__e;
	return typeof n.type != "function" || n.props.__P ? null : S(n);
}
function C$1(t) {
	var r, u = t.__v, i = u.__e, f = [], o = [], e = t.__P;
	e && ((r = _$1({ constructor: h$1 }, u)).__v = u.__v + 1, n.vnode && n.vnode(r), z$1(e, r, u, t.__n, e.namespaceURI, 32 & u.__u ? [i] : null, f, i || S(u), 32 & u.__u, o), r.__v = u.__v, r.__.__k[r.__i] = r, E$1(f, r, o), u.__ = u.__e = null, r.__e != i && j(r));
}
function j(n) {
	if ((n = n.__) && n.__c && !n.props.__P) return n.__e = null, n.__k.some(function(t) {
		return t && (n.__e = t.__e);
	}), j(n);
}
function L(t) {
	(8 & t.__g || (t.__g |= 8, u$2.push(t), f$2++)) && i$1 == n.debounceRendering || ((i$1 = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
	try {
		for (var n, t = 1; u$2.length;) u$2.length > t && u$2.sort(o$2), n = u$2.shift(), t = u$2.length, 8 & n.__g && C$1(n);
	} finally {
		(f$2 = u$2.length) && (i$1 || queueMicrotask)(H);
	}
}
function I(n, t, r, u, i, f, o, e, l, c, a) {
	var s, h, v, w, d, _, g = u.__k || y$1, k = t.length;
	for (l = q(r, t, g, l, k), s = 0; s < k; s++) (v = r.__k[s]) != null && (h = ~v.__i && g[v.__i] || p$1, v.__i = s, _ = z$1(n, v, h, i, f, o, e, l, c, a), w = v.__e, (h.ref != v.ref || 8 & h.__u) && (h.ref && G$1(h.ref, null, v, h), v.ref && a.push(v.ref, v.__c || w, v)), d ||= w, 4 & v.__u ? (l = A$1(v, l, n, !h.__v), h.__e && (h.__e = null)) : typeof v.type == "function" && _ !== void 0 ? l = _ : w && (l = w.nextSibling), v.__u &= -21);
	return r.__e = d, l;
}
function q(n, t, r, u, i) {
	var f, o, e, l, c, a, s, p, y, v = r.length, d = v, _ = 0, g = 0, k = n.__k = Array(i);
	for (f = 0; f < i; f++) (o = t[f]) != null && typeof o != "boolean" && typeof o != "function" ? (typeof o != "object" || o.constructor === String ? o = k[f] = m$1(null, o) : w$1(o) ? o = k[f] = m$1($, { children: o }) : o.constructor === h$1 && o.__b ? o = k[f] = m$1(o.type, o.props, o.key, o.ref, o.__v) : k[f] = o, l = f + _, o.__ = n, o.__b = n.__b + 1, e = null, ~(c = o.__i = P$1(o, r, l, d)) && (d--, (e = r[c]) && (e.__u |= 2)), e && e.__v ? (o.__u |= 16, c == l - 1 ? _-- : c == l + 1 ? _++ : c != l && (c > l ? _-- : _++, g = 1)) : (~c || (i > v ? _-- : i < v && _++), typeof o.type != "function" && (o.__u |= 4))) : k[f] = null;
	if (g) {
		for (a = [], s = [], f = 0; f < i; f++) if ((o = k[f]) && 16 & o.__u) {
			for (_ = 0, p = a.length; _ < p;) a[y = _ + p >> 1] < o.__i ? _ = y + 1 : p = y;
			a[_] = o.__i, s[f] = _ + 1;
		}
		for (_ = a.length; f--;) s[f] && (s[f] == _ ? _-- : k[f].__u |= 4);
	}
	if (d) for (f = 0; f < v; f++) !(e = r[f]) || 2 & e.__u || (e.__e == u && (u = S(e)), J(e, e));
	return u;
}
function A$1(n, t, r, u) {
	var i, f, o, e;
	if (typeof n.type == "function") {
		if (n.props.__P) return t;
		if (i = n.__k) for (f = 0; f < i.length; f++) i[f] && (i[f].__ = n, t = A$1(i[f], t, r, !1));
		return t;
	}
	for (t && !t.parentNode && (t = S(n)) && !t.parentNode && (t = null), o = n.__e, e = t; e && e.nodeType == 8;) e = e.nextSibling;
	for (o != e && (!u && r.moveBefore && o.parentNode ? r.moveBefore(o, t) : r.insertBefore(o, t || null)), t = o; (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith("$s"););
	return t;
}
function P$1(n, t, r, u) {
	var i, f = n.key, o = n.type, e = t[r], l = e && !(2 & e.__u);
	if (e === null && f == null || l && f == e.key && o == e.type) return r;
	if (u > +!!l) {
		for (i = r - 1; i >= 0; i--) if ((e = t[i]) && !(2 & e.__u) && f == e.key && o == e.type) return i;
		for (i = r + 1; i < t.length; i++) if ((e = t[i]) && !(2 & e.__u) && f == e.key && o == e.type) return i;
	}
	return -1;
}
function T$1(n, t, r) {
	r ??= "", t[0] == "-" ? n.setProperty(t, r) : n[t] = r;
}
function N(n, t, r, u, i) {
	var f, o;
	if (t == "style") {
		if (typeof r == "string") n.style.cssText = r;
		else {
			if (typeof u == "string" && (n.style.cssText = u = ""), u) for (t in u) r && t in r || T$1(n.style, t);
			if (r) for (t in r) u && r[t] == u[t] || T$1(n.style, t, r[t]);
		}
	} else if (t[0] == "o" && t[1] == "n") typeof r != "function" && (r = null), typeof u != "function" && (u = null), (n.__e ||= {})[t] = r, r && u || (o = a$2[t] || (a$2[t] = V(t)), (n.__a ||= {})[t] = c$1, f = t != (t = t.replace(l$1, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), r ? n.addEventListener(t, o, f) : n.removeEventListener(t, o, f));
	else {
		if (i == "http://www.w3.org/2000/svg") t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if (t != "width" && t != "height" && t != "href" && t != "list" && t != "form" && t != "tabIndex" && t != "download" && t != "rowSpan" && t != "colSpan" && t != "role" && t != "popover" && t in n) try {
			n[t] = r ?? "";
			return;
		} catch {}
		if (typeof r == "function") return;
		r == null || !1 === r && t[4] != "-" ? n.removeAttribute(t) : n.setAttribute(t, t == "popover" && r == 1 ? "" : r);
	}
}
function V(t) {
	return function(r) {
		var u = this.__e;
		if (u) {
			if (u = u[t], r[e$1] == null) r[e$1] = c$1++;
			else if (r[e$1] < this.__a[t]) return;
			return u(n.event ? n.event(r) : r);
		}
	};
}
function z$1(t, r, u, i, f, o, e, l, c, a) {
	var s, p, v, d, k, b, m, M, C, j, L, H, q, A, O, P, T, N, V = r.type;
	if (r.constructor !== h$1) return null;
	128 & u.__u && (c = 32 & u.__u, s = u.__c.__z) && (r.__u |= c, p = o = [], s.nodeType == 8 ? l = B$1(s, o) : o.push(s), l = o[0] || l), (s = n.__b) && s(r);
	n: if (typeof V == "function") {
		v = e.length;
		try {
			if (M = r.props, C = (s = V.prototype) && s.render, j = (s = V.contextType) && i[s.__c], L = s ? j ? j.props.value : s.__ : i, (d = u.__c) ? (r.__c = d, 2 & d.__g && (d.__g |= 1)) : (C ? r.__c = d = new V(M, L) : (r.__c = d = new x(M, L), d.constructor = V, d.render = K), j && j.sub(d), d.state || (d.state = {}), d.__n = i, d.__g |= 8, d.__h = [], d.__k = []), C && (d.__s || (d.__s = d.state), V.getDerivedStateFromProps && (d.__s == d.state && (d.__s = _$1({}, d.__s)), _$1(d.__s, V.getDerivedStateFromProps(M, d.__s)))), k = d.props, b = d.state, d.__v = r, u.__c) {
				if (M !== k && C && !V.getDerivedStateFromProps && d.componentWillReceiveProps && d.componentWillReceiveProps(M, L), r.__v == u.__v && !(8 & d.__g) || !(4 & d.__g) && d.shouldComponentUpdate && !1 === d.shouldComponentUpdate(M, d.__s, L)) {
					r.__v != u.__v && (d.props = M, d.state = d.__s, d.__g &= -9), r.__e = u.__e, r.__k = u.__k, r.__k.some(function(n) {
						n && (n.__ = r);
					}), y$1.push.apply(d.__h, d.__k), d.__k = [], d.__h.length && e.push(d), l = S(u);
					break n;
				}
				d.componentWillUpdate && d.componentWillUpdate(M, d.__s, L), C && d.componentDidUpdate && d.__h.push(function() {
					d.componentDidUpdate(k, b, m);
				});
			} else C && !V.getDerivedStateFromProps && d.componentWillMount && d.componentWillMount(), C && d.componentDidMount && d.__h.push(d.componentDidMount);
			d.context = L, d.props = M, d.__P = t, d.__g &= -5, H = n.__r, q = C ? 25 : 0;
			do
				d.__g &= -9, H && H(r), s = d.render(d.props, d.state = d.__s, d.context);
			while (8 & d.__g && ++q < 25);
			C && (y$1.push.apply(d.__h, d.__k), d.__k = []), d.state = d.__s, d.getChildContext && (i = _$1({}, i, d.getChildContext())), C && u.__c && d.getSnapshotBeforeUpdate && (m = d.getSnapshotBeforeUpdate(k, b)), A = s && s.type === $ && s.key == null ? s.props.children : s, M.__P && (s = l, f = (t = M.__P).namespaceURI, c = o = null, u.props && u.props.__P != t && (u.__k.some(function(n) {
				n && J(n, n);
			}), u.__k = null), l = u.__k ? S(u, 0) : null), l = I(t, w$1(A) ? A : [A], r, u, i, f, o, e, l, c, a), M.__P && (r.__e = null, l = s), r.__u &= -161, p && p.some(g$1), d.__h.length && e.push(d), 1 & d.__g && (d.__g &= -4);
		} catch (t) {
			if (e.length = v, r.__v = null, c || o) {
				if (t && t.then) {
					if (r.__u |= 128 | c, o) {
						for (~(T = o.indexOf(l || void 0)) || (T = o.length); (N = o[T - 1]) && N.nodeType == 8;) T--;
						for (; T < o.length; T++) if (N = o[T]) {
							if (o[T] = null, O) {
								if (N == P) break;
							} else {
								if (N.nodeType != 8) break;
								N.data.startsWith("$s") && (P = B$1(O = N));
							}
						}
					}
					if (!O) {
						for (; l && l.nodeType == 8 && l.nextSibling;) l = l.nextSibling;
						O = l;
					}
					(s = B$1(O = r.__c.__z || (r.__c.__z = O))) ? (r.__e = O, l = s) : r.__e = l, l &&= l.nextSibling;
				} else o && o.some(g$1);
			} else r.__e = u.__e;
			r.__k ||= u.__k || [], t && t.then || D$1(r), n.__e(t, r, u);
		}
	} else l = r.__e = F$1(u.__e, r, u, i, f, o, e, c, a, t);
	return (s = n.diffed) && s(r), l;
}
function B$1(n, t) {
	if (n && n.nodeType == 8 && n.data.startsWith("$s")) for (var r = 1; n = n.nextSibling;) {
		if (n.nodeType == 8) {
			if (n.data.startsWith("$s")) r++;
			else if (n.data.startsWith("/$s") && !--r) return n;
		}
		t && t.push(n);
	}
}
function D$1(n) {
	n && (n.__c && (n.__c.__g |= 4), n.__k && n.__k.some(D$1));
}
function E$1(t, r, u) {
	for (var i = 0; i < u.length;) G$1(u[i++], u[i++], u[i++]);
	n.__c && n.__c(r, t), t.some(function(r) {
		try {
			t = r.__h, r.__h = [], t.some(function(n) {
				n.call(r);
			});
		} catch (t) {
			n.__e(t, r.__v);
		}
	});
}
function F$1(t, r, u, i, f, o, e, l, c, a) {
	var s, h, y, _, k, b, m, M, $ = u.props || p$1, x = r.props, C = r.type;
	if (C == "svg" ? f = "http://www.w3.org/2000/svg" : C == "math" ? f = "http://www.w3.org/1998/Math/MathML" : f ||= "http://www.w3.org/1999/xhtml", o) {
		for (s = 0; s < o.length; s++) if ((k = o[s]) && (C ? k.localName == C : k.nodeType == 3)) {
			t = k, o[s] = null;
			break;
		}
	}
	if (!t) {
		if (M = a.ownerDocument || document, !C) return M.createTextNode(x);
		t = M.createElementNS(f, C, x.is ? x : a), l &&= (n.__m && n.__m(r, o), !1), o = null;
	}
	if (C) {
		if (a = C == "template" && t.content || t, o = C == "textarea" && x.defaultValue != null ? null : o && d$1.call(a.childNodes), !l && o) for ($ = {}, s = 0; s < t.attributes.length; s++) $[(k = t.attributes[s]).name] = k.value;
		for (s in $) k = $[s], s == "dangerouslySetInnerHTML" ? y = k : s == "children" || s in x || s == "value" && "defaultValue" in x || s == "checked" && "defaultChecked" in x || N(t, s, null, k, f);
		for (s in x) k = x[s], s == "children" ? _ = k : s == "dangerouslySetInnerHTML" ? h = k : s == "value" ? b = k : s == "checked" ? m = k : l && typeof k != "function" || $[s] === k || N(t, s, k, $[s], f);
		h ? (l || y && (h.__html == y.__html || h.__html == t.innerHTML) || (t.innerHTML = h.__html), r.__k = []) : (y && (t.textContent = ""), (C == "foreignObject" || f == "http://www.w3.org/1998/Math/MathML" && v$1.test(C)) && (f = "http://www.w3.org/1999/xhtml"), I(a, w$1(_) ? _ : [_], r, u, i, f, o, e, o ? o[0] : u.__k && S(u, 0), l, c), o && o.some(g$1)), l && C != "textarea" || (s = "value", C == "progress" && b == null ? t.removeAttribute(s) : b == null || b === t[s] && (C != "progress" || b) || N(t, s, b, $[s], f), s = "checked", m != null && m != t[s] && N(t, s, m, $[s], f));
	} else $ === x || l && t.data == x || (t.data = x);
	return t;
}
function G$1(t, r, u, i) {
	try {
		typeof t == "function" ? r ? r.__x = t(r) || 1 : (i &&= i.__c || i.__e) && (r = i.__x) && (i.__x = null, typeof r == "function" ? r() : t(null)) : t.current = r;
	} catch (t) {
		n.__e(t, u);
	}
}
function J(t, r, u) {
	var i, f, o, e;
	if (n.unmount && n.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || G$1(i, null, r, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			n.__e(t, r);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (e = 0; e < i.length; e++) i[e] && J(i[e], r, typeof t.type != "function" || u && !t.props.__P);
	!u && (i = t.__c) && (i = i.__z) && (f = B$1(i, o = [])) && (i == t.__e && o.some(g$1), g$1(f), g$1(i)), u || g$1(t.__e), t.__e = t.__c = t.__ = null;
}
function K(n, t, r) {
	return this.constructor(n, r);
}
function Q(t, r) {
	var u, i, f, o;
	n.__ && n.__(t, r), r.nodeType == 9 && (r = r.documentElement), i = (u = t && 32 & t.__u) ? null : r.__k, r.__k = m$1($, { children: [t] }), f = [], o = [], z$1(r, r.__k, i || p$1, p$1, r.namespaceURI, i ? null : r.firstChild ? d$1.call(r.childNodes) : null, f, i ? i.__e : r.firstChild, u, o), E$1(f, r.__k, o), r.__k.props.children = null;
}
n = { __e: function(n, t, r, u) {
	for (var i, o, e; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((e = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(n)), i.componentDidCatch && (i.componentDidCatch(n, u || {}), e = 1), e && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			n = t;
		}
	}
	throw f$2 = 0, n;
} }, t$2 = 0, x.prototype.setState = function(n, t) {
	var r = this.__s;
	r && r != this.state || (r = this.__s = _$1({}, this.state)), typeof n == "function" && (n = n(_$1({}, r), this.props)), n && (_$1(r, n), this.__v && (t && this.__k.push(t), L(this)));
}, x.prototype.forceUpdate = function(n) {
	this.__v && (this.__g |= 4, n && this.__h.push(n), L(this));
}, x.prototype.render = $, u$2 = [], f$2 = 0, o$2 = function(n, t) {
	return n.__v.__b - t.__v.__b;
}, e$1 = Symbol(), l$1 = /(PointerCapture)$|Capture$/i, c$1 = 0, a$2 = {};
var t$1, r, u$1, i, o$1 = Object.is, f$1 = 0, c = [], e = [], a$1 = n, v = a$1.__b, l = a$1.__r, m = a$1.diffed, h = a$1.__c, s = a$1.unmount, p = a$1.__;
function y(n, t) {
	a$1.__h && a$1.__h(r, n, f$1 || t), f$1 = 0;
	var u = r.__H || (r.__H = {
		__: [],
		__h: []
	});
	return n >= u.__.length && u.__.push({}), u.__[n];
}
function d(n) {
	return f$1 = 1, _(G, n);
}
function _(n, u, i) {
	var f = y(t$1++, 2);
	if (f.t = n, !f.__c && (f.__ = [i ? i(u) : G(void 0, u), function(n) {
		var t = (f.__N || f.__)[0], r = f.t(t, n);
		o$1(t, r) || (f.__N = [r, f.__[1]], f.__c.setState({}));
	}], f.__c = r, !r.__f)) {
		r.__f = !0;
		var c = r.shouldComponentUpdate;
		r.shouldComponentUpdate = function(n, t, r) {
			var u = this.__H;
			if (!u) return !0;
			var i = !1, f = this.props != n;
			if (u.__.some(function(n) {
				n.__N && (i = !0, o$1(n.__[0], n.__N[0]) || (f = !0));
			}), c) {
				var e = c.call(this, n, t, r);
				return i ? e || f : e;
			}
			return !i || f;
		};
	}
	return f.__;
}
function A(n, u) {
	var i = y(t$1++, 3);
	!a$1.__s && E(i.__H, u) && (i.__P = !0, i.__ = n, i.u = u, r.__H.__h.push(i));
}
function F(n, u) {
	var i = y(t$1++, 4);
	!a$1.__s && E(i.__H, u) && (i.__P = !1, i.__ = n, i.u = u, r.__h.push(i));
}
function T(n) {
	return f$1 = 5, w(function() {
		return { current: n };
	}, []);
}
function w(n, r) {
	var u = y(t$1++, 7);
	return E(u.__H, r) && (u.__ = n(), u.__H = r), u.__;
}
function P() {
	var n = y(t$1++, 11);
	if (!n.__) {
		for (var u = r.__v; !u.__m && u.__;) u = u.__;
		var i = u.__m || (u.__m = [0, 0]);
		n.__ = "P" + i[0] + "-" + i[1]++;
	}
	return n.__;
}
function g() {
	var n;
	do {
		for (; n = e.shift();) try {
			C(n);
		} catch (t) {
			a$1.__e(t, { __: (n = n.__P) && n.__v });
		}
		for (; n = c.shift();) {
			var t = n.__H;
			if (n.__P && t) try {
				t.__h.some(C), t.__h.some(D), t.__h = [];
			} catch (r) {
				t.__h = [], a$1.__e(r, n.__v);
			}
		}
	} while (e.length);
}
a$1.__b = function(n) {
	r = null, v && v(n);
}, a$1.__ = function(n, t) {
	n && t.__k && t.__k.__m && (n.__m = t.__k.__m), p && p(n, t);
}, a$1.__r = function(n) {
	l && l(n), t$1 = 0;
	var i = (r = n.__c).__H;
	i && (u$1 == r ? r.__h = [] : (i.__h.some(C), i.__h.some(D), t$1 = 0), i.__h = [], i.__.some(function(n) {
		n.__N && (n.__ = n.__N), n.u = n.__N = void 0;
	})), u$1 = r;
}, a$1.diffed = function(n) {
	m && m(n);
	var t = n.__c;
	t && t.__H && (t.__H.__h.length && B(c.push(t)), t.__H.__.some(function(n) {
		n.u && (n.__H = n.u);
	})), u$1 = r = null;
}, a$1.__c = function(n, t) {
	t.some(function(n) {
		try {
			n.__h.some(C), n.__h = n.__h.filter(function(n) {
				return !n.__ || D(n);
			});
		} catch (t) {
			n.__h = [function() {
				throw t;
			}];
		}
	}), h && h(n, t);
}, a$1.unmount = function(n) {
	s && s(n);
	var t, r, u = n.__c;
	u && u.__H && (u.__H.__.some(function(u) {
		try {
			if (u.__P && u.__c) {
				if (r === void 0) {
					for (r = n.__; r && (!r.__c || !r.__c.__P);) r = r.__;
					r &&= r.__c;
				}
				u.__P = r, B(e.push(u));
			} else C(u);
		} catch (n) {
			t = n;
		}
	}), u.__H = void 0, t && a$1.__e(t, u.__v));
};
var k = typeof requestAnimationFrame == "function";
function z(n) {
	var t, r = function() {
		clearTimeout(u), k && cancelAnimationFrame(t), setTimeout(n);
	}, u = setTimeout(r, 35);
	k && (t = requestAnimationFrame(r));
}
function B(n) {
	n != 1 && i == a$1.requestAnimationFrame || ((i = a$1.requestAnimationFrame) || z)(g);
}
function C(n) {
	var t = r, u = n.__c;
	typeof u == "function" && (n.__c = void 0, u()), r = t;
}
function D(n) {
	var t = r;
	n.__c = n.__(), r = t;
}
function E(n, t) {
	return !n || n.length != t.length || t.some(function(t, r) {
		return !o$1(t, n[r]);
	});
}
function G(n, t) {
	return typeof t == "function" ? t(n) : t;
}
function store(value) {
	let watchers = new Set();
	return {
		get: () => value,
		set: (next) => {
			if (!Object.is(next, value)) {
				value = next;
				for (let told of watchers) told();
			}
		},
		watch: (told) => (watchers.add(told), () => watchers.delete(told))
	};
}
function useStore(from) {
	let [, again] = d({});
	return A(() => from.watch(() => again({})), [from]), from.get();
}
function parse(hash) {
	let [path = "", search = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s), [page = "", ...rest] = path.split("/").map(decode);
	return {
		page: page || "activity",
		rest: rest.filter((part) => part !== ""),
		query: Object.fromEntries(new URLSearchParams(search))
	};
}
function decode(part) {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
function href(page, rest = [], query = {}) {
	let search = new URLSearchParams();
	for (let [name, value] of Object.entries(query)) value !== void 0 && value !== "" && search.set(name, String(value));
	return `#/${[page, ...rest].map(encodeURIComponent).join("/")}${search.size > 0 ? `?${search}` : ""}`;
}
var here = store(parse(location.hash)), leave = {};
addEventListener("hashchange", (event) => {
	let next = parse(location.hash), other = next.page !== here.get().page || next.rest.join("/") !== here.get().rest.join("/");
	other && leave.stays?.() ? history.replaceState(null, "", new URL(event.oldURL).hash) : (other && (leave.stays = void 0), here.set(next), other && scrollTo(0, 0));
});
function useRoute() {
	return useStore(here);
}
function go(to) {
	location.hash = to;
}
function refine(change) {
	let at = here.get();
	history.replaceState(null, "", href(at.page, at.rest, {
		...at.query,
		...change
	})), here.set(parse(location.hash));
}
function same(a, b) {
	if (Object.is(a, b)) return !0;
	if (typeof a != "object" || typeof b != "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return !1;
	let left = Object.entries(a);
	return left.length === Object.keys(b).length && left.every(([name, value]) => name in b && same(value, b[name]));
}
function changes(before, draft) {
	let out = {};
	for (let name of Object.keys(draft)) same(draft[name], before[name]) || (out[name] = draft[name]);
	return out;
}
function pointer(text) {
	return text.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function under(text, at) {
	return text === at || text.startsWith(`${at}/`);
}
var Refused = class extends Error {
	problem;
	quiet = !1;
	constructor(problem) {
		super(problem.detail), this.problem = problem;
	}
	get code() {
		return this.problem.code;
	}
	faults(at) {
		return this.problem.errors?.filter((one) => under(one.pointer, at)).map((one) => one.detail) ?? [];
	}
	get requestId() {
		return this.problem.instance.replace("urn:uuid:", "");
	}
};
function offline() {
	let detail = "No answer came from the shop.";
	return {
		type: "about:blank",
		title: detail,
		status: 0,
		detail,
		instance: "",
		code: "offline",
		ok: !1,
		error: detail,
		resolution: "Check the connection; what you typed is kept.",
		retryable: !0,
		retryAfter: 5
	};
}
function signedOut() {
	let detail = "Nobody is signed in.";
	return {
		...offline(),
		title: detail,
		status: 401,
		detail,
		code: "authentication_required",
		error: detail,
		resolution: "Sign in.",
		retryable: !1
	};
}
function asRead(thrown) {
	let refused = asRefused(thrown);
	return refused.quiet = !0, refused;
}
function asRefused(thrown) {
	if (thrown instanceof Refused) return thrown;
	let detail = thrown instanceof Error ? thrown.message : String(thrown);
	return new Refused({
		...offline(),
		code: "console_error",
		detail,
		error: detail,
		title: detail,
		retryable: !1
	});
}
var session = store(void 0), sandbox = store(!1);
async function send(method, path, body, key) {
	let headers = { "Content-Type": "application/json" };
	key !== void 0 && (headers.Authorization = `Bearer ${key}`);
	let sent = {
		method,
		headers
	};
	body !== void 0 && (sent.body = JSON.stringify(body));
	let answer = await fetch(path, sent).catch(() => {
		throw new Refused(offline());
	});
	return sandbox.set(sandbox.get() || answer.headers.has("Storefront-Sandbox")), answer;
}
async function opened(answer) {
	let told = await answer.json().catch(() => {
		throw new Refused(offline());
	});
	if (!answer.ok) throw new Refused(told);
	return session.set(told.result), told.result;
}
async function signIn(by) {
	return "code" in by ? opened(await send("POST", "/admin/session", { code: by.code })) : opened(await send("POST", "/admin/session", {}, by.key));
}
var renewing;
function renew() {
	return renewing ??= send("POST", "/admin/session/renew", {}).then(opened).catch((thrown) => {
		let refused = asRefused(thrown);
		if (refused.code === "offline" || refused.problem.retryable) throw refused;
		return session.set(null), null;
	}).finally(() => {
		renewing = void 0;
	}), renewing;
}
async function signOut() {
	await send("DELETE", "/admin/session", {}), location.reload();
}
async function bearer() {
	let now = session.get();
	if (now) return Date.parse(now.expiresAt) - Date.now() > 3e4 ? now.token : (await renew())?.token;
}
function may(scope) {
	return session.get()?.key.scopes.some((one) => one === scope) ?? !1;
}
var kept$1 = readKept();
function readKept() {
	let value = localStorage.getItem("language");
	return value === "en" || value === "da" ? value : void 0;
}
var language = kept$1 ?? (navigator.language.startsWith("da") ? "da" : "en");
function speak(next) {
	localStorage.setItem("language", next), location.reload();
}
function texts(en, da) {
	return language === "da" ? da : en;
}
var scriptRel = (function() {
	let relList = typeof document < "u" && document.createElement("link").relList;
	return relList && relList.supports && relList.supports("modulepreload") ? "modulepreload" : "preload";
})(), assetsURL = function(dep, importerUrl) {
	return new URL(dep, importerUrl).href;
}, seen = {}, isCssPreloadUrl = function(url) {
	return url.pathname.endsWith(".css");
}, preloadOnce = function(seen, href, preload) {
	if (href in seen) return seen[href];
	let promise = preload();
	if (!promise) {
		seen[href] = void 0;
		return;
	}
	let preloadPromise = promise.then(() => {
		seen[href] = void 0;
	}, (err) => {
		throw seen[href] = void 0, err;
	});
	return seen[href] = preloadPromise, preloadPromise;
}, __vitePreload = function(baseModule, deps, importerUrl) {
	let promise = Promise.resolve();
	if (deps && deps.length > 0) {
		let preloadedHrefs, cspNonceMeta = document.querySelector("meta[property=csp-nonce]"), cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");
		function allSettled(promises) {
			return Promise.all(promises.map((p) => Promise.resolve(p).then((value) => ({
				status: "fulfilled",
				value
			}), (reason) => ({
				status: "rejected",
				reason
			}))));
		}
		function importMetaResolve(specifier) {
			return import.meta.resolve ? new URL(import.meta.resolve(specifier)) : new URL(specifier, import.meta.url);
		}
		promise = allSettled(deps.map((depString) => {
			depString = assetsURL(depString, importerUrl);
			let dep = importMetaResolve(depString), isCss = isCssPreloadUrl(dep);
			return preloadOnce(seen, dep.href, () => {
				if (preloadedHrefs === void 0) {
					preloadedHrefs = {
						all: new Set(),
						styles: new Set()
					};
					let links = document.getElementsByTagName("link");
					for (let i = links.length - 1; i >= 0; i--) {
						let link = links[i];
						preloadedHrefs.all.add(link.href), link.rel === "stylesheet" && preloadedHrefs.styles.add(link.href);
					}
				}
				if ((isCss ? preloadedHrefs.styles : preloadedHrefs.all).has(dep.href)) return;
				let link = document.createElement("link");
				if (link.rel = isCss ? "stylesheet" : scriptRel, isCss || (link.as = "script"), link.crossOrigin = "", link.href = dep.href, cspNonce && link.setAttribute("nonce", cspNonce), document.head.appendChild(link), isCss) return new Promise((res, rej) => {
					let handleSettle = (e) => {
						link.removeEventListener("load", handleSettle), link.removeEventListener("error", handleSettle), e.type === "error" ? rej(Error(`Unable to preload CSS for ${dep}`)) : res(e);
					};
					link.addEventListener("load", handleSettle), link.addEventListener("error", handleSettle);
				});
			});
		}).filter((p) => p !== void 0));
	}
	function handlePreloadError(err) {
		let e = new Event("vite:preloadError", { cancelable: !0 });
		if (e.payload = err, window.dispatchEvent(e), !e.defaultPrevented) throw err;
	}
	return promise.then((res) => {
		for (let item of res || []) item.status === "rejected" && handlePreloadError(item.reason);
		return baseModule().catch(handlePreloadError);
	});
}, { operations, refusals } = {
	operations: {},
	refusals: {}
};
async function learn() {
	({operations, refusals} = language === "da" ? await __vitePreload(() => import("./da.js"), [], import.meta.url) : await __vitePreload(() => import("./en.js"), [], import.meta.url));
}
var locale = language === "da" ? "da-DK" : "en-GB", zone = "Europe/Copenhagen", amount = new Intl.NumberFormat(locale, {
	minimumFractionDigits: 2,
	maximumFractionDigits: 2
}), whole = new Intl.NumberFormat(locale), clock = new Intl.DateTimeFormat(locale, {
	hour: "2-digit",
	minute: "2-digit",
	timeZone: zone
}), day = new Intl.DateTimeFormat(locale, {
	weekday: "long",
	day: "numeric",
	month: "long",
	timeZone: zone
}), dayOfYear = new Intl.DateTimeFormat(locale, {
	day: "numeric",
	month: "short",
	year: "numeric",
	timeZone: zone
}), moment = new Intl.DateTimeFormat(locale, {
	day: "numeric",
	month: "short",
	hour: "2-digit",
	minute: "2-digit",
	timeZone: zone
}), sortable = new Intl.DateTimeFormat("sv-SE", {
	year: "numeric",
	month: "2-digit",
	day: "2-digit",
	timeZone: zone
});
function money(ore) {
	return amount.format(ore / 100);
}
function count(n) {
	return whole.format(n);
}
function percent(share) {
	return new Intl.NumberFormat(locale, {
		style: "percent",
		maximumFractionDigits: 1
	}).format(share);
}
function time(at) {
	return clock.format(new Date(at));
}
function dayName(at) {
	return day.format(new Date(at));
}
function date(at) {
	return dayOfYear.format(new Date(at));
}
function dateTime(at) {
	return moment.format(new Date(at));
}
function localDay(at) {
	return sortable.format(new Date(at));
}
function dayStart(localDate, days = 0) {
	let noon = new Date(`${localDate}T12:00:00Z`);
	noon.setUTCDate(noon.getUTCDate() + days);
	let utcMidnight = Date.parse(`${noon.toISOString().slice(0, 10)}T00:00:00Z`);
	for (let offset of [1, 2]) {
		let start = new Date(utcMidnight - offset * 36e5);
		if (new Intl.DateTimeFormat("sv-SE", {
			hour: "2-digit",
			hourCycle: "h23",
			timeZone: zone
		}).format(start).startsWith("00")) return start.toISOString();
	}
	return new Date(utcMidnight).toISOString();
}
function readMoney(typed) {
	let text = typed.replace(/[\s\u00a0]|kr\.?|dkk/gi, ""), match = /^(-?)(\d{1,3}(?:[.,]\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(text);
	if (!match) return;
	let ore = Number((match[2] ?? "").replace(/[.,]/g, "")) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
	return Number.isSafeInteger(ore) ? match[1] === "-" ? -ore : ore : void 0;
}
function typedMoney(ore) {
	let text = (ore / 100).toFixed(2);
	return language === "da" ? text.replace(".", ",") : text;
}
var f = Symbol.for("pv"), o = 0;
Array.isArray;
function a(t, e, n$1, u, a, i) {
	e ||= {};
	var c, l, p = e;
	if ("ref" in p && typeof t != "function") for (l in p = {}, e) l == "ref" ? c = e[l] : p[l] = e[l];
	var s = {
		type: t,
		props: p,
		key: n$1,
		ref: c,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: f,
		__v: --o,
		__i: -1,
		__u: 0
	};
	return (a || i) && (s.__source = a, s.__self = i), n.vnode && n.vnode(s), s;
}
var t = texts({
	scope: (scope) => `Your key may not do this: it lacks ${scope}. A person whose key has it can make you a new key.`,
	more: "What the service said",
	again: "Try again",
	in: (seconds) => `Again in ${seconds} s`,
	allowed: "Possible now:",
	request: "Request"
}, {
	scope: (scope) => `Din nøgle må ikke dette: den mangler ${scope}. En person, hvis nøgle har det, kan lave en ny nøgle til dig.`,
	more: "Hvad tjenesten sagde",
	again: "Prøv igen",
	in: (seconds) => `Igen om ${seconds} s`,
	allowed: "Muligt nu:",
	request: "Kald"
});
function sentence({ problem: { code, requiredScope, detail }, quiet }) {
	if (code === "insufficient_scope") return t.scope(requiredScope ?? "?");
	let name = code.endsWith("_not_found") ? "not_found" : code === "offline" && quiet ? "unreached" : code;
	return refusals[name] ?? detail;
}
function comesBack({ retryable, retryAfter, code }) {
	return retryable && code !== "approval_required" ? retryAfter : void 0;
}
function told(refused) {
	return [sentence(refused), ...refused.faults("")].join(" ");
}
function ProblemNote({ refused, again, children }) {
	let note = T(null);
	if (A(() => {
		refused?.quiet || note.current?.scrollIntoView({ block: "nearest" });
	}, [refused]), !refused) return null;
	let { problem } = refused;
	return a("div", {
		class: "problem",
		role: "alert",
		ref: note,
		children: [
			a("p", { children: a("strong", { children: sentence(refused) }) }),
			problem.code === "validation_failed" && problem.errors && a("ul", { children: problem.errors.slice(0, 10).map((fault) => a("li", { children: [
				a("code", { children: fault.pointer }),
				" ",
				fault.detail
			] }, fault.pointer + fault.code)) }),
			problem.allowed && problem.allowed.length > 0 && a("p", { children: [
				t.allowed,
				" ",
				problem.allowed.join(", ")
			] }),
			children,
			again && problem.code !== "validation_failed" && a(Again, {
				refused,
				again
			}),
			a("details", { children: [
				a("summary", { children: t.more }),
				a("p", { children: [
					problem.detail,
					" ",
					problem.resolution
				] }),
				a("p", {
					class: "quiet",
					children: [a("code", { children: problem.code }), refused.requestId !== "" && a($, { children: [
						" · ",
						t.request,
						" ",
						a("code", { children: refused.requestId })
					] })]
				})
			] })
		]
	});
}
function Again({ refused, again }) {
	let [left, setLeft] = d();
	return A(() => setLeft(comesBack(refused.problem)), [refused]), A(() => {
		if (left === void 0) return;
		if (left <= 0) return setLeft(void 0), again();
		let timer = setTimeout(() => setLeft(left - 1), 1e3), stop = () => setLeft(void 0);
		return addEventListener("input", stop), () => {
			clearTimeout(timer), removeEventListener("input", stop);
		};
	}, [left]), a("button", {
		type: "button",
		class: "second",
		onClick: again,
		children: left === void 0 ? t.again : t.in(left)
	});
}
async function refusedBy(act) {
	try {
		await act();
		return;
	} catch (thrown) {
		return asRefused(thrown);
	}
}
var Subscribable = class {
	constructor() {
		this.listeners = new Set(), this.subscribe = this.subscribe.bind(this);
	}
	subscribe(listener) {
		return this.listeners.add(listener), this.onSubscribe(), () => {
			this.listeners.delete(listener), this.onUnsubscribe();
		};
	}
	hasListeners() {
		return this.listeners.size > 0;
	}
	onSubscribe() {}
	onUnsubscribe() {}
}, focusManager = new class extends Subscribable {
	#focused;
	#cleanup;
	#setup;
	constructor() {
		super(), this.#setup = (onFocus) => {
			if (typeof window < "u" && window.addEventListener) {
				let listener = () => onFocus();
				return window.addEventListener("visibilitychange", listener, !1), () => {
					window.removeEventListener("visibilitychange", listener);
				};
			}
		};
	}
	onSubscribe() {
		this.#cleanup || this.setEventListener(this.#setup);
	}
	onUnsubscribe() {
		this.hasListeners() || (this.#cleanup?.(), this.#cleanup = void 0);
	}
	setEventListener(setup) {
		this.#setup = setup, this.#cleanup?.(), this.#cleanup = setup((focused) => {
			typeof focused == "boolean" ? this.setFocused(focused) : this.onFocus();
		});
	}
	setFocused(focused) {
		this.#focused !== focused && (this.#focused = focused, this.onFocus());
	}
	onFocus() {
		let isFocused = this.isFocused();
		this.listeners.forEach((listener) => {
			listener(isFocused);
		});
	}
	isFocused() {
		return typeof this.#focused == "boolean" ? this.#focused : globalThis.document?.visibilityState !== "hidden";
	}
}(), defaultTimeoutProvider = {
	setTimeout: (callback, delay) => setTimeout(callback, delay),
	clearTimeout: (timeoutId) => clearTimeout(timeoutId),
	setInterval: (callback, delay) => setInterval(callback, delay),
	clearInterval: (intervalId) => clearInterval(intervalId)
}, timeoutManager = new class {
	#provider = defaultTimeoutProvider;
	setTimeoutProvider(provider) {
		this.#provider = provider;
	}
	setTimeout(callback, delay) {
		return this.#provider.setTimeout(callback, delay);
	}
	clearTimeout(timeoutId) {
		this.#provider.clearTimeout(timeoutId);
	}
	setInterval(callback, delay) {
		return this.#provider.setInterval(callback, delay);
	}
	clearInterval(intervalId) {
		this.#provider.clearInterval(intervalId);
	}
}();
function systemSetTimeoutZero(callback) {
	setTimeout(callback, 0);
}
var isServer$1 = typeof window > "u" || "Deno" in globalThis;
function noop() {}
function functionalUpdate(updater, input) {
	return typeof updater == "function" ? updater(input) : updater;
}
function isValidTimeout(value) {
	return typeof value == "number" && value >= 0 && value !== Infinity;
}
function timeUntilStale(updatedAt, staleTime) {
	return Math.max(updatedAt + (staleTime || 0) - Date.now(), 0);
}
function resolveQueryValue(value, query) {
	return typeof value == "function" ? value(query) : value;
}
function matchQuery(filters, query) {
	let { type = "all", exact, fetchStatus, predicate, queryKey, stale } = filters;
	if (queryKey) {
		if (exact) {
			if (query.queryHash !== hashQueryKeyByOptions(queryKey, query.options)) return !1;
		} else if (!partialMatchKey(query.queryKey, queryKey)) return !1;
	}
	if (type !== "all") {
		let isActive = query.isActive();
		if (type === "active" && !isActive || type === "inactive" && isActive) return !1;
	}
	return !(typeof stale == "boolean" && query.isStale() !== stale || fetchStatus && fetchStatus !== query.state.fetchStatus || predicate && !predicate(query));
}
function matchMutation(filters, mutation) {
	let { exact, status, predicate, mutationKey } = filters;
	if (mutationKey) {
		if (!mutation.options.mutationKey) return !1;
		if (exact) {
			if (hashKey(mutation.options.mutationKey) !== hashKey(mutationKey)) return !1;
		} else if (!partialMatchKey(mutation.options.mutationKey, mutationKey)) return !1;
	}
	return !(status && mutation.state.status !== status || predicate && !predicate(mutation));
}
function hashQueryKeyByOptions(queryKey, options) {
	return (options?.queryKeyHashFn || hashKey)(queryKey);
}
function hashKey(queryKey) {
	return JSON.stringify(queryKey, (_, val) => isPlainObject(val) ? Object.keys(val).sort().reduce((result, key) => (result[key] = val[key], result), {}) : val);
}
function partialMatchKey(a, b) {
	if (a === b) return !0;
	if (typeof a != typeof b) return !1;
	if (a && b && typeof a == "object" && typeof b == "object") {
		if (Array.isArray(a) !== Array.isArray(b)) return !1;
		if (Array.isArray(a) && Array.isArray(b)) {
			if (b.length > a.length) return !1;
			for (let i = 0; i < b.length; i++) if (!partialMatchKey(a[i], b[i])) return !1;
			return !0;
		}
		let bKeys = Object.keys(b);
		for (let key of bKeys) if (!partialMatchKey(a[key], b[key])) return !1;
		return !0;
	}
	return !1;
}
var hasOwn = Object.prototype.hasOwnProperty;
function replaceEqualDeep(a, b, depth = 0) {
	if (a === b) return a;
	if (depth > 500) return b;
	let array = isPlainArray(a) && isPlainArray(b);
	if (!array && !(isPlainObject(a) && isPlainObject(b))) return b;
	let aSize = (array ? a : Object.keys(a)).length, bItems = array ? b : Object.keys(b), bSize = bItems.length, copy = array ? Array(bSize) : {}, equalItems = 0;
	for (let i = 0; i < bSize; i++) {
		let key = array ? i : bItems[i], aItem = a[key], bItem = b[key];
		if (aItem === bItem) {
			copy[key] = aItem, (array ? i < aSize : hasOwn.call(a, key)) && equalItems++;
			continue;
		}
		if (aItem === null || bItem === null || typeof aItem != "object" || typeof bItem != "object") {
			copy[key] = bItem;
			continue;
		}
		let v = replaceEqualDeep(aItem, bItem, depth + 1);
		copy[key] = v, v === aItem && equalItems++;
	}
	return aSize === bSize && equalItems === aSize ? a : copy;
}
function shallowEqualObjects(a, b) {
	if (!b || Object.keys(a).length !== Object.keys(b).length) return !1;
	for (let key of Object.keys(a)) if (!hasOwn.call(b, key) || a[key] !== b[key]) return !1;
	return !0;
}
function isPlainArray(value) {
	return Array.isArray(value) && value.length === Object.keys(value).length;
}
function isPlainObject(o) {
	if (!hasObjectPrototype(o)) return !1;
	let objectPrototype = Object.getPrototypeOf(o), ctor = objectPrototype?.constructor;
	if (ctor === void 0) return !0;
	if (typeof ctor != "function") return !1;
	let prot = ctor.prototype;
	return !(!hasObjectPrototype(prot) || !prot.hasOwnProperty("isPrototypeOf") || objectPrototype !== Object.prototype);
}
function hasObjectPrototype(o) {
	return Object.prototype.toString.call(o) === "[object Object]";
}
function sleep(timeout) {
	return new Promise((resolve) => {
		timeoutManager.setTimeout(resolve, timeout);
	});
}
function replaceData(prevData, data, options) {
	return typeof options.structuralSharing == "function" ? options.structuralSharing(prevData, data) : options.structuralSharing === !1 ? data : replaceEqualDeep(prevData, data);
}
function addToArray(items, item, max, prepend) {
	let newItems = prepend ? [item, ...items] : [...items, item];
	return max && newItems.length > max ? prepend ? newItems.slice(0, max) : newItems.slice(-max) : newItems;
}
var skipToken = Symbol();
function ensureQueryFn(options, fetchOptions) {
	return !options.queryFn && fetchOptions?.initialPromise ? () => fetchOptions.initialPromise : !options.queryFn || options.queryFn === skipToken ? () => Promise.reject(Error(`Missing queryFn: '${options.queryHash}'`)) : options.queryFn;
}
var fetchSignal = Symbol();
function addConsumeAwareSignal(object, getSignal, onCancelled, internalSignal) {
	let consumed = !1, signal;
	return Object.defineProperties(object, {
		[fetchSignal]: { value: internalSignal },
		signal: {
			enumerable: !0,
			get: () => (signal ??= getSignal(), consumed || (consumed = !0, signal.aborted ? onCancelled() : signal.addEventListener("abort", onCancelled, { once: !0 })), signal)
		}
	}), object;
}
var isServerFn = () => isServer$1, isServer = () => isServerFn();
function infiniteQueryBehavior(pages) {
	return { onFetch: (context, query) => {
		let options = context.options, direction = context.fetchOptions?.meta?.fetchMore?.direction, oldPages = context.state.data?.pages || [], oldPageParams = context.state.data?.pageParams || [], result = {
			pages: [],
			pageParams: []
		}, currentPage = 0, fetchFn = async () => {
			let cancelled = !1, signalContext = context, addSignalProperty = (object) => {
				addConsumeAwareSignal(object, () => context.signal, () => cancelled = !0, signalContext[fetchSignal]);
			}, queryFn = ensureQueryFn(context.options, context.fetchOptions), fetchPage = async (data, param, previous) => {
				if (cancelled) return Promise.reject(context.signal.reason);
				if (param == null && data.pages.length) return Promise.resolve(data);
				let queryFnContext = (() => {
					let queryFnContext = {
						client: context.client,
						queryKey: context.queryKey,
						pageParam: param,
						direction: previous ? "backward" : "forward",
						meta: context.options.meta
					};
					return addSignalProperty(queryFnContext), queryFnContext;
				})(), page = await queryFn(queryFnContext), { maxPages } = context.options;
				return {
					pages: addToArray(data.pages, page, maxPages, previous),
					pageParams: addToArray(data.pageParams, param, maxPages, previous)
				};
			};
			if (direction && oldPages.length) {
				let previous = direction === "backward", pageParamFn = previous ? getPreviousPageParam : getNextPageParam, oldData = {
					pages: oldPages,
					pageParams: oldPageParams
				};
				result = await fetchPage(oldData, pageParamFn(options, oldData), previous);
			} else {
				let remainingPages = pages ?? oldPages.length;
				do {
					let param = currentPage === 0 ? oldPageParams[0] === void 0 ? options.initialPageParam : oldPageParams[0] : getNextPageParam(options, result);
					if (currentPage > 0 && param == null) break;
					result = await fetchPage(result, param), currentPage++;
				} while (currentPage < remainingPages);
			}
			return result;
		};
		context.fetchFn = context.options.persister ? () => context.options.persister?.(fetchFn, {
			client: context.client,
			queryKey: context.queryKey,
			meta: context.options.meta,
			signal: context.signal
		}, query) : fetchFn;
	} };
}
function getNextPageParam(options, { pages, pageParams }) {
	let lastIndex = pages.length - 1;
	return pages.length > 0 ? options.getNextPageParam(pages[lastIndex], pages, pageParams[lastIndex], pageParams) : void 0;
}
function getPreviousPageParam(options, { pages, pageParams }) {
	return pages.length > 0 ? options.getPreviousPageParam?.(pages[0], pages, pageParams[0], pageParams) : void 0;
}
function hasNextPage(options, data) {
	return data ? getNextPageParam(options, data) != null : !1;
}
function hasPreviousPage(options, data) {
	return !data || !options.getPreviousPageParam ? !1 : getPreviousPageParam(options, data) != null;
}
var defaultScheduler = systemSetTimeoutZero;
function createNotifyManager() {
	let queue = [], transactions = 0, notifyFn = (callback) => {
		callback();
	}, batchNotifyFn = (callback) => {
		callback();
	}, scheduleFn = defaultScheduler, schedule = (callback) => {
		transactions ? queue.push(callback) : scheduleFn(() => {
			notifyFn(callback);
		});
	}, flush = () => {
		let originalQueue = queue;
		queue = [], originalQueue.length && scheduleFn(() => {
			batchNotifyFn(() => {
				originalQueue.forEach((callback) => {
					notifyFn(callback);
				});
			});
		});
	};
	return {
		batch: (callback) => {
			let result;
			transactions++;
			try {
				result = callback();
			} finally {
				transactions--, transactions || flush();
			}
			return result;
		},
		batchCalls: (callback) => (...args) => {
			schedule(() => {
				callback(...args);
			});
		},
		schedule,
		setNotifyFunction: (fn) => {
			notifyFn = fn;
		},
		setBatchNotifyFunction: (fn) => {
			batchNotifyFn = fn;
		},
		setScheduler: (fn) => {
			scheduleFn = fn;
		}
	};
}
var notifyManager = createNotifyManager(), Removable = class {
	#gcTimeout;
	destroy() {
		this.clearGcTimeout();
	}
	scheduleGc() {
		this.clearGcTimeout(), isValidTimeout(this.gcTime) && (this.#gcTimeout = timeoutManager.setTimeout(() => {
			this.optionalRemove();
		}, this.gcTime));
	}
	updateGcTime(newGcTime) {
		this.gcTime = Math.max(this.gcTime || 0, newGcTime ?? (isServer() ? Infinity : 3e5));
	}
	clearGcTimeout() {
		this.#gcTimeout !== void 0 && (timeoutManager.clearTimeout(this.#gcTimeout), this.#gcTimeout = void 0);
	}
}, onlineManager = new class extends Subscribable {
	#online = !0;
	#cleanup;
	#setup;
	constructor() {
		super(), this.#setup = (onOnline) => {
			if (typeof window < "u" && window.addEventListener) {
				let onlineListener = () => onOnline(!0), offlineListener = () => onOnline(!1);
				return window.addEventListener("online", onlineListener, !1), window.addEventListener("offline", offlineListener, !1), () => {
					window.removeEventListener("online", onlineListener), window.removeEventListener("offline", offlineListener);
				};
			}
		};
	}
	onSubscribe() {
		this.#cleanup || this.setEventListener(this.#setup);
	}
	onUnsubscribe() {
		this.hasListeners() || (this.#cleanup?.(), this.#cleanup = void 0);
	}
	setEventListener(setup) {
		this.#setup = setup, this.#cleanup?.(), this.#cleanup = setup(this.setOnline.bind(this));
	}
	setOnline(online) {
		this.#online !== online && (this.#online = online, this.listeners.forEach((listener) => {
			listener(online);
		}));
	}
	isOnline() {
		return this.#online;
	}
}();
function defaultRetryDelay(failureCount) {
	return Math.min(1e3 * 2 ** failureCount, 3e4);
}
function canFetch(networkMode) {
	return (networkMode ?? "online") !== "online" || onlineManager.isOnline();
}
var CancelledError = class extends Error {
	constructor(options) {
		super("CancelledError"), this.revert = options?.revert, this.silent = options?.silent;
	}
};
function createRetryer(config) {
	let isRetryCancelled = !1, failureCount = 0, continueFn, status = "pending", promiseResolve, promiseReject, promise = new Promise((resolve, reject) => {
		promiseResolve = resolve, promiseReject = reject;
	});
	promise.catch(noop);
	let isResolved = () => status !== "pending", cancel = (cancelOptions) => {
		if (!isResolved()) {
			let error = new CancelledError(cancelOptions);
			reject(error), config.onCancel?.(error);
		}
	}, cancelRetry = () => {
		isRetryCancelled = !0;
	}, continueRetry = () => {
		isRetryCancelled = !1;
	}, canContinue = () => focusManager.isFocused() && (config.networkMode === "always" || onlineManager.isOnline()) && config.canRun(), canStart = () => canFetch(config.networkMode) && config.canRun(), resolve = (value) => {
		isResolved() || (continueFn?.(), status = "resolved", promiseResolve(value));
	}, reject = (value) => {
		isResolved() || (continueFn?.(), status = "rejected", promiseReject(value));
	}, pause = (canResume) => new Promise((continueResolve) => {
		continueFn = (value) => {
			(isResolved() || canResume()) && continueResolve(value);
		}, config.onPause?.();
	}).then(() => {
		continueFn = void 0, isResolved() || config.onContinue?.();
	}), run = () => {
		if (isResolved()) return;
		let promiseOrValue, initialPromise = failureCount === 0 ? config.initialPromise : void 0;
		try {
			promiseOrValue = initialPromise ?? config.fn();
		} catch (error) {
			promiseOrValue = Promise.reject(error);
		}
		Promise.resolve(promiseOrValue).then(resolve).catch((error) => {
			if (isResolved()) return;
			let retry = config.retry ?? (isServer() ? 0 : 3), retryDelay = config.retryDelay ?? defaultRetryDelay, delay = typeof retryDelay == "function" ? retryDelay(failureCount, error) : retryDelay, shouldRetry = retry === !0 || typeof retry == "number" && failureCount < retry || typeof retry == "function" && retry(failureCount, error);
			isRetryCancelled || !shouldRetry ? reject(error) : (failureCount++, config.onFail?.(failureCount, error), sleep(delay).then(() => isResolved() || canContinue() ? void 0 : pause(canContinue)).then(() => {
				isRetryCancelled ? reject(error) : run();
			}));
		});
	};
	return {
		promise,
		status: () => status,
		cancel,
		continue: () => (continueFn?.(), promise),
		cancelRetry,
		continueRetry,
		canStart,
		start: () => (canStart() ? run() : pause(canStart).then(run), promise)
	};
}
var Query = class extends Removable {
	#queryType;
	#initialState;
	#revertState;
	#cache;
	#client;
	#retryer;
	#fetchPromise;
	#defaultOptions;
	#abortSignalConsumed;
	constructor(config) {
		super(), this.#abortSignalConsumed = !1, this.#defaultOptions = config.defaultOptions, this.setOptions(config.options), this.observers = [], this.#client = config.client, this.#cache = this.#client.getQueryCache(), this.queryKey = config.queryKey, this.queryHash = config.queryHash, this.#initialState = getDefaultState$1(this.options), this.state = config.state ?? this.#initialState, this.scheduleGc();
	}
	get meta() {
		return this.options.meta;
	}
	get queryType() {
		return this.#queryType;
	}
	get promise() {
		return this.#retryer?.promise;
	}
	setOptions(options) {
		if (this.options = {
			...this.#defaultOptions,
			...options
		}, options?._type && (this.#queryType = options._type), this.updateGcTime(this.options.gcTime), this.state && this.state.data === void 0) {
			let defaultState = getDefaultState$1(this.options);
			defaultState.data !== void 0 && (this.setState(successState(defaultState.data, defaultState.dataUpdatedAt)), this.#initialState = defaultState);
		}
	}
	optionalRemove() {
		!this.observers.length && this.state.fetchStatus === "idle" && this.#cache.remove(this);
	}
	setData(newData, options) {
		let data = replaceData(this.state.data, newData, this.options);
		return this.#dispatch({
			data,
			type: "success",
			dataUpdatedAt: options?.updatedAt,
			manual: options?.manual
		}), data;
	}
	setState(state) {
		this.#dispatch({
			type: "setState",
			state
		});
	}
	cancel(options) {
		let promise = this.#retryer?.promise;
		return this.#retryer?.cancel(options), promise ? promise.then(noop).catch(noop) : Promise.resolve();
	}
	destroy() {
		this.cancel({ silent: !0 }), super.destroy();
	}
	get resetState() {
		return this.#initialState;
	}
	reset() {
		this.destroy(), this.setState(this.resetState);
	}
	isActive() {
		return this.observers.some((observer) => resolveQueryValue(observer.options.enabled, this) !== !1);
	}
	isDisabled() {
		return this.getObserversCount() > 0 ? !this.isActive() : this.options.queryFn === skipToken || !this.isFetched();
	}
	isFetched() {
		return this.state.dataUpdateCount + this.state.errorUpdateCount > 0;
	}
	isStatic() {
		return this.state.data !== void 0 && this.getObserversCount() > 0 && this.observers.some((observer) => resolveQueryValue(observer.options.staleTime, this) === "static");
	}
	isStale() {
		return this.getObserversCount() > 0 ? this.observers.some((observer) => observer.getCurrentResult().isStale) : this.state.data === void 0 || this.state.isInvalidated;
	}
	isStaleByTime(staleTime = 0) {
		return this.state.data === void 0 ? !0 : staleTime === "static" ? !1 : this.state.isInvalidated ? !0 : !timeUntilStale(this.state.dataUpdatedAt, staleTime);
	}
	onFocus() {
		this.observers.find((x) => x.shouldFetchOnWindowFocus())?.refetch({ cancelRefetch: !1 }), this.#retryer?.continue();
	}
	onOnline() {
		this.observers.find((x) => x.shouldFetchOnReconnect())?.refetch({ cancelRefetch: !1 }), this.#retryer?.continue();
	}
	addObserver(observer) {
		this.observers.includes(observer) || (this.observers.push(observer), this.clearGcTimeout(), this.#cache.notify({
			type: "observerAdded",
			query: this,
			observer
		}));
	}
	removeObserver(observer) {
		let index = this.observers.indexOf(observer);
		index !== -1 && (this.observers.splice(index, 1), this.observers.length || (this.#retryer && (this.#abortSignalConsumed || this.state.fetchStatus === "paused" && this.state.status === "pending" ? this.#retryer.cancel({ revert: !0 }) : this.#retryer.cancelRetry()), this.#scheduleGcIfCached()), this.#cache.notify({
			type: "observerRemoved",
			query: this,
			observer
		}));
	}
	getObserversCount() {
		return this.observers.length;
	}
	invalidate() {
		this.state.isInvalidated || this.#dispatch({ type: "invalidate" });
	}
	async fetch(options, fetchOptions) {
		if (this.state.fetchStatus !== "idle" && this.#retryer?.status() !== "rejected") {
			if (this.state.data !== void 0 && fetchOptions?.cancelRefetch) this.cancel({ silent: !0 });
			else if (this.#retryer && this.#fetchPromise) return this.#retryer.continueRetry(), this.#fetchPromise;
		}
		if (options && this.setOptions(options), !this.options.queryFn) {
			let observer = this.observers.find((x) => x.options.queryFn);
			observer && this.setOptions(observer.options);
		}
		let abortController = new AbortController(), addSignalProperty = (object) => {
			Object.defineProperties(object, {
				[fetchSignal]: {
					value: abortController.signal,
					enumerable: !0
				},
				signal: {
					enumerable: !0,
					get: () => (this.#abortSignalConsumed = !0, abortController.signal)
				}
			});
		}, fetchFn = () => {
			let queryFn = ensureQueryFn(this.options, fetchOptions), queryFnContext = (() => {
				let queryFnContext = {
					client: this.#client,
					queryKey: this.queryKey,
					meta: this.meta
				};
				return addSignalProperty(queryFnContext), queryFnContext;
			})();
			return this.#abortSignalConsumed = !1, this.options.persister ? this.options.persister(queryFn, queryFnContext, this) : queryFn(queryFnContext);
		}, context = (() => {
			let context = {
				fetchOptions,
				options: this.options,
				queryKey: this.queryKey,
				client: this.#client,
				state: this.state,
				fetchFn
			};
			return addSignalProperty(context), context;
		})();
		(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)?.onFetch(context, this), this.#revertState = this.state, (this.state.fetchStatus === "idle" || this.state.fetchMeta !== context.fetchOptions?.meta) && this.#dispatch({
			type: "fetch",
			meta: context.fetchOptions?.meta
		});
		let retryer = this.#retryer = createRetryer({
			initialPromise: fetchOptions?.initialPromise,
			fn: context.fetchFn,
			onCancel: (error) => {
				error instanceof CancelledError && error.revert && this.setState({
					...this.#revertState,
					fetchStatus: "idle"
				}), abortController.abort();
			},
			onFail: (failureCount, error) => {
				this.#dispatch({
					type: "failed",
					failureCount,
					error
				});
			},
			onPause: () => {
				this.#dispatch({ type: "pause" });
			},
			onContinue: () => {
				this.#dispatch({ type: "continue" });
			},
			retry: context.options.retry,
			retryDelay: context.options.retryDelay,
			networkMode: context.options.networkMode,
			canRun: () => !0
		}), fetchPromise = (async () => {
			try {
				let data = await retryer.promise;
				if (data === void 0) throw Error(`${this.queryHash} data is undefined`);
				return this.setData(data), this.#cache.config.onSuccess?.(data, this), this.#cache.config.onSettled?.(data, this.state.error, this), data;
			} catch (error) {
				if (error instanceof CancelledError) {
					if (error.silent) {
						if (this.#retryer !== retryer && this.#fetchPromise) return this.#fetchPromise;
						throw error;
					}
					if (error.revert) {
						if (this.state.data === void 0) throw error;
						return this.state.data;
					}
				}
				throw this.#dispatch({
					type: "error",
					error
				}), this.#cache.config.onError?.(error, this), this.#cache.config.onSettled?.(this.state.data, error, this), error;
			} finally {
				this.#retryer === retryer && (this.#retryer = void 0, this.#fetchPromise = void 0), this.#scheduleGcIfCached();
			}
		})();
		return this.#fetchPromise = fetchPromise, retryer.start(), fetchPromise;
	}
	#scheduleGcIfCached() {
		this.#cache.get(this.queryHash) === this && this.scheduleGc();
	}
	#dispatch(action) {
		let reducer = (state) => {
			switch (action.type) {
				case "failed": return {
					...state,
					fetchFailureCount: action.failureCount,
					fetchFailureReason: action.error
				};
				case "pause": return {
					...state,
					fetchStatus: "paused"
				};
				case "continue": return {
					...state,
					fetchStatus: "fetching"
				};
				case "fetch": return {
					...state,
					...fetchState(state.data, this.options),
					fetchMeta: action.meta ?? null
				};
				case "success": {
					let newState = {
						...state,
						...successState(action.data, action.dataUpdatedAt),
						dataUpdateCount: state.dataUpdateCount + 1,
						...!action.manual && {
							fetchStatus: "idle",
							fetchFailureCount: 0,
							fetchFailureReason: null
						}
					};
					return this.#revertState = action.manual ? newState : void 0, newState;
				}
				case "error": {
					let error = action.error;
					return {
						...state,
						error,
						errorUpdateCount: state.errorUpdateCount + 1,
						errorUpdatedAt: Date.now(),
						fetchFailureCount: state.fetchFailureCount + 1,
						fetchFailureReason: error,
						fetchStatus: "idle",
						status: "error",
						isInvalidated: !0
					};
				}
				case "invalidate": return {
					...state,
					isInvalidated: !0
				};
				case "setState": return {
					...state,
					...action.state
				};
			}
		};
		this.state = reducer(this.state), notifyManager.batch(() => {
			this.observers.slice().forEach((observer) => {
				observer.onQueryUpdate();
			}), this.#cache.notify({
				query: this,
				type: "updated",
				action
			});
		});
	}
};
function fetchState(data, options) {
	return {
		fetchFailureCount: 0,
		fetchFailureReason: null,
		fetchStatus: canFetch(options.networkMode) ? "fetching" : "paused",
		...data === void 0 && {
			error: null,
			status: "pending"
		}
	};
}
function successState(data, dataUpdatedAt) {
	return {
		data,
		dataUpdatedAt: dataUpdatedAt ?? Date.now(),
		error: null,
		isInvalidated: !1,
		status: "success"
	};
}
function getDefaultState$1(options) {
	let data = typeof options.initialData == "function" ? options.initialData() : options.initialData, hasData = data !== void 0, initialDataUpdatedAt = hasData ? typeof options.initialDataUpdatedAt == "function" ? options.initialDataUpdatedAt() : options.initialDataUpdatedAt : 0;
	return {
		data,
		dataUpdateCount: 0,
		dataUpdatedAt: hasData ? initialDataUpdatedAt ?? Date.now() : 0,
		error: null,
		errorUpdateCount: 0,
		errorUpdatedAt: 0,
		fetchFailureCount: 0,
		fetchFailureReason: null,
		fetchMeta: null,
		isInvalidated: !1,
		status: hasData ? "success" : "pending",
		fetchStatus: "idle"
	};
}
var QueryObserver = class extends Subscribable {
	#client;
	#currentQuery = void 0;
	#currentQueryInitialState = void 0;
	#currentResult = void 0;
	#currentResultOptions;
	#selectError;
	#selectFn;
	#selectInput;
	#selectResult;
	#lastQueryWithDefinedData;
	#staleTimeoutId;
	#refetchIntervalId;
	#currentRefetchInterval;
	#trackedProps = new Set();
	constructor(client, options) {
		super(), this.options = options, this.#client = client, this.#selectError = null, this.bindMethods(), this.setOptions(options);
	}
	bindMethods() {
		this.refetch = this.refetch.bind(this);
	}
	onSubscribe() {
		this.listeners.size === 1 && (this.#currentQuery.addObserver(this), shouldFetchOnMount(this.#currentQuery, this.options) ? this.#executeFetch() : this.updateResult(), this.#updateTimers());
	}
	onUnsubscribe() {
		this.hasListeners() || this.destroy();
	}
	shouldFetchOnReconnect() {
		return shouldFetchOn(this.#currentQuery, this.options, this.options.refetchOnReconnect);
	}
	shouldFetchOnWindowFocus() {
		return shouldFetchOn(this.#currentQuery, this.options, this.options.refetchOnWindowFocus);
	}
	destroy() {
		this.listeners = new Set(), this.#clearStaleTimeout(), this.#clearRefetchInterval(), this.#currentQuery.removeObserver(this);
	}
	setOptions(options) {
		let prevOptions = this.options, prevQuery = this.#currentQuery;
		if (this.options = this.#client.defaultQueryOptions(options), this.options.enabled !== void 0 && typeof this.options.enabled != "boolean" && typeof this.options.enabled != "function" && typeof resolveQueryValue(this.options.enabled, this.#currentQuery) != "boolean") throw Error("Expected enabled to be a boolean or a callback that returns a boolean");
		this.#updateQuery(), this.#currentQuery.setOptions(this.options), prevOptions._defaulted && !shallowEqualObjects(this.options, prevOptions) && this.#client.getQueryCache().notify({
			type: "observerOptionsUpdated",
			query: this.#currentQuery,
			observer: this
		});
		let mounted = this.hasListeners();
		mounted && shouldFetchOptionally(this.#currentQuery, prevQuery, this.options, prevOptions) && this.#executeFetch(), this.updateResult(), mounted && (this.#currentQuery !== prevQuery || resolveQueryValue(this.options.enabled, this.#currentQuery) !== resolveQueryValue(prevOptions.enabled, this.#currentQuery) || resolveQueryValue(this.options.staleTime, this.#currentQuery) !== resolveQueryValue(prevOptions.staleTime, this.#currentQuery)) && this.#updateStaleTimeout();
		let nextRefetchInterval = this.#computeRefetchInterval();
		mounted && (this.#currentQuery !== prevQuery || resolveQueryValue(this.options.enabled, this.#currentQuery) !== resolveQueryValue(prevOptions.enabled, this.#currentQuery) || nextRefetchInterval !== this.#currentRefetchInterval) && this.#updateRefetchInterval(nextRefetchInterval);
	}
	getOptimisticResult(options) {
		let query = this.#client.getQueryCache().build(this.#client, options), result = this.createResult(query, options);
		return shallowEqualObjects(this.getCurrentResult(), result) || (this.#currentResult = result, this.#currentResultOptions = options), result;
	}
	getCurrentResult() {
		return this.#currentResult;
	}
	trackResult(result, onPropTracked) {
		return new Proxy(result, { get: (target, key) => (this.trackProp(key), onPropTracked?.(key), Reflect.get(target, key)) });
	}
	trackProp(key) {
		this.#trackedProps.add(key);
	}
	getCurrentQuery() {
		return this.#currentQuery;
	}
	refetch({ ...options } = {}) {
		return this.fetch({ ...options });
	}
	fetchOptimistic(options) {
		let defaultedOptions = this.#client.defaultQueryOptions(options), query = this.#client.getQueryCache().build(this.#client, defaultedOptions), unsubscribe = () => {}, resolveEarly, cachePromise = new Promise((resolve) => {
			resolveEarly = resolve, unsubscribe = this.#client.getQueryCache().subscribe((event) => {
				event.type === "updated" && event.query.queryHash === query.queryHash && query.state.data !== void 0 && (unsubscribe(), resolve(this.createResult(query, defaultedOptions)));
			});
		});
		return Promise.race([query.fetch(defaultedOptions).then(() => {
			let result = this.createResult(query, defaultedOptions);
			return resolveEarly?.(result), result;
		}).finally(() => {
			unsubscribe();
		}), cachePromise]);
	}
	fetch(fetchOptions) {
		return this.#executeFetch({
			...fetchOptions,
			cancelRefetch: fetchOptions.cancelRefetch ?? !0
		}).then(() => (this.updateResult(), this.#currentResult));
	}
	#executeFetch(fetchOptions) {
		this.#updateQuery();
		let promise = this.#currentQuery.fetch(this.options, fetchOptions);
		return fetchOptions?.throwOnError || (promise = promise.catch(noop)), promise;
	}
	#shouldScheduleTimer(timeout) {
		return !isServer() && resolveQueryValue(this.options.enabled, this.#currentQuery) !== !1 && isValidTimeout(timeout);
	}
	#updateStaleTimeout() {
		this.#clearStaleTimeout();
		let staleTime = resolveQueryValue(this.options.staleTime, this.#currentQuery);
		if (this.#currentResult.isStale || !this.#shouldScheduleTimer(staleTime)) return;
		let timeout = timeUntilStale(this.#currentResult.dataUpdatedAt, staleTime) + 1;
		this.#staleTimeoutId = timeoutManager.setTimeout(() => {
			this.#currentResult.isStale || this.updateResult();
		}, timeout);
	}
	#computeRefetchInterval() {
		return resolveQueryValue(this.options.refetchInterval, this.#currentQuery) ?? !1;
	}
	#updateRefetchInterval(nextInterval) {
		this.#clearRefetchInterval(), this.#currentRefetchInterval = nextInterval, this.#currentRefetchInterval !== 0 && this.#shouldScheduleTimer(this.#currentRefetchInterval) && (this.#refetchIntervalId = timeoutManager.setInterval(() => {
			(this.options.refetchIntervalInBackground || focusManager.isFocused()) && this.#executeFetch();
		}, this.#currentRefetchInterval));
	}
	#updateTimers() {
		this.#updateStaleTimeout(), this.#updateRefetchInterval(this.#computeRefetchInterval());
	}
	#clearStaleTimeout() {
		this.#staleTimeoutId !== void 0 && (timeoutManager.clearTimeout(this.#staleTimeoutId), this.#staleTimeoutId = void 0);
	}
	#clearRefetchInterval() {
		this.#refetchIntervalId !== void 0 && (timeoutManager.clearInterval(this.#refetchIntervalId), this.#refetchIntervalId = void 0);
	}
	createResult(query, options) {
		let prevQuery = this.#currentQuery, prevOptions = this.options, prevResult = this.#currentResult, prevResultOptions = this.#currentResultOptions, queryInitialState = query === prevQuery ? this.#currentQueryInitialState : query.state, { state } = query, newState = { ...state }, isPlaceholderData = !1, data;
		if (options._optimisticResults) {
			let mounted = this.hasListeners(), fetchOnMount = !mounted && shouldFetchOnMount(query, options), fetchOptionally = mounted && shouldFetchOptionally(query, prevQuery, options, prevOptions);
			(fetchOnMount || fetchOptionally) && (newState = {
				...newState,
				...fetchState(state.data, query.options)
			}), options._optimisticResults === "isRestoring" && (newState.fetchStatus = "idle");
		}
		let { error, errorUpdatedAt, status } = newState;
		data = newState.data;
		let skipSelect = !1;
		if (options.placeholderData !== void 0 && data === void 0 && status === "pending") {
			let placeholderData, isMemoizedPlaceholder = prevResult?.isPlaceholderData && options.placeholderData === prevResultOptions?.placeholderData;
			isMemoizedPlaceholder ? (placeholderData = prevResult.data, skipSelect = !0) : placeholderData = typeof options.placeholderData == "function" ? options.placeholderData(this.#lastQueryWithDefinedData?.state.data, this.#lastQueryWithDefinedData) : options.placeholderData, (isMemoizedPlaceholder || placeholderData !== void 0) && (status = "success", data = replaceData(options.select && !skipSelect ? this.#selectInput : prevResult?.data, placeholderData, options), isPlaceholderData = !0);
		}
		if (options.select && data !== void 0 && !skipSelect) {
			if (data === this.#selectInput && options.select === this.#selectFn) data = this.#selectResult;
			else try {
				this.#selectFn = options.select, this.#selectInput = data, data = options.select(data), data = replaceData(prevResult?.data, data, options), this.#selectResult = data, this.#selectError = null;
			} catch (selectError) {
				this.#selectError = selectError;
			}
		} else data === void 0 && (this.#selectInput = void 0, this.#selectError = null);
		this.#selectError && (error = this.#selectError, data = this.#selectResult, errorUpdatedAt = prevResult?.error === error ? prevResult.errorUpdatedAt : Date.now(), status = "error", isPlaceholderData = !1);
		let isFetching = newState.fetchStatus === "fetching", isPending = status === "pending", isError = status === "error", isLoading = isPending && isFetching, hasData = data !== void 0;
		return {
			status,
			fetchStatus: newState.fetchStatus,
			isPending,
			isSuccess: status === "success",
			isError,
			isInitialLoading: isLoading,
			isLoading,
			data,
			dataUpdatedAt: newState.dataUpdatedAt,
			error,
			errorUpdatedAt,
			failureCount: newState.fetchFailureCount,
			failureReason: newState.fetchFailureReason,
			errorUpdateCount: newState.errorUpdateCount,
			isFetched: query.isFetched(),
			isFetchedAfterMount: newState.dataUpdateCount > queryInitialState.dataUpdateCount || newState.errorUpdateCount > queryInitialState.errorUpdateCount,
			isFetching,
			isRefetching: isFetching && !isPending,
			isLoadingError: isError && !hasData,
			isPaused: newState.fetchStatus === "paused",
			isPlaceholderData,
			isRefetchError: isError && hasData,
			isStale: isStale(query, options),
			refetch: this.refetch,
			isEnabled: resolveQueryValue(options.enabled, query) !== !1
		};
	}
	updateResult() {
		let prevResult = this.#currentResult, nextResult = this.createResult(this.#currentQuery, this.options);
		if (this.#currentResultOptions = this.options, this.#currentQuery.state.data !== void 0 && (this.#lastQueryWithDefinedData = this.#currentQuery), shallowEqualObjects(nextResult, prevResult)) return;
		this.#currentResult = nextResult;
		let notifyListeners = (() => {
			if (!prevResult) return !0;
			let { notifyOnChangeProps } = this.options, notifyOnChangePropsValue = typeof notifyOnChangeProps == "function" ? notifyOnChangeProps() : notifyOnChangeProps;
			if (notifyOnChangePropsValue === "all" || !notifyOnChangePropsValue && !this.#trackedProps.size || this.options.throwOnError && this.#currentResult.error !== prevResult.error) return !0;
			for (let key of notifyOnChangePropsValue ?? this.#trackedProps) if (this.#currentResult[key] !== prevResult[key]) return !0;
			return !1;
		})();
		notifyManager.batch(() => {
			notifyListeners && this.listeners.forEach((listener) => {
				listener(this.#currentResult);
			}), this.#client.getQueryCache().notify({
				query: this.#currentQuery,
				type: "observerResultsUpdated"
			});
		});
	}
	#updateQuery() {
		let query = this.#client.getQueryCache().build(this.#client, this.options);
		if (query === this.#currentQuery) return;
		let prevQuery = this.#currentQuery;
		this.#currentQuery = query, this.#currentQueryInitialState = query.state, this.hasListeners() && (prevQuery?.removeObserver(this), query.addObserver(this));
	}
	onQueryUpdate() {
		this.updateResult(), this.hasListeners() && this.#updateTimers();
	}
};
function shouldLoadOnMount(query, options) {
	return resolveQueryValue(options.enabled, query) !== !1 && query.state.data === void 0 && (query.state.status !== "error" || resolveQueryValue(options.retryOnMount, query) !== !1);
}
function shouldFetchOnMount(query, options) {
	return shouldLoadOnMount(query, options) || query.state.data !== void 0 && shouldFetchOn(query, options, options.refetchOnMount);
}
function shouldFetchOn(query, options, field) {
	if (resolveQueryValue(options.enabled, query) !== !1 && resolveQueryValue(options.staleTime, query) !== "static") {
		let value = resolveQueryValue(field, query);
		return value === "always" || value !== !1 && isStale(query, options);
	}
	return !1;
}
function shouldFetchOptionally(query, prevQuery, options, prevOptions) {
	return (query !== prevQuery || resolveQueryValue(prevOptions.enabled, query) === !1) && (!options.suspense || query.state.status !== "error") && isStale(query, options);
}
function isStale(query, options) {
	return resolveQueryValue(options.enabled, query) !== !1 && query.isStaleByTime(resolveQueryValue(options.staleTime, query));
}
var InfiniteQueryObserver = class extends QueryObserver {
	constructor(client, options) {
		super(client, options);
	}
	bindMethods() {
		super.bindMethods(), this.fetchNextPage = this.fetchNextPage.bind(this), this.fetchPreviousPage = this.fetchPreviousPage.bind(this);
	}
	setOptions(options) {
		options._type = "infinite", super.setOptions(options);
	}
	getOptimisticResult(options) {
		return options._type = "infinite", super.getOptimisticResult(options);
	}
	fetchNextPage(options) {
		return this.fetch({
			...options,
			meta: { fetchMore: { direction: "forward" } }
		});
	}
	fetchPreviousPage(options) {
		return this.fetch({
			...options,
			meta: { fetchMore: { direction: "backward" } }
		});
	}
	createResult(query, options) {
		let { state } = query, parentResult = super.createResult(query, options), { isFetching, isRefetching, isError, isRefetchError } = parentResult, fetchDirection = state.fetchMeta?.fetchMore?.direction, isFetchNextPageError = isError && fetchDirection === "forward", isFetchingNextPage = isFetching && fetchDirection === "forward", isFetchPreviousPageError = isError && fetchDirection === "backward", isFetchingPreviousPage = isFetching && fetchDirection === "backward";
		return {
			...parentResult,
			fetchNextPage: this.fetchNextPage,
			fetchPreviousPage: this.fetchPreviousPage,
			hasNextPage: hasNextPage(options, state.data),
			hasPreviousPage: hasPreviousPage(options, state.data),
			isFetchNextPageError,
			isFetchingNextPage,
			isFetchPreviousPageError,
			isFetchingPreviousPage,
			isRefetchError: isRefetchError && !isFetchNextPageError && !isFetchPreviousPageError,
			isRefetching: isRefetching && !isFetchingNextPage && !isFetchingPreviousPage
		};
	}
}, Mutation = class extends Removable {
	#client;
	#observers;
	#mutationCache;
	#retryer;
	constructor(config) {
		super(), this.#client = config.client, this.mutationId = config.mutationId, this.#mutationCache = config.mutationCache, this.#observers = [], this.state = config.state || getDefaultState(), this.setOptions(config.options), this.scheduleGc();
	}
	setOptions(options) {
		this.options = options, this.updateGcTime(this.options.gcTime);
	}
	get meta() {
		return this.options.meta;
	}
	addObserver(observer) {
		this.#observers.includes(observer) || (this.#observers.push(observer), this.clearGcTimeout(), this.#mutationCache.notify({
			type: "observerAdded",
			mutation: this,
			observer
		}));
	}
	removeObserver(observer) {
		this.#observers = this.#observers.filter((x) => x !== observer), this.#mutationCache.has(this) && this.scheduleGc(), this.#mutationCache.notify({
			type: "observerRemoved",
			mutation: this,
			observer
		});
	}
	optionalRemove() {
		this.#observers.length || (this.state.status === "pending" ? this.scheduleGc() : this.#mutationCache.remove(this));
	}
	continue() {
		return this.#retryer?.continue() ?? (this.state.status === "pending" ? this.execute(this.state.variables) : Promise.resolve());
	}
	async execute(variables) {
		let onContinue = () => {
			this.#dispatch({ type: "continue" });
		}, mutationFnContext = {
			client: this.#client,
			meta: this.options.meta,
			mutationKey: this.options.mutationKey
		}, retryer = this.#retryer = createRetryer({
			fn: () => this.options.mutationFn ? this.options.mutationFn(variables, mutationFnContext) : Promise.reject(Error("No mutationFn found")),
			onFail: (failureCount, error) => {
				this.#dispatch({
					type: "failed",
					failureCount,
					error
				});
			},
			onPause: () => {
				this.#dispatch({ type: "pause" });
			},
			onContinue,
			retry: this.options.retry ?? 0,
			retryDelay: this.options.retryDelay,
			networkMode: this.options.networkMode,
			canRun: () => this.#mutationCache.canRun(this)
		}), restored = this.state.status === "pending", isPaused = !retryer.canStart();
		try {
			if (restored) onContinue();
			else {
				this.#dispatch({
					type: "pending",
					variables,
					isPaused
				}), this.#mutationCache.config.onMutate && await this.#mutationCache.config.onMutate(variables, this, mutationFnContext);
				let context = await this.options.onMutate?.(variables, mutationFnContext);
				context !== this.state.context && this.#dispatch({
					type: "pending",
					context,
					variables,
					isPaused
				});
			}
			this.state.isPaused && retryer.canStart() && onContinue();
			let data = await retryer.start();
			return await this.#mutationCache.config.onSuccess?.(data, variables, this.state.context, this, mutationFnContext), await this.options.onSuccess?.(data, variables, this.state.context, mutationFnContext), await this.#mutationCache.config.onSettled?.(data, null, this.state.variables, this.state.context, this, mutationFnContext), await this.options.onSettled?.(data, null, variables, this.state.context, mutationFnContext), this.#dispatch({
				type: "success",
				data
			}), data;
		} catch (error) {
			try {
				await this.#mutationCache.config.onError?.(error, variables, this.state.context, this, mutationFnContext);
			} catch (e) {
				Promise.reject(e);
			}
			try {
				await this.options.onError?.(error, variables, this.state.context, mutationFnContext);
			} catch (e) {
				Promise.reject(e);
			}
			try {
				await this.#mutationCache.config.onSettled?.(void 0, error, this.state.variables, this.state.context, this, mutationFnContext);
			} catch (e) {
				Promise.reject(e);
			}
			try {
				await this.options.onSettled?.(void 0, error, variables, this.state.context, mutationFnContext);
			} catch (e) {
				Promise.reject(e);
			}
			throw this.#dispatch({
				type: "error",
				error
			}), error;
		} finally {
			this.#retryer === retryer && (this.#retryer = void 0), this.#mutationCache.runNext(this);
		}
	}
	#dispatch(action) {
		let reducer = (state) => {
			switch (action.type) {
				case "failed": return {
					...state,
					failureCount: action.failureCount,
					failureReason: action.error
				};
				case "pause": return {
					...state,
					isPaused: !0
				};
				case "continue": return {
					...state,
					isPaused: !1
				};
				case "pending": return {
					...state,
					context: action.context,
					data: void 0,
					failureCount: 0,
					failureReason: null,
					error: null,
					isPaused: action.isPaused,
					status: "pending",
					variables: action.variables,
					submittedAt: Date.now()
				};
				case "success": return {
					...state,
					data: action.data,
					failureCount: 0,
					failureReason: null,
					error: null,
					status: "success",
					isPaused: !1
				};
				case "error": return {
					...state,
					data: void 0,
					error: action.error,
					failureCount: state.failureCount + 1,
					failureReason: action.error,
					isPaused: !1,
					status: "error"
				};
			}
		};
		this.state = reducer(this.state), notifyManager.batch(() => {
			this.#observers.forEach((observer) => {
				observer.onMutationUpdate(action);
			}), this.#mutationCache.notify({
				mutation: this,
				type: "updated",
				action
			});
		});
	}
};
function getDefaultState() {
	return {
		context: void 0,
		data: void 0,
		error: null,
		failureCount: 0,
		failureReason: null,
		isPaused: !1,
		status: "idle",
		variables: void 0,
		submittedAt: 0
	};
}
var MutationCache = class extends Subscribable {
	#mutations;
	#scopes;
	#mutationId;
	constructor(config = {}) {
		super(), this.config = config, this.#mutations = new Set(), this.#scopes = new Map(), this.#mutationId = 0;
	}
	build(client, options, state) {
		let mutation = new Mutation({
			client,
			mutationCache: this,
			mutationId: ++this.#mutationId,
			options: client.defaultMutationOptions(options),
			state
		});
		return this.add(mutation), mutation;
	}
	add(mutation) {
		this.#mutations.add(mutation);
		let scope = scopeFor(mutation);
		if (typeof scope == "string") {
			let scopedMutations = this.#scopes.get(scope);
			scopedMutations ? scopedMutations.push(mutation) : this.#scopes.set(scope, [mutation]);
		}
		this.notify({
			type: "added",
			mutation
		});
	}
	remove(mutation) {
		if (this.#mutations.delete(mutation)) {
			mutation.destroy();
			let scope = scopeFor(mutation);
			if (typeof scope == "string") {
				let scopedMutations = this.#scopes.get(scope);
				if (scopedMutations) {
					if (scopedMutations.length > 1) {
						let index = scopedMutations.indexOf(mutation);
						index !== -1 && scopedMutations.splice(index, 1);
					} else scopedMutations[0] === mutation && this.#scopes.delete(scope);
				}
			}
		}
		this.notify({
			type: "removed",
			mutation
		});
	}
	has(mutation) {
		return this.#mutations.has(mutation);
	}
	canRun(mutation) {
		let scope = scopeFor(mutation);
		if (typeof scope == "string") {
			let firstPendingMutation = this.#scopes.get(scope)?.find((m) => m.state.status === "pending");
			return !firstPendingMutation || firstPendingMutation === mutation;
		}
		return !0;
	}
	runNext(mutation) {
		let scope = scopeFor(mutation);
		return typeof scope == "string" ? (this.#scopes.get(scope)?.find((m) => m !== mutation && m.state.isPaused))?.continue() ?? Promise.resolve() : Promise.resolve();
	}
	clear() {
		notifyManager.batch(() => {
			let mutations = this.getAll();
			this.#mutations.clear(), this.#scopes.clear(), mutations.forEach((mutation) => mutation.destroy()), mutations.forEach((mutation) => {
				this.notify({
					type: "removed",
					mutation
				});
			});
		});
	}
	getAll() {
		return Array.from(this.#mutations);
	}
	find(filters) {
		let defaultedFilters = {
			exact: !0,
			...filters
		};
		return this.getAll().find((mutation) => matchMutation(defaultedFilters, mutation));
	}
	findAll(filters = {}) {
		return this.getAll().filter((mutation) => matchMutation(filters, mutation));
	}
	notify(event) {
		notifyManager.batch(() => {
			this.listeners.forEach((listener) => {
				listener(event);
			});
		});
	}
	resumePausedMutations() {
		let pausedMutations = this.getAll().filter((x) => x.state.isPaused);
		return notifyManager.batch(() => Promise.all(pausedMutations.map((mutation) => mutation.continue().catch(noop))));
	}
};
function scopeFor(mutation) {
	return mutation.options.scope?.id;
}
var QueryCache = class extends Subscribable {
	#queries;
	constructor(config = {}) {
		super(), this.config = config, this.#queries = new Map();
	}
	build(client, options, state) {
		let queryKey = options.queryKey, queryHash = options.queryHash ?? hashQueryKeyByOptions(queryKey, options), query = this.get(queryHash);
		return query || (query = new Query({
			client,
			queryKey,
			queryHash,
			options: client.defaultQueryOptions(options),
			state,
			defaultOptions: client.getQueryDefaults(queryKey)
		}), this.add(query)), query;
	}
	add(query) {
		this.#queries.has(query.queryHash) || (this.#queries.set(query.queryHash, query), this.notify({
			type: "added",
			query
		}));
	}
	remove(query) {
		this.#queries.get(query.queryHash) === query && (query.destroy(), this.#queries.delete(query.queryHash), this.notify({
			type: "removed",
			query
		}));
	}
	clear() {
		notifyManager.batch(() => {
			this.getAll().forEach((query) => {
				this.remove(query);
			});
		});
	}
	get(queryHash) {
		return this.#queries.get(queryHash);
	}
	getAll() {
		return [...this.#queries.values()];
	}
	find(filters) {
		let defaultedFilters = {
			exact: !0,
			...filters
		};
		return this.getAll().find((query) => matchQuery(defaultedFilters, query));
	}
	findAll(filters = {}) {
		let queries = this.getAll();
		return Object.keys(filters).length > 0 ? queries.filter((query) => matchQuery(filters, query)) : queries;
	}
	notify(event) {
		notifyManager.batch(() => {
			this.listeners.forEach((listener) => {
				listener(event);
			});
		});
	}
	onFocus() {
		notifyManager.batch(() => {
			this.getAll().forEach((query) => {
				query.onFocus();
			});
		});
	}
	onOnline() {
		notifyManager.batch(() => {
			this.getAll().forEach((query) => {
				query.onOnline();
			});
		});
	}
}, QueryClient = class {
	#queryCache;
	#mutationCache;
	#defaultOptions;
	#queryDefaults;
	#mutationDefaults;
	#mountCount;
	#unsubscribeFocus;
	#unsubscribeOnline;
	constructor(config = {}) {
		this.#queryCache = config.queryCache || new QueryCache(), this.#mutationCache = config.mutationCache || new MutationCache(), this.#defaultOptions = config.defaultOptions || {}, this.#queryDefaults = new Map(), this.#mutationDefaults = new Map(), this.#mountCount = 0;
	}
	mount() {
		this.#mountCount++, this.#mountCount === 1 && (this.#unsubscribeFocus = focusManager.subscribe(async (focused) => {
			focused && (await this.resumePausedMutations(), this.#queryCache.onFocus());
		}), this.#unsubscribeOnline = onlineManager.subscribe(async (online) => {
			online && (await this.resumePausedMutations(), this.#queryCache.onOnline());
		}));
	}
	unmount() {
		this.#mountCount--, this.#mountCount === 0 && (this.#unsubscribeFocus?.(), this.#unsubscribeFocus = void 0, this.#unsubscribeOnline?.(), this.#unsubscribeOnline = void 0);
	}
	isFetching(filters) {
		return this.#queryCache.findAll({
			...filters,
			fetchStatus: "fetching"
		}).length;
	}
	isMutating(filters) {
		return this.#mutationCache.findAll({
			...filters,
			status: "pending"
		}).length;
	}
	getQueryData(queryKey) {
		let options = this.defaultQueryOptions({ queryKey });
		return this.#queryCache.get(options.queryHash)?.state.data;
	}
	ensureQueryData(options) {
		let defaultedOptions = this.defaultQueryOptions(options), query = this.#queryCache.build(this, defaultedOptions), cachedData = query.state.data;
		return cachedData === void 0 ? this.fetchQuery(options) : (options.revalidateIfStale && query.isStaleByTime(resolveQueryValue(defaultedOptions.staleTime, query)) && this.prefetchQuery(defaultedOptions), Promise.resolve(cachedData));
	}
	getQueriesData(filters) {
		return this.#queryCache.findAll(filters).map(({ queryKey, state }) => [queryKey, state.data]);
	}
	setQueryData(queryKey, updater, options) {
		let defaultedOptions = this.defaultQueryOptions({ queryKey }), prevData = this.#queryCache.get(defaultedOptions.queryHash)?.state.data, data = functionalUpdate(updater, prevData);
		if (data !== void 0) return this.#queryCache.build(this, defaultedOptions).setData(data, {
			...options,
			manual: !0
		});
	}
	setQueriesData(filters, updater, options) {
		return notifyManager.batch(() => this.#queryCache.findAll(filters).map(({ queryKey }) => [queryKey, this.setQueryData(queryKey, updater, options)]));
	}
	getQueryState(queryKey) {
		let options = this.defaultQueryOptions({ queryKey });
		return this.#queryCache.get(options.queryHash)?.state;
	}
	removeQueries(filters) {
		let queryCache = this.#queryCache;
		notifyManager.batch(() => {
			queryCache.findAll(filters).forEach((query) => {
				queryCache.remove(query);
			});
		});
	}
	resetQueries(filters, options) {
		let queryCache = this.#queryCache;
		return notifyManager.batch(() => {
			let matched = queryCache.findAll(filters), queriesToRefetch = new Set(matched);
			return matched.forEach((query) => {
				query.reset();
			}), this.refetchQueries({
				type: "active",
				predicate: (query) => queriesToRefetch.has(query)
			}, options);
		});
	}
	cancelQueries(filters, cancelOptions = {}) {
		let defaultedCancelOptions = {
			revert: !0,
			...cancelOptions
		}, promises = notifyManager.batch(() => this.#queryCache.findAll(filters).map((query) => query.cancel(defaultedCancelOptions)));
		return Promise.all(promises).then(noop).catch(noop);
	}
	invalidateQueries(filters, options = {}) {
		return notifyManager.batch(() => (this.#queryCache.findAll(filters).forEach((query) => {
			query.invalidate();
		}), filters?.refetchType === "none" ? Promise.resolve() : this.refetchQueries({
			...filters,
			type: filters?.refetchType ?? filters?.type ?? "active"
		}, options)));
	}
	refetchQueries(filters, options = {}) {
		let fetchOptions = {
			...options,
			cancelRefetch: options.cancelRefetch ?? !0
		}, promises = notifyManager.batch(() => this.#queryCache.findAll(filters).filter((query) => !query.isDisabled() && !query.isStatic()).map((query) => {
			let promise = query.fetch(void 0, fetchOptions), isPaused = query.state.fetchStatus === "paused";
			return (!fetchOptions.throwOnError || isPaused) && (promise = promise.catch(noop)), isPaused ? Promise.resolve() : promise;
		}));
		return Promise.all(promises).then(noop);
	}
	async query(options) {
		let defaultedOptions = this.defaultQueryOptions(options);
		defaultedOptions.retry === void 0 && (defaultedOptions.retry = !1);
		let query = this.#queryCache.build(this, defaultedOptions), queryData = query.isStaleByTime(resolveQueryValue(defaultedOptions.staleTime, query)) ? await query.fetch(defaultedOptions) : query.state.data, select = defaultedOptions.select;
		return select ? select(queryData) : queryData;
	}
	fetchQuery(options) {
		let defaultedOptions = this.defaultQueryOptions(options);
		defaultedOptions.retry === void 0 && (defaultedOptions.retry = !1);
		let query = this.#queryCache.build(this, defaultedOptions);
		return query.isStaleByTime(resolveQueryValue(defaultedOptions.staleTime, query)) ? query.fetch(defaultedOptions) : Promise.resolve(query.state.data);
	}
	prefetchQuery(options) {
		return this.fetchQuery(options).then(noop).catch(noop);
	}
	infiniteQuery(options) {
		return options._type = "infinite", this.query(options);
	}
	fetchInfiniteQuery(options) {
		return options._type = "infinite", this.fetchQuery(options);
	}
	prefetchInfiniteQuery(options) {
		return this.fetchInfiniteQuery(options).then(noop).catch(noop);
	}
	ensureInfiniteQueryData(options) {
		return options._type = "infinite", this.ensureQueryData(options);
	}
	resumePausedMutations() {
		return onlineManager.isOnline() ? this.#mutationCache.resumePausedMutations() : Promise.resolve();
	}
	getQueryCache() {
		return this.#queryCache;
	}
	getMutationCache() {
		return this.#mutationCache;
	}
	getDefaultOptions() {
		return this.#defaultOptions;
	}
	setDefaultOptions(options) {
		this.#defaultOptions = options;
	}
	setQueryDefaults(queryKey, options) {
		this.#queryDefaults.set(hashKey(queryKey), {
			queryKey,
			defaultOptions: options
		});
	}
	getQueryDefaults(queryKey) {
		let defaults = [...this.#queryDefaults.values()], result = {};
		return defaults.forEach((queryDefault) => {
			partialMatchKey(queryKey, queryDefault.queryKey) && Object.assign(result, queryDefault.defaultOptions);
		}), result;
	}
	setMutationDefaults(mutationKey, options) {
		this.#mutationDefaults.set(hashKey(mutationKey), {
			mutationKey,
			defaultOptions: options
		});
	}
	getMutationDefaults(mutationKey) {
		let defaults = [...this.#mutationDefaults.values()], result = {};
		return defaults.forEach((queryDefault) => {
			partialMatchKey(mutationKey, queryDefault.mutationKey) && Object.assign(result, queryDefault.defaultOptions);
		}), result;
	}
	defaultQueryOptions(options) {
		if (options._defaulted) return options;
		let defaultedOptions = {
			...this.#defaultOptions.queries,
			...this.getQueryDefaults(options.queryKey),
			...options,
			_defaulted: !0
		};
		return defaultedOptions.queryHash ||= hashQueryKeyByOptions(defaultedOptions.queryKey, defaultedOptions), defaultedOptions.refetchOnReconnect === void 0 && (defaultedOptions.refetchOnReconnect = defaultedOptions.networkMode !== "always"), defaultedOptions.throwOnError === void 0 && (defaultedOptions.throwOnError = !!defaultedOptions.suspense), !defaultedOptions.networkMode && defaultedOptions.persister && (defaultedOptions.networkMode = "offlineFirst"), defaultedOptions.queryFn === skipToken && (defaultedOptions.enabled = !1), defaultedOptions;
	}
	defaultMutationOptions(options) {
		return options?._defaulted ? options : {
			...this.#defaultOptions.mutations,
			...options?.mutationKey && this.getMutationDefaults(options.mutationKey),
			...options,
			_defaulted: !0
		};
	}
	clear() {
		this.#queryCache.clear(), this.#mutationCache.clear();
	}
}, PATH_PARAM_RE = /\{[^{}]+\}/g, supportsRequestInitExt = () => typeof process == "object" && Number.parseInt(process?.versions?.node?.substring(0, 2)) >= 18 && process.versions.undici;
function randomID() {
	return Math.random().toString(36).slice(2, 11);
}
function createClient(clientOptions) {
	let { baseUrl = "", Request: CustomRequest = globalThis.Request, fetch: baseFetch = globalThis.fetch, querySerializer: globalQuerySerializer, bodySerializer: globalBodySerializer, pathSerializer: globalPathSerializer, headers: baseHeaders, requestInitExt = void 0, ...baseOptions } = { ...clientOptions };
	requestInitExt = supportsRequestInitExt() ? requestInitExt : void 0, baseUrl = removeTrailingSlash(baseUrl);
	let globalMiddlewares = [];
	async function coreFetch(schemaPath, fetchOptions) {
		let { baseUrl: localBaseUrl, fetch = baseFetch, Request = CustomRequest, headers, params = {}, parseAs = "json", querySerializer: requestQuerySerializer, bodySerializer = globalBodySerializer ?? defaultBodySerializer, pathSerializer: requestPathSerializer, body, middleware: requestMiddlewares = [], ...init } = fetchOptions || {}, finalBaseUrl = baseUrl;
		localBaseUrl && (finalBaseUrl = removeTrailingSlash(localBaseUrl) ?? baseUrl);
		let querySerializer = typeof globalQuerySerializer == "function" ? globalQuerySerializer : createQuerySerializer(globalQuerySerializer);
		requestQuerySerializer && (querySerializer = typeof requestQuerySerializer == "function" ? requestQuerySerializer : createQuerySerializer({
			...typeof globalQuerySerializer == "object" ? globalQuerySerializer : {},
			...requestQuerySerializer
		}));
		let pathSerializer = requestPathSerializer || globalPathSerializer || defaultPathSerializer, serializedBody = body === void 0 ? void 0 : bodySerializer(body, mergeHeaders(baseHeaders, headers, params.header)), finalHeaders = mergeHeaders(serializedBody === void 0 || serializedBody instanceof FormData ? {} : { "Content-Type": "application/json" }, baseHeaders, headers, params.header), finalMiddlewares = [...globalMiddlewares, ...requestMiddlewares], requestInit = {
			redirect: "follow",
			...baseOptions,
			...init,
			body: serializedBody,
			headers: finalHeaders
		}, id, options, request = new Request(createFinalURL(schemaPath, {
			baseUrl: finalBaseUrl,
			params,
			querySerializer,
			pathSerializer
		}), requestInit), response;
		for (let key in init) key in request || (request[key] = init[key]);
		if (finalMiddlewares.length) {
			id = randomID(), options = Object.freeze({
				baseUrl: finalBaseUrl,
				fetch,
				parseAs,
				querySerializer,
				bodySerializer,
				pathSerializer
			});
			for (let m of finalMiddlewares) if (m && typeof m == "object" && typeof m.onRequest == "function") {
				let result = await m.onRequest({
					request,
					schemaPath,
					params,
					options,
					id
				});
				if (result) {
					if (result instanceof Request) request = result;
					else if (result instanceof Response) {
						response = result;
						break;
					} else throw Error("onRequest: must return new Request() or Response() when modifying the request");
				}
			}
		}
		if (!response) {
			try {
				response = await fetch(request, requestInitExt);
			} catch (error2) {
				let errorAfterMiddleware = error2;
				if (finalMiddlewares.length) for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
					let m = finalMiddlewares[i];
					if (m && typeof m == "object" && typeof m.onError == "function") {
						let result = await m.onError({
							request,
							error: errorAfterMiddleware,
							schemaPath,
							params,
							options,
							id
						});
						if (result) {
							if (result instanceof Response) {
								errorAfterMiddleware = void 0, response = result;
								break;
							}
							if (result instanceof Error) {
								errorAfterMiddleware = result;
								continue;
							}
							throw Error("onError: must return new Response() or instance of Error");
						}
					}
				}
				if (errorAfterMiddleware) throw errorAfterMiddleware;
			}
			if (finalMiddlewares.length) for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
				let m = finalMiddlewares[i];
				if (m && typeof m == "object" && typeof m.onResponse == "function") {
					let result = await m.onResponse({
						request,
						response,
						schemaPath,
						params,
						options,
						id
					});
					if (result) {
						if (!(result instanceof Response)) throw Error("onResponse: must return new Response() when modifying the response");
						response = result;
					}
				}
			}
		}
		let contentLength = response.headers.get("Content-Length");
		if (response.status === 204 || request.method === "HEAD" || contentLength === "0" && !response.headers.get("Transfer-Encoding")?.includes("chunked")) return response.ok ? {
			data: void 0,
			response
		} : {
			error: void 0,
			response
		};
		if (response.ok) return {
			data: await (async () => {
				if (parseAs === "stream") return response.body;
				if (parseAs === "json" && !contentLength) {
					let raw = await response.text();
					return raw ? JSON.parse(raw) : void 0;
				}
				return await response[parseAs]();
			})(),
			response
		};
		let error = await response.text();
		try {
			error = JSON.parse(error);
		} catch {}
		return {
			error,
			response
		};
	}
	return {
		request(method, url, init) {
			return coreFetch(url, {
				...init,
				method: method.toUpperCase()
			});
		},
		GET(url, init) {
			return coreFetch(url, {
				...init,
				method: "GET"
			});
		},
		PUT(url, init) {
			return coreFetch(url, {
				...init,
				method: "PUT"
			});
		},
		POST(url, init) {
			return coreFetch(url, {
				...init,
				method: "POST"
			});
		},
		DELETE(url, init) {
			return coreFetch(url, {
				...init,
				method: "DELETE"
			});
		},
		OPTIONS(url, init) {
			return coreFetch(url, {
				...init,
				method: "OPTIONS"
			});
		},
		HEAD(url, init) {
			return coreFetch(url, {
				...init,
				method: "HEAD"
			});
		},
		PATCH(url, init) {
			return coreFetch(url, {
				...init,
				method: "PATCH"
			});
		},
		TRACE(url, init) {
			return coreFetch(url, {
				...init,
				method: "TRACE"
			});
		},
		use(...middleware) {
			for (let m of middleware) if (m) {
				if (typeof m != "object" || !("onRequest" in m || "onResponse" in m || "onError" in m)) throw Error("Middleware must be an object with one of `onRequest()`, `onResponse() or `onError()`");
				globalMiddlewares.push(m);
			}
		},
		eject(...middleware) {
			for (let m of middleware) {
				let i = globalMiddlewares.indexOf(m);
				i !== -1 && globalMiddlewares.splice(i, 1);
			}
		}
	};
}
function serializePrimitiveParam(name, value, options) {
	if (value == null) return "";
	if (typeof value == "object") throw Error("Deeply-nested arrays/objects aren’t supported. Provide your own `querySerializer()` to handle these.");
	return `${name}=${options?.allowReserved === !0 ? value : encodeURIComponent(value)}`;
}
function serializeObjectParam(name, value, options) {
	if (!value || typeof value != "object") return "";
	let values = [], joiner = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[options.style] || "&";
	if (options.style !== "deepObject" && options.explode === !1) {
		for (let k in value) values.push(k, options.allowReserved === !0 ? value[k] : encodeURIComponent(value[k]));
		let final2 = values.join(",");
		switch (options.style) {
			case "form": return `${name}=${final2}`;
			case "label": return `.${final2}`;
			case "matrix": return `;${name}=${final2}`;
			default: return final2;
		}
	}
	for (let k in value) {
		let finalName = options.style === "deepObject" ? `${name}[${k}]` : k;
		values.push(serializePrimitiveParam(finalName, value[k], options));
	}
	let final = values.join(joiner);
	return options.style === "label" || options.style === "matrix" ? `${joiner}${final}` : final;
}
function serializeArrayParam(name, value, options) {
	if (!Array.isArray(value)) return "";
	if (options.explode === !1) {
		let joiner2 = {
			form: ",",
			spaceDelimited: "%20",
			pipeDelimited: "|"
		}[options.style] || ",", final = (options.allowReserved === !0 ? value : value.map((v) => encodeURIComponent(v))).join(joiner2);
		switch (options.style) {
			case "simple": return final;
			case "label": return `.${final}`;
			case "matrix": return `;${name}=${final}`;
			default: return `${name}=${final}`;
		}
	}
	let joiner = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[options.style] || "&", values = [];
	for (let v of value) options.style === "simple" || options.style === "label" ? values.push(options.allowReserved === !0 ? v : encodeURIComponent(v)) : values.push(serializePrimitiveParam(name, v, options));
	return options.style === "label" || options.style === "matrix" ? `${joiner}${values.join(joiner)}` : values.join(joiner);
}
function createQuerySerializer(options) {
	return function(queryParams) {
		let search = [];
		if (queryParams && typeof queryParams == "object") for (let name in queryParams) {
			let value = queryParams[name];
			if (value != null) {
				if (Array.isArray(value)) {
					if (value.length === 0) continue;
					search.push(serializeArrayParam(name, value, {
						style: "form",
						explode: !0,
						...options?.array,
						allowReserved: options?.allowReserved || !1
					}));
				} else typeof value == "object" ? search.push(serializeObjectParam(name, value, {
					style: "deepObject",
					explode: !0,
					...options?.object,
					allowReserved: options?.allowReserved || !1
				})) : search.push(serializePrimitiveParam(name, value, options));
			}
		}
		return search.join("&");
	};
}
function defaultPathSerializer(pathname, pathParams) {
	let nextURL = pathname;
	for (let match of pathname.match(PATH_PARAM_RE) ?? []) {
		let name = match.substring(1, match.length - 1), explode = !1, style = "simple";
		if (name.endsWith("*") && (explode = !0, name = name.substring(0, name.length - 1)), name.startsWith(".") ? (style = "label", name = name.substring(1)) : name.startsWith(";") && (style = "matrix", name = name.substring(1)), !pathParams || pathParams[name] === void 0 || pathParams[name] === null) continue;
		let value = pathParams[name];
		nextURL = Array.isArray(value) ? nextURL.replace(match, serializeArrayParam(name, value, {
			style,
			explode
		})) : typeof value == "object" ? nextURL.replace(match, serializeObjectParam(name, value, {
			style,
			explode
		})) : style === "matrix" ? nextURL.replace(match, `;${serializePrimitiveParam(name, value)}`) : nextURL.replace(match, style === "label" ? `.${encodeURIComponent(value)}` : encodeURIComponent(value));
	}
	return nextURL;
}
function defaultBodySerializer(body, headers) {
	return body instanceof FormData ? body : headers && (headers.get instanceof Function ? headers.get("Content-Type") ?? headers.get("content-type") : headers["Content-Type"] ?? headers["content-type"]) === "application/x-www-form-urlencoded" ? new URLSearchParams(body).toString() : JSON.stringify(body);
}
function createFinalURL(pathname, options) {
	let finalURL = `${options.baseUrl}${pathname}`;
	options.params?.path && (finalURL = options.pathSerializer(finalURL, options.params.path));
	let search = options.querySerializer(options.params.query ?? {});
	return search.startsWith("?") && (search = search.substring(1)), search && (finalURL += `?${search}`), finalURL;
}
function mergeHeaders(...allHeaders) {
	let finalHeaders = new Headers();
	for (let h of allHeaders) {
		if (!h || typeof h != "object") continue;
		let iterator = h instanceof Headers ? h.entries() : Object.entries(h);
		for (let [k, v] of iterator) if (v === null) finalHeaders.delete(k);
		else if (Array.isArray(v)) for (let v2 of v) finalHeaders.append(k, v2);
		else v !== void 0 && finalHeaders.set(k, v);
	}
	return finalHeaders;
}
function removeTrailingSlash(url) {
	return url.endsWith("/") ? url.substring(0, url.length - 1) : url;
}
var sent = store([]), reached = store(!0), client = createClient({ fetch: (request) => fetch(request) });
async function call(operation, body, options = {}) {
	let token = options.key ?? await bearer();
	if (token === void 0 && session.get() === null) throw new Refused(signedOut());
	let { data, error, response } = await post(operation, body, token, options);
	if (response.status === 401 && options.key === void 0 && await renew()) return call(operation, body, {
		...options,
		key: await bearer() ?? ""
	});
	let requestId = response.headers.get("X-Request-Id") ?? "";
	if (reached.set(!0), sandbox.set(sandbox.get() || response.headers.has("Storefront-Sandbox")), options.unseen || sent.set([{
		operation,
		body,
		status: response.status,
		requestId
	}, ...sent.get()].slice(0, 20)), data === void 0) throw new Refused(isProblem(error) ? error : offline());
	return {
		answer: data,
		requestId,
		response
	};
}
async function post(operation, body, token, options) {
	let headers = {};
	token !== void 0 && (headers.Authorization = `Bearer ${token}`), options.idempotencyKey !== void 0 && (headers["Idempotency-Key"] = options.idempotencyKey);
	let send = client.POST;
	try {
		return await send(`/api/v1/tools/${operation}`, {
			body,
			headers
		});
	} catch {
		throw reached.set(!1), new Refused(offline());
	}
}
function isProblem(told) {
	return typeof told == "object" && !!told && "code" in told && "detail" in told && "instance" in told;
}
async function read(operation, body, options) {
	return resultOf((await call(operation, body, options)).answer);
}
function resultOf(answer) {
	return answer.result;
}
async function get(path) {
	let token = await bearer(), answer = await fetch(path, { headers: token === void 0 ? {} : { Authorization: `Bearer ${token}` } }).catch(() => {
		throw new Refused(offline());
	}), told = await answer.json().catch(() => {
		throw new Refused(offline());
	});
	if (!answer.ok) throw new Refused(isProblem(told) ? told : offline());
	return told;
}
async function overMcp(method, params, key) {
	let token = key ?? await bearer(), headers = {
		"Content-Type": "application/json",
		Accept: "application/json, text/event-stream"
	};
	return token !== void 0 && (headers.Authorization = `Bearer ${token}`), (await fetch("/api/mcp", {
		method: "POST",
		headers,
		body: JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method,
			params
		})
	}).catch(() => {
		throw new Refused(offline());
	})).json();
}
var leavesTrace = new Set([
	"orders.list",
	"orders.get",
	"orders.history",
	"orders.refunds",
	"customer.list",
	"customer.get",
	"customer.lookup_by_email",
	"customer.lookup_by_phone",
	"customer.export",
	"audit.get",
	"approvals.list",
	"approvals.get"
]), kept = new QueryClient({ defaultOptions: { queries: {
	staleTime: 5e3,
	gcTime: 3e5,
	retry: !1,
	networkMode: "always"
} } });
kept.mount();
var reader = session.get()?.key.id, left = !1;
session.watch(() => {
	let now = session.get()?.key.id;
	now !== void 0 && (reader !== void 0 && reader !== now ? kept.clear() : left && kept.invalidateQueries(), reader = now), left = now === void 0;
});
function once(operation) {
	return leavesTrace.has(operation) ? {
		staleTime: Infinity,
		refetchOnWindowFocus: !1,
		refetchOnReconnect: !1
	} : {};
}
function useObserver(observer) {
	let [, again] = d({});
	return A(() => {
		let stop = observer.subscribe(() => again({}));
		return again({}), stop;
	}, [observer]), observer.getCurrentResult();
}
function useRefusal(key, { error, isSuccess }) {
	let last = T({ of: "" }), of = JSON.stringify(key);
	return error ? last.current = {
		of,
		refused: asRead(error)
	} : (isSuccess || last.current.of !== of) && (last.current = { of }), last.current.refused;
}
function useAnswer(operation, body, watch = {}) {
	let options = {
		queryKey: [operation, body],
		queryFn: async () => (await call(operation, body, { unseen: watch.every !== void 0 })).answer,
		enabled: watch.enabled ?? !0,
		refetchInterval: watch.every ?? !1,
		...once(operation)
	}, observer = w(() => new QueryObserver(kept, options), []);
	observer.setOptions(options);
	let now = useObserver(observer), refused = useRefusal(options.queryKey, now);
	return {
		data: now.data,
		refused,
		loading: now.isLoading && !refused,
		again: () => void observer.refetch({ cancelRefetch: !1 })
	};
}
function useResult(operation, body, watch = {}) {
	let read = useAnswer(operation, body, watch);
	return {
		...read,
		data: read.data === void 0 ? void 0 : resultOf(read.data)
	};
}
function nextCursor(answer) {
	let inResult = answer.result;
	return answer.page?.nextCursor ?? inResult?.nextCursor ?? void 0;
}
function useList(operation, body, watch = {}) {
	let options = {
		queryKey: [
			operation,
			body,
			"pages"
		],
		queryFn: async ({ pageParam }) => (await call(operation, pageParam === void 0 ? body : {
			...body,
			cursor: pageParam
		})).answer,
		initialPageParam: void 0,
		getNextPageParam: nextCursor,
		enabled: watch.enabled ?? !0,
		...once(operation)
	}, observer = w(() => new InfiniteQueryObserver(kept, options), []);
	observer.setOptions(options);
	let now = useObserver(observer), refused = useRefusal(options.queryKey, now), pages = now.data?.pages, total = pages?.[0]?.page;
	return {
		data: pages?.flatMap(itemsOf),
		refused,
		loading: now.isLoading && !refused,
		again: () => void observer.refetch({ cancelRefetch: !1 }),
		more: now.hasNextPage && !now.isFetchingNextPage ? () => void observer.fetchNextPage() : void 0,
		total: total?.totalIsExact ? total.total : void 0
	};
}
function itemsOf(answer) {
	let { result } = answer;
	return Array.isArray(result) ? result : result.items;
}
function forget(...groups) {
	return kept.invalidateQueries({ predicate: ({ queryKey: [operation] }) => groups.length === 0 || groups.some((group) => String(operation).startsWith(`${group}.`)) });
}
function useWrite(operation) {
	let [state, set] = d({ busy: !1 }), attempt = T({
		body: "",
		key: ""
	}), busy = T(!1);
	return {
		...state,
		refused: state.refused,
		clear: () => set({ busy: !1 }),
		send: async (body) => {
			if (busy.current) return;
			busy.current = !0, set({ busy: !0 });
			let text = JSON.stringify(body);
			attempt.current.body !== text && (attempt.current = {
				body: text,
				key: crypto.randomUUID()
			});
			try {
				let answered = await call(operation, body, { idempotencyKey: attempt.current.key });
				return attempt.current = {
					body: "",
					key: ""
				}, set({ busy: !1 }), forget(), answered;
			} catch (thrown) {
				set({
					busy: !1,
					refused: asRefused(thrown)
				});
				return;
			} finally {
				busy.current = !1;
			}
		}
	};
}
export { useRoute as $, learn as A, signIn as B, dayStart as C, readMoney as D, percent as E, texts as F, changes as G, Refused as H, may as I, under as J, pointer as K, renew as L, __vitePreload as M, language as N, time as O, speak as P, refine as Q, sandbox as R, dayName as S, money as T, asRead as U, signOut as V, asRefused as W, href as X, go as Y, leave as Z, told as _, useWrite as a, T as at, date as b, get as c, $ as ct, read as d, store as et, resultOf as f, sentence as g, refusedBy as h, useResult as i, P as it, operations as j, typedMoney as k, overMcp as l, Q as lt, ProblemNote as m, useAnswer as n, A as nt, leavesTrace as o, d as ot, sent as p, same as q, useList as r, F as rt, call as s, w as st, forget as t, useStore as tt, reached as u, a as v, localDay as w, dateTime as x, count as y, session as z };
