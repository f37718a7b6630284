package site

import (
	"encoding/json"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
)

// filters are the filters of products.search as the address of a page has them.
type filters struct {
	Q, Category, FrameColor, LensColor, Sort string
	Brands                                   []string
	Featured                                 *bool
	InStock                                  bool
	MinOere, MaxOere                         *int64
	Attributes                               map[string][]string
	Page                                     int64 // counts from 1
}

// The bounds of the filters, as the contract has them: what is outside is cut or
// left out, for a page has nobody to refuse.
const (
	maxQueryLength  = 500 // characters
	maxFilterLength = 200
	maxBrands       = 100
	maxAttributes   = 20
	maxValues       = 25               // of an attribute: each may be a text and a number, and the contract allows 50
	highestPrice    = 9007199254740991 // ore
	maxOffset       = 10000            // products before a page
	perPage         = 24
)

// attributePrefix begins the name of a parameter that filters by an attribute.
const attributePrefix = "attributes."

// readFilters reads the parameters of a page. It ignores those that it does not
// know, and values that no filter can have.
func readFilters(q url.Values) filters {
	f := filters{
		Q: truncate(q.Get("q"), maxQueryLength), Category: wholeText(q.Get("categorySlug")), FrameColor: wholeText(q.Get("frameColor")), LensColor: wholeText(q.Get("lensColor")),
		InStock: q.Get("inStock") == "true", MinOere: priceParam(q, "minPriceOere", "minPrice"), MaxOere: priceParam(q, "maxPriceOere", "maxPrice"), Page: pageNumber(q, perPage),
	}
	f.Brands = wholeTexts(slices.Concat(q["brand"], q["brands"]), maxBrands)
	if featured, err := strconv.ParseBool(q.Get("featured")); err == nil {
		f.Featured = &featured
	}
	if sort := api.ProductSort(q.Get("sort")); slices.Contains(sortOrders, sort) {
		f.Sort = string(sort)
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		values := q[name]
		name, named := strings.CutPrefix(name, attributePrefix)
		if values = wholeTexts(values, maxValues); !named || len(values) == 0 || len(f.Attributes) == maxAttributes {
			continue
		}
		if name = wholeText(name); name != "" {
			if f.Attributes == nil {
				f.Attributes = map[string][]string{}
			}
			f.Attributes[name] = values
		}
	}
	return f
}

// sortOrders are the orders that a page offers, in the order of the list.
var sortOrders = []api.ProductSort{
	api.ProductSortRelevance, api.ProductSortName, api.ProductSortPriceAsc, api.ProductSortPriceDesc, api.ProductSortNewest, api.ProductSortUpdated,
}

// pageNumber reads which page of a list is wanted, from 1 on.
func pageNumber(q url.Values, perPage int64) int64 {
	page, err := strconv.ParseInt(q.Get("page"), 10, 64)
	if err != nil || page < 1 {
		return 1
	}
	return min(page, maxOffset/perPage+1)
}

// priceParam reads a price: in ore, or in kroner as people write it, with a comma or a
// point.
func priceParam(q url.Values, inOre, inKroner string) *int64 {
	if ore, err := strconv.ParseInt(q.Get(inOre), 10, 64); err == nil && ore >= 0 && ore <= highestPrice {
		return &ore
	}
	kroner, err := strconv.ParseFloat(normalizeDecimal(q.Get(inKroner)), 64)
	if err != nil || math.IsNaN(kroner) || kroner < 0 || kroner*100 > highestPrice {
		return nil
	}
	ore := int64(math.Round(kroner * 100))
	return &ore
}

// normalizeDecimal rewrites an amount, as people write it in Danish or English, with a point
// before its decimals: a separator before exactly three digits groups thousands.
func normalizeDecimal(text string) string {
	text = strings.NewReplacer(" ", "", "\u00a0", "", ",", ".").Replace(text)
	for i := strings.IndexByte(text, '.'); i >= 0; i = strings.IndexByte(text, '.') {
		rest := text[i+1:]
		if end := strings.IndexByte(rest, '.'); end < 0 && len(rest) != 3 || end >= 0 && end != 3 {
			break
		}
		text = text[:i] + rest
	}
	return text
}

// search is the call of products.search for a page.
func (f *filters) search() map[string]any {
	call := f.facets()
	call["limit"] = perPage
	call["offset"] = (f.Page - 1) * perPage
	if f.Sort != "" {
		call["sort"] = f.Sort
	}
	return call
}

// facets is the call of products.facets.
func (f *filters) facets() map[string]any {
	call := map[string]any{}
	for name, text := range map[string]string{"q": f.Q, "categorySlug": f.Category, "frameColor": f.FrameColor, "lensColor": f.LensColor} {
		if text != "" {
			call[name] = text
		}
	}
	if len(f.Brands) > 0 {
		call["brands"] = f.Brands
	}
	if f.Featured != nil {
		call["featured"] = *f.Featured
	}
	if f.InStock {
		call["inStock"] = true
	}
	if f.MinOere != nil {
		call["minPriceOere"] = *f.MinOere
	}
	if f.MaxOere != nil {
		call["maxPriceOere"] = *f.MaxOere
	}
	if len(f.Attributes) > 0 {
		attributes := map[string]any{}
		for name, texts := range f.Attributes {
			attributes[name] = attributeValues(texts)
		}
		call["attributes"] = attributes
	}
	return call
}

// attributeValues are what the value of an attribute may be: the texts themselves, and the
// numbers and booleans that they spell.
func attributeValues(texts []string) (all []any) {
	for _, text := range texts {
		all = append(all, text)
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			continue
		}
		switch value := value.(type) {
		case bool:
			all = append(all, value)
		case float64:
			if size := math.Abs(value); text == "0" || size >= 1/largestNumber && size <= largestNumber {
				all = append(all, value)
			}
		}
	}
	return all
}

// largestNumber is the largest number that an attribute may be.
const largestNumber = 1e300

// hasAny reports whether any filter is set.
func (f *filters) hasAny() bool { return len(f.facets()) > 0 || f.Sort != "" }

// address is the query of a page of the same products. Its parameters have a fixed
// order.
func (f *filters) address(path string, page int64) string {
	q := url.Values{}
	for name, text := range map[string]string{"q": f.Q, "frameColor": f.FrameColor, "lensColor": f.LensColor, "sort": f.Sort} {
		if text != "" {
			q.Set(name, text)
		}
	}
	if f.Category != "" && !strings.HasPrefix(path, "/categories/") {
		q.Set("categorySlug", f.Category)
	}
	for _, brand := range f.Brands {
		q.Add("brand", brand)
	}
	if f.Featured != nil {
		q.Set("featured", strconv.FormatBool(*f.Featured))
	}
	if f.InStock {
		q.Set("inStock", "true")
	}
	if f.MinOere != nil {
		q.Set("minPriceOere", strconv.FormatInt(*f.MinOere, 10))
	}
	if f.MaxOere != nil {
		q.Set("maxPriceOere", strconv.FormatInt(*f.MaxOere, 10))
	}
	for name, values := range f.Attributes {
		q[attributePrefix+name] = values
	}
	if page > 1 {
		q.Set("page", strconv.FormatInt(page, 10))
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
