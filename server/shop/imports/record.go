package imports

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/shop/catalog"
)

// Record is one thing to import, in the form of the file.
type Record struct {
	Line    int      // where it stands, or the first of its rows
	Handle  string   // of a CSV, as the file has it
	Skipped string   // why it is not to be imported
	Faults  []string // why it is refused, each as `pointer: reason`
	Result  catalog.Result

	text []byte // an item of products.bulk_upsert or a request of categories.upsert; nil when it could not be read

	// Only of a CSV:
	category  string // the name of its category, to be created when it is missing
	guessed   string // the same of a new product of which the file names none
	described string // the description of a new product of which the file has none
	merged    bool   // whether its attributes and variants are added to those that an existing product has
}

// Taken reports whether the record is to be written.
func (r *Record) Taken() bool { return r.Skipped == "" && len(r.Faults) == 0 }

// Refuse adds why the record is not taken.
func (r *Record) Refuse(reason string) { r.Faults = append(r.Faults, reason) }

// created returns what a new product gets, given what an existing one would get; nil for the same.
func (r *Record) created(body api.ProductsBulkItem) *api.ProductsBulkItem {
	if !r.merged {
		return nil
	}
	if body.Description == nil {
		body.Description = &r.described
	}
	if body.Stock == nil {
		body.Stock = new(int64)
	}
	if body.Variants != nil {
		variants := slices.Clone(*body.Variants)
		for i := range variants {
			if variants[i].Stock == nil {
				variants[i].Stock = new(int64)
			}
		}
		body.Variants = &variants
	}
	return &body
}

// Check validates the request against its schema, all faults at once, and
// returns the form that the schema gives it; nil if the record is not taken.
func (r *Record) Check(s *schema.Schema) []byte {
	if r.text == nil || r.Skipped != "" {
		return nil
	}
	checked, faults, err := s.Check(r.text)
	if err != nil {
		reason := "the line is not one JSON object: " + err.Error()
		if !utf8.Valid(r.text) {
			reason += ": " + saveAsUTF8
		}
		r.Refuse(reason)
	}
	for _, f := range faults {
		if !r.refused(f.Pointer) {
			r.Refuse(f.Pointer + ": " + f.Detail)
		}
	}
	if len(r.Faults) > 0 {
		return nil
	}
	return checked
}

// refused reports whether the source has found a fault at this pointer already:
// a price that is not a number is not reported as missing too.
func (r *Record) refused(pointer string) bool {
	return slices.ContainsFunc(r.Faults, func(f string) bool { return strings.HasPrefix(f, pointer+":") })
}

// Size is the number of bytes of the record.
func (r *Record) Size() int { return len(r.text) }

// Item returns the product of the record, an item of products.bulk_upsert with this schema; undefined if it is not taken.
func (r *Record) Item(s *schema.Schema) catalog.Item {
	r.text = withHosts(r.text)
	checked := r.Check(s)
	if checked == nil {
		return catalog.Item{}
	}
	item := catalog.Item{Merges: r.merged}
	if err := json.Unmarshal(checked, &item.Body); err != nil {
		r.Refuse(err.Error())
		return item
	}
	withoutHosts(&item.Body)
	item.New = r.created(item.Body)
	return item
}

// Settle notes what became of the product of the record.
func (r *Record) Settle(o catalog.Outcome, b *api.ProductsBulkItem) {
	if r.Result = o.Result; o.Refusal != nil {
		r.refuseAs(o.Refusal, b)
	}
}

// refuseAs refuses a record because of the state of the shop: a new product lacks fields, or, in
// what conforms to the schema, its category is wrong.
func (r *Record) refuseAs(refusal *problem.Error, b *api.ProductsBulkItem) {
	for _, fault := range refusal.Errors {
		r.Refuse(fault.Pointer + ": " + fault.Detail)
	}
	switch {
	case len(refusal.Errors) > 0:
	case refusal.Code == problem.CategoryRequired && r.merged:
		r.Refuse("/categorySlug: The product has no category. Fill its column Type, or name one for all such products.")
	case refusal.Code == problem.CategoryRequired:
		r.Refuse("/categorySlug: The product has no category. Add categorySlug to the line.")
	case refusal.Code == problem.HasVariants || refusal.Code == problem.SkuTaken || refusal.Code == problem.VariantNotFound:
		r.Refuse("/variants: " + refusal.Detail + " " + refusal.Advice())
	case refusal.Code != problem.UnknownCategory:
		r.Refuse("/categorySlug: " + refusal.Detail + " " + refusal.Advice())
	case b.CategoryId != nil && b.CategorySlug == nil:
		r.Refuse("/categoryId: " + refusal.Detail + categoriesFirst)
	default:
		r.Refuse("/categorySlug: " + refusal.Detail + categoriesFirst)
	}
}

const categoriesFirst = " Name one that exists, or make it first."
