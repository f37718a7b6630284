package contracttest

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// badKey has the form of a key and the checksum of none.
const badKey = "sfk_00000000000000000000000000000000000000"

// mostBody is how many bytes a body may have.
const mostBody = 1 << 20

// access tests who may call an operation.
func (r *run) access(op *openapi.Operation, body map[string]any) {
	text := bodies.Encode(body)
	if !op.Anonymous {
		r.check(op.Name, "refuses a call without a key", func(c *check) {
			c.refused(r.call(op, "", text), http.StatusUnauthorized, "authentication_required")
		})
	}
	r.check(op.Name, "refuses a key that does not exist", func(c *check) { r.refusesKey(c, r.call(op, badKey, text)) })
	if r.NarrowKey == "" {
		r.skip(op.Name, "scopes", "there is no --narrow-key")
		return
	}
	r.check(op.Name, "asks for its scope", func(c *check) {
		q := r.call(op, r.NarrowKey, withUnknown(body))
		if op.Scope == NarrowScope {
			c.refused(q, http.StatusUnprocessableEntity)
		} else if a, _, ok := c.refused(q, http.StatusForbidden); ok {
			r.wantScope(c, op, a)
		}
	})
}

func (r *run) refusesKey(c *check, q request) {
	a, _, ok := c.refused(q, http.StatusUnauthorized, "invalid_key")
	if got := a.header.Get("WWW-Authenticate"); ok && !strings.Contains(got, `error="invalid_token"`) {
		c.about(a, "WWW-Authenticate is %q, without error=\"invalid_token\"", got)
	}
}

// form tests what is refused before the fields of a body are looked at.
func (r *run) form(op *openapi.Operation, key string, body map[string]any) {
	text := bodies.Encode(body)
	r.check(op.Name, "refuses another media type", func(c *check) {
		q := r.call(op, key, text)
		q.header = map[string]string{"Content-Type": "text/plain"}
		c.refused(q, http.StatusUnsupportedMediaType, "unsupported_media_type")
	})
	r.check(op.Name, "refuses what is not JSON", func(c *check) {
		c.refused(r.call(op, key, append(bytes.Clone(text), "}"...)), http.StatusBadRequest, "invalid_json")
	})
	if op.ReadOnly || r.Write {
		r.check(op.Name, "refuses an empty body", func(c *check) {
			c.refused(r.call(op, key, nil), http.StatusBadRequest, "body_required")
		})
	}
	r.check(op.Name, "refuses a body over 1 MiB", func(c *check) {
		q := r.call(op, key, append(bytes.Clone(text), bytes.Repeat([]byte(" "), mostBody)...))
		q.header["Expect"] = "100-continue" // so that the refusal is read before the body is sent
		c.refused(q, http.StatusRequestEntityTooLarge, "body_too_large")
	})
}

// badBodies tests that an operation refuses bodies with one fault, and points to
// it. Without a key, whose quota is larger, one fault of each field has to do.
func (r *run) badBodies(op *openapi.Operation, key string, body map[string]any) {
	keep := func(f bodies.Field) bool {
		_, refers := bodies.ReferenceOf(op, r.groups, f.Name())
		return refers && !op.ReadOnly && !r.Write
	}
	tried := map[string]bool{}
	for _, bad := range bodies.BadOf(op, body, keep) {
		if key == "" && tried[bad.Pointer] {
			continue
		}
		tried[bad.Pointer] = true
		r.check(op.Name, "refuses "+bad.Name, func(c *check) {
			a, p, ok := c.refused(r.call(op, key, bodies.Encode(bad.Body)), http.StatusUnprocessableEntity, "validation_failed")
			if ok && !p.pointsTo(bad.Pointer) {
				c.about(a, "errors has no pointer to %s", bad.Pointer)
			}
		})
	}
}

// pointsTo reports whether a fault that the problem lists is at the place, or
// below it.
func (p problem) pointsTo(pointer string) bool {
	for _, fault := range p.Errors {
		if strings.HasPrefix(fault.Pointer+"/", pointer+"/") {
			return true
		}
	}
	return false
}
