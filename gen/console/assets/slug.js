var letters = {
	æ: "ae",
	ø: "oe",
	å: "aa",
	ä: "ae",
	ö: "oe",
	ü: "ue",
	ß: "ss"
};
function slugOf(name) {
	return name.toLowerCase().normalize("NFC").replace(/[æøåäöüß]/g, (letter) => letters[letter] ?? "").normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 200);
}
export { slugOf as t };
