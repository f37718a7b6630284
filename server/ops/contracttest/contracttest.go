// Package contracttest proves that a deployment keeps the contract: it calls the
// operations of a running service, validates every answer against the document
// that the service publishes, and compares that document with the contract that
// is built into the program. It knows HTTP and the contract, and nothing else of
// the service.
package contracttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
	"github.com/storefront/storefront/server/platform/remote"
	"github.com/storefront/storefront/server/platform/spelling"
)

// Options say what is tested, and how.
type Options struct {
	BaseURL    string        // the address of the deployment, such as https://shop.example
	Key        string        // a key for the operations that need one; without it only the others are tested fully
	NarrowKey  string        // a key that has the scope NarrowScope alone, or ""; without it scopes are not tested
	Operations []string      // the names of the operations to test; empty for all
	Write      bool          // whether to change things; for a shop made for tests
	MaxWait    time.Duration // how long to wait for limits, in all
}

// NarrowScope is the one scope of Options.NarrowKey.
const NarrowScope = "catalog:read"

// Run tests a deployment. An error means that it could not be tested: it cannot
// be reached, publishes no contract, refuses the key, or limits the calls too
// much. The report is of what was tested until then.
func Run(ctx context.Context, o Options) (*Report, error) {
	var err error
	if o.BaseURL, err = remote.Address(o.BaseURL); err != nil {
		return &Report{}, err
	}
	r := &run{
		Options: o, ctx: ctx, client: newClient(o.MaxWait), report: &Report{BaseURL: o.BaseURL}, explained: map[string]bool{},
		unique: "contract-test-" + strings.ReplaceAll(uuid.NewString(), "-", "")[:12],
	}
	if err := r.readContract(); err != nil {
		return r.report, err
	}
	if err := r.knowOperations(); err != nil {
		return r.report, err
	}
	if err := r.verifyKeys(); err != nil {
		return r.report, err
	}
	r.everything()
	return r.report, r.err
}

// run is one test of a deployment.
type run struct {
	Options
	ctx       context.Context
	client    *client
	doc       *openapi.Document // as the deployment publishes it
	groups    []string
	scopes    []string // of Key, as the deployment describes it
	report    *Report
	unique    string          // part of the name of everything that the run makes, and of nothing else
	explained map[string]bool // the types of problems whose address was looked up
	things    []*thing        // that the run made, in order
	named     int             // how many names were given
	err       error           // why the run cannot go on
}

// readContract reads the document of the deployment and compares it with the
// contract.
func (r *run) readContract() error {
	a, err := r.client.do(r.ctx, request{method: "GET", url: r.BaseURL + "/openapi.json"})
	if err != nil {
		return err
	}
	if a.status != 200 {
		return fmt.Errorf("%s/openapi.json answers with status %d", r.BaseURL, a.status)
	}
	builtIn, err := openapi.BuiltIn()
	if err != nil {
		return err
	}
	if r.doc, err = openapi.Parse(a.body); err != nil {
		return fmt.Errorf("%s/openapi.json is not an OpenAPI document: %w", r.BaseURL, err)
	}
	r.report.Served, r.report.BuiltIn = r.doc.Version(), builtIn.Version()
	differences := openapi.Compare(builtIn, r.doc)
	r.report.Additions = differences.Additions
	r.check("contract", "the published document keeps the contract of this program", func(c *check) {
		for _, b := range differences.Breaks {
			c.faultf("%s", b)
		}
	})
	return nil
}

// knowOperations reads the groups, and refuses names of operations that do not
// exist.
func (r *run) knowOperations() error {
	var names []string
	for _, op := range r.doc.Operations() {
		names = append(names, op.Name)
		if op.Tool && !slices.Contains(r.groups, op.Group) {
			r.groups = append(r.groups, op.Group)
		}
	}
	var faults []error
	for _, name := range r.Operations {
		if !slices.Contains(names, name) {
			faults = append(faults, fmt.Errorf("there is no operation %q; the nearest is %s", name, spelling.Nearest(name, names)))
		}
	}
	return errors.Join(faults...)
}

// everything tests each chosen operation, and then removes what that made.
func (r *run) everything() {
	for _, op := range r.doc.Operations() {
		switch chosen := len(r.Operations) == 0 || slices.Contains(r.Operations, op.Name); {
		case !chosen:
		case op.Tool:
			r.tool(op)
		case op.Method == "GET":
			r.address(op)
		default:
			r.otherMethod(op)
		}
	}
	if len(r.Operations) == 0 {
		r.unknownOperation()
	}
	r.removeThings()
}
