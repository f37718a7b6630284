import { F as texts, I as may, W as asRefused, at as T, it as P, m as ProblemNote, nt as A, ot as d, v as a } from "./answers.js";
import { t as write } from "./write.js";
var t = texts({
	label: "Upload pictures",
	hint: "Choose, drop or paste PNG, JPEG or WebP.",
	sending: (name) => `Sending ${name}…`,
	no: (name) => `${name} is not a picture that can be read.`,
	scope: "Your key may not upload pictures: it lacks products:write."
}, {
	label: "Upload billeder",
	hint: "Vælg, slip eller indsæt PNG, JPEG eller WebP.",
	sending: (name) => `Sender ${name}…`,
	no: (name) => `${name} er ikke et billede, der kan læses.`,
	scope: "Din nøgle må ikke uploade billeder: den mangler products:write."
}), kinds = [
	"image/png",
	"image/jpeg",
	"image/webp"
], limit = 7e5;
function Upload({ onDone, label = t.label, everywhere = !1 }) {
	let [state, set] = d({}), [over, setOver] = d(!1), input = T(null), id = P(), allowed = may("products:write"), busy = T(!1), send = async (files) => {
		if (busy.current || !allowed) return;
		busy.current = !0;
		let unread;
		for (let [at, file] of files.entries()) {
			set({ sending: file.name });
			let fitting = await fit(file).catch(() => void 0);
			if (!fitting) unread = file.name;
			else try {
				let { answer } = await write("images.upload", {
					fileName: file.name.slice(-200) || "picture",
					contentType: fitting.type,
					data: await base64(fitting)
				});
				await onDone(answer.result.url);
			} catch (thrown) {
				return busy.current = !1, set({
					refused: asRefused(thrown),
					left: files.slice(at)
				});
			}
		}
		busy.current = !1, set(unread === void 0 ? {} : { unread });
	}, latest = T(send);
	latest.current = send;
	let pasted = (event) => {
		let files = pictures(event.clipboardData?.files);
		files.length !== 0 && (event.preventDefault(), latest.current(files));
	};
	return A(() => {
		if (everywhere) return addEventListener("paste", pasted), () => removeEventListener("paste", pasted);
	}, [everywhere]), a("div", {
		class: over ? "drop over" : "drop",
		onDragOver: (e) => {
			e.preventDefault(), setOver(!0);
		},
		onDragLeave: () => setOver(!1),
		onDrop: (e) => {
			e.preventDefault(), setOver(!1), send([...e.dataTransfer?.files ?? []]);
		},
		...!everywhere && { onPaste: pasted },
		children: [
			a("label", {
				for: id,
				children: label
			}),
			a("input", {
				id,
				ref: input,
				type: "file",
				accept: kinds.join(),
				multiple: !0,
				disabled: !allowed || state.sending !== void 0,
				"aria-describedby": `${id}h`,
				onChange: (e) => {
					let files = [...e.currentTarget.files ?? []];
					e.currentTarget.value = "", send(files);
				}
			}),
			a("p", {
				class: "hint",
				id: `${id}h`,
				children: allowed ? t.hint : t.scope
			}),
			a("p", {
				class: "quiet",
				role: "status",
				children: state.sending !== void 0 && t.sending(state.sending)
			}),
			state.unread !== void 0 && a("p", {
				class: "fault",
				role: "alert",
				children: t.no(state.unread)
			}),
			a(ProblemNote, {
				refused: state.refused,
				again: () => void send(state.left ?? [])
			})
		]
	});
}
function pictures(files) {
	return [...files ?? []].filter((file) => file.type.startsWith("image/"));
}
function base64(blob) {
	return new Promise((resolve, reject) => {
		let reader = new FileReader();
		reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, ""))), reader.addEventListener("error", () => reject(reader.error ?? Error(t.label))), reader.readAsDataURL(blob);
	});
}
async function fit(file) {
	if (kinds.includes(file.type) && file.size <= limit) return file;
	let picture = await createImageBitmap(file), longest = Math.max(picture.width, picture.height);
	for (let side = Math.min(longest, 2400); side >= 320; side = Math.floor(side * .8)) {
		let drawn = await draw(picture, side / longest);
		if (drawn.size <= limit) return drawn;
	}
	return draw(picture, Math.min(1, 320 / longest));
}
function draw(picture, scale) {
	let canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(picture.width * scale)), canvas.height = Math.max(1, Math.round(picture.height * scale));
	let pen = canvas.getContext("2d");
	return pen ? (pen.fillStyle = "#fff", pen.fillRect(0, 0, canvas.width, canvas.height), pen.drawImage(picture, 0, 0, canvas.width, canvas.height), new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(Error(t.label)), "image/jpeg", .86))) : Promise.reject(Error(t.label));
}
export { Upload as t };
