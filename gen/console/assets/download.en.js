function download(name, type, text) {
	let link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text], { type })), link.download = name, link.click(), URL.revokeObjectURL(link.href);
}
export { download as t };
