package resolutions_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// setFromTool calls a tool and takes a field from its result, or from the first
// of the things that it lists, or that its result has by that name.
func setFromTool(a *agent, _ *refusal, r *request, words []string) {
	result := a.call(words[1], a.sameFields(r, words[1]))
	if page := asObject(result); isPage(page) {
		result = page["items"]
	}
	if list, ok := result.([]any); ok && len(list) > 0 {
		result = list[0]
	}
	if parts, ok := asObject(result)[words[4]+"s"].([]any); ok {
		result = parts[0]
	}
	found := asObject(result)[words[3]]
	if found == nil {
		a.t.Fatalf("%s gives no %s: %v", words[1], words[3], result)
	}
	a.at(r, words[2]).set(found)
}

// setFromList sets a field to what a tool says first about a thing of another list.
func setFromList(a *agent, _ *refusal, r *request, words []string) {
	first := func(tool string, args object) object {
		items, _ := asObject(a.call(tool, args))["items"].([]any)
		if len(items) == 0 {
			a.t.Fatalf("%s %v gives nothing", tool, args)
		}
		return asObject(items[0])
	}
	of := first(words[2], object{})
	a.at(r, words[3]).set(first(words[1], object{"id": of["id"]})[words[4]])
}

// startWithKey goes on with a service that has a key for secrets.
func startWithKey(a *agent, _ *refusal, _ *request, _ []string) {
	a.s = a.s.Beside(a.t, servertest.Options{})
}

// isPage reports whether a result is a page of a list. An order and a cart have
// items too.
func isPage(result object) bool {
	_, continues := result["nextCursor"]
	return continues && result["items"] != nil
}

// setFromID sets a field to what a tool says about the product with an id.
func setFromID(a *agent, _ *refusal, r *request, words []string) {
	list, _ := a.call(words[1], object{"ids": []any{json.RawMessage(words[2])}}).([]any)
	if len(list) != 1 {
		a.t.Fatalf("%s finds %v", words[2], list)
	}
	a.at(r, words[3]).set(asObject(list[0])[words[4]])
}

// sameFields returns what another tool requires of the fields of a call.
func (a *agent) sameFields(r *request, tool string) object {
	args := object{}
	var input struct{ Required []string }
	if err := json.Unmarshal(a.s.Contract.Tool(tool).InputSchema, &input); err != nil {
		a.t.Fatal(err)
	}
	for _, name := range input.Required {
		args[name] = r.args[name]
	}
	return args
}

// example returns an example call of a tool.
func (a *agent) example(tool string) (args object) {
	if err := json.Unmarshal(walk.Example(a.t, tool), &args); err != nil {
		a.t.Fatal(err)
	}
	return args
}

func createFirst(a *agent, _ *refusal, _ *request, words []string) {
	a.call(words[1], servertest.With(a.example(words[1]), object{"slug": literal(words[2])}))
}

func readAgain(a *agent, _ *refusal, r *request, words []string) {
	a.call(words[1], a.sameFields(r, words[1]))
}

// deleteOne deletes the last of the things of that kind.
func deleteOne(a *agent, _ *refusal, _ *request, words []string) {
	if named := map[string]string{"redirect": "fromPath", "webhook": "id"}[words[1]]; named != "" {
		page := asObject(a.call(words[1]+"s.list", object{}))
		a.call(words[2], object{named: asObject(page["items"].([]any)[0])[named], "confirm": true})
		return
	}
	plural := map[string]string{"category": "categories", "page": "pages"}[words[1]]
	list, _ := a.call(plural+".list", object{}).([]any)
	a.call(words[2], object{"slug": asObject(list[len(list)-1])["slug"], "confirm": true})
}

func switchOn(a *agent, _ *refusal, _ *request, words []string) {
	a.call(words[2], object{"key": literal(words[1]), "enabled": true, "confirm": true})
}

func deleteOther(a *agent, _ *refusal, r *request, words []string) {
	a.call(words[1], object{"slug": literal(words[2]), "confirm": true})
	r.args = object{"id": literal(words[3])}
}

func emptyCategory(a *agent, _ *refusal, _ *request, words []string) {
	for {
		list, _ := a.call(words[1], object{"categorySlug": literal(words[2]), "limit": 100}).([]any)
		for _, product := range list {
			a.call(words[4], object{"slug": asObject(product)["slug"], "confirm": true})
		}
		if len(list) == 0 {
			return
		}
	}
}

func shortenList(a *agent, _ *refusal, r *request, words []string) {
	product := asObject(a.call("products.get", object{"slug": r.args["slug"]}))
	most, _ := strconv.Atoi(words[2])
	list, _ := product[words[1]].([]any)
	a.call(words[3], object{"slug": r.args["slug"], "patch": object{words[1]: list[:most]}})
}

// leaveOrder checks that the order is as the resolution says.
func leaveOrder(a *agent, _ *refusal, r *request, words []string) {
	if status := asObject(a.call("orders.get", a.sameFields(r, "orders.get")))["status"]; status != words[1] {
		a.t.Errorf("the order is %v, not %s", status, words[1])
	}
	r.done = true
}

// leaveStock checks that the stock of the product is what the resolution says.
func leaveStock(a *agent, _ *refusal, r *request, words []string) {
	if stock := a.s.Product(a.t, textOf(r.args["slug"])).Stock; strconv.FormatInt(stock, 10) != words[1] {
		a.t.Errorf("the stock is %d, not %s", stock, words[1])
	}
	r.done = true
}

// leaveRefunded checks that nothing of the order can be refunded.
func leaveRefunded(a *agent, _ *refusal, r *request, _ []string) {
	order := asObject(a.call("orders.get", a.sameFields(r, "orders.get")))
	if order["paidAt"] != nil && order["status"] != "refunded" {
		a.t.Errorf("the order is %v", order)
	}
	r.done = true
}

// leaveItem leaves an item out of a refund; one without items is not sent.
func leaveItem(_ *agent, _ *refusal, r *request, words []string) {
	items, _ := r.args["items"].([]any)
	items = slices.DeleteFunc(items, func(item any) bool { return asObject(item)["itemId"] == literal(words[1]) })
	r.args["items"], r.done = items, len(items) == 0
}

// mergeItem leaves the first of several entries of an item, with the pieces of all.
func mergeItem(_ *agent, _ *refusal, r *request, words []string) {
	items, _ := r.args["items"].([]any)
	var kept []any
	var first object
	for _, item := range items {
		entry := asObject(item)
		switch {
		case entry["itemId"] != literal(words[1]):
			kept = append(kept, item)
		case first == nil:
			first, kept = entry, append(kept, item)
		default:
			first["quantity"] = first["quantity"].(int) + entry["quantity"].(int)
		}
	}
	r.args["items"] = kept
}

func mergeProduct(_ *agent, _ *refusal, r *request, words []string) {
	var kept []any
	var first object
	for _, item := range r.args["items"].([]any) {
		entry := asObject(item)
		switch {
		case entry["slug"] != literal(words[1]):
			kept = append(kept, item)
		case first == nil:
			first, kept = entry, append(kept, item)
		default:
			maps.Copy(first, entry)
		}
	}
	r.args["items"] = kept
}

func refundRest(a *agent, _ *refusal, r *request, words []string) {
	a.at(r, words[1]).set(json.Number(words[2]))
	removeField(a, nil, r, words[2:])
	removeField(a, nil, r, words[3:])
}
