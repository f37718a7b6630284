import { U as asRead, c as get, nt as A, ot as d } from "./answers.js";
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
export { useGot as n, useOne as r, listed as t };
