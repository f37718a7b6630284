package contracttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// verifyKeys refuses keys that are not what the options say, because every
// other fault would look like one of the deployment.
func (r *run) verifyKeys() error {
	if r.Write && r.Key == "" {
		return errors.New("--write needs a --key")
	}
	for _, op := range r.doc.Operations() {
		if op.Tool && op.ReadOnly && op.Scope == NarrowScope {
			if err := errors.Join(r.verifyKey(op, "--key", r.Key), r.verifyKey(op, "--narrow-key", r.NarrowKey)); err != nil {
				return err
			}
			break
		}
	}
	return r.readScopes()
}

func (r *run) verifyKey(op *openapi.Operation, flag, key string) error {
	if key == "" {
		return nil
	}
	a, err := r.client.do(r.ctx, r.call(op, key, []byte("{}")))
	switch {
	case err != nil:
		return err
	case a.status == http.StatusUnauthorized:
		return fmt.Errorf("the deployment refuses the key of %s: make another with \"storefront keys create\"", flag)
	case a.status == http.StatusForbidden && key == r.NarrowKey:
		return fmt.Errorf("the key of %s lacks the scope %s", flag, NarrowScope)
	}
	return nil
}

// readScopes reads the scopes of the key of the run. They stay unknown if the
// deployment does not describe its keys.
func (r *run) readScopes() error {
	if r.Key == "" {
		return nil
	}
	a, err := r.client.do(r.ctx, request{method: http.MethodGet, url: r.BaseURL + "/api/v1/key", key: r.Key})
	if err != nil {
		return err
	}
	var reply struct{ Result struct{ Scopes []string } }
	if a.status == http.StatusOK && json.Unmarshal(a.body, &reply) == nil {
		r.scopes = reply.Result.Scopes
	}
	return nil
}
