import { D as language } from "./answers.js";
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
export { dayStart as a, orderNumber as c, time as d, typedMoney as f, dayName as i, percent as l, date as n, localDay as o, dateTime as r, money as s, count as t, readMoney as u };
