package transfer

import (
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/shop/catalog"
)

// record is one thing to import, in the form of the file.
type record struct {
	number  int      // of its line, or of the first of its rows
	text    []byte   // an item of products.bulk_upsert; nil when it could not be read
	skipped string   // why it is not to be imported
	faults  []string // why it is refused, each as `pointer: reason`
	result  catalog.Result

	// Only of a CSV:
	category  string // the name of its category, to be created when it is missing
	guessed   string // the same of a new product of which the file names none
	described string // the description of a new product of which the file has none
	merged    bool   // whether its attributes are added to those that an existing product has
}

// taken reports whether the record is to be written.
func (r *record) taken() bool { return r.skipped == "" && len(r.faults) == 0 }

func (r *record) refuse(reason string) { r.faults = append(r.faults, reason) }

// created returns what a new product gets, given what an existing one would get; nil for the same.
func (r *record) created(body api.ProductsBulkItem) *api.ProductsBulkItem {
	if !r.merged {
		return nil
	}
	if body.Description == nil {
		body.Description = &r.described
	}
	if body.Stock == nil {
		body.Stock = new(int64)
	}
	return &body
}

// check validates the request against its schema, all faults at once, and
// returns the form that the schema gives it; nil if the record is not taken.
func (r *record) check(s *schema.Schema) []byte {
	if r.text == nil || r.skipped != "" {
		return nil
	}
	checked, faults, err := s.Check(r.text)
	if err != nil {
		r.refuse("the line is not one JSON object: " + err.Error())
	}
	for _, f := range faults {
		if !r.refused(f.Pointer) {
			r.refuse(f.Pointer + ": " + f.Detail)
		}
	}
	if len(r.faults) > 0 {
		return nil
	}
	return checked
}

// refused reports whether the source has found a fault at this pointer already:
// a price that is not a number is not reported as missing too.
func (r *record) refused(pointer string) bool {
	return slices.ContainsFunc(r.faults, func(f string) bool { return strings.HasPrefix(f, pointer+":") })
}
