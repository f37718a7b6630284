function chosen() {
	let kept = localStorage.getItem("language");
	return kept === "en" || kept === "da" ? kept : navigator.language.startsWith("da") ? "da" : "en";
}
var __vitePreload = (load) => load();
__vitePreload(() => import(`./main.${chosen()}.js`), [], import.meta.url);
export { __vitePreload as t };
