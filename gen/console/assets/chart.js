import { N as s, W as texts } from "./format.js";
var t = texts({
	table: "The figures",
	when: "When"
}, {
	table: "Tallene",
	when: "Hvornår"
}), height = 100;
function Chart({ title, labels, series, show }) {
	let top = Math.max(1, ...series.flatMap((one) => one.values)), width = Math.max(1, ...series.map((one) => one.values.length)) * 10;
	return s("figure", {
		class: "chart",
		children: [
			s("figcaption", {
				class: "row",
				children: [s("strong", { children: title }), series.length > 1 && series.map((one) => s("span", {
					class: "quiet",
					children: [
						s("svg", {
							class: `mark ${one.kind}`,
							viewBox: one.kind === "line" ? "0 0 20 10" : "0 0 10 10",
							"aria-hidden": "true",
							children: one.kind === "line" ? s("path", {
								class: `line ${one.look}`,
								d: "M0 5h20"
							}) : s("rect", {
								class: one.look,
								width: "10",
								height: "10"
							})
						}),
						" ",
						one.name
					]
				}, one.name))]
			}),
			s("p", {
				class: "quiet",
				children: show(top)
			}),
			s("svg", {
				class: "plot",
				viewBox: `0 0 ${width} ${height}`,
				preserveAspectRatio: "none",
				"aria-hidden": "true",
				children: [series.filter((one) => one.kind === "bars").map((one) => s(Bars, {
					of: one,
					labels,
					top,
					show
				}, one.name)), series.filter((one) => one.kind === "line").map((one) => s("polyline", {
					class: `line ${one.look}`,
					points: points(one.values, top)
				}, one.name))]
			}),
			s("p", {
				class: "ends quiet",
				children: [s("span", { children: labels[0] }), s("span", { children: labels.length > 1 && labels.at(-1) })]
			}),
			s("details", { children: [s("summary", { children: t.table }), s("section", {
				class: "table",
				"aria-label": title,
				tabIndex: 0,
				children: s("table", { children: [s("thead", { children: s("tr", { children: [s("th", {
					scope: "col",
					children: t.when
				}), series.map((one) => s("th", {
					scope: "col",
					class: "right",
					children: one.name
				}, one.name))] }) }), s("tbody", { children: labels.map((label, at) => s("tr", { children: [s("th", {
					scope: "row",
					children: label
				}), series.map((one) => s("td", {
					class: "right",
					"data-label": one.name,
					children: one.values[at] === void 0 ? "" : show(one.values[at])
				}, one.name))] }, at)) })] })
			})] })
		]
	});
}
function Bars({ of, labels, top, show }) {
	return s("g", {
		class: of.look,
		children: of.values.map((value, at) => {
			let tall = value / top * height;
			return s("g", { children: [
				s("title", { children: [
					labels[at],
					": ",
					show(value)
				] }),
				s("rect", {
					class: "reach",
					x: at * 10,
					y: "0",
					width: "10",
					height
				}),
				s("rect", {
					x: at * 10 + 1,
					y: height - tall,
					width: "8",
					height: Math.max(tall, 0)
				})
			] }, at);
		})
	});
}
function points(values, top) {
	return values.map((value, at) => `${at * 10 + 5},${height - value / top * height}`).join(" ");
}
function Sparkline({ label, values, bad = [] }) {
	let top = Math.max(1, ...values);
	return s("svg", {
		class: "spark",
		viewBox: `0 0 ${values.length * 4} 20`,
		preserveAspectRatio: "none",
		role: "img",
		"aria-label": label,
		children: [values.map((value, at) => s("rect", {
			class: "main",
			x: at * 4,
			y: 20 - value / top * 20,
			width: "3",
			height: value / top * 20
		}, at)), bad.map((value, at) => s("rect", {
			class: "bad",
			x: at * 4,
			y: 20 - value / top * 20,
			width: "3",
			height: value / top * 20
		}, `b${at}`))]
	});
}
export { Sparkline as n, Chart as t };
