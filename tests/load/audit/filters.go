package main

import (
	"encoding/json"
	"fmt"
)

// second is the actor that makes three rows in ten, and none with every second
// tool, such as products.adjust_stock.
const second = "apikey:01994f5e-8f4b-7c11-9b1f-3dde00000002"

// values are those of each filter, frequent ones first; the last matches nothing
// or little.
var values = []struct {
	name   string
	values []any
}{
	{"toolPrefix", []any{"products.", "products.adjust_stock", "future1", "nothing"}},
	{"actorPrefix", []any{"apikey:", second, "cli:", "cli:operator180", "nobody"}},
	{"entityType", []any{"product", "future19", "none"}},
	{"entityId", []any{"shop", "product-0", "order-29999"}},
	{"outcome", []any{"success", "denied"}},
	{"revertible", []any{true, false}},
	{"period", []any{days(30), days(900)}},
	{"kinds", []any{[]string{"change"}, []string{"access"}, []string{"refusal"}}},
	{"holder", []any{"agent", "person"}},
	{"channel", []any{"rest", "mcp"}},
	{"q", []any{"product 1", "service 29999", "nothing"}},
}

// days is a period of a week that began some days ago.
type days int

// combination is one or two filters.
type combination struct {
	name string
	body []byte
}

// combinations returns no filter, each one and each pair, with all their values.
func combinations() (all []combination) {
	all = append(all, made(nil))
	for i, one := range values {
		for _, a := range one.values {
			all = append(all, made(map[string]any{one.name: a}))
			for _, other := range values[i+1:] {
				for _, b := range other.values {
					all = append(all, made(map[string]any{one.name: a, other.name: b}))
				}
			}
		}
	}
	return all
}

func made(filters map[string]any) combination {
	body := map[string]any{}
	name := ""
	for _, v := range values {
		value, ok := filters[v.name]
		if !ok {
			continue
		}
		name += fmt.Sprintf(" %s=%v", v.name, value)
		if ago, ok := value.(days); ok {
			body["fromDate"], body["toDate"] = ago.ago(0), ago.ago(7)
			continue
		}
		body[v.name] = value
	}
	text, _ := json.Marshal(body) // texts and booleans always encode
	if name == "" {
		name = " none"
	}
	return combination{name[1:], text}
}
