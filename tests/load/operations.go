package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// operation is what is measured under one name.
type operation struct {
	name   string
	path   string
	bodies func(*rand.Rand) draw
	peer   string // path of the hand-written handler for the same bodies

	prepare func(context.Context) error // runs before each figure; nil if nothing has to be prepared

	pages bool // the draws are paths of pages

	parts []operation // instead of all that: what each connection calls in turn
}

// over returns an operation of the API.
func over(name, path string, bodies func(*rand.Rand) draw) operation {
	return operation{name: name, path: path, bodies: bodies}
}

const tools = "/api/v1/tools/"

// operations returns everything that is measured over the API.
func (s *sample) operations(queries []string) []operation {
	all := []operation{
		over("products.get", tools+"products.get", picked(s.slugs, `{"slug":"`, `"}`)),
		over("products.get over MCP", "/api/mcp", picked(s.slugs, mcpGet, `"}}}`)),
	}
	all[0].peer = "/get"
	for i, kind := range s.kinds(queries) {
		o := over("products.search: "+kind.name, tools+"products.search", byZipf(makeBodies(kind.make)))
		if i == 0 {
			o.peer = "/search"
		}
		all = append(all, o)
	}
	const list = tools + "orders.list"
	all = append(all,
		over("categories.list", tools+"categories.list", always(`{}`)),
		over("orders.list: all", list, always(`{}`)),
		over("orders.list: offset 10000", list, always(`{"offset":10000}`)),
		over("orders.list: status", list, picked(statuses(), `{"status":"`, `"}`)),
		over("orders.list: status, offset 10000", list, picked(statuses(), `{"offset":10000,"status":"`, `"}`)),
		over("orders.list: email", list, picked(s.customers, `{"email":"`, `"}`)),
		over("orders.list: email, status", list, picked(s.customers, `{"status":"completed","email":"`, `"}`)),
		over("orders.list: month", list, picked(months(), `{"fromDate":"`, `-01T00:00:00Z","toDate":"2026-12-31T00:00:00Z"}`)),
		over("orders.list: status, old month", list, picked(months(), `{"status":"paid","fromDate":"2024-01-01T00:00:00Z","toDate":"`, `-01T00:00:00Z"}`)),
		over("orders.list: oldest", list, always(`{"sort":"oldest"}`)),
		over("orders.list: statuses", list, always(`{"statuses":["paid","processing","delivered"]}`)),
		over("orders.list: attention", list, always(`{"needsAttention":true}`)),
		over("orders.list: product", list, picked(s.ordered, `{"productId":"`, `"}`)),
		over("orders.list: name", list, picked(fullNames(), `{"q":"`, `"}`)),
		over("orders.list: surname", list, picked(surnames, `{"q":"`, `"}`)),
		over("orders.list: customer as words", list, picked(localParts(s.customers), `{"q":"`, `"}`)),
		over("orders.get", tools+"orders.get", picked(s.orders, `{"orderId":"`, `"}`)),
	)
	return slices.Concat(all, []operation{
		mixture(all),
		over("products.update", tools+"products.update", s.updates),
		over("products.bulk_upsert: 500 prices", tools+"products.bulk_upsert", s.bulk(`"priceDkk":%d`)),
		over("products.bulk_upsert: 500 texts", tools+"products.bulk_upsert", s.bulk(`"priceDkk":%d,"description":"A text about the product that is as long as many of them are, and that differs from the one before."`)),
		over("orders.update_status", tools+"orders.update_status", s.moves.bodies),
		{name: "cart.get_summary", path: tools + "cart.get_summary", bodies: s.carts.summaries, prepare: s.carts.fill},
		{name: "orders.create", path: tools + "orders.create", bodies: s.carts.purchases(s.customers), prepare: s.carts.fill},
		{name: "orders.create: hot product", path: tools + "orders.create", bodies: s.carts.purchases(s.customers), prepare: s.carts.fillHot},
	}, s.finding(queries), s.analytics(), s.pages())
}

// mixture is a typical day of a shop, with one change a second: every other call
// reads a product, the others are all other calls in turn.
func mixture(all []operation) operation {
	m := operation{name: "mixture"}
	for _, o := range all[1:] {
		m.parts = append(m.parts, all[0], o)
	}
	return m
}

const mcpGet = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"`

// picked puts a random one of the values between two texts.
func picked(values []string, before, after string) func(*rand.Rand) draw {
	return func(r *rand.Rand) draw {
		var body []byte
		return func() ([]byte, error) {
			body = append(append(append(body[:0], before...), values[r.IntN(len(values))]...), after...)
			return body, nil
		}
	}
}

func always(body string) func(*rand.Rand) draw {
	return func(*rand.Rand) draw { return func() ([]byte, error) { return []byte(body), nil } }
}

// updates change the price and stock of any product. The stock remains large
// enough for the orders of a run.
func (s *sample) updates(r *rand.Rand) draw {
	return func() ([]byte, error) {
		body := `{"slug":"` + s.slugs[r.IntN(len(s.slugs))] + `","patch":{"stock":` + strconv.Itoa(100+r.IntN(400)) +
			`,"priceDkk":` + strconv.Itoa(100+r.IntN(500_000)) + `}}`
		return []byte(body), nil
	}
}

// bulk changes 500 products in a row, of all in turn; fields has a verb for the price.
func (s *sample) bulk(fields string) func(*rand.Rand) draw {
	const most = 500
	return func(r *rand.Rand) draw {
		return func() ([]byte, error) {
			body := []byte(`{"mode":"all_or_nothing","items":[`)
			first := r.IntN(len(s.slugs))
			for i := range min(most, len(s.slugs)) {
				if i > 0 {
					body = append(body, ',')
				}
				body = fmt.Appendf(body, `{"slug":%q,`+fields+`}`, s.slugs[(first+i)%len(s.slugs)], 100+r.IntN(500_000))
			}
			return append(body, "]}"...), nil
		}
	}
}

// bodies move orders, each to its next status.
func (m *moves) bodies(*rand.Rand) draw {
	return func() ([]byte, error) {
		next, err := m.take()
		return []byte(`{"orderId":"` + next.ID + `","status":"` + next.To + `"}`), err
	}
}

func statuses() (all []string) {
	for _, share := range shares {
		all = append(all, share.status)
	}
	return all
}

func fullNames() (all []string) {
	for _, given := range givenNames {
		for _, surname := range surnames {
			all = append(all, given+" "+surname)
		}
	}
	return all
}

func localParts(addresses []string) (all []string) {
	for _, address := range addresses {
		local, _, _ := strings.Cut(address, "@")
		all = append(all, local)
	}
	return all
}

// months are the first days of the months in the two years of the orders.
func months() (all []string) {
	for year := 2025; year <= 2026; year++ {
		for month := 1; month <= 9; month++ {
			all = append(all, strconv.Itoa(year)+"-0"+strconv.Itoa(month))
		}
	}
	return all
}
