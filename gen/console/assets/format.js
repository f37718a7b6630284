var e$3, t$9, r$8, i$5, a$7, o$6, s$5, c$4, l$4, u$3, f$5 = Symbol.for("pv"), p$5 = {}, m$5 = [], h$5 = /^m(i|n|o|s|text|space)$/, g$5 = Array.isArray, _$3 = m$5.slice, v$2 = Object.assign;
function y$2(e) {
	e && e.parentNode && e.remove();
}
function S$1(n, r, i, a, o) {
	var s = {
		type: n,
		props: r,
		key: i,
		ref: a,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: f$5,
		__v: o || ++t$9,
		__i: -1,
		__u: 0
	};
	return !o && e$3.vnode && e$3.vnode(s), s;
}
function w(e) {
	return e.children;
}
function T$1(e, t) {
	this.props = e, this.context = t, this.__g = 0;
}
function E$1(e, t) {
	if (t == null) return e.__ && E$1(e.__, e.__i + 1);
	for (var n; t < e.__k.length; t++) if ((n = e.__k[t]) && n.__e) return n.__e;
	return typeof e.type != "function" || e.props.__P ? null : E$1(e);
}
function D(t) {
	var n, r = t.__v, i = r.__e, a = [], o = [], s = t.__P;
	s && ((n = v$2({ constructor: f$5 }, r)).__v = r.__v + 1, e$3.vnode && e$3.vnode(n), z(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || E$1(r), 32 & r.__u, o), n.__v = r.__v, n.__.__k[n.__i] = n, H(a, n, o), r.__ = r.__e = null, n.__e != i && O$1(n));
}
function O$1(e) {
	if ((e = e.__) && e.__c && !e.props.__P) return e.__e = null, e.__k.some(function(t) {
		return t && (e.__e = t.__e);
	}), O$1(e);
}
function k$1(t) {
	(8 & t.__g || (t.__g |= 8, r$8.push(t), a$7++)) && i$5 == e$3.debounceRendering || ((i$5 = e$3.debounceRendering) || queueMicrotask)(A$1);
}
function A$1() {
	try {
		for (var e, t = 1; r$8.length;) r$8.length > t && r$8.sort(o$6), e = r$8.shift(), t = r$8.length, 8 & e.__g && D(e);
	} finally {
		(a$7 = r$8.length) && (i$5 || queueMicrotask)(A$1);
	}
}
function j$1(e, t, n, r, i, a, o, s, c, l, u) {
	var d, f, h, g, _, v, y = r.__k || m$5, b = t.length;
	for (c = M$1(n, t, y, c, b), d = 0; d < b; d++) (h = n.__k[d]) != null && (f = ~h.__i && y[h.__i] || p$5, h.__i = d, v = z(e, h, f, i, a, o, s, c, l, u), g = h.__e, (f.ref != h.ref || 8 & f.__u) && (f.ref && W(f.ref, null, h, f), h.ref && u.push(h.ref, h.__c || g, h)), _ ||= g, 4 & h.__u ? (c = N$1(h, c, e, !f.__v), f.__e && (f.__e = null)) : typeof h.type == "function" && v !== void 0 ? c = v : g && (c = g.nextSibling), h.__u &= -21);
	return n.__e = _, c;
}
function M$1(e, t, n, r, i) {
	var a, o, s, c, l, u, d, p, m, h = n.length, _ = h, v = 0, y = 0, b = e.__k = Array(i);
	for (a = 0; a < i; a++) (o = t[a]) != null && typeof o != "boolean" && typeof o != "function" ? (typeof o != "object" || o.constructor === String ? o = b[a] = S$1(null, o) : g$5(o) ? o = b[a] = S$1(w, { children: o }) : o.constructor === f$5 && o.__b ? o = b[a] = S$1(o.type, o.props, o.key, o.ref, o.__v) : b[a] = o, c = a + v, o.__ = e, o.__b = e.__b + 1, s = null, ~(l = o.__i = F$1(o, n, c, _)) && (_--, (s = n[l]) && (s.__u |= 2)), s && s.__v ? (o.__u |= 16, l == c - 1 ? v-- : l == c + 1 ? v++ : l != c && (l > c ? v-- : v++, y = 1)) : (~l || (i > h ? v-- : i < h && v++), typeof o.type != "function" && (o.__u |= 4))) : b[a] = null;
	if (y) {
		for (u = [], d = [], a = 0; a < i; a++) if ((o = b[a]) && 16 & o.__u) {
			for (v = 0, p = u.length; v < p;) u[m = v + p >> 1] < o.__i ? v = m + 1 : p = m;
			u[v] = o.__i, d[a] = v + 1;
		}
		for (v = u.length; a--;) d[a] && (d[a] == v ? v-- : b[a].__u |= 4);
	}
	if (_) for (a = 0; a < h; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = E$1(s)), G(s, s));
	return r;
}
function N$1(e, t, n, r) {
	var i, a, o, s;
	if (typeof e.type == "function") {
		if (e.props.__P) return t;
		if (i = e.__k) for (a = 0; a < i.length; a++) i[a] && (i[a].__ = e, t = N$1(i[a], t, n, !1));
		return t;
	}
	for (t && !t.parentNode && (t = E$1(e)) && !t.parentNode && (t = null), o = e.__e, s = t; s && s.nodeType == 8;) s = s.nextSibling;
	for (o != s && (!r && n.moveBefore && o.parentNode ? n.moveBefore(o, t) : n.insertBefore(o, t || null)), t = o; (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith("$s"););
	return t;
}
function F$1(e, t, n, r) {
	var i, a = e.key, o = e.type, s = t[n], c = s && !(2 & s.__u);
	if (s === null && a == null || c && a == s.key && o == s.type) return n;
	if (r > +!!c) {
		for (i = n - 1; i >= 0; i--) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
		for (i = n + 1; i < t.length; i++) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
	}
	return -1;
}
function I$1(e, t, n) {
	n ??= "", t[0] == "-" ? e.setProperty(t, n) : e[t] = n;
}
function L(e, t, n, r, i) {
	var a, o;
	if (t == "style") {
		if (typeof n == "string") e.style.cssText = n;
		else {
			if (typeof r == "string" && (e.style.cssText = r = ""), r) for (t in r) n && t in n || I$1(e.style, t);
			if (n) for (t in n) r && n[t] == r[t] || I$1(e.style, t, n[t]);
		}
	} else if (t[0] == "o" && t[1] == "n") typeof n != "function" && (n = null), typeof r != "function" && (r = null), (e.__e ||= {})[t] = n, n && r || (o = u$3[t] || (u$3[t] = R(t)), (e.__a ||= {})[t] = l$4, a = t != (t = t.replace(c$4, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), n ? e.addEventListener(t, o, a) : e.removeEventListener(t, o, a));
	else {
		if (i == "http://www.w3.org/2000/svg") t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if (t != "width" && t != "height" && t != "href" && t != "list" && t != "form" && t != "tabIndex" && t != "download" && t != "rowSpan" && t != "colSpan" && t != "role" && t != "popover" && t in e) try {
			e[t] = n ?? "";
			return;
		} catch {}
		if (typeof n == "function") return;
		n == null || !1 === n && t[4] != "-" ? e.removeAttribute(t) : e.setAttribute(t, t == "popover" && n == 1 ? "" : n);
	}
}
function R(t) {
	return function(n) {
		var r = this.__e;
		if (r) {
			if (r = r[t], n[s$5] == null) n[s$5] = l$4++;
			else if (n[s$5] < this.__a[t]) return;
			return r(e$3.event ? e$3.event(n) : n);
		}
	};
}
function z(t, n, r, i, a, o, s, c, l, u) {
	var d, p, h, _, b, x, S, C, D, O, k, A, M, N, P, F, I, L, R = n.type;
	if (n.constructor !== f$5) return null;
	128 & r.__u && (l = 32 & r.__u, d = r.__c.__z) && (n.__u |= l, p = o = [], d.nodeType == 8 ? c = B(d, o) : o.push(d), c = o[0] || c), (d = e$3.__b) && d(n);
	n: if (typeof R == "function") {
		h = s.length;
		try {
			if (C = n.props, D = (d = R.prototype) && d.render, O = (d = R.contextType) && i[d.__c], k = d ? O ? O.props.value : d.__ : i, (_ = r.__c) ? (n.__c = _, 2 & _.__g && (_.__g |= 1)) : (D ? n.__c = _ = new R(C, k) : (n.__c = _ = new T$1(C, k), _.constructor = R, _.render = K), O && O.sub(_), _.state || (_.state = {}), _.__n = i, _.__g |= 8, _.__h = [], _.__k = []), D && (_.__s || (_.__s = _.state), R.getDerivedStateFromProps && (_.__s == _.state && (_.__s = v$2({}, _.__s)), v$2(_.__s, R.getDerivedStateFromProps(C, _.__s)))), b = _.props, x = _.state, _.__v = n, r.__c) {
				if (C !== b && D && !R.getDerivedStateFromProps && _.componentWillReceiveProps && _.componentWillReceiveProps(C, k), n.__v == r.__v && !(8 & _.__g) || !(4 & _.__g) && _.shouldComponentUpdate && !1 === _.shouldComponentUpdate(C, _.__s, k)) {
					n.__v != r.__v && (_.props = C, _.state = _.__s, _.__g &= -9), n.__e = r.__e, n.__k = r.__k, n.__k.some(function(e) {
						e && (e.__ = n);
					}), m$5.push.apply(_.__h, _.__k), _.__k = [], _.__h.length && s.push(_), c = E$1(r);
					break n;
				}
				_.componentWillUpdate && _.componentWillUpdate(C, _.__s, k), D && _.componentDidUpdate && _.__h.push(function() {
					_.componentDidUpdate(b, x, S);
				});
			} else D && !R.getDerivedStateFromProps && _.componentWillMount && _.componentWillMount(), D && _.componentDidMount && _.__h.push(_.componentDidMount);
			_.context = k, _.props = C, _.__P = t, _.__g &= -5, A = e$3.__r, M = D ? 25 : 0;
			do
				_.__g &= -9, A && A(n), d = _.render(_.props, _.state = _.__s, _.context);
			while (8 & _.__g && ++M < 25);
			D && (m$5.push.apply(_.__h, _.__k), _.__k = []), _.state = _.__s, _.getChildContext && (i = v$2({}, i, _.getChildContext())), D && r.__c && _.getSnapshotBeforeUpdate && (S = _.getSnapshotBeforeUpdate(b, x)), N = d && d.type === w && d.key == null ? d.props.children : d, C.__P && (d = c, a = (t = C.__P).namespaceURI, l = o = null, r.props && r.props.__P != t && (r.__k.some(function(e) {
				e && G(e, e);
			}), r.__k = null), c = r.__k ? E$1(r, 0) : null), c = j$1(t, g$5(N) ? N : [N], n, r, i, a, o, s, c, l, u), C.__P && (n.__e = null, c = d), n.__u &= -161, p && p.some(y$2), _.__h.length && s.push(_), 1 & _.__g && (_.__g &= -4);
		} catch (t) {
			if (s.length = h, n.__v = null, l || o) {
				if (t && t.then) {
					if (n.__u |= 128 | l, o) {
						for (~(I = o.indexOf(c || void 0)) || (I = o.length); (L = o[I - 1]) && L.nodeType == 8;) I--;
						for (; I < o.length; I++) if (L = o[I]) {
							if (o[I] = null, P) {
								if (L == F) break;
							} else {
								if (L.nodeType != 8) break;
								L.data.startsWith("$s") && (F = B(P = L));
							}
						}
					}
					if (!P) {
						for (; c && c.nodeType == 8 && c.nextSibling;) c = c.nextSibling;
						P = c;
					}
					(d = B(P = n.__c.__z || (n.__c.__z = P))) ? (n.__e = P, c = d) : n.__e = c, c &&= c.nextSibling;
				} else o && o.some(y$2);
			} else n.__e = r.__e;
			n.__k ||= r.__k || [], t && t.then || V(n), e$3.__e(t, n, r);
		}
	} else c = n.__e = U(r.__e, n, r, i, a, o, s, l, u, t);
	return (d = e$3.diffed) && d(n), c;
}
function B(e, t) {
	if (e && e.nodeType == 8 && e.data.startsWith("$s")) for (var n = 1; e = e.nextSibling;) {
		if (e.nodeType == 8) {
			if (e.data.startsWith("$s")) n++;
			else if (e.data.startsWith("/$s") && !--n) return e;
		}
		t && t.push(e);
	}
}
function V(e) {
	e && (e.__c && (e.__c.__g |= 4), e.__k && e.__k.some(V));
}
function H(t, n, r) {
	for (var i = 0; i < r.length;) W(r[i++], r[i++], r[i++]);
	e$3.__c && e$3.__c(n, t), t.some(function(n) {
		try {
			t = n.__h, n.__h = [], t.some(function(e) {
				e.call(n);
			});
		} catch (t) {
			e$3.__e(t, n.__v);
		}
	});
}
function U(t, n, r, i, a, o, s, c, l, u) {
	var d, f, m, v, b, x, S, C, w = r.props || p$5, T = n.props, D = n.type;
	if (D == "svg" ? a = "http://www.w3.org/2000/svg" : D == "math" ? a = "http://www.w3.org/1998/Math/MathML" : a ||= "http://www.w3.org/1999/xhtml", o) {
		for (d = 0; d < o.length; d++) if ((b = o[d]) && (D ? b.localName == D : b.nodeType == 3)) {
			t = b, o[d] = null;
			break;
		}
	}
	if (!t) {
		if (C = u.ownerDocument || document, !D) return C.createTextNode(T);
		t = C.createElementNS(a, D, T.is ? T : u), c &&= (e$3.__m && e$3.__m(n, o), !1), o = null;
	}
	if (D) {
		if (u = D == "template" && t.content || t, o = D == "textarea" && T.defaultValue != null ? null : o && _$3.call(u.childNodes), !c && o) for (w = {}, d = 0; d < t.attributes.length; d++) w[(b = t.attributes[d]).name] = b.value;
		for (d in w) b = w[d], d == "dangerouslySetInnerHTML" ? m = b : d == "children" || d in T || d == "value" && "defaultValue" in T || d == "checked" && "defaultChecked" in T || L(t, d, null, b, a);
		for (d in T) b = T[d], d == "children" ? v = b : d == "dangerouslySetInnerHTML" ? f = b : d == "value" ? x = b : d == "checked" ? S = b : c && typeof b != "function" || w[d] === b || L(t, d, b, w[d], a);
		f ? (c || m && (f.__html == m.__html || f.__html == t.innerHTML) || (t.innerHTML = f.__html), n.__k = []) : (m && (t.textContent = ""), (D == "foreignObject" || a == "http://www.w3.org/1998/Math/MathML" && h$5.test(D)) && (a = "http://www.w3.org/1999/xhtml"), j$1(u, g$5(v) ? v : [v], n, r, i, a, o, s, o ? o[0] : r.__k && E$1(r, 0), c, l), o && o.some(y$2)), c && D != "textarea" || (d = "value", D == "progress" && x == null ? t.removeAttribute(d) : x == null || x === t[d] && (D != "progress" || x) || L(t, d, x, w[d], a), d = "checked", S != null && S != t[d] && L(t, d, S, w[d], a));
	} else w === T || c && t.data == T || (t.data = T);
	return t;
}
function W(t, n, r, i) {
	try {
		typeof t == "function" ? n ? n.__x = t(n) || 1 : (i &&= i.__c || i.__e) && (n = i.__x) && (i.__x = null, typeof n == "function" ? n() : t(null)) : t.current = n;
	} catch (t) {
		e$3.__e(t, r);
	}
}
function G(t, n, r) {
	var i, a, o, s;
	if (e$3.unmount && e$3.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || W(i, null, n, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			e$3.__e(t, n);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (s = 0; s < i.length; s++) i[s] && G(i[s], n, typeof t.type != "function" || r && !t.props.__P);
	!r && (i = t.__c) && (i = i.__z) && (a = B(i, o = [])) && (i == t.__e && o.some(y$2), y$2(a), y$2(i)), r || y$2(t.__e), t.__e = t.__c = t.__ = null;
}
function K(e, t, n) {
	return this.constructor(e, n);
}
function q(t, n) {
	var r, i, a, o;
	e$3.__ && e$3.__(t, n), n.nodeType == 9 && (n = n.documentElement), i = (r = t && 32 & t.__u) ? null : n.__k, n.__k = S$1(w, { children: [t] }), a = [], o = [], z(n, n.__k, i || p$5, p$5, n.namespaceURI, i ? null : n.firstChild ? _$3.call(n.childNodes) : null, a, i ? i.__e : n.firstChild, r, o), H(a, n.__k, o), n.__k.props.children = null;
}
e$3 = { __e: function(e, t, n, r) {
	for (var i, o, s; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((s = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(e)), i.componentDidCatch && (i.componentDidCatch(e, r || {}), s = 1), s && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			e = t;
		}
	}
	throw a$7 = 0, e;
} }, t$9 = 0, T$1.prototype.setState = function(e, t) {
	var n = this.__s;
	n && n != this.state || (n = this.__s = v$2({}, this.state)), typeof e == "function" && (e = e(v$2({}, n), this.props)), e && (v$2(n, e), this.__v && (t && this.__k.push(t), k$1(this)));
}, T$1.prototype.forceUpdate = function(e) {
	this.__v && (this.__g |= 4, e && this.__h.push(e), k$1(this));
}, T$1.prototype.render = w, r$8 = [], a$7 = 0, o$6 = function(e, t) {
	return e.__v.__b - t.__v.__b;
}, s$5 = Symbol(), c$4 = /(PointerCapture)$|Capture$/i, l$4 = 0, u$3 = {};
var t$8, n$7, r$7, i$4, a$6 = Object.is, o$5 = 0, s$4 = [], c$3 = [], l$3 = e$3, u$2 = l$3.__b, d$2 = l$3.__r, f$4 = l$3.diffed, p$4 = l$3.__c, m$4 = l$3.unmount, h$4 = l$3.__;
function g$4(e, t) {
	l$3.__h && l$3.__h(n$7, e, o$5 || t), o$5 = 0;
	var r = n$7.__H || (n$7.__H = {
		__: [],
		__h: []
	});
	return e >= r.__.length && r.__.push({}), r.__[e];
}
function _$2(e) {
	return o$5 = 1, v$1(I, e);
}
function v$1(e, r, i) {
	var o = g$4(t$8++, 2);
	if (o.t = e, !o.__c && (o.__ = [i ? i(r) : I(void 0, r), function(e) {
		var t = (o.__N || o.__)[0], n = o.t(t, e);
		a$6(t, n) || (o.__N = [n, o.__[1]], o.__c.setState({}));
	}], o.__c = n$7, !n$7.__f)) {
		n$7.__f = !0;
		var s = n$7.shouldComponentUpdate;
		n$7.shouldComponentUpdate = function(e, t, n) {
			var r = this.__H;
			if (!r) return !0;
			var i = !1, o = this.props != e;
			if (r.__.some(function(e) {
				e.__N && (i = !0, a$6(e.__[0], e.__N[0]) || (o = !0));
			}), s) {
				var c = s.call(this, e, t, n);
				return i ? c || o : c;
			}
			return !i || o;
		};
	}
	return o.__;
}
function y$1(e, r) {
	var i = g$4(t$8++, 3);
	!l$3.__s && F(i.__H, r) && (i.__P = !0, i.__ = e, i.u = r, n$7.__H.__h.push(i));
}
function b(e, r) {
	var i = g$4(t$8++, 4);
	!l$3.__s && F(i.__H, r) && (i.__P = !1, i.__ = e, i.u = r, n$7.__h.push(i));
}
function x$1(e) {
	return o$5 = 5, C$1(function() {
		return { current: e };
	}, []);
}
function C$1(e, n) {
	var r = g$4(t$8++, 7);
	return F(r.__H, n) && (r.__ = e(), r.__H = n), r.__;
}
function O() {
	var e = g$4(t$8++, 11);
	if (!e.__) {
		for (var r = n$7.__v; !r.__m && r.__;) r = r.__;
		var i = r.__m || (r.__m = [0, 0]);
		e.__ = "P" + i[0] + "-" + i[1]++;
	}
	return e.__;
}
function k() {
	var e;
	do {
		for (; e = c$3.shift();) try {
			N(e);
		} catch (t) {
			l$3.__e(t, { __: (e = e.__P) && e.__v });
		}
		for (; e = s$4.shift();) {
			var t = e.__H;
			if (e.__P && t) try {
				t.__h.some(N), t.__h.some(P), t.__h = [];
			} catch (n) {
				t.__h = [], l$3.__e(n, e.__v);
			}
		}
	} while (c$3.length);
}
l$3.__b = function(e) {
	n$7 = null, u$2 && u$2(e);
}, l$3.__ = function(e, t) {
	e && t.__k && t.__k.__m && (e.__m = t.__k.__m), h$4 && h$4(e, t);
}, l$3.__r = function(e) {
	d$2 && d$2(e), t$8 = 0;
	var i = (n$7 = e.__c).__H;
	i && (r$7 == n$7 ? n$7.__h = [] : (i.__h.some(N), i.__h.some(P), t$8 = 0), i.__h = [], i.__.some(function(e) {
		e.__N && (e.__ = e.__N), e.u = e.__N = void 0;
	})), r$7 = n$7;
}, l$3.diffed = function(e) {
	f$4 && f$4(e);
	var t = e.__c;
	t && t.__H && (t.__H.__h.length && M(s$4.push(t)), t.__H.__.some(function(e) {
		e.u && (e.__H = e.u);
	})), r$7 = n$7 = null;
}, l$3.__c = function(e, t) {
	t.some(function(e) {
		try {
			e.__h.some(N), e.__h = e.__h.filter(function(e) {
				return !e.__ || P(e);
			});
		} catch (t) {
			e.__h = [function() {
				throw t;
			}];
		}
	}), p$4 && p$4(e, t);
}, l$3.unmount = function(e) {
	m$4 && m$4(e);
	var t, n, r = e.__c;
	r && r.__H && (r.__H.__.some(function(r) {
		try {
			if (r.__P && r.__c) {
				if (n === void 0) {
					for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__;
					n &&= n.__c;
				}
				r.__P = n, M(c$3.push(r));
			} else N(r);
		} catch (e) {
			t = e;
		}
	}), r.__H = void 0, t && l$3.__e(t, r.__v));
};
var A = typeof requestAnimationFrame == "function";
function j(e) {
	var t, n = function() {
		clearTimeout(r), A && cancelAnimationFrame(t), setTimeout(e);
	}, r = setTimeout(n, 35);
	A && (t = requestAnimationFrame(n));
}
function M(e) {
	e != 1 && i$4 == l$3.requestAnimationFrame || ((i$4 = l$3.requestAnimationFrame) || j)(k);
}
function N(e) {
	var t = n$7, r = e.__c;
	typeof r == "function" && (e.__c = void 0, r()), n$7 = t;
}
function P(e) {
	var t = n$7;
	e.__c = e.__(), n$7 = t;
}
function F(e, t) {
	return !e || e.length != t.length || t.some(function(t, n) {
		return !a$6(t, e[n]);
	});
}
function I(e, t) {
	return typeof t == "function" ? t(e) : t;
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
	let [, again] = _$2({});
	return y$1(() => from.watch(() => again({})), [from]), from.get();
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
var here = store(parse(location.hash)), left$1 = new Map();
function back(page, rest = []) {
	let to = href(page, rest);
	return left$1.get(to) ?? to;
}
var leave = {};
addEventListener("hashchange", (event) => {
	let next = parse(location.hash), other = next.page !== here.get().page || next.rest.join("/") !== here.get().rest.join("/");
	if (other && leave.stays?.()) history.replaceState(null, "", new URL(event.oldURL).hash);
	else {
		if (other) {
			let { page, rest, query } = here.get();
			left$1.set(href(page, rest), href(page, rest, query)), leave.stays = void 0;
		}
		here.set(next), other && scrollTo(0, 0);
	}
});
function useRoute() {
	return useStore(here);
}
function route() {
	return here.get();
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
}, { operations, things, fields, statuses, reasons, refusals, faults } = {
	operations: {},
	things: {},
	fields: {},
	statuses: {},
	reasons: {},
	refusals: {},
	faults: []
};
async function learn() {
	({operations, things, fields, statuses, reasons, refusals, faults} = language === "da" ? await __vitePreload(() => import("./da.js"), [], import.meta.url) : await __vitePreload(() => import("./en.js"), [], import.meta.url));
}
var i$3 = Symbol.for("pv"), a$5 = 0;
Array.isArray;
function s$3(t, n, r, o, s, c) {
	n ||= {};
	var l, u, d = n;
	if ("ref" in d && typeof t != "function") for (u in d = {}, n) u == "ref" ? l = n[u] : d[u] = n[u];
	var f = {
		type: t,
		props: d,
		key: r,
		ref: l,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: i$3,
		__v: --a$5,
		__i: -1,
		__u: 0
	};
	return (s || c) && (f.__source = s, f.__self = c), e$3.vnode && e$3.vnode(f), f;
}
var t$7 = texts({
	scope: (scope) => `Your key may not do this: it lacks ${scope}. A person whose key has it can make you a new key.`,
	loading: "Loading…",
	more: "What the service said",
	again: "Try again",
	in: (seconds) => `Again in ${seconds} s`,
	allowed: "Possible now:",
	request: "Request"
}, {
	scope: (scope) => `Din nøgle må ikke dette: den mangler ${scope}. En person, hvis nøgle har det, kan lave en ny nøgle til dig.`,
	loading: "Henter…",
	more: "Hvad tjenesten sagde",
	again: "Prøv igen",
	in: (seconds) => `Igen om ${seconds} s`,
	allowed: "Muligt nu:",
	request: "Kald"
});
function sentence({ problem: { code, requiredScope, detail }, quiet }) {
	if (code === "insufficient_scope") return t$7.scope(requiredScope ?? "?");
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
	let note = x$1(null);
	if (y$1(() => {
		refused?.quiet || note.current?.scrollIntoView({ block: "nearest" });
	}, [refused]), !refused) return null;
	let { problem } = refused;
	return s$3("div", {
		class: "problem",
		role: "alert",
		ref: note,
		children: [
			s$3("p", { children: s$3("strong", { children: sentence(refused) }) }),
			problem.code === "validation_failed" && problem.errors && s$3("ul", { children: problem.errors.slice(0, 10).map((fault) => s$3("li", { children: [
				s$3("code", { children: fault.pointer }),
				" ",
				fault.detail
			] }, fault.pointer + fault.code)) }),
			problem.allowed && problem.allowed.length > 0 && s$3("p", { children: [
				t$7.allowed,
				" ",
				problem.allowed.join(", ")
			] }),
			children,
			again && problem.code !== "validation_failed" && s$3(Again, {
				refused,
				again
			}),
			s$3("details", { children: [
				s$3("summary", { children: t$7.more }),
				s$3("p", { children: [
					problem.detail,
					" ",
					problem.resolution
				] }),
				s$3("p", {
					class: "quiet",
					children: [s$3("code", { children: problem.code }), refused.requestId !== "" && s$3(w, { children: [
						" · ",
						t$7.request,
						" ",
						s$3("code", { children: refused.requestId })
					] })]
				})
			] })
		]
	});
}
function Again({ refused, again }) {
	let [left, setLeft] = _$2();
	return y$1(() => setLeft(comesBack(refused.problem)), [refused]), y$1(() => {
		if (left === void 0) return;
		if (left <= 0) return setLeft(void 0), again();
		let timer = setTimeout(() => setLeft(left - 1), 1e3), stop = () => setLeft(void 0);
		return addEventListener("input", stop), () => {
			clearTimeout(timer), removeEventListener("input", stop);
		};
	}, [left]), s$3("button", {
		type: "button",
		class: "second",
		onClick: again,
		children: left === void 0 ? t$7.again : t$7.in(left)
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
function Loading({ shown = !0 }) {
	return shown ? s$3("p", {
		class: "quiet",
		role: "status",
		"data-loading": !0,
		children: t$7.loading
	}) : null;
}
var e$2 = class {
	constructor() {
		this.listeners = new Set(), this.subscribe = this.subscribe.bind(this);
	}
	subscribe(e) {
		return this.listeners.add(e), this.onSubscribe(), () => {
			this.listeners.delete(e), this.onUnsubscribe();
		};
	}
	hasListeners() {
		return this.listeners.size > 0;
	}
	onSubscribe() {}
	onUnsubscribe() {}
}, n$6 = new class extends e$2 {
	#e;
	#t;
	#n;
	constructor() {
		super(), this.#n = (e) => {
			if (typeof window < "u" && window.addEventListener) {
				let t = () => e();
				return window.addEventListener("visibilitychange", t, !1), () => {
					window.removeEventListener("visibilitychange", t);
				};
			}
		};
	}
	onSubscribe() {
		this.#t || this.setEventListener(this.#n);
	}
	onUnsubscribe() {
		this.hasListeners() || (this.#t?.(), this.#t = void 0);
	}
	setEventListener(e) {
		this.#n = e, this.#t?.(), this.#t = e((e) => {
			typeof e == "boolean" ? this.setFocused(e) : this.onFocus();
		});
	}
	setFocused(e) {
		this.#e !== e && (this.#e = e, this.onFocus());
	}
	onFocus() {
		let e = this.isFocused();
		this.listeners.forEach((t) => {
			t(e);
		});
	}
	isFocused() {
		return typeof this.#e == "boolean" ? this.#e : globalThis.document?.visibilityState !== "hidden";
	}
}(), e$1 = {
	setTimeout: (e, t) => setTimeout(e, t),
	clearTimeout: (e) => clearTimeout(e),
	setInterval: (e, t) => setInterval(e, t),
	clearInterval: (e) => clearInterval(e)
}, n$5 = new class {
	#e = e$1;
	setTimeoutProvider(e) {
		this.#e = e;
	}
	setTimeout(e, t) {
		return this.#e.setTimeout(e, t);
	}
	clearTimeout(e) {
		this.#e.clearTimeout(e);
	}
	setInterval(e, t) {
		return this.#e.setInterval(e, t);
	}
	clearInterval(e) {
		this.#e.clearInterval(e);
	}
}();
function r$6(e) {
	setTimeout(e, 0);
}
var t$4 = typeof window > "u" || "Deno" in globalThis;
function n$4() {}
function r$5(e, t) {
	return typeof e == "function" ? e(t) : e;
}
function i$2(e) {
	return typeof e == "number" && e >= 0 && e !== Infinity;
}
function a$4(e, t) {
	return Math.max(e + (t || 0) - Date.now(), 0);
}
function o$3(e, t) {
	return typeof e == "function" ? e(t) : e;
}
function s$2(e, t) {
	let { type: n = "all", exact: r, fetchStatus: i, predicate: a, queryKey: o, stale: s } = e;
	if (o) {
		if (r) {
			if (t.queryHash !== l$2(o, t.options)) return !1;
		} else if (!d$1(t.queryKey, o)) return !1;
	}
	if (n !== "all") {
		let e = t.isActive();
		if (n === "active" && !e || n === "inactive" && e) return !1;
	}
	return !(typeof s == "boolean" && t.isStale() !== s || i && i !== t.state.fetchStatus || a && !a(t));
}
function c$2(e, t) {
	let { exact: n, status: r, predicate: i, mutationKey: a } = e;
	if (a) {
		if (!t.options.mutationKey) return !1;
		if (n) {
			if (u$1(t.options.mutationKey) !== u$1(a)) return !1;
		} else if (!d$1(t.options.mutationKey, a)) return !1;
	}
	return !(r && t.state.status !== r || i && !i(t));
}
function l$2(e, t) {
	return (t?.queryKeyHashFn || u$1)(e);
}
function u$1(e) {
	return JSON.stringify(e, (e, t) => g$3(t) ? Object.keys(t).sort().reduce((e, n) => (e[n] = t[n], e), {}) : t);
}
function d$1(e, t) {
	if (e === t) return !0;
	if (typeof e != typeof t) return !1;
	if (e && t && typeof e == "object" && typeof t == "object") {
		if (Array.isArray(e) !== Array.isArray(t)) return !1;
		if (Array.isArray(e) && Array.isArray(t)) {
			if (t.length > e.length) return !1;
			for (let n = 0; n < t.length; n++) if (!d$1(e[n], t[n])) return !1;
			return !0;
		}
		let n = Object.keys(t);
		for (let r of n) if (!d$1(e[r], t[r])) return !1;
		return !0;
	}
	return !1;
}
var f$3 = Object.prototype.hasOwnProperty;
function p$3(e, t, n = 0) {
	if (e === t) return e;
	if (n > 500) return t;
	let r = h$3(e) && h$3(t);
	if (!r && !(g$3(e) && g$3(t))) return t;
	let i = (r ? e : Object.keys(e)).length, a = r ? t : Object.keys(t), o = a.length, s = r ? Array(o) : {}, c = 0;
	for (let l = 0; l < o; l++) {
		let o = r ? l : a[l], u = e[o], d = t[o];
		if (u === d) {
			s[o] = u, (r ? l < i : f$3.call(e, o)) && c++;
			continue;
		}
		if (u === null || d === null || typeof u != "object" || typeof d != "object") {
			s[o] = d;
			continue;
		}
		let m = p$3(u, d, n + 1);
		s[o] = m, m === u && c++;
	}
	return i === o && c === i ? e : s;
}
function m$3(e, t) {
	if (!t || Object.keys(e).length !== Object.keys(t).length) return !1;
	for (let n of Object.keys(e)) if (!f$3.call(t, n) || e[n] !== t[n]) return !1;
	return !0;
}
function h$3(e) {
	return Array.isArray(e) && e.length === Object.keys(e).length;
}
function g$3(e) {
	if (!_$1(e)) return !1;
	let t = Object.getPrototypeOf(e), n = t?.constructor;
	if (n === void 0) return !0;
	if (typeof n != "function") return !1;
	let r = n.prototype;
	return !(!_$1(r) || !r.hasOwnProperty("isPrototypeOf") || t !== Object.prototype);
}
function _$1(e) {
	return Object.prototype.toString.call(e) === "[object Object]";
}
function v(t) {
	return new Promise((n) => {
		n$5.setTimeout(n, t);
	});
}
function y(e, t, n) {
	return typeof n.structuralSharing == "function" ? n.structuralSharing(e, t) : n.structuralSharing === !1 ? t : p$3(e, t);
}
function x(e, t, n, r) {
	let i = r ? [t, ...e] : [...e, t];
	return n && i.length > n ? r ? i.slice(0, n) : i.slice(-n) : i;
}
var S = Symbol();
function C(e, t) {
	return !e.queryFn && t?.initialPromise ? () => t.initialPromise : !e.queryFn || e.queryFn === S ? () => Promise.reject(Error(`Missing queryFn: '${e.queryHash}'`)) : e.queryFn;
}
var T = Symbol();
function E(e, t, n, r) {
	let i = !1, a;
	return Object.defineProperties(e, {
		[T]: { value: r },
		signal: {
			enumerable: !0,
			get: () => (a ??= t(), i || (i = !0, a.aborted ? n() : a.addEventListener("abort", n, { once: !0 })), a)
		}
	}), e;
}
var t$3 = () => t$4, n$3 = () => t$3();
function i$1(i) {
	return { onFetch: (s, c) => {
		let l = s.options, u = s.fetchOptions?.meta?.fetchMore?.direction, d = s.state.data?.pages || [], f = s.state.data?.pageParams || [], p = {
			pages: [],
			pageParams: []
		}, m = 0, h = async () => {
			let c = !1, h = s, g = (t) => {
				E(t, () => s.signal, () => c = !0, h[T]);
			}, _ = C(s.options, s.fetchOptions), v = async (e, n, r) => {
				if (c) return Promise.reject(s.signal.reason);
				if (n == null && e.pages.length) return Promise.resolve(e);
				let i = (() => {
					let e = {
						client: s.client,
						queryKey: s.queryKey,
						pageParam: n,
						direction: r ? "backward" : "forward",
						meta: s.options.meta
					};
					return g(e), e;
				})(), a = await _(i), { maxPages: o } = s.options;
				return {
					pages: x(e.pages, a, o, r),
					pageParams: x(e.pageParams, n, o, r)
				};
			};
			if (u && d.length) {
				let e = u === "backward", t = e ? o$2 : a$3, n = {
					pages: d,
					pageParams: f
				};
				p = await v(n, t(l, n), e);
			} else {
				let e = i ?? d.length;
				do {
					let e = m === 0 ? f[0] === void 0 ? l.initialPageParam : f[0] : a$3(l, p);
					if (m > 0 && e == null) break;
					p = await v(p, e), m++;
				} while (m < e);
			}
			return p;
		};
		s.fetchFn = s.options.persister ? () => s.options.persister?.(h, {
			client: s.client,
			queryKey: s.queryKey,
			meta: s.options.meta,
			signal: s.signal
		}, c) : h;
	} };
}
function a$3(e, { pages: t, pageParams: n }) {
	let r = t.length - 1;
	return t.length > 0 ? e.getNextPageParam(t[r], t, n[r], n) : void 0;
}
function o$2(e, { pages: t, pageParams: n }) {
	return t.length > 0 ? e.getPreviousPageParam?.(t[0], t, n[0], n) : void 0;
}
function s$1(e, t) {
	return t ? a$3(e, t) != null : !1;
}
function c$1(e, t) {
	return !t || !e.getPreviousPageParam ? !1 : o$2(e, t) != null;
}
var t$2 = r$6;
function n$2() {
	let e = [], n = 0, r = (e) => {
		e();
	}, i = (e) => {
		e();
	}, a = t$2, o = (t) => {
		n ? e.push(t) : a(() => {
			r(t);
		});
	}, s = () => {
		let t = e;
		e = [], t.length && a(() => {
			i(() => {
				t.forEach((e) => {
					r(e);
				});
			});
		});
	};
	return {
		batch: (e) => {
			let t;
			n++;
			try {
				t = e();
			} finally {
				n--, n || s();
			}
			return t;
		},
		batchCalls: (e) => (...t) => {
			o(() => {
				e(...t);
			});
		},
		schedule: o,
		setNotifyFunction: (e) => {
			r = e;
		},
		setBatchNotifyFunction: (e) => {
			i = e;
		},
		setScheduler: (e) => {
			a = e;
		}
	};
}
var r$4 = n$2(), r$3 = class {
	#e;
	destroy() {
		this.clearGcTimeout();
	}
	scheduleGc() {
		this.clearGcTimeout(), i$2(this.gcTime) && (this.#e = n$5.setTimeout(() => {
			this.optionalRemove();
		}, this.gcTime));
	}
	updateGcTime(t) {
		this.gcTime = Math.max(this.gcTime || 0, t ?? (n$3() ? Infinity : 3e5));
	}
	clearGcTimeout() {
		this.#e !== void 0 && (n$5.clearTimeout(this.#e), this.#e = void 0);
	}
}, n$1 = new class extends e$2 {
	#e = !0;
	#t;
	#n;
	constructor() {
		super(), this.#n = (e) => {
			if (typeof window < "u" && window.addEventListener) {
				let t = () => e(!0), n = () => e(!1);
				return window.addEventListener("online", t, !1), window.addEventListener("offline", n, !1), () => {
					window.removeEventListener("online", t), window.removeEventListener("offline", n);
				};
			}
		};
	}
	onSubscribe() {
		this.#t || this.setEventListener(this.#n);
	}
	onUnsubscribe() {
		this.hasListeners() || (this.#t?.(), this.#t = void 0);
	}
	setEventListener(e) {
		this.#n = e, this.#t?.(), this.#t = e(this.setOnline.bind(this));
	}
	setOnline(e) {
		this.#e !== e && (this.#e = e, this.listeners.forEach((t) => {
			t(e);
		}));
	}
	isOnline() {
		return this.#e;
	}
}();
function a$2(e) {
	return Math.min(1e3 * 2 ** e, 3e4);
}
function o$1(e) {
	return (e ?? "online") !== "online" || n$1.isOnline();
}
var s = class extends Error {
	constructor(e) {
		super("CancelledError"), this.revert = e?.revert, this.silent = e?.silent;
	}
};
function l$1(c) {
	let l = !1, u = 0, d, f = "pending", p, m, h = new Promise((e, t) => {
		p = e, m = t;
	});
	h.catch(n$4);
	let g = () => f !== "pending", _ = (e) => {
		if (!g()) {
			let t = new s(e);
			C(t), c.onCancel?.(t);
		}
	}, v$3 = () => {
		l = !0;
	}, y = () => {
		l = !1;
	}, b = () => n$6.isFocused() && (c.networkMode === "always" || n$1.isOnline()) && c.canRun(), x = () => o$1(c.networkMode) && c.canRun(), S = (e) => {
		g() || (d?.(), f = "resolved", p(e));
	}, C = (e) => {
		g() || (d?.(), f = "rejected", m(e));
	}, w = (e) => new Promise((t) => {
		d = (n) => {
			(g() || e()) && t(n);
		}, c.onPause?.();
	}).then(() => {
		d = void 0, g() || c.onContinue?.();
	}), T = () => {
		if (g()) return;
		let t, n = u === 0 ? c.initialPromise : void 0;
		try {
			t = n ?? c.fn();
		} catch (e) {
			t = Promise.reject(e);
		}
		Promise.resolve(t).then(S).catch((t) => {
			if (g()) return;
			let n = c.retry ?? (n$3() ? 0 : 3), r = c.retryDelay ?? a$2, o = typeof r == "function" ? r(u, t) : r, s = n === !0 || typeof n == "number" && u < n || typeof n == "function" && n(u, t);
			l || !s ? C(t) : (u++, c.onFail?.(u, t), v(o).then(() => g() || b() ? void 0 : w(b)).then(() => {
				l ? C(t) : T();
			}));
		});
	};
	return {
		promise: h,
		status: () => f,
		cancel: _,
		continue: () => (d?.(), h),
		cancelRetry: v$3,
		continueRetry: y,
		canStart: x,
		start: () => (x() ? T() : w(x).then(T), h)
	};
}
var p$2 = class extends r$3 {
	#e;
	#t;
	#n;
	#r;
	#i;
	#a;
	#o;
	#s;
	#c;
	constructor(e) {
		super(), this.#c = !1, this.#s = e.defaultOptions, this.setOptions(e.options), this.observers = [], this.#i = e.client, this.#r = this.#i.getQueryCache(), this.queryKey = e.queryKey, this.queryHash = e.queryHash, this.#t = g$2(this.options), this.state = e.state ?? this.#t, this.scheduleGc();
	}
	get meta() {
		return this.options.meta;
	}
	get queryType() {
		return this.#e;
	}
	get promise() {
		return this.#a?.promise;
	}
	setOptions(e) {
		if (this.options = {
			...this.#s,
			...e
		}, e?._type && (this.#e = e._type), this.updateGcTime(this.options.gcTime), this.state && this.state.data === void 0) {
			let e = g$2(this.options);
			e.data !== void 0 && (this.setState(h$2(e.data, e.dataUpdatedAt)), this.#t = e);
		}
	}
	optionalRemove() {
		!this.observers.length && this.state.fetchStatus === "idle" && this.#r.remove(this);
	}
	setData(e, t) {
		let n = y(this.state.data, e, this.options);
		return this.#u({
			data: n,
			type: "success",
			dataUpdatedAt: t?.updatedAt,
			manual: t?.manual
		}), n;
	}
	setState(e) {
		this.#u({
			type: "setState",
			state: e
		});
	}
	cancel(e) {
		let t = this.#a?.promise;
		return this.#a?.cancel(e), t ? t.then(n$4).catch(n$4) : Promise.resolve();
	}
	destroy() {
		this.cancel({ silent: !0 }), super.destroy();
	}
	get resetState() {
		return this.#t;
	}
	reset() {
		this.destroy(), this.setState(this.resetState);
	}
	isActive() {
		return this.observers.some((e) => o$3(e.options.enabled, this) !== !1);
	}
	isDisabled() {
		return this.getObserversCount() > 0 ? !this.isActive() : this.options.queryFn === S || !this.isFetched();
	}
	isFetched() {
		return this.state.dataUpdateCount + this.state.errorUpdateCount > 0;
	}
	isStatic() {
		return this.state.data !== void 0 && this.getObserversCount() > 0 && this.observers.some((e) => o$3(e.options.staleTime, this) === "static");
	}
	isStale() {
		return this.getObserversCount() > 0 ? this.observers.some((e) => e.getCurrentResult().isStale) : this.state.data === void 0 || this.state.isInvalidated;
	}
	isStaleByTime(e = 0) {
		return this.state.data === void 0 ? !0 : e === "static" ? !1 : this.state.isInvalidated ? !0 : !a$4(this.state.dataUpdatedAt, e);
	}
	onFocus() {
		this.observers.find((e) => e.shouldFetchOnWindowFocus())?.refetch({ cancelRefetch: !1 }), this.#a?.continue();
	}
	onOnline() {
		this.observers.find((e) => e.shouldFetchOnReconnect())?.refetch({ cancelRefetch: !1 }), this.#a?.continue();
	}
	addObserver(e) {
		this.observers.includes(e) || (this.observers.push(e), this.clearGcTimeout(), this.#r.notify({
			type: "observerAdded",
			query: this,
			observer: e
		}));
	}
	removeObserver(e) {
		let t = this.observers.indexOf(e);
		t !== -1 && (this.observers.splice(t, 1), this.observers.length || (this.#a && (this.#c || this.state.fetchStatus === "paused" && this.state.status === "pending" ? this.#a.cancel({ revert: !0 }) : this.#a.cancelRetry()), this.#l()), this.#r.notify({
			type: "observerRemoved",
			query: this,
			observer: e
		}));
	}
	getObserversCount() {
		return this.observers.length;
	}
	invalidate() {
		this.state.isInvalidated || this.#u({ type: "invalidate" });
	}
	async fetch(t, n) {
		if (this.state.fetchStatus !== "idle" && this.#a?.status() !== "rejected") {
			if (this.state.data !== void 0 && n?.cancelRefetch) this.cancel({ silent: !0 });
			else if (this.#a && this.#o) return this.#a.continueRetry(), this.#o;
		}
		if (t && this.setOptions(t), !this.options.queryFn) {
			let e = this.observers.find((e) => e.options.queryFn);
			e && this.setOptions(e.options);
		}
		let i = new AbortController(), c = (e) => {
			Object.defineProperties(e, {
				[T]: {
					value: i.signal,
					enumerable: !0
				},
				signal: {
					enumerable: !0,
					get: () => (this.#c = !0, i.signal)
				}
			});
		}, l = () => {
			let e = C(this.options, n), t = (() => {
				let e = {
					client: this.#i,
					queryKey: this.queryKey,
					meta: this.meta
				};
				return c(e), e;
			})();
			return this.#c = !1, this.options.persister ? this.options.persister(e, t, this) : e(t);
		}, u = (() => {
			let e = {
				fetchOptions: n,
				options: this.options,
				queryKey: this.queryKey,
				client: this.#i,
				state: this.state,
				fetchFn: l
			};
			return c(e), e;
		})();
		(this.#e === "infinite" ? i$1(this.options.pages) : this.options.behavior)?.onFetch(u, this), this.#n = this.state, (this.state.fetchStatus === "idle" || this.state.fetchMeta !== u.fetchOptions?.meta) && this.#u({
			type: "fetch",
			meta: u.fetchOptions?.meta
		});
		let d = this.#a = l$1({
			initialPromise: n?.initialPromise,
			fn: u.fetchFn,
			onCancel: (e) => {
				e instanceof s && e.revert && this.setState({
					...this.#n,
					fetchStatus: "idle"
				}), i.abort();
			},
			onFail: (e, t) => {
				this.#u({
					type: "failed",
					failureCount: e,
					error: t
				});
			},
			onPause: () => {
				this.#u({ type: "pause" });
			},
			onContinue: () => {
				this.#u({ type: "continue" });
			},
			retry: u.options.retry,
			retryDelay: u.options.retryDelay,
			networkMode: u.options.networkMode,
			canRun: () => !0
		}), f = (async () => {
			try {
				let e = await d.promise;
				if (e === void 0) throw Error(`${this.queryHash} data is undefined`);
				return this.setData(e), this.#r.config.onSuccess?.(e, this), this.#r.config.onSettled?.(e, this.state.error, this), e;
			} catch (e) {
				if (e instanceof s) {
					if (e.silent) {
						if (this.#a !== d && this.#o) return this.#o;
						throw e;
					}
					if (e.revert) {
						if (this.state.data === void 0) throw e;
						return this.state.data;
					}
				}
				throw this.#u({
					type: "error",
					error: e
				}), this.#r.config.onError?.(e, this), this.#r.config.onSettled?.(this.state.data, e, this), e;
			} finally {
				this.#a === d && (this.#a = void 0, this.#o = void 0), this.#l();
			}
		})();
		return this.#o = f, d.start(), f;
	}
	#l() {
		this.#r.get(this.queryHash) === this && this.scheduleGc();
	}
	#u(e) {
		let n = (t) => {
			switch (e.type) {
				case "failed": return {
					...t,
					fetchFailureCount: e.failureCount,
					fetchFailureReason: e.error
				};
				case "pause": return {
					...t,
					fetchStatus: "paused"
				};
				case "continue": return {
					...t,
					fetchStatus: "fetching"
				};
				case "fetch": return {
					...t,
					...m$2(t.data, this.options),
					fetchMeta: e.meta ?? null
				};
				case "success": {
					let n = {
						...t,
						...h$2(e.data, e.dataUpdatedAt),
						dataUpdateCount: t.dataUpdateCount + 1,
						...!e.manual && {
							fetchStatus: "idle",
							fetchFailureCount: 0,
							fetchFailureReason: null
						}
					};
					return this.#n = e.manual ? n : void 0, n;
				}
				case "error": {
					let n = e.error;
					return {
						...t,
						error: n,
						errorUpdateCount: t.errorUpdateCount + 1,
						errorUpdatedAt: Date.now(),
						fetchFailureCount: t.fetchFailureCount + 1,
						fetchFailureReason: n,
						fetchStatus: "idle",
						status: "error",
						isInvalidated: !0
					};
				}
				case "invalidate": return {
					...t,
					isInvalidated: !0
				};
				case "setState": return {
					...t,
					...e.state
				};
			}
		};
		this.state = n(this.state), r$4.batch(() => {
			this.observers.slice().forEach((e) => {
				e.onQueryUpdate();
			}), this.#r.notify({
				query: this,
				type: "updated",
				action: e
			});
		});
	}
};
function m$2(e, t) {
	return {
		fetchFailureCount: 0,
		fetchFailureReason: null,
		fetchStatus: o$1(t.networkMode) ? "fetching" : "paused",
		...e === void 0 && {
			error: null,
			status: "pending"
		}
	};
}
function h$2(e, t) {
	return {
		data: e,
		dataUpdatedAt: t ?? Date.now(),
		error: null,
		isInvalidated: !1,
		status: "success"
	};
}
function g$2(e) {
	let t = typeof e.initialData == "function" ? e.initialData() : e.initialData, n = t !== void 0, r = n ? typeof e.initialDataUpdatedAt == "function" ? e.initialDataUpdatedAt() : e.initialDataUpdatedAt : 0;
	return {
		data: t,
		dataUpdateCount: 0,
		dataUpdatedAt: n ? r ?? Date.now() : 0,
		error: null,
		errorUpdateCount: 0,
		errorUpdatedAt: 0,
		fetchFailureCount: 0,
		fetchFailureReason: null,
		fetchMeta: null,
		isInvalidated: !1,
		status: n ? "success" : "pending",
		fetchStatus: "idle"
	};
}
var f$2 = class extends e$2 {
	#e;
	#t = void 0;
	#n = void 0;
	#r = void 0;
	#i;
	#a;
	#o;
	#s;
	#c;
	#l;
	#u;
	#d;
	#f;
	#p = new Set();
	constructor(e, t) {
		super(), this.options = t, this.#e = e, this.#a = null, this.bindMethods(), this.setOptions(t);
	}
	bindMethods() {
		this.refetch = this.refetch.bind(this);
	}
	onSubscribe() {
		this.listeners.size === 1 && (this.#t.addObserver(this), m$1(this.#t, this.options) ? this.#m() : this.updateResult(), this.#y());
	}
	onUnsubscribe() {
		this.hasListeners() || this.destroy();
	}
	shouldFetchOnReconnect() {
		return h$1(this.#t, this.options, this.options.refetchOnReconnect);
	}
	shouldFetchOnWindowFocus() {
		return h$1(this.#t, this.options, this.options.refetchOnWindowFocus);
	}
	destroy() {
		this.listeners = new Set(), this.#b(), this.#x(), this.#t.removeObserver(this);
	}
	setOptions(e) {
		let t = this.options, n = this.#t;
		if (this.options = this.#e.defaultQueryOptions(e), this.options.enabled !== void 0 && typeof this.options.enabled != "boolean" && typeof this.options.enabled != "function" && typeof o$3(this.options.enabled, this.#t) != "boolean") throw Error("Expected enabled to be a boolean or a callback that returns a boolean");
		this.#S(), this.#t.setOptions(this.options), t._defaulted && !m$3(this.options, t) && this.#e.getQueryCache().notify({
			type: "observerOptionsUpdated",
			query: this.#t,
			observer: this
		});
		let r = this.hasListeners();
		r && g$1(this.#t, n, this.options, t) && this.#m(), this.updateResult(), r && (this.#t !== n || o$3(this.options.enabled, this.#t) !== o$3(t.enabled, this.#t) || o$3(this.options.staleTime, this.#t) !== o$3(t.staleTime, this.#t)) && this.#g();
		let i = this.#_();
		r && (this.#t !== n || o$3(this.options.enabled, this.#t) !== o$3(t.enabled, this.#t) || i !== this.#f) && this.#v(i);
	}
	getOptimisticResult(e) {
		let t = this.#e.getQueryCache().build(this.#e, e), n = this.createResult(t, e);
		return m$3(this.getCurrentResult(), n) || (this.#r = n, this.#i = e), n;
	}
	getCurrentResult() {
		return this.#r;
	}
	trackResult(e, t) {
		return new Proxy(e, { get: (e, n) => (this.trackProp(n), t?.(n), Reflect.get(e, n)) });
	}
	trackProp(e) {
		this.#p.add(e);
	}
	getCurrentQuery() {
		return this.#t;
	}
	refetch({ ...e } = {}) {
		return this.fetch({ ...e });
	}
	fetchOptimistic(e) {
		let t = this.#e.defaultQueryOptions(e), n = this.#e.getQueryCache().build(this.#e, t), r = () => {}, i, a = new Promise((e) => {
			i = e, r = this.#e.getQueryCache().subscribe((i) => {
				i.type === "updated" && i.query.queryHash === n.queryHash && n.state.data !== void 0 && (r(), e(this.createResult(n, t)));
			});
		});
		return Promise.race([n.fetch(t).then(() => {
			let e = this.createResult(n, t);
			return i?.(e), e;
		}).finally(() => {
			r();
		}), a]);
	}
	fetch(e) {
		return this.#m({
			...e,
			cancelRefetch: e.cancelRefetch ?? !0
		}).then(() => (this.updateResult(), this.#r));
	}
	#m(e) {
		this.#S();
		let t = this.#t.fetch(this.options, e);
		return e?.throwOnError || (t = t.catch(n$4)), t;
	}
	#h(t) {
		return !n$3() && o$3(this.options.enabled, this.#t) !== !1 && i$2(t);
	}
	#g() {
		this.#b();
		let e = o$3(this.options.staleTime, this.#t);
		if (this.#r.isStale || !this.#h(e)) return;
		let t = a$4(this.#r.dataUpdatedAt, e) + 1;
		this.#u = n$5.setTimeout(() => {
			this.#r.isStale || this.updateResult();
		}, t);
	}
	#_() {
		return o$3(this.options.refetchInterval, this.#t) ?? !1;
	}
	#v(e) {
		this.#x(), this.#f = e, this.#f !== 0 && this.#h(this.#f) && (this.#d = n$5.setInterval(() => {
			(this.options.refetchIntervalInBackground || n$6.isFocused()) && this.#m();
		}, this.#f));
	}
	#y() {
		this.#g(), this.#v(this.#_());
	}
	#b() {
		this.#u !== void 0 && (n$5.clearTimeout(this.#u), this.#u = void 0);
	}
	#x() {
		this.#d !== void 0 && (n$5.clearInterval(this.#d), this.#d = void 0);
	}
	createResult(e, t) {
		let n = this.#t, i = this.options, a = this.#r, o = this.#i, s = e === n ? this.#n : e.state, { state: u } = e, d = { ...u }, f = !1, p;
		if (t._optimisticResults) {
			let a = this.hasListeners(), o = !a && m$1(e, t), s = a && g$1(e, n, t, i);
			(o || s) && (d = {
				...d,
				...m$2(u.data, e.options)
			}), t._optimisticResults === "isRestoring" && (d.fetchStatus = "idle");
		}
		let { error: h, errorUpdatedAt: v, status: y$3 } = d;
		p = d.data;
		let b = !1;
		if (t.placeholderData !== void 0 && p === void 0 && y$3 === "pending") {
			let e, n = a?.isPlaceholderData && t.placeholderData === o?.placeholderData;
			n ? (e = a.data, b = !0) : e = typeof t.placeholderData == "function" ? t.placeholderData(this.#l?.state.data, this.#l) : t.placeholderData, (n || e !== void 0) && (y$3 = "success", p = y(t.select && !b ? this.#s : a?.data, e, t), f = !0);
		}
		if (t.select && p !== void 0 && !b) {
			if (p === this.#s && t.select === this.#o) p = this.#c;
			else try {
				this.#o = t.select, this.#s = p, p = t.select(p), p = y(a?.data, p, t), this.#c = p, this.#a = null;
			} catch (e) {
				this.#a = e;
			}
		} else p === void 0 && (this.#s = void 0, this.#a = null);
		this.#a && (h = this.#a, p = this.#c, v = a?.error === h ? a.errorUpdatedAt : Date.now(), y$3 = "error", f = !1);
		let x = d.fetchStatus === "fetching", S = y$3 === "pending", C = y$3 === "error", w = S && x, T = p !== void 0;
		return {
			status: y$3,
			fetchStatus: d.fetchStatus,
			isPending: S,
			isSuccess: y$3 === "success",
			isError: C,
			isInitialLoading: w,
			isLoading: w,
			data: p,
			dataUpdatedAt: d.dataUpdatedAt,
			error: h,
			errorUpdatedAt: v,
			failureCount: d.fetchFailureCount,
			failureReason: d.fetchFailureReason,
			errorUpdateCount: d.errorUpdateCount,
			isFetched: e.isFetched(),
			isFetchedAfterMount: d.dataUpdateCount > s.dataUpdateCount || d.errorUpdateCount > s.errorUpdateCount,
			isFetching: x,
			isRefetching: x && !S,
			isLoadingError: C && !T,
			isPaused: d.fetchStatus === "paused",
			isPlaceholderData: f,
			isRefetchError: C && T,
			isStale: _(e, t),
			refetch: this.refetch,
			isEnabled: o$3(t.enabled, e) !== !1
		};
	}
	updateResult() {
		let e = this.#r, t = this.createResult(this.#t, this.options);
		if (this.#i = this.options, this.#t.state.data !== void 0 && (this.#l = this.#t), m$3(t, e)) return;
		this.#r = t;
		let r = (() => {
			if (!e) return !0;
			let { notifyOnChangeProps: t } = this.options, n = typeof t == "function" ? t() : t;
			if (n === "all" || !n && !this.#p.size || this.options.throwOnError && this.#r.error !== e.error) return !0;
			for (let t of n ?? this.#p) if (this.#r[t] !== e[t]) return !0;
			return !1;
		})();
		r$4.batch(() => {
			r && this.listeners.forEach((e) => {
				e(this.#r);
			}), this.#e.getQueryCache().notify({
				query: this.#t,
				type: "observerResultsUpdated"
			});
		});
	}
	#S() {
		let e = this.#e.getQueryCache().build(this.#e, this.options);
		if (e === this.#t) return;
		let t = this.#t;
		this.#t = e, this.#n = e.state, this.hasListeners() && (t?.removeObserver(this), e.addObserver(this));
	}
	onQueryUpdate() {
		this.updateResult(), this.hasListeners() && this.#y();
	}
};
function p$1(e, t) {
	return o$3(t.enabled, e) !== !1 && e.state.data === void 0 && (e.state.status !== "error" || o$3(t.retryOnMount, e) !== !1);
}
function m$1(e, t) {
	return p$1(e, t) || e.state.data !== void 0 && h$1(e, t, t.refetchOnMount);
}
function h$1(e, t, n) {
	if (o$3(t.enabled, e) !== !1 && o$3(t.staleTime, e) !== "static") {
		let r = o$3(n, e);
		return r === "always" || r !== !1 && _(e, t);
	}
	return !1;
}
function g$1(e, t, n, r) {
	return (e !== t || o$3(r.enabled, e) === !1) && (!n.suspense || e.state.status !== "error") && _(e, n);
}
function _(e, t) {
	return o$3(t.enabled, e) !== !1 && e.isStaleByTime(o$3(t.staleTime, e));
}
var r$2 = class extends f$2 {
	constructor(e, t) {
		super(e, t);
	}
	bindMethods() {
		super.bindMethods(), this.fetchNextPage = this.fetchNextPage.bind(this), this.fetchPreviousPage = this.fetchPreviousPage.bind(this);
	}
	setOptions(e) {
		e._type = "infinite", super.setOptions(e);
	}
	getOptimisticResult(e) {
		return e._type = "infinite", super.getOptimisticResult(e);
	}
	fetchNextPage(e) {
		return this.fetch({
			...e,
			meta: { fetchMore: { direction: "forward" } }
		});
	}
	fetchPreviousPage(e) {
		return this.fetch({
			...e,
			meta: { fetchMore: { direction: "backward" } }
		});
	}
	createResult(n, r) {
		let { state: i } = n, a = super.createResult(n, r), { isFetching: o, isRefetching: s, isError: c, isRefetchError: l } = a, u = i.fetchMeta?.fetchMore?.direction, d = c && u === "forward", f = o && u === "forward", p = c && u === "backward", m = o && u === "backward";
		return {
			...a,
			fetchNextPage: this.fetchNextPage,
			fetchPreviousPage: this.fetchPreviousPage,
			hasNextPage: s$1(r, i.data),
			hasPreviousPage: c$1(r, i.data),
			isFetchNextPageError: d,
			isFetchingNextPage: f,
			isFetchPreviousPageError: p,
			isFetchingPreviousPage: m,
			isRefetchError: l && !d && !p,
			isRefetching: s && !f && !m
		};
	}
}, r$1 = class extends r$3 {
	#e;
	#t;
	#n;
	#r;
	constructor(e) {
		super(), this.#e = e.client, this.mutationId = e.mutationId, this.#n = e.mutationCache, this.#t = [], this.state = e.state || i(), this.setOptions(e.options), this.scheduleGc();
	}
	setOptions(e) {
		this.options = e, this.updateGcTime(this.options.gcTime);
	}
	get meta() {
		return this.options.meta;
	}
	addObserver(e) {
		this.#t.includes(e) || (this.#t.push(e), this.clearGcTimeout(), this.#n.notify({
			type: "observerAdded",
			mutation: this,
			observer: e
		}));
	}
	removeObserver(e) {
		this.#t = this.#t.filter((t) => t !== e), this.#n.has(this) && this.scheduleGc(), this.#n.notify({
			type: "observerRemoved",
			mutation: this,
			observer: e
		});
	}
	optionalRemove() {
		this.#t.length || (this.state.status === "pending" ? this.scheduleGc() : this.#n.remove(this));
	}
	continue() {
		return this.#r?.continue() ?? (this.state.status === "pending" ? this.execute(this.state.variables) : Promise.resolve());
	}
	async execute(e) {
		let t = () => {
			this.#i({ type: "continue" });
		}, r = {
			client: this.#e,
			meta: this.options.meta,
			mutationKey: this.options.mutationKey
		}, i = this.#r = l$1({
			fn: () => this.options.mutationFn ? this.options.mutationFn(e, r) : Promise.reject(Error("No mutationFn found")),
			onFail: (e, t) => {
				this.#i({
					type: "failed",
					failureCount: e,
					error: t
				});
			},
			onPause: () => {
				this.#i({ type: "pause" });
			},
			onContinue: t,
			retry: this.options.retry ?? 0,
			retryDelay: this.options.retryDelay,
			networkMode: this.options.networkMode,
			canRun: () => this.#n.canRun(this)
		}), a = this.state.status === "pending", o = !i.canStart();
		try {
			if (a) t();
			else {
				this.#i({
					type: "pending",
					variables: e,
					isPaused: o
				}), this.#n.config.onMutate && await this.#n.config.onMutate(e, this, r);
				let t = await this.options.onMutate?.(e, r);
				t !== this.state.context && this.#i({
					type: "pending",
					context: t,
					variables: e,
					isPaused: o
				});
			}
			this.state.isPaused && i.canStart() && t();
			let n = await i.start();
			return await this.#n.config.onSuccess?.(n, e, this.state.context, this, r), await this.options.onSuccess?.(n, e, this.state.context, r), await this.#n.config.onSettled?.(n, null, this.state.variables, this.state.context, this, r), await this.options.onSettled?.(n, null, e, this.state.context, r), this.#i({
				type: "success",
				data: n
			}), n;
		} catch (t) {
			try {
				await this.#n.config.onError?.(t, e, this.state.context, this, r);
			} catch (e) {
				Promise.reject(e);
			}
			try {
				await this.options.onError?.(t, e, this.state.context, r);
			} catch (e) {
				Promise.reject(e);
			}
			try {
				await this.#n.config.onSettled?.(void 0, t, this.state.variables, this.state.context, this, r);
			} catch (e) {
				Promise.reject(e);
			}
			try {
				await this.options.onSettled?.(void 0, t, e, this.state.context, r);
			} catch (e) {
				Promise.reject(e);
			}
			throw this.#i({
				type: "error",
				error: t
			}), t;
		} finally {
			this.#r === i && (this.#r = void 0), this.#n.runNext(this);
		}
	}
	#i(t) {
		let n = (e) => {
			switch (t.type) {
				case "failed": return {
					...e,
					failureCount: t.failureCount,
					failureReason: t.error
				};
				case "pause": return {
					...e,
					isPaused: !0
				};
				case "continue": return {
					...e,
					isPaused: !1
				};
				case "pending": return {
					...e,
					context: t.context,
					data: void 0,
					failureCount: 0,
					failureReason: null,
					error: null,
					isPaused: t.isPaused,
					status: "pending",
					variables: t.variables,
					submittedAt: Date.now()
				};
				case "success": return {
					...e,
					data: t.data,
					failureCount: 0,
					failureReason: null,
					error: null,
					status: "success",
					isPaused: !1
				};
				case "error": return {
					...e,
					data: void 0,
					error: t.error,
					failureCount: e.failureCount + 1,
					failureReason: t.error,
					isPaused: !1,
					status: "error"
				};
			}
		};
		this.state = n(this.state), r$4.batch(() => {
			this.#t.forEach((e) => {
				e.onMutationUpdate(t);
			}), this.#n.notify({
				mutation: this,
				type: "updated",
				action: t
			});
		});
	}
};
function i() {
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
var a$1 = class extends e$2 {
	#e;
	#t;
	#n;
	constructor(e = {}) {
		super(), this.config = e, this.#e = new Set(), this.#t = new Map(), this.#n = 0;
	}
	build(t, n, r) {
		let i = new r$1({
			client: t,
			mutationCache: this,
			mutationId: ++this.#n,
			options: t.defaultMutationOptions(n),
			state: r
		});
		return this.add(i), i;
	}
	add(e) {
		this.#e.add(e);
		let t = o(e);
		if (typeof t == "string") {
			let n = this.#t.get(t);
			n ? n.push(e) : this.#t.set(t, [e]);
		}
		this.notify({
			type: "added",
			mutation: e
		});
	}
	remove(e) {
		if (this.#e.delete(e)) {
			e.destroy();
			let t = o(e);
			if (typeof t == "string") {
				let n = this.#t.get(t);
				if (n) {
					if (n.length > 1) {
						let t = n.indexOf(e);
						t !== -1 && n.splice(t, 1);
					} else n[0] === e && this.#t.delete(t);
				}
			}
		}
		this.notify({
			type: "removed",
			mutation: e
		});
	}
	has(e) {
		return this.#e.has(e);
	}
	canRun(e) {
		let t = o(e);
		if (typeof t == "string") {
			let n = this.#t.get(t)?.find((e) => e.state.status === "pending");
			return !n || n === e;
		}
		return !0;
	}
	runNext(e) {
		let t = o(e);
		return typeof t == "string" ? (this.#t.get(t)?.find((t) => t !== e && t.state.isPaused))?.continue() ?? Promise.resolve() : Promise.resolve();
	}
	clear() {
		r$4.batch(() => {
			let e = this.getAll();
			this.#e.clear(), this.#t.clear(), e.forEach((e) => e.destroy()), e.forEach((e) => {
				this.notify({
					type: "removed",
					mutation: e
				});
			});
		});
	}
	getAll() {
		return Array.from(this.#e);
	}
	find(e) {
		let t = {
			exact: !0,
			...e
		};
		return this.getAll().find((e) => c$2(t, e));
	}
	findAll(e = {}) {
		return this.getAll().filter((t) => c$2(e, t));
	}
	notify(e) {
		r$4.batch(() => {
			this.listeners.forEach((t) => {
				t(e);
			});
		});
	}
	resumePausedMutations() {
		let e = this.getAll().filter((e) => e.state.isPaused);
		return r$4.batch(() => Promise.all(e.map((e) => e.continue().catch(n$4))));
	}
};
function o(e) {
	return e.options.scope?.id;
}
var a = class extends e$2 {
	#e;
	constructor(e = {}) {
		super(), this.config = e, this.#e = new Map();
	}
	build(e, n, i) {
		let a = n.queryKey, o = n.queryHash ?? l$2(a, n), s = this.get(o);
		return s || (s = new p$2({
			client: e,
			queryKey: a,
			queryHash: o,
			options: e.defaultQueryOptions(n),
			state: i,
			defaultOptions: e.getQueryDefaults(a)
		}), this.add(s)), s;
	}
	add(e) {
		this.#e.has(e.queryHash) || (this.#e.set(e.queryHash, e), this.notify({
			type: "added",
			query: e
		}));
	}
	remove(e) {
		this.#e.get(e.queryHash) === e && (e.destroy(), this.#e.delete(e.queryHash), this.notify({
			type: "removed",
			query: e
		}));
	}
	clear() {
		r$4.batch(() => {
			this.getAll().forEach((e) => {
				this.remove(e);
			});
		});
	}
	get(e) {
		return this.#e.get(e);
	}
	getAll() {
		return [...this.#e.values()];
	}
	find(e) {
		let t = {
			exact: !0,
			...e
		};
		return this.getAll().find((e) => s$2(t, e));
	}
	findAll(e = {}) {
		let t = this.getAll();
		return Object.keys(e).length > 0 ? t.filter((t) => s$2(e, t)) : t;
	}
	notify(t) {
		r$4.batch(() => {
			this.listeners.forEach((e) => {
				e(t);
			});
		});
	}
	onFocus() {
		r$4.batch(() => {
			this.getAll().forEach((e) => {
				e.onFocus();
			});
		});
	}
	onOnline() {
		r$4.batch(() => {
			this.getAll().forEach((e) => {
				e.onOnline();
			});
		});
	}
}, f$1 = class {
	#e;
	#t;
	#n;
	#r;
	#i;
	#a;
	#o;
	#s;
	constructor(e = {}) {
		this.#e = e.queryCache || new a(), this.#t = e.mutationCache || new a$1(), this.#n = e.defaultOptions || {}, this.#r = new Map(), this.#i = new Map(), this.#a = 0;
	}
	mount() {
		this.#a++, this.#a === 1 && (this.#o = n$6.subscribe(async (e) => {
			e && (await this.resumePausedMutations(), this.#e.onFocus());
		}), this.#s = n$1.subscribe(async (e) => {
			e && (await this.resumePausedMutations(), this.#e.onOnline());
		}));
	}
	unmount() {
		this.#a--, this.#a === 0 && (this.#o?.(), this.#o = void 0, this.#s?.(), this.#s = void 0);
	}
	isFetching(e) {
		return this.#e.findAll({
			...e,
			fetchStatus: "fetching"
		}).length;
	}
	isMutating(e) {
		return this.#t.findAll({
			...e,
			status: "pending"
		}).length;
	}
	getQueryData(e) {
		let t = this.defaultQueryOptions({ queryKey: e });
		return this.#e.get(t.queryHash)?.state.data;
	}
	ensureQueryData(e) {
		let t = this.defaultQueryOptions(e), n = this.#e.build(this, t), r = n.state.data;
		return r === void 0 ? this.fetchQuery(e) : (e.revalidateIfStale && n.isStaleByTime(o$3(t.staleTime, n)) && this.prefetchQuery(t), Promise.resolve(r));
	}
	getQueriesData(e) {
		return this.#e.findAll(e).map(({ queryKey: e, state: t }) => [e, t.data]);
	}
	setQueryData(e, t, n) {
		let r = this.defaultQueryOptions({ queryKey: e }), i = this.#e.get(r.queryHash)?.state.data, o = r$5(t, i);
		if (o !== void 0) return this.#e.build(this, r).setData(o, {
			...n,
			manual: !0
		});
	}
	setQueriesData(e, t, r) {
		return r$4.batch(() => this.#e.findAll(e).map(({ queryKey: e }) => [e, this.setQueryData(e, t, r)]));
	}
	getQueryState(e) {
		let t = this.defaultQueryOptions({ queryKey: e });
		return this.#e.get(t.queryHash)?.state;
	}
	removeQueries(e) {
		let t = this.#e;
		r$4.batch(() => {
			t.findAll(e).forEach((e) => {
				t.remove(e);
			});
		});
	}
	resetQueries(e, t) {
		let r = this.#e;
		return r$4.batch(() => {
			let n = r.findAll(e), i = new Set(n);
			return n.forEach((e) => {
				e.reset();
			}), this.refetchQueries({
				type: "active",
				predicate: (e) => i.has(e)
			}, t);
		});
	}
	cancelQueries(e, t = {}) {
		let r = {
			revert: !0,
			...t
		}, i = r$4.batch(() => this.#e.findAll(e).map((e) => e.cancel(r)));
		return Promise.all(i).then(n$4).catch(n$4);
	}
	invalidateQueries(e, t = {}) {
		return r$4.batch(() => (this.#e.findAll(e).forEach((e) => {
			e.invalidate();
		}), e?.refetchType === "none" ? Promise.resolve() : this.refetchQueries({
			...e,
			type: e?.refetchType ?? e?.type ?? "active"
		}, t)));
	}
	refetchQueries(e, t = {}) {
		let r = {
			...t,
			cancelRefetch: t.cancelRefetch ?? !0
		}, i = r$4.batch(() => this.#e.findAll(e).filter((e) => !e.isDisabled() && !e.isStatic()).map((e) => {
			let t = e.fetch(void 0, r), n = e.state.fetchStatus === "paused";
			return (!r.throwOnError || n) && (t = t.catch(n$4)), n ? Promise.resolve() : t;
		}));
		return Promise.all(i).then(n$4);
	}
	async query(e) {
		let t = this.defaultQueryOptions(e);
		t.retry === void 0 && (t.retry = !1);
		let n = this.#e.build(this, t), r = n.isStaleByTime(o$3(t.staleTime, n)) ? await n.fetch(t) : n.state.data, i = t.select;
		return i ? i(r) : r;
	}
	fetchQuery(e) {
		let t = this.defaultQueryOptions(e);
		t.retry === void 0 && (t.retry = !1);
		let n = this.#e.build(this, t);
		return n.isStaleByTime(o$3(t.staleTime, n)) ? n.fetch(t) : Promise.resolve(n.state.data);
	}
	prefetchQuery(e) {
		return this.fetchQuery(e).then(n$4).catch(n$4);
	}
	infiniteQuery(e) {
		return e._type = "infinite", this.query(e);
	}
	fetchInfiniteQuery(e) {
		return e._type = "infinite", this.fetchQuery(e);
	}
	prefetchInfiniteQuery(e) {
		return this.fetchInfiniteQuery(e).then(n$4).catch(n$4);
	}
	ensureInfiniteQueryData(e) {
		return e._type = "infinite", this.ensureQueryData(e);
	}
	resumePausedMutations() {
		return n$1.isOnline() ? this.#t.resumePausedMutations() : Promise.resolve();
	}
	getQueryCache() {
		return this.#e;
	}
	getMutationCache() {
		return this.#t;
	}
	getDefaultOptions() {
		return this.#n;
	}
	setDefaultOptions(e) {
		this.#n = e;
	}
	setQueryDefaults(e, t) {
		this.#r.set(u$1(e), {
			queryKey: e,
			defaultOptions: t
		});
	}
	getQueryDefaults(e) {
		let t = [...this.#r.values()], n = {};
		return t.forEach((t) => {
			d$1(e, t.queryKey) && Object.assign(n, t.defaultOptions);
		}), n;
	}
	setMutationDefaults(e, t) {
		this.#i.set(u$1(e), {
			mutationKey: e,
			defaultOptions: t
		});
	}
	getMutationDefaults(e) {
		let t = [...this.#i.values()], n = {};
		return t.forEach((t) => {
			d$1(e, t.mutationKey) && Object.assign(n, t.defaultOptions);
		}), n;
	}
	defaultQueryOptions(e) {
		if (e._defaulted) return e;
		let t = {
			...this.#n.queries,
			...this.getQueryDefaults(e.queryKey),
			...e,
			_defaulted: !0
		};
		return t.queryHash ||= l$2(t.queryKey, t), t.refetchOnReconnect === void 0 && (t.refetchOnReconnect = t.networkMode !== "always"), t.throwOnError === void 0 && (t.throwOnError = !!t.suspense), !t.networkMode && t.persister && (t.networkMode = "offlineFirst"), t.queryFn === S && (t.enabled = !1), t;
	}
	defaultMutationOptions(e) {
		return e?._defaulted ? e : {
			...this.#n.mutations,
			...e?.mutationKey && this.getMutationDefaults(e.mutationKey),
			...e,
			_defaulted: !0
		};
	}
	clear() {
		this.#e.clear(), this.#t.clear();
	}
}, e = /\{[^{}]+\}/g, t = () => typeof process == "object" && Number.parseInt(process?.versions?.node?.substring(0, 2)) >= 18 && process.versions.undici;
function n() {
	return Math.random().toString(36).slice(2, 11);
}
function r(e) {
	let { baseUrl: r = "", Request: i = globalThis.Request, fetch: a = globalThis.fetch, querySerializer: o, bodySerializer: s, pathSerializer: c, headers: l, requestInitExt: u = void 0, ..._ } = { ...e };
	u = t() ? u : void 0, r = g(r);
	let v = [];
	async function y(e, t) {
		let { baseUrl: y, fetch: b = a, Request: x = i, headers: S, params: C = {}, parseAs: w = "json", querySerializer: T, bodySerializer: E = s ?? p, pathSerializer: D, body: O, middleware: k = [], ...A } = t || {}, j = r;
		y && (j = g(y) ?? r);
		let M = typeof o == "function" ? o : d(o);
		T && (M = typeof T == "function" ? T : d({
			...typeof o == "object" ? o : {},
			...T
		}));
		let N = D || c || f, P = O === void 0 ? void 0 : E(O, h(l, S, C.header)), F = h(P === void 0 || P instanceof FormData ? {} : { "Content-Type": "application/json" }, l, S, C.header), I = [...v, ...k], L = {
			redirect: "follow",
			..._,
			...A,
			body: P,
			headers: F
		}, R, z, B = new x(m(e, {
			baseUrl: j,
			params: C,
			querySerializer: M,
			pathSerializer: N
		}), L), V;
		for (let e in A) e in B || (B[e] = A[e]);
		if (I.length) {
			R = n(), z = Object.freeze({
				baseUrl: j,
				fetch: b,
				parseAs: w,
				querySerializer: M,
				bodySerializer: E,
				pathSerializer: N
			});
			for (let t of I) if (t && typeof t == "object" && typeof t.onRequest == "function") {
				let n = await t.onRequest({
					request: B,
					schemaPath: e,
					params: C,
					options: z,
					id: R
				});
				if (n) {
					if (n instanceof x) B = n;
					else if (n instanceof Response) {
						V = n;
						break;
					} else throw Error("onRequest: must return new Request() or Response() when modifying the request");
				}
			}
		}
		if (!V) {
			try {
				V = await b(B, u);
			} catch (t) {
				let n = t;
				if (I.length) for (let t = I.length - 1; t >= 0; t--) {
					let r = I[t];
					if (r && typeof r == "object" && typeof r.onError == "function") {
						let t = await r.onError({
							request: B,
							error: n,
							schemaPath: e,
							params: C,
							options: z,
							id: R
						});
						if (t) {
							if (t instanceof Response) {
								n = void 0, V = t;
								break;
							}
							if (t instanceof Error) {
								n = t;
								continue;
							}
							throw Error("onError: must return new Response() or instance of Error");
						}
					}
				}
				if (n) throw n;
			}
			if (I.length) for (let t = I.length - 1; t >= 0; t--) {
				let n = I[t];
				if (n && typeof n == "object" && typeof n.onResponse == "function") {
					let t = await n.onResponse({
						request: B,
						response: V,
						schemaPath: e,
						params: C,
						options: z,
						id: R
					});
					if (t) {
						if (!(t instanceof Response)) throw Error("onResponse: must return new Response() when modifying the response");
						V = t;
					}
				}
			}
		}
		let H = V.headers.get("Content-Length");
		if (V.status === 204 || B.method === "HEAD" || H === "0" && !V.headers.get("Transfer-Encoding")?.includes("chunked")) return V.ok ? {
			data: void 0,
			response: V
		} : {
			error: void 0,
			response: V
		};
		if (V.ok) return {
			data: await (async () => {
				if (w === "stream") return V.body;
				if (w === "json" && !H) {
					let e = await V.text();
					return e ? JSON.parse(e) : void 0;
				}
				return await V[w]();
			})(),
			response: V
		};
		let U = await V.text();
		try {
			U = JSON.parse(U);
		} catch {}
		return {
			error: U,
			response: V
		};
	}
	return {
		request(e, t, n) {
			return y(t, {
				...n,
				method: e.toUpperCase()
			});
		},
		GET(e, t) {
			return y(e, {
				...t,
				method: "GET"
			});
		},
		PUT(e, t) {
			return y(e, {
				...t,
				method: "PUT"
			});
		},
		POST(e, t) {
			return y(e, {
				...t,
				method: "POST"
			});
		},
		DELETE(e, t) {
			return y(e, {
				...t,
				method: "DELETE"
			});
		},
		OPTIONS(e, t) {
			return y(e, {
				...t,
				method: "OPTIONS"
			});
		},
		HEAD(e, t) {
			return y(e, {
				...t,
				method: "HEAD"
			});
		},
		PATCH(e, t) {
			return y(e, {
				...t,
				method: "PATCH"
			});
		},
		TRACE(e, t) {
			return y(e, {
				...t,
				method: "TRACE"
			});
		},
		use(...e) {
			for (let t of e) if (t) {
				if (typeof t != "object" || !("onRequest" in t || "onResponse" in t || "onError" in t)) throw Error("Middleware must be an object with one of `onRequest()`, `onResponse() or `onError()`");
				v.push(t);
			}
		},
		eject(...e) {
			for (let t of e) {
				let e = v.indexOf(t);
				e !== -1 && v.splice(e, 1);
			}
		}
	};
}
function c(e, t, n) {
	if (t == null) return "";
	if (typeof t == "object") throw Error("Deeply-nested arrays/objects aren’t supported. Provide your own `querySerializer()` to handle these.");
	return `${e}=${n?.allowReserved === !0 ? t : encodeURIComponent(t)}`;
}
function l(e, t, n) {
	if (!t || typeof t != "object") return "";
	let r = [], i = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[n.style] || "&";
	if (n.style !== "deepObject" && n.explode === !1) {
		for (let e in t) r.push(e, n.allowReserved === !0 ? t[e] : encodeURIComponent(t[e]));
		let i = r.join(",");
		switch (n.style) {
			case "form": return `${e}=${i}`;
			case "label": return `.${i}`;
			case "matrix": return `;${e}=${i}`;
			default: return i;
		}
	}
	for (let i in t) {
		let a = n.style === "deepObject" ? `${e}[${i}]` : i;
		r.push(c(a, t[i], n));
	}
	let a = r.join(i);
	return n.style === "label" || n.style === "matrix" ? `${i}${a}` : a;
}
function u(e, t, n) {
	if (!Array.isArray(t)) return "";
	if (n.explode === !1) {
		let r = {
			form: ",",
			spaceDelimited: "%20",
			pipeDelimited: "|"
		}[n.style] || ",", i = (n.allowReserved === !0 ? t : t.map((e) => encodeURIComponent(e))).join(r);
		switch (n.style) {
			case "simple": return i;
			case "label": return `.${i}`;
			case "matrix": return `;${e}=${i}`;
			default: return `${e}=${i}`;
		}
	}
	let r = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[n.style] || "&", i = [];
	for (let r of t) n.style === "simple" || n.style === "label" ? i.push(n.allowReserved === !0 ? r : encodeURIComponent(r)) : i.push(c(e, r, n));
	return n.style === "label" || n.style === "matrix" ? `${r}${i.join(r)}` : i.join(r);
}
function d(e) {
	return function(t) {
		let n = [];
		if (t && typeof t == "object") for (let r in t) {
			let i = t[r];
			if (i != null) {
				if (Array.isArray(i)) {
					if (i.length === 0) continue;
					n.push(u(r, i, {
						style: "form",
						explode: !0,
						...e?.array,
						allowReserved: e?.allowReserved || !1
					}));
				} else typeof i == "object" ? n.push(l(r, i, {
					style: "deepObject",
					explode: !0,
					...e?.object,
					allowReserved: e?.allowReserved || !1
				})) : n.push(c(r, i, e));
			}
		}
		return n.join("&");
	};
}
function f(t, n) {
	let r = t;
	for (let i of t.match(e) ?? []) {
		let e = i.substring(1, i.length - 1), t = !1, a = "simple";
		if (e.endsWith("*") && (t = !0, e = e.substring(0, e.length - 1)), e.startsWith(".") ? (a = "label", e = e.substring(1)) : e.startsWith(";") && (a = "matrix", e = e.substring(1)), !n || n[e] === void 0 || n[e] === null) continue;
		let o = n[e];
		r = Array.isArray(o) ? r.replace(i, u(e, o, {
			style: a,
			explode: t
		})) : typeof o == "object" ? r.replace(i, l(e, o, {
			style: a,
			explode: t
		})) : a === "matrix" ? r.replace(i, `;${c(e, o)}`) : r.replace(i, a === "label" ? `.${encodeURIComponent(o)}` : encodeURIComponent(o));
	}
	return r;
}
function p(e, t) {
	return e instanceof FormData ? e : t && (t.get instanceof Function ? t.get("Content-Type") ?? t.get("content-type") : t["Content-Type"] ?? t["content-type"]) === "application/x-www-form-urlencoded" ? new URLSearchParams(e).toString() : JSON.stringify(e);
}
function m(e, t) {
	let n = `${t.baseUrl}${e}`;
	t.params?.path && (n = t.pathSerializer(n, t.params.path));
	let r = t.querySerializer(t.params.query ?? {});
	return r.startsWith("?") && (r = r.substring(1)), r && (n += `?${r}`), n;
}
function h(...e) {
	let t = new Headers();
	for (let n of e) {
		if (!n || typeof n != "object") continue;
		let e = n instanceof Headers ? n.entries() : Object.entries(n);
		for (let [n, r] of e) if (r === null) t.delete(n);
		else if (Array.isArray(r)) for (let e of r) t.append(n, e);
		else r !== void 0 && t.set(n, r);
	}
	return t;
}
function g(e) {
	return e.endsWith("/") ? e.substring(0, e.length - 1) : e;
}
var sent = store([]), reached = store(!0), client = r({ fetch: (request) => fetch(request) });
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
	return typeof told == "object" && !!told && "code" in told && "detail" in told;
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
var kept = new f$1({ defaultOptions: { queries: {
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
]);
function once(operation) {
	return leavesTrace.has(operation) ? {
		staleTime: Infinity,
		refetchOnWindowFocus: !1,
		refetchOnReconnect: !1
	} : {};
}
function useObserver(observer) {
	let [, again] = _$2({});
	return y$1(() => {
		let stop = observer.subscribe(() => again({}));
		return again({}), stop;
	}, [observer]), observer.getCurrentResult();
}
function useRefusal(key, { error, isSuccess }) {
	let last = x$1({ of: "" }), of = JSON.stringify(key);
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
	}, observer = C$1(() => new f$2(kept, options), []);
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
	}, observer = C$1(() => new r$2(kept, options), []);
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
	let [state, set] = _$2({ busy: !1 }), attempt = x$1({
		body: "",
		key: ""
	}), busy = x$1(!1);
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
	hour: "2-digit",
	minute: "2-digit",
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
	return localTime(at).slice(0, 10);
}
function localTime(at) {
	return sortable.format(new Date(at)).replace(" ", "T");
}
function utcOf(local) {
	let [summer = "", winter = ""] = [2, 1].map((hours) => new Date(Date.parse(`${local}Z`) - hours * 36e5).toISOString());
	return localTime(summer) === local ? summer : winter;
}
function dayStart(localDate, days = 0) {
	let noon = new Date(`${localDate}T12:00:00Z`);
	return noon.setUTCDate(noon.getUTCDate() + days), utcOf(`${noon.toISOString().slice(0, 10)}T00:00`);
}
function readMoney(typed) {
	let text = typed.replace(/[\s\u00a0]|kr\.?|dkk/gi, ""), match = /^(-?)(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d\d?))?$/.exec(text) ?? /^(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d\d?))?$/.exec(text);
	if (!match) return;
	let ore = Number((match[2] ?? "").replace(/[.,]/g, "")) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
	return Number.isSafeInteger(ore) ? match[1] === "-" ? -ore : ore : void 0;
}
function typedMoney(ore) {
	let text = (ore / 100).toFixed(2);
	return language === "da" ? text.replace(".", ",") : text;
}
function orderNumber(id) {
	return id.slice(-6);
}
export { asRefused as $, refusedBy as A, things as B, overMcp as C, sent as D, resultOf as E, learn as F, may as G, language as H, operations as I, session as J, renew as K, reasons as L, told as M, s$3 as N, Loading as O, fields as P, asRead as Q, refusals as R, get as S, read as T, speak as U, __vitePreload as V, texts as W, signOut as X, signIn as Y, Refused as Z, useAnswer as _, x$1 as _t, dayStart as a, go as at, useWrite as b, w as bt, money as c, refine as ct, readMoney as d, store as dt, changes as et, time as f, useStore as ft, leavesTrace as g, b as gt, forget as h, _$2 as ht, dayName as i, back as it, sentence as j, ProblemNote as k, orderNumber as l, route as lt, utcOf as m, O as mt, date as n, same as nt, localDay as o, href as ot, typedMoney as p, C$1 as pt, sandbox as q, dateTime as r, under as rt, localTime as s, leave as st, count as t, pointer as tt, percent as u, useRoute as ut, useList as v, y$1 as vt, reached as w, call as x, useResult as y, q as yt, statuses as z };
