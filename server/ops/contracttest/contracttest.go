// Package contracttest proves that a deployment keeps the contract: it calls the operations of a running service,
// validates every answer against the document that the service publishes, and compares that document with the contract
// that is built into the program. It knows HTTP and the contract, and nothing else of the service.
package contracttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// Options say what is tested, and how.
type Options struct {
	BaseURL    string        // the address of the deployment, such as https://shop.example
	Key        string        // a key for the operations that need one; without it only the others are tested fully
	NarrowKey  string        // a key that has the scope NarrowScope alone, or ""; without it scopes are not tested
	Operations []string      // the names of the operations to test; empty for all
	Write      bool          // whether to carry out the examples of operations that write; for a shop made for tests
	MaxWait    time.Duration // how long to wait for limits, in all
}

// NarrowScope is the one scope of Options.NarrowKey.
const NarrowScope = "catalog:read"

// Run tests a deployment. An error means that it could not be tested: it cannot be reached, publishes no contract,
// refuses the key, or limits the calls too much. The report is of what was tested until then.
func Run(ctx context.Context, o Options) (*Report, error) {
	var err error
	if o.BaseURL, err = wire.ParseAddress(o.BaseURL); err != nil {
		return &Report{}, err
	}
	r := &run{Options: o, ctx: ctx, client: wire.NewClient(callTimeout), patience: wire.Patience{Left: o.MaxWait}, report: &Report{BaseURL: o.BaseURL}}
	for _, key := range []string{o.Key, o.NarrowKey} {
		if len(key) >= shortestSecret {
			r.secrets = append(r.secrets, likeSecret(key))
		}
	}
	err = r.all()
	r.report.clean(r.blank)
	if err != nil {
		err = errors.New(r.blank(wire.Safe(err.Error())))
	}
	return r.report, err
}

// all runs every test.
func (r *run) all() error {
	for _, step := range []func() error{r.readContract, r.knowOperations, r.verifyKeys} {
		if err := step(); err != nil {
			return err
		}
	}
	r.everything()
	return r.err
}

// run is one test of a deployment.
type run struct {
	Options
	ctx      context.Context
	client   *http.Client
	patience wire.Patience     // what is left of MaxWait
	doc      *openapi.Document // as the deployment publishes it
	scopes   []string          // of Key, as the deployment describes it
	report   *Report
	secrets  []*regexp.Regexp // match the keys
	err      error            // why the run cannot go on
}

// readContract reads the document of the deployment and compares it with the contract.
func (r *run) readContract() error {
	a, err := r.do(request{method: http.MethodGet, url: r.BaseURL + "/openapi.json"})
	if err != nil {
		return err
	}
	if a.status != http.StatusOK {
		return fmt.Errorf("%s/openapi.json answers with status %d", r.BaseURL, a.status)
	}
	builtIn, err := openapi.BuiltIn()
	if err != nil {
		return err
	}
	if r.doc, err = openapi.Parse(a.body); err != nil {
		return fmt.Errorf("%s/openapi.json is not an OpenAPI document: %w", r.BaseURL, err)
	}
	r.report.Served, r.report.BuiltIn = r.doc.Info.Version, builtIn.Info.Version
	differences := openapi.Compare(builtIn, r.doc)
	r.report.Additions = differences.Additions
	r.check("contract", "the published document keeps the contract of this program", func(c *check) {
		for _, b := range differences.Breaks {
			c.faultf("%s", b)
		}
	})
	return nil
}

// knowOperations refuses names of operations that do not exist.
func (r *run) knowOperations() error {
	var names []string
	for _, op := range r.doc.Operations {
		names = append(names, op.Name)
	}
	for _, name := range r.Operations {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is no operation %q; the nearest is %s", name, text.Nearest(name, names))
		}
	}
	return nil
}

// verifyKeys refuses keys that are not what the options say: every other fault would look like one of the deployment.
func (r *run) verifyKeys() error {
	if r.Write && r.Key == "" {
		return errors.New("--write needs a --key")
	}
	for _, given := range []struct{ flag, key string }{{"--narrow-key", r.NarrowKey}, {"--key", r.Key}} {
		if given.key == "" {
			continue
		}
		a, err := r.do(request{method: http.MethodGet, url: r.BaseURL + "/api/v1/key", key: given.key})
		if err != nil {
			return err
		}
		var reply struct{ Result struct{ Scopes []string } }
		described := a.status == http.StatusOK && json.Unmarshal(a.body, &reply) == nil
		switch r.scopes = reply.Result.Scopes; {
		case a.status == http.StatusUnauthorized:
			return fmt.Errorf("the deployment refuses the key of %s: make another with \"storefront keys create\"", given.flag)
		case described && given.key == r.NarrowKey && !slices.Contains(r.scopes, NarrowScope):
			return fmt.Errorf("the key of %s lacks the scope %s", given.flag, NarrowScope)
		}
	}
	return nil
}

// everything tests each chosen operation. What writes comes last, so that it changes no answer of another check.
func (r *run) everything() {
	var writes []*openapi.Operation
	for _, op := range r.doc.Operations {
		switch chosen := len(r.Operations) == 0 || slices.Contains(r.Operations, op.Name); {
		case !chosen:
		case !op.Tool:
			r.address(op)
		case op.ReadOnly:
			r.read(op, r.refusals(op))
		case !r.Write:
			r.refusals(op)
			r.skip(op.Name, "its examples", "it writes; use --write with a shop made for tests")
		case slices.Contains(r.refusals(op), r.Key):
			writes = append(writes, op)
		}
	}
	if len(r.Operations) == 0 {
		r.check("contract", "an unknown operation is not found", func(c *check) {
			c.refused(request{method: http.MethodPost, url: r.BaseURL + contract.ToolPath + "contract.no_such_operation", body: []byte("{}")}, http.StatusNotFound, "")
		})
	}
	for _, op := range writes {
		r.write(op)
	}
}
