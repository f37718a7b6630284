import { X as may, Y as texts } from "./index.js";
var t = texts({ lacks: (scope) => `Your key lacks ${scope}.` }, { lacks: (scope) => `Din nøgle mangler ${scope}.` });
function needs(scope, busy = !1) {
	return may(scope) ? { disabled: busy } : {
		disabled: !0,
		title: t.lacks(scope)
	};
}
export { needs as t };
