package search

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

func (w *reasons) categories(ctx context.Context) error {
	if w.query.Filter.Min > w.query.Filter.Max {
		w.add("empty_range", nil, "minPriceOere is higher than maxPriceOere, so that no price is in the range.")
	}
	slug := w.query.Filter.Category
	if slug == "" {
		return nil
	}
	shop, err := w.all(ctx)
	if err != nil || has(shop.Categories, slug) {
		return err
	}
	known, err := w.in.knowsCategory(ctx, slug)
	if err != nil {
		return err
	}
	near, err := w.alike(ctx, slug, textsOf(shop.Categories))
	if known {
		w.add("empty_category", near, "The category %q has no products.", slug)
	} else {
		w.add("unknown_category", near, "No category has the slug %q.", slug)
	}
	return err
}

func (w *reasons) brands(ctx context.Context) error {
	lists := w.wantedBrands()
	if lists == nil {
		return nil
	}
	shop, err := w.all(ctx)
	if err != nil {
		return err
	}
	for _, brands := range lists {
		if slices.ContainsFunc(brands, func(brand string) bool { return has(shop.Brands, brand) }) {
			continue
		}
		var nearest []string
		for _, brand := range brands {
			near, err := w.alike(ctx, brand, textsOf(shop.Brands))
			if err != nil {
				return err
			}
			nearest = append(nearest, near...)
		}
		w.add("unknown_brand", some(nearest), "No product has the brand %s.", strings.Join(text.Quoted(brands), " or "))
	}
	if len(lists) > 1 && len(w.query.Filter.Brands) == 0 {
		w.contradict("brand", "brands", "A product has one brand, and brands does not contain the one of brand")
	}
	return nil
}

// contradict says that two filters cannot both hold, unless one of them finds nothing by itself.
func (w *reasons) contradict(one, other, why string) {
	if !slices.ContainsFunc(w.messages, func(m api.SearchMessage) bool { return strings.HasPrefix(m.Code, "unknown_") }) {
		w.add("filters_contradict", nil, "%s: send %s or %s.", why, one, other)
	}
}

// some returns the first few of the texts, each once.
func some(texts []string) (first []string) {
	for _, one := range texts {
		if len(first) < mostNearest && !slices.Contains(first, one) {
			first = append(first, one)
		}
	}
	return first
}

func (w *reasons) colours(ctx context.Context) error {
	for _, colour := range []struct {
		field, wanted string
		of            func(*index.Facets) []index.LabelCount
	}{
		{"frameColor", w.query.Filter.Frame, func(f *index.Facets) []index.LabelCount { return f.Frames }},
		{"lensColor", w.query.Filter.Lens, func(f *index.Facets) []index.LabelCount { return f.Lenses }},
	} {
		if colour.wanted == "" {
			continue
		}
		shop, err := w.all(ctx)
		if err != nil {
			return err
		}
		if all := colour.of(shop); !has(all, colour.wanted) {
			near, err := w.alike(ctx, colour.wanted, textsOf(all))
			if err != nil {
				return err
			}
			w.add("unknown_color", near, "No product has the %s %q.", colour.field, colour.wanted)
		}
	}
	return nil
}

func (w *reasons) attributesOfAll(ctx context.Context) (*index.Known, error) {
	if w.known == nil {
		known, err := w.in.attributes(ctx)
		if err != nil {
			return nil, err
		}
		w.known = &known
	}
	return w.known, nil
}

// unknownAttribute says that no product has an attribute, which is folded.
func (w *reasons) unknownAttribute(ctx context.Context, name string) error {
	near, err := w.alike(ctx, name, w.known.Names())
	for i, one := range near {
		near[i] = w.known.Written(one)
	}
	w.add("unknown_attribute", near, "No product has an attribute %q. products.facets lists those that there are.", name)
	return err
}

// namedAttributes names what attributeNames wants and no product has.
func (w *reasons) namedAttributes(ctx context.Context) error {
	for _, name := range w.query.Names {
		known, err := w.attributesOfAll(ctx)
		if err != nil {
			return err
		}
		if !known.Has(name) {
			if err := w.unknownAttribute(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *reasons) attributes(ctx context.Context) error {
	var wanted []index.Label // what the filter says of each attribute, for people
	eachAttribute(w.body.Attributes, func(name index.Label) { wanted = append(wanted, index.Label{Key: name.Key}) }, func(_, value index.Label) {
		one := &wanted[len(wanted)-1]
		one.Text = strings.TrimPrefix(one.Text+" or "+strconv.Quote(shortened(value.Text)), " or ")
	})
	for i, filter := range w.query.Filter.Attributes {
		known, err := w.attributesOfAll(ctx)
		if err != nil {
			return err
		}
		if !known.Has(filter.Name) {
			if err := w.unknownAttribute(ctx, filter.Name); err != nil {
				return err
			}
			continue
		}
		if known.HasOneOf(&filter) {
			continue
		}
		values := known.Values(filter.Name)
		var nearest []string
		eachAttribute(w.body.Attributes, func(index.Label) {}, func(name, value index.Label) {
			if err == nil && name.Key == filter.Name {
				var near []string
				near, err = w.likeValue(ctx, shortened(value.Text), values)
				nearest = append(nearest, near...)
			}
		})
		if err != nil {
			return err
		}
		w.add("unknown_value", some(nearest), "No product has the attribute %q with the value %s: values are compared whole.", known.Written(filter.Name), wanted[i].Text)
	}
	return nil
}

// shortened returns the beginning of a text.
func shortened(value string) string {
	const most = 100
	if letters := []rune(value); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return value
}

// number matches the first number of a text.
var number = regexp.MustCompile(`-?\d+(?:[.,]\d+)?`)

// numberIn returns the first number of a text.
func numberIn(text string) (float64, error) {
	return strconv.ParseFloat(strings.Replace(number.FindString(text), ",", ".", 1), 64)
}

// likeValue returns the values that are near: of numbers the next ones.
func (w *reasons) likeValue(ctx context.Context, wanted string, values []string) ([]string, error) {
	near, err := w.alike(ctx, wanted, values)
	if err != nil {
		return nil, err
	}
	if at, err := numberIn(wanted); err == nil {
		var numbers []string
		for _, value := range values {
			if _, err := strconv.ParseFloat(value, 64); err == nil {
				numbers = append(numbers, value)
			}
		}
		apart := func(value string) float64 {
			n, _ := numberIn(value)
			return math.Abs(n - at)
		}
		slices.SortStableFunc(numbers, func(a, b string) int { return cmp.Compare(apart(a), apart(b)) })
		near = append(numbers, near...)
	}
	return some(near), nil
}
