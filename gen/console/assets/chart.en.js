import { t as a } from "./packages.js";
var t = {
	table: "The figures",
	when: "When"
}, height = 100;
function Chart({ title, labels, series, show }) {
	let top = Math.max(1, ...series.flatMap((one) => one.values)), width = Math.max(1, ...series.map((one) => one.values.length)) * 10;
	return a("figure", {
		class: "chart",
		children: [
			a("figcaption", {
				class: "row",
				children: [a("strong", { children: title }), series.length > 1 && series.map((one) => a("span", {
					class: "quiet",
					children: [
						a("svg", {
							class: `mark ${one.kind}`,
							viewBox: one.kind === "line" ? "0 0 20 10" : "0 0 10 10",
							"aria-hidden": "true",
							children: one.kind === "line" ? a("path", {
								class: `line ${one.look}`,
								d: "M0 5h20"
							}) : a("rect", {
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
			a("p", {
				class: "quiet",
				children: show(top)
			}),
			a("svg", {
				class: "plot",
				viewBox: `0 0 ${width} ${height}`,
				preserveAspectRatio: "none",
				"aria-hidden": "true",
				children: [series.filter((one) => one.kind === "bars").map((one) => a(Bars, {
					of: one,
					labels,
					top,
					show
				}, one.name)), series.filter((one) => one.kind === "line").map((one) => a("polyline", {
					class: `line ${one.look}`,
					points: points(one.values, top)
				}, one.name))]
			}),
			a("p", {
				class: "ends quiet",
				children: [a("span", { children: labels[0] }), a("span", { children: labels.length > 1 && labels.at(-1) })]
			}),
			a("details", { children: [a("summary", { children: t.table }), a("section", {
				class: "table",
				"aria-label": title,
				tabIndex: 0,
				children: a("table", { children: [a("thead", { children: a("tr", { children: [a("th", {
					scope: "col",
					children: t.when
				}), series.map((one) => a("th", {
					scope: "col",
					class: "right",
					children: one.name
				}, one.name))] }) }), a("tbody", { children: labels.map((label, at) => a("tr", { children: [a("th", {
					scope: "row",
					children: label
				}), series.map((one) => a("td", {
					class: "right",
					"data-label": one.name,
					children: one.values[at] === void 0 ? "" : show(one.values[at])
				}, one.name))] }, at)) })] })
			})] })
		]
	});
}
function Bars({ of, labels, top, show }) {
	return a("g", {
		class: of.look,
		children: of.values.map((value, at) => {
			let tall = value / top * height;
			return a("g", { children: [
				a("title", { children: [
					labels[at],
					": ",
					show(value)
				] }),
				a("rect", {
					class: "reach",
					x: at * 10,
					y: "0",
					width: "10",
					height
				}),
				a("rect", {
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
	return a("svg", {
		class: "spark",
		viewBox: `0 0 ${values.length * 4} 20`,
		preserveAspectRatio: "none",
		role: "img",
		"aria-label": label,
		children: [values.map((value, at) => a("rect", {
			class: "main",
			x: at * 4,
			y: 20 - value / top * 20,
			width: "3",
			height: value / top * 20
		}, at)), bad.map((value, at) => a("rect", {
			class: "bad",
			x: at * 4,
			y: 20 - value / top * 20,
			width: "3",
			height: value / top * 20
		}, `b${at}`))]
	});
}
export { Sparkline as n, Chart as t };
