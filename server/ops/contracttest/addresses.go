package contracttest

import (
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// address tests what is not an operation of the shop: a document that is read with GET, or MCP.
func (r *run) address(op *openapi.Operation) {
	where, query := r.located(op)
	switch {
	case strings.Contains(where, "{"):
		r.skip(op.Name, "everything", "its address is that of a build")
		return
	case strings.HasPrefix(op.Path, consolePath) && r.lacksConsole():
		r.skip(op.Name, "everything", "the console is switched off")
		return
	}
	switch {
	case op.Method != http.MethodGet && (strings.HasPrefix(op.Path, hooksPath) || strings.HasPrefix(op.Path, payPath)):
		r.skip(op.Name, "everything", "only a payment provider, or its page, sends what it takes")
		return
	case strings.HasPrefix(op.Path, payPath):
		r.refusesName(op, request{op: op, method: http.MethodGet, url: where})
		return
	}
	if op.Method != http.MethodGet {
		r.posted(op, where)
		return
	}
	q := request{op: op, method: http.MethodGet, url: where}
	if !op.Anonymous && op.Keyed {
		r.refusesCallers(op, q)
		if q.key = r.Key; q.key == "" {
			r.skip(op.Name, "everything else", "there is no --key")
			return
		}
	}
	if slices.Contains(made, op.Path) {
		r.refusesMethod(op, http.MethodPost, where)
		r.refusesName(op, q)
		return
	}
	statuses := declared(op, http.StatusOK, http.StatusServiceUnavailable) // the latter is a state of the service that it reports
	gets := func(name string, change func(q *request)) {
		r.check(op.Name, name, func(c *check) {
			q := q
			change(&q)
			a, ok := c.send(q, statuses...)
			got, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
			if accept := q.header.Get("Accept"); ok && a.status == http.StatusOK && accept != "" && got != accept {
				c.about(a, "it is %q", got)
			}
		})
	}
	for _, media := range slices.Sorted(maps.Keys(op.Response(http.StatusOK).Content)) {
		gets("answers as "+media, func(q *request) { q.header = http.Header{"Accept": {media}} })
	}
	gets("answers HEAD", func(q *request) { q.method = http.MethodHead })
	for _, parameter := range query {
		gets("with "+parameter, func(q *request) { q.url += "?" + parameter })
	}
	r.refusesMethod(op, http.MethodPost, where)
	if op.Declares(http.StatusNotModified) {
		r.sentOnce(op, q)
	}
	if op.Declares(http.StatusUnprocessableEntity) {
		r.check(op.Name, "refuses an unknown parameter", func(c *check) {
			unknown := request{op: op, method: op.Method, url: where + "?" + unknownField + "=1", key: q.key}
			c.wantPointers(unknown, unknownField)
		})
	}
	r.refusesName(op, q)
}

// made are the addresses of what is there only after a call: no example of one is there.
var made = []string{"/images/{name}", "/previews/{draft}"}

// refusesName tests that nothing has a name that nobody gave.
func (r *run) refusesName(op *openapi.Operation, q request) {
	if prefix, _, found := strings.Cut(op.Path, "{"); found && op.Declares(http.StatusNotFound) {
		r.check(op.Name, "an unknown name is not found", func(c *check) {
			unknown := request{op: op, method: op.Method, url: r.BaseURL + prefix + "no_such_name", key: q.key, header: http.Header{"Accept": {"application/json"}}}
			c.refused(unknown, http.StatusNotFound, "")
		})
	}
}

const (
	consolePath = "/admin"           // begins the addresses of the console
	hooksPath   = "/hooks/payments/" // and those of the messages of payment providers
	payPath     = "/pay/"            // and those of the pages of the provider test
)

// lacksConsole reports whether the console is switched off.
func (r *run) lacksConsole() bool {
	a, err := r.do(request{method: http.MethodGet, url: r.BaseURL + consolePath})
	return err == nil && a.status == http.StatusNotFound
}

// located returns the address, with the examples of its parameters in its path,
// and its query parameters that have an example.
func (r *run) located(op *openapi.Operation) (where string, query []string) {
	where = r.BaseURL + op.Path
	for _, ref := range op.Parameters {
		switch p := ref.Value; {
		case p.In == "path" && p.Example != nil:
			where = strings.ReplaceAll(where, "{"+p.Name+"}", url.PathEscape(fmt.Sprint(p.Example)))
		case p.In == "query" && p.Example != nil:
			query = append(query, url.Values{p.Name: {inQuery(p.Example)}}.Encode())
		}
	}
	return where, query
}

// inQuery returns the value of a parameter as it is sent: a list with commas.
func inQuery(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = fmt.Sprint(item)
	}
	return strings.Join(texts, ",")
}

// sentOnce tests that a document is not sent again to who has it.
func (r *run) sentOnce(op *openapi.Operation, q request) {
	r.check(op.Name, "is not sent again to who has it", func(c *check) {
		a, _ := c.send(q, http.StatusOK)
		q.header = http.Header{"If-None-Match": {a.header.Get("ETag")}}
		if b, ok := c.send(q, http.StatusNotModified); ok && b.header.Get("ETag") != a.header.Get("ETag") {
			c.about(b, "the ETag is %q instead of %q", b.header.Get("ETag"), a.header.Get("ETag"))
		}
	})
}

// posted tests what every address that is not read with GET has in common, and the list of tools of MCP.
func (r *run) posted(op *openapi.Operation, where string) {
	r.refusesMethod(op, http.MethodGet, where)
	if op.Keyed {
		r.refusesCallers(op, r.call(op, "", []byte("{}")))
	}
	list := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if op.RequestBody != nil && openapi.Validate(op.Body(), list) == nil {
		r.check(op.Name, "lists its tools", func(c *check) { c.send(r.call(op, "", list), http.StatusOK) })
	}
}
