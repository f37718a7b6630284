package resolutions_test

import (
	"strconv"
	"strings"
)

func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // the form allows digits alone
	return n
}

// lines returns what a call about a cart asks for: the items of cart.create, or the call
// itself.
func lines(r *request) []any {
	if items, ok := r.args["items"].([]any); ok {
		return items
	}
	return []any{r.args}
}

func takeFewer(_ *agent, _ *refusal, r *request, words []string) {
	for _, line := range lines(r) {
		if asObject(line)["slug"] == literal(words[1]) {
			asObject(line)["quantity"] = number(words[2])
		}
	}
}

func takeAnother(a *agent, _ *refusal, r *request, words []string) {
	for _, line := range lines(r) {
		if asObject(line)["slug"] == literal(words[2]) {
			asObject(line)["slug"] = aProduct(a, words[1])
		}
	}
}

// aProduct returns the slug of a product that is in stock.
func aProduct(a *agent, search string) any {
	found, _ := a.call(search, object{"inStock": true}).([]any)
	return asObject(found[0])["slug"]
}

func leaveDiscount(a *agent, _ *refusal, r *request, words []string) {
	if strings.HasSuffix(r.path, words[1]) {
		r.args["code"] = nil
		return
	}
	a.call(words[1], object{"cartId": r.args["cartId"], "code": nil})
}

func putProduct(a *agent, _ *refusal, r *request, words []string) {
	a.call(words[1], object{"cartId": r.args["cartId"], "slug": aProduct(a, "products.search")})
}

func openAnother(a *agent, _ *refusal, r *request, words []string) {
	a.call(words[1], object{"orderId": literal(words[2])})
	items := []object{{"slug": aProduct(a, "products.search"), "quantity": 1}}
	r.args["cartId"] = asObject(a.call(words[3], object{"items": items}))["cartId"]
}

func setFewer(a *agent, _ *refusal, r *request, words []string) {
	cart := asObject(a.call("cart.get_summary", object{"cartId": r.args["cartId"]}))
	items, _ := cart["items"].([]any)
	for _, item := range items {
		a.call(words[1], object{"cartId": r.args["cartId"], "slug": asObject(item)["slug"], "quantity": 1})
	}
}
