package contracttest

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// address tests an address that is read with GET.
func (r *run) address(op *openapi.Operation) {
	where, query := r.located(op)
	q := request{op: op, method: http.MethodGet, url: where}
	if !op.Anonymous && op.Keyed {
		r.check(op.Name, "refuses a call without a key", func(c *check) {
			c.refused(q, http.StatusUnauthorized, "authentication_required")
		})
		r.check(op.Name, "refuses a key that does not exist", func(c *check) {
			bad := q
			bad.key = badKey
			r.refusesKey(c, bad)
		})
		if q.key = r.Key; q.key == "" {
			r.skip(op.Name, "everything else", "there is no --key")
			return
		}
	}
	r.mediaTypes(op, q)
	r.variants(op, q)
	for _, parameter := range query {
		r.check(op.Name, "with "+parameter, func(c *check) {
			with := q
			with.url += "?" + parameter
			c.send(with, r.available(op)...)
		})
	}
	r.unknownNames(op, q)
}

// located returns the address, with the examples of its parameters in its path,
// and its query parameters that have an example.
func (r *run) located(op *openapi.Operation) (where string, query []string) {
	path := op.Path
	for i := range op.At("parameters").List() {
		p := op.At("parameters", fmt.Sprint(i)).Follow()
		name, example := p.At("name").Text(), fmt.Sprint(p.At("example").Value())
		switch p.At("in").Text() {
		case "path":
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(example))
		case "query":
			if p.At("example").Exists() {
				query = append(query, url.Values{name: {example}}.Encode())
			}
		}
	}
	return r.BaseURL + path, query
}

// available returns the statuses of an address that answers: one that reports
// the state of the service may say that it is unavailable.
func (r *run) available(op *openapi.Operation) []int {
	if op.Declares(http.StatusServiceUnavailable) {
		return []int{http.StatusOK, http.StatusServiceUnavailable}
	}
	return []int{http.StatusOK}
}

func (r *run) mediaTypes(op *openapi.Operation, q request) {
	for _, media := range op.Response(http.StatusOK).At("content").Names() {
		r.check(op.Name, "answers as "+media, func(c *check) {
			wanted := q
			wanted.header = map[string]string{"Accept": media}
			a, ok := c.send(wanted, r.available(op)...)
			if got, _, _ := mime.ParseMediaType(a.header.Get("Content-Type")); ok && a.status == http.StatusOK && got != media {
				c.about(a, "it is %q", got)
			}
		})
	}
}

// variants tests the other methods, and that a document is sent once.
func (r *run) variants(op *openapi.Operation, q request) {
	r.check(op.Name, "answers HEAD", func(c *check) {
		head := q
		head.method = http.MethodHead
		c.send(head, r.available(op)...)
	})
	r.check(op.Name, "refuses POST", func(c *check) {
		post := q
		post.method = http.MethodPost
		if a, _, ok := c.refused(post, http.StatusMethodNotAllowed); ok && !strings.Contains(a.header.Get("Allow"), http.MethodGet) {
			c.about(a, "Allow is %q", a.header.Get("Allow"))
		}
	})
	if !op.Declares(http.StatusNotModified) {
		return
	}
	r.check(op.Name, "is not sent again to who has it", func(c *check) {
		a, ok := c.send(q, http.StatusOK)
		if !ok {
			return
		}
		again := q
		again.header = map[string]string{"If-None-Match": a.header.Get("ETag")}
		if b, ok := c.send(again, http.StatusNotModified); ok && b.header.Get("ETag") != a.header.Get("ETag") {
			c.about(b, "the ETag is %q instead of %q", b.header.Get("ETag"), a.header.Get("ETag"))
		}
	})
}

// unknownNames tests a parameter, and a name in the path, that do not exist.
func (r *run) unknownNames(op *openapi.Operation, q request) {
	if op.Declares(http.StatusUnprocessableEntity) {
		r.check(op.Name, "refuses an unknown parameter", func(c *check) {
			unknown := q
			unknown.url += "?" + bodies.UnknownField + "=1"
			a, p, ok := c.refused(unknown, http.StatusUnprocessableEntity, "validation_failed")
			if ok && !p.pointsTo("/"+bodies.UnknownField) {
				c.about(a, "errors has no pointer to /%s", bodies.UnknownField)
			}
		})
	}
	if prefix, _, found := strings.Cut(op.Path, "{"); found && op.Declares(http.StatusNotFound) {
		r.check(op.Name, "an unknown name is not found", func(c *check) {
			unknown := q
			unknown.url, unknown.header = r.BaseURL+prefix+"no_such_name", map[string]string{"Accept": "application/json"}
			c.refused(unknown, http.StatusNotFound)
		})
	}
}
