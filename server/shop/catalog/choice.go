package catalog

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
)

// chosen returns the index of the variant that a call means: -1 for a product without variants, whose own id may be named.
func (a assortment) chosen(r *db.ProductRecord, id *string) (int, error) {
	const field = "variantId"
	if id != nil {
		at := a.position(*id)
		if at < 0 && (len(a.variants) > 0 || !strings.EqualFold(*id, r.ID.String())) {
			return at, variantNotFound(*id, field)
		}
		return at, nil
	}
	if len(a.variants) == 1 {
		return 0, nil
	}
	if len(a.variants) > 0 {
		return 0, VariantRequired(r.Slug, a.variants, field)
	}
	return -1, nil
}

// MaxChoices is how many variants a refusal lists at most; the contract has the same.
const MaxChoices = 50

// VariantRequired is the problem of a call that names none of several variants. field is that of the body in which it does.
func VariantRequired(slug string, choices []api.ProductVariant, field string) *problem.Error {
	var ids, shown []string
	for _, v := range choices[:min(len(choices), MaxChoices)] {
		ids = append(ids, v.VariantId)
		shown = append(shown, fmt.Sprintf("%s (%s, %d in stock)", Spoken(v.Attributes), v.VariantId, v.Stock))
	}
	p := problem.Newf(problem.VariantRequired, "The product %q has several variants: %s.", slug, strings.Join(shown, "; "))
	p.Resolution, p.Allowed = fmt.Sprintf("Set %q to one of the values of allowed, such as %q.", field, ids[0]), ids
	return p.Then(problem.Set(field, fmt.Sprintf("%q", ids[0])))
}

// Spoken returns the attributes of a variant as people say them: Color Gold, Size M.
func Spoken(attributes api.VariantChoice) string {
	var parts []string
	for name, value := range attributes {
		parts = append(parts, name+" "+value)
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// fits reports whether attributes have one of the values of each option, and no more.
func fits(attributes api.VariantChoice, options []api.ProductOption) bool {
	for _, option := range options {
		if value, named := attributes[option.Name]; !named || !slices.Contains(option.Values, value) {
			return false
		}
	}
	return len(attributes) == len(options)
}

// choice returns a text that differs for different attributes which fit.
func choice(attributes api.VariantChoice, options []api.ProductOption) string {
	var values []string
	for _, option := range options {
		values = append(values, attributes[option.Name])
	}
	return strings.Join(values, "\x00")
}

// choiceOf returns the first value of each option, as JSON.
func choiceOf(options []api.ProductOption) string {
	first := api.VariantChoice{}
	for _, option := range options {
		first[option.Name] = option.Values[0]
	}
	text, _ := json.Marshal(first) // texts always encode
	return string(text)
}

// variantNotFound is the problem of an id that no variant of the product has which is sold. field is that of the body with
// the id.
func variantNotFound(id, field string) error {
	return problem.Newf(problem.VariantNotFound, "The product has no variant with the id %q.", id).
		Lookup("products.get", "variants.variantId", field, "one of its variants")
}
