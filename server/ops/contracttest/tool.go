package contracttest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// tool tests an operation of the shop.
func (r *run) tool(op *openapi.Operation) {
	r.check(op.Name, "refuses GET", func(c *check) {
		a, _, ok := c.refused(request{op: op, method: http.MethodGet, url: r.BaseURL + op.Path}, http.StatusMethodNotAllowed)
		if ok && !strings.Contains(a.header.Get("Allow"), op.Method) {
			c.about(a, "Allow is %q", a.header.Get("Allow"))
		}
	})
	body, harmless := r.harmless(op)
	if !harmless {
		r.skip(op.Name, "everything else", "it could change something that exists; use --write with a shop made for tests")
		return
	}
	r.access(op, body)
	callers := r.callers(op, body)
	if len(callers) == 0 {
		return
	}
	last := callers[len(callers)-1]
	r.form(op, last, body)
	r.badBodies(op, last, body)
	switch {
	case op.ReadOnly:
		r.read(op, callers)
	case r.Write:
		r.write(op, last)
	}
}

// harmless returns a body that an operation accepts and that changes nothing if
// it is carried out: it reads, or is about something that does not exist. For a
// shop made for tests any body is harmless.
func (r *run) harmless(op *openapi.Operation) (map[string]any, bool) {
	body := bodies.Pointing(op, r.groups, bodies.Smallest(op.Body()), r.missing)
	return body, op.ReadOnly || r.Write || r.namesThing(op)
}

// namesThing reports whether an operation is about something that its body
// names, and that has to exist.
func (r *run) namesThing(op *openapi.Operation) bool {
	_, _, named := bodies.Names(op, r.groups)
	return named && op.Declares(http.StatusNotFound)
}

// canMake reports whether the thing that an operation is about is of a kind that the run can make
// and remove: both operations answer with the same code if there is none.
func (r *run) canMake(op *openapi.Operation) bool {
	_, about, _ := bodies.Names(op, r.groups)
	remover := r.remover(about.Group)
	return remover == nil || slices.ContainsFunc(openapi.Codes(op.Response(http.StatusNotFound)), func(code string) bool {
		return slices.Contains(openapi.Codes(remover.Response(http.StatusNotFound)), code)
	})
}

// missing resolves every reference to something that cannot exist.
func (r *run) missing(ref bodies.Reference) (string, bool) {
	if ref.Field == "id" {
		return uuid.NewString(), true
	}
	return r.unique + "-missing", true
}

// callers returns the keys that an operation can be called with: "" for none, and
// the key of the run unless it lacks the scope.
func (r *run) callers(op *openapi.Operation, body map[string]any) (keys []string) {
	if op.Anonymous {
		keys = append(keys, "")
	}
	if r.Key == "" {
		if !op.Anonymous {
			r.skip(op.Name, "calls with a key", "there is no --key")
		}
		return keys
	}
	r.check(op.Name, "accepts the key, or names the scope that it lacks", func(c *check) {
		a, ok := c.send(r.call(op, r.Key, withUnknown(body)), http.StatusUnprocessableEntity, http.StatusForbidden)
		switch {
		case !ok:
		case a.status == http.StatusUnprocessableEntity:
			keys = append(keys, r.Key)
		case slices.Contains(r.scopes, op.Scope):
			c.about(a, "the key has the scope %s", op.Scope)
		default:
			r.wantScope(c, op, a)
			r.skip(op.Name, "calls with a key", "the key lacks the scope "+op.Scope)
		}
	})
	return keys
}

// withUnknown returns the body with a field that no operation has, so that it is
// refused after the checks of the caller.
func withUnknown(body map[string]any) []byte {
	out := map[string]any{bodies.UnknownField: true}
	for name, value := range body {
		out[name] = value
	}
	return bodies.Encode(out)
}

// wantScope records a fault unless the answer names the scope of the operation.
func (r *run) wantScope(c *check, op *openapi.Operation, a answer) {
	if p := a.problem(); p.Code != "insufficient_scope" || p.RequiredScope != op.Scope {
		c.about(a, "this should be insufficient_scope with the requiredScope %s", op.Scope)
	}
}

// unknownOperation tests a name that no operation has.
func (r *run) unknownOperation() {
	r.check("contract", "an unknown operation is not found", func(c *check) {
		c.refused(request{method: http.MethodPost, url: r.BaseURL + openapi.ToolPath + "contract.no_such_operation", body: []byte("{}"),
			header: map[string]string{"Content-Type": "application/json"}}, http.StatusNotFound)
	})
}

// otherMethod tests an address that is neither a document nor an operation of the
// shop, as far as every such address has it in common.
func (r *run) otherMethod(op *openapi.Operation) {
	r.check(op.Name, "refuses GET", func(c *check) {
		c.refused(request{op: op, method: http.MethodGet, url: r.BaseURL + op.Path}, http.StatusMethodNotAllowed)
	})
	if op.Keyed {
		r.check(op.Name, "refuses a key that does not exist", func(c *check) { r.refusesKey(c, r.call(op, badKey, []byte("{}"))) })
	}
	list := map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/list"} // of MCP
	if body := op.Body(); body.Exists() && body.Validate(any(list)) == nil {
		r.check(op.Name, "lists its tools", func(c *check) { c.send(r.call(op, "", bodies.Encode(list)), http.StatusOK) })
	}
}
