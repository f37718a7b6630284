package contracttest

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
	"github.com/storefront/storefront/server/platform/fold"
)

// list tests the order of a list. A shop may change while it is tested, so a
// difference counts when it is seen twice.
func (r *run) list(op *openapi.Operation, key string) {
	r.check(op.Name, "the same list again"+as(key), func(c *check) {
		body, ok := c.whole(op, key)
		if !ok {
			c.result.Skipped = "the shop lists nothing that it could be about"
			return
		}
		lists := func() (answer, []any, bool) {
			a, ok := c.send(r.call(op, key, bodies.Encode(body)), http.StatusOK)
			return a, a.items(), ok
		}
		first, items, ok := lists()
		if !ok {
			return
		}
		wantLimit(c, op, first, body)
		if compare := orders[op.Name]; compare != nil && !slices.IsSortedFunc(items, compare) {
			c.about(first, "the items are not in the order that the contract states")
		}
		if second, again, ok := lists(); ok && !same(items, again) {
			if _, third, ok := lists(); ok && !same(again, third) {
				c.about(second, "the same call lists something else each time")
			}
		}
	})
	if properties := op.Body().At("properties"); properties.At("limit").Exists() && properties.At("offset").Exists() {
		r.check(op.Name, "pages continue each other"+as(key), func(c *check) {
			if a, ok := c.continues(op, key); !ok {
				if _, ok = c.continues(op, key); !ok {
					c.about(a, "the same items, asked for one by one with offset, are others")
				}
			}
		})
	}
}

// whole returns the smallest body of a list. If the list is about a thing, as a
// history is, that is the first that the shop lists; false if there is none.
func (c *check) whole(op *openapi.Operation, key string) (map[string]any, bool) {
	field, ref, about := bodies.Names(op, c.run.groups)
	if !about {
		return bodies.Smallest(op.Body()), true
	}
	lister := c.run.lister(op, ref, key)
	if lister == nil {
		return nil, false
	}
	a, _ := c.send(c.run.call(lister, key, []byte("{}")), http.StatusOK)
	for _, item := range a.items() {
		if value := text(item, ref.Field); value != "" {
			return bodies.Naming(op, field, value), true
		}
	}
	return nil, false
}

// continues reports whether the first items are the same whether asked for at
// once or one by one.
func (c *check) continues(op *openapi.Operation, key string) (answer, bool) {
	const most = 3
	page := func(limit, offset int) (answer, bool) {
		return c.send(c.run.call(op, key, bodies.Encode(map[string]any{"limit": limit, "offset": offset})), http.StatusOK)
	}
	whole, ok := page(most, 0)
	for i, item := range whole.items() {
		one, found := page(1, i)
		if ok = ok && found && len(one.items()) == 1 && same(one.items()[0], item); !ok {
			break
		}
	}
	return whole, ok || c.run.err != nil
}

// orders are the orders that the contract states, in words, of lists without
// words to look for. Ties are broken by what the items need not show.
var orders = map[string]func(a, b any) int{
	"categories.list": byText("name"),
	"orders.history":  oldest("at"),
	"orders.list":     newest("createdAt"),
	"pages.list":      byText("title"),
	"products.search": byText("name"),
	"services.list":   byNumber("navOrder"),
	"site.list_pages": byText("title"),
}

func byText(field string) func(a, b any) int {
	return func(a, b any) int { return cmp.Compare(fold.Sort(text(a, field)), fold.Sort(text(b, field))) }
}

// newest compares moments in UTC with three decimals, whose order is that of the
// text.
func newest(field string) func(a, b any) int {
	return func(a, b any) int { return cmp.Compare(text(b, field), text(a, field)) }
}

func oldest(field string) func(a, b any) int {
	return func(a, b any) int { return cmp.Compare(text(a, field), text(b, field)) }
}

func byNumber(field string) func(a, b any) int {
	return func(a, b any) int {
		x, _ := number(fieldOf(a, field))
		y, _ := number(fieldOf(b, field))
		return cmp.Compare(x, y)
	}
}

func fieldOf(item any, name string) any {
	fields, _ := item.(map[string]any)
	return fields[name]
}

func text(item any, name string) string {
	value, _ := fieldOf(item, name).(string)
	return value
}

// number returns a decoded JSON number.
func number(value any) (float64, bool) {
	n, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}
