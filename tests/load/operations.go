package main

import (
	"math/rand/v2"
	"strconv"
)

// operation is what is measured under one name.
type operation struct {
	name   string
	path   string
	bodies func(*rand.Rand) draw
	peer   string // path of the hand-written handler that answers the same bodies
}

const tools = "/api/v1/tools/"

// operations returns all that is measured over the API.
func (s *sample) operations(queries []string) []operation {
	get := picked(s.slugs, `{"slug":"`, `"}`)
	all := []operation{
		{"products.get", tools + "products.get", get, "/get"},
		{"products.get over MCP", "/api/mcp", picked(s.slugs, mcpGet, `"}}}`), ""},
	}
	for i, kind := range s.kinds(queries) {
		o := operation{"products.search: " + kind.name, tools + "products.search", byZipf(makeBodies(kind.make)), ""}
		if i == 0 {
			o.peer = "/search"
		}
		all = append(all, o)
	}
	return append(all,
		operation{"categories.list", tools + "categories.list", always(`{}`), ""},
		operation{"orders.list: all", tools + "orders.list", always(`{}`), ""},
		operation{"orders.list: offset 10000", tools + "orders.list", always(`{"offset":10000}`), ""},
		operation{"orders.list: status", tools + "orders.list", picked(statuses(), `{"status":"`, `"}`), ""},
		operation{"orders.list: status, offset 10000", tools + "orders.list", picked(statuses(), `{"offset":10000,"status":"`, `"}`), ""},
		operation{"orders.list: email", tools + "orders.list", picked(s.customers, `{"email":"`, `"}`), ""},
		operation{"orders.list: email, status", tools + "orders.list", picked(s.customers, `{"status":"completed","email":"`, `"}`), ""},
		operation{"orders.list: month", tools + "orders.list", picked(months(), `{"fromDate":"`, `-01T00:00:00Z","toDate":"2026-12-31T00:00:00Z"}`), ""},
		operation{"orders.list: status, old month", tools + "orders.list", picked(months(), `{"status":"paid","fromDate":"2024-01-01T00:00:00Z","toDate":"`, `-01T00:00:00Z"}`), ""},
		operation{"orders.get", tools + "orders.get", picked(s.orders, `{"orderId":"`, `"}`), ""},
		operation{"orders.update_status", tools + "orders.update_status", s.moves.bodies, ""},
		operation{"products.update", tools + "products.update", s.updates, ""},
	)
}

const mcpGet = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"`

// picked puts one of the values, all as likely, between two texts.
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

// updates change the price and stock of any product.
func (s *sample) updates(r *rand.Rand) draw {
	return func() ([]byte, error) {
		body := `{"slug":"` + s.slugs[r.IntN(len(s.slugs))] + `","patch":{"stock":` + strconv.Itoa(r.IntN(500)) +
			`,"priceDkk":` + strconv.Itoa(100+r.IntN(500_000)) + `}}`
		return []byte(body), nil
	}
}

// bodies move orders, each forward from where it stands.
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

// months are the first ones of the two years of the orders.
func months() (all []string) {
	for year := 2025; year <= 2026; year++ {
		for month := 1; month <= 9; month++ {
			all = append(all, strconv.Itoa(year)+"-0"+strconv.Itoa(month))
		}
	}
	return all
}
