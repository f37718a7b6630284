import { B as texts, P as a, c as money, r as dateTime, t as count } from "./format.js";
var t = texts({
	status: {
		pending_payment: "not paid",
		pending: "to be paid later",
		paid: "paid",
		processing: "being packed",
		shipped: "shipped",
		delivered: "delivered",
		completed: "completed",
		cancelled: "cancelled",
		refunded: "refunded",
		partial_refund: "partly refunded",
		flagged_review: "held for review",
		disputed: "disputed"
	},
	attention: {
		not_shipped: "to pack",
		disputed: "disputed",
		flagged_review: "look at it",
		refund_due: "owes a refund"
	},
	order: "Order",
	who: "To",
	placed: "Placed",
	state: "Status",
	pieces: "Pieces",
	total: "Total",
	agent: "by an agent"
}, {
	status: {
		pending_payment: "ikke betalt",
		pending: "betales senere",
		paid: "betalt",
		processing: "pakkes",
		shipped: "afsendt",
		delivered: "leveret",
		completed: "afsluttet",
		cancelled: "annulleret",
		refunded: "refunderet",
		partial_refund: "delvist refunderet",
		flagged_review: "tilbageholdt",
		disputed: "indsigelse"
	},
	attention: {
		not_shipped: "skal pakkes",
		disputed: "indsigelse",
		flagged_review: "se på den",
		refund_due: "skylder penge tilbage"
	},
	order: "Ordre",
	who: "Til",
	placed: "Afgivet",
	state: "Status",
	pieces: "Stk.",
	total: "I alt",
	agent: "af en agent"
}), statuses = Object.keys(t.status);
function statusName(status) {
	return t.status[status] ?? status;
}
function orderNumber(id) {
	return id.slice(-6);
}
var columns = {
	order: {
		head: t.order,
		cell: (order) => a("code", { children: orderNumber(order.id) })
	},
	who: {
		head: t.who,
		cell: (order) => order.shippingName
	},
	placed: {
		head: t.placed,
		cell: (order) => a("time", {
			dateTime: order.createdAt,
			title: order.createdAt,
			children: dateTime(order.createdAt)
		})
	},
	state: {
		head: t.state,
		cell: (order) => a("span", { children: [
			statusName(order.status),
			" ",
			order.attention.filter((why) => why !== order.status).map((why) => a("span", {
				class: "chip",
				children: t.attention[why] ?? why
			}, why)),
			order.isAiGenerated && a("span", {
				class: "chip",
				children: ["⚙ ", order.aiAgentSource ?? t.agent]
			})
		] })
	},
	pieces: {
		head: t.pieces,
		right: !0,
		cell: (order) => count(order.itemCount)
	},
	total: {
		head: t.total,
		right: !0,
		cell: (order) => money(order.totalDkk)
	}
}, orderColumns = Object.values(columns);
export { statuses as a, statusName as i, orderColumns as n, orderNumber as r, columns as t };
