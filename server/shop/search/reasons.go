package search

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// The most messages, and values that would find something, of an answer.
const (
	mostMessages = 10
	mostNearest  = 5
)

// longestSearch is how long reasons are looked for.
const longestSearch = 2 * time.Second

// reasons collects why a request finds nothing, or less than it names.
type reasons struct {
	Searcher
	*request
	in       finder
	messages []api.SearchMessage
	explain  bool          // whether one says why nothing is found
	shop     *index.Facets // of all products, once they are needed
	known    *index.Known  // their attributes
}

// messagesOf returns what a request that finds so many products does not tell otherwise.
func (s Searcher) messagesOf(ctx context.Context, r *request, in finder, found int) ([]api.SearchMessage, error) {
	w := &reasons{Searcher: s, request: r, in: in, messages: []api.SearchMessage{}}
	w.minus()
	steps := []func(context.Context) error{w.namedAttributes}
	if found < max(len(orNone(r.body.Ids)), len(orNone(r.body.Slugs))) {
		steps = append(steps, w.products)
	}
	if found == 0 {
		steps = append(steps, w.categories, w.brands, w.colours, w.attributes, w.words, w.prices, w.together)
	}
	limited, cancel := context.WithTimeout(ctx, longestSearch)
	defer cancel()
	for _, step := range steps {
		err := step(limited)
		if limited.Err() != nil && ctx.Err() == nil {
			break // PostgreSQL may have to read all products: an answer without a reason is better than none
		}
		if err != nil {
			return nil, err
		}
	}
	return w.messages[:min(len(w.messages), mostMessages)], nil
}

func orNone(list *[]string) []string {
	if list == nil {
		return nil
	}
	return *list
}

func (w *reasons) add(code string, nearest []string, format string, args ...any) {
	m := api.SearchMessage{Code: code, Text: fmt.Sprintf(format, args...)}
	if len(nearest) > 0 {
		m.Nearest = &nearest
	}
	w.messages, w.explain = append(w.messages, m), true
}

// excluding matches a word that a minus should exclude.
var excluding = regexp.MustCompile(`(?:^|\s)[-−–]([\pL\pN][^\s]*)`)

func (w *reasons) minus() {
	if w.body.Q == nil || !strings.ContainsAny(*w.body.Q, "-−–") {
		return
	}
	var words []string
	for _, match := range excluding.FindAllStringSubmatch(*w.body.Q, mostNearest) {
		words = append(words, match[1])
	}
	if words != nil {
		w.add("minus_ignored", nil, "A minus excludes nothing: %s is looked for as every other word. Leave it out of q; the filters brands, frameColor, lensColor and attributes choose.",
			strings.Join(text.Quoted(words), ", "))
		w.explain = false
	}
}

// identity is what a hit says of which product it is.
type identity struct{ ID, Slug string }

// identities returns which products a filter finds.
func (w *reasons) identities(ctx context.Context, ids []uuid.UUID, slugs []string) (found []identity, err error) {
	q := index.Query{Filter: index.Any, Order: index.ByName, Limit: len(ids) + len(slugs)}
	q.Filter.IDs, q.Filter.Slugs = ids, slugs
	hits, _, err := w.in.find(ctx, []byte{'['}, &q)
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(wire.InsertBase(nil, append(hits, ']'), ""), &found)
	return found, err
}

// products names the ids and slugs that no product has.
func (w *reasons) products(ctx context.Context) error {
	byID, err := w.knownIDs(ctx)
	if err != nil || w.body.Slugs == nil {
		return err
	}
	bySlug, err := w.knownSlugs(ctx)
	if err == nil && len(byID) > 0 && len(bySlug) > 0 && !slices.ContainsFunc(byID, func(p identity) bool { return slices.Contains(bySlug, p) }) {
		w.contradict("ids", "slugs", "No product that ids names has one of the slugs")
	}
	return err
}

// knownIDs returns the products that ids names, and says which it does not.
func (w *reasons) knownIDs(ctx context.Context) ([]identity, error) {
	if w.body.Ids == nil {
		return nil, nil
	}
	found, err := w.identities(ctx, w.query.Filter.IDs, nil)
	if err != nil {
		return nil, err
	}
	unknown := unknownOf(*w.body.Ids, func(id string) bool {
		return slices.ContainsFunc(found, func(p identity) bool { return strings.EqualFold(p.ID, id) })
	})
	if unknown == nil {
		return found, nil
	}
	meant, err := w.identities(ctx, nil, unknown)
	var ids []string
	for _, p := range meant {
		ids = append(ids, p.ID)
	}
	hint := ""
	if ids != nil {
		hint = " A slug belongs into slugs; nearest has the ids of those that are slugs."
	}
	w.add("unknown_product", some(ids), "No product has the id %s: it does not exist or was deleted.%s", listed(unknown), hint)
	return found, err
}

// knownSlugs returns the products that slugs names, and says which it does not.
func (w *reasons) knownSlugs(ctx context.Context) ([]identity, error) {
	found, err := w.identities(ctx, nil, *w.body.Slugs)
	if err != nil {
		return nil, err
	}
	unknown := unknownOf(*w.body.Slugs, func(slug string) bool {
		return slices.ContainsFunc(found, func(p identity) bool { return p.Slug == slug })
	})
	if unknown == nil {
		return found, nil
	}
	var nearest []string
	hint := ""
	for _, slug := range unknown[:min(len(unknown), mostNearest)] {
		if _, isID := store.ParseID(slug); isID {
			hint = " An id belongs into ids."
			continue
		}
		near, err := w.likeSlug(ctx, slug)
		if err != nil {
			return nil, err
		}
		if len(unknown) > 1 {
			near = near[:min(len(near), 1)]
		}
		nearest = append(nearest, near...)
	}
	w.add("unknown_product", some(nearest), "No product has the slug %s: it does not exist or was deleted.%s", listed(unknown), hint)
	return found, nil
}

func unknownOf(wanted []string, known func(string) bool) (unknown []string) {
	for _, one := range wanted {
		if !known(one) && !slices.Contains(unknown, one) {
			unknown = append(unknown, one)
		}
	}
	return unknown
}

// listed quotes some texts, and counts the others.
func listed(texts []string) string {
	const most = 10
	out := strings.Join(text.Quoted(texts[:min(len(texts), most)]), ", ")
	if others := len(texts) - most; others > 0 {
		out += fmt.Sprintf(" and %d others", others)
	}
	return out
}

// likeSlug returns the slugs that are like a slug, of the products that its words find.
func (w *reasons) likeSlug(ctx context.Context, slug string) ([]string, error) {
	found, err := w.SlugsFound(ctx, slug, mostNearest)
	return text.Near(found, mostNearest, slug), err
}

// all returns what the products of the shop have.
func (w *reasons) all(ctx context.Context) (*index.Facets, error) {
	if w.shop == nil {
		found, _, err := w.in.facets(ctx, &index.Query{Filter: index.Any, Names: []string{}})
		if err != nil {
			return nil, err
		}
		w.shop = &found
	}
	return w.shop, nil
}

// alike returns the texts that are near to a wanted one or to what means the same; all of them if they are few.
func (w *reasons) alike(ctx context.Context, wanted string, among []string) ([]string, error) {
	names := []string{wanted}
	if words := queryWords(wanted); len(words) == 1 {
		synonyms, err := w.Synonyms.Of(ctx, words)
		if err != nil {
			return nil, err
		}
		names = append(names, synonyms[0]...)
	}
	if near := text.Near(among, mostNearest, names...); near != nil || len(among) > mostNearest {
		return near, nil
	}
	return among, nil
}

func textsOf(labels []index.LabelCount) (texts []string) {
	for _, value := range byFrequency(labels) {
		texts = append(texts, value.Value)
	}
	return texts
}

func has(labels []index.LabelCount, key string) bool {
	return slices.ContainsFunc(labels, func(l index.LabelCount) bool { return l.Key == key })
}

// words names the words that no product has.
func (w *reasons) words(ctx context.Context) error {
	if w.findsNothing {
		w.add("unknown_word", nil, "q has no letter and no digit, so that it finds nothing; leave it out to find all.")
		return nil
	}
	spellings := make([][]index.Spelling, len(w.request.words))
	for i := range spellings {
		one := request{words: w.request.words[i : i+1], synonyms: w.synonyms[i : i+1]}
		spellings[i] = slices.Concat(one.terms(nil)...)
	}
	missing, err := w.in.missing(ctx, slices.Concat(spellings...))
	if err != nil || len(missing) == 0 {
		return err
	}
	similar, err := w.respell(ctx, w.in)
	if err != nil {
		return err
	}
	parts, err := w.split(ctx, w.in)
	if err != nil {
		return err
	}
	var unknown []string
	for i, word := range w.request.words {
		isKnown := slices.ContainsFunc(spellings[i], func(s index.Spelling) bool { return !slices.Contains(missing, s.Text) })
		isNear := slices.ContainsFunc(text.Variants(word.Text), func(one string) bool { return similar[one] != nil || parts[one] != nil })
		if !isKnown && !isNear && !slices.Contains(unknown, word.Of) {
			unknown = append(unknown, word.Of)
		}
	}
	if unknown != nil {
		w.add("unknown_word", nil, "No product has the word %s, nor a similar one: leave it out, or use a word of the language in which the products are written.", listed(unknown))
	}
	return nil
}

// prices says which prices there are when the range has none: of what the other filters find, or if they are at fault too,
// of all products.
func (w *reasons) prices(ctx context.Context) error {
	f := &w.query.Filter
	if f.Min > f.Max || f.Min <= index.Any.Min && f.Max == index.Any.Max {
		return nil
	}
	of, read := "what the other filters find", w.others
	if w.explain {
		of, read = "all products", w.all
	}
	there, err := read(ctx)
	if err != nil || there.Least > there.Most || w.explain && there.Least <= f.Max && there.Most >= f.Min {
		return err
	}
	var nearest []string
	wanted := ""
	if f.Min > index.Any.Min {
		wanted += fmt.Sprintf("; minPriceOere is %s", inOre(f.Min))
	}
	if f.Max < index.Any.Max {
		wanted += fmt.Sprintf("; maxPriceOere is %s", inOre(f.Max))
	}
	if f.Max < there.Least {
		nearest = append(nearest, strconv.FormatInt(there.Least, 10))
	}
	if f.Min > there.Most {
		nearest = append(nearest, strconv.FormatInt(there.Most, 10))
	}
	w.add("price_out_of_range", nearest, "The prices of %s are %s to %s%s.", of, inOre(there.Least), inOre(there.Most), wanted)
	return nil
}

func inOre(ore int64) string { return fmt.Sprintf("%d ore (%s)", ore, undo.Kroner(ore)) }

// others counts what would be found without each filter.
func (w *reasons) others(ctx context.Context) (*index.Facets, error) {
	again := *w.request
	again.query.After, again.query.Names = nil, []string{}
	found, _, err := again.facets(ctx, w.in)
	return &found, err
}

// together says which filter leaves nothing of what the others find, if no other reason is known.
func (w *reasons) together(ctx context.Context) error {
	if w.explain {
		return nil
	}
	others, err := w.others(ctx)
	if err != nil {
		return err
	}
	f := &w.query.Filter
	for _, one := range []struct {
		field  string
		isSet  bool
		labels []index.LabelCount
	}{
		{"categorySlug", f.Category != "", others.Categories}, {"brand or brands", f.Brands != nil, others.Brands},
		{"frameColor", f.Frame != "", others.Frames}, {"lensColor", f.Lens != "", others.Lenses},
	} {
		if values := textsOf(one.labels); one.isSet && values != nil {
			w.add("filters_exclude", some(values), "Together the filters leave nothing. With another %s something is found.", one.field)
		}
	}
	for _, one := range []struct {
		field string
		isSet bool
		leave func(*index.Filter)
	}{
		{"inStock", f.InStock, func(f *index.Filter) { f.InStock = false }},
		{"featured", f.Featured != nil, func(f *index.Filter) { f.Featured = nil }},
		{"updatedSince", f.Since > index.Any.Since, func(f *index.Filter) { f.Since = index.Any.Since }},
		{"attributes", f.Attributes != nil, func(f *index.Filter) { f.Attributes = nil }},
	} {
		if one.isSet {
			if err := w.without(ctx, one.field, one.leave); err != nil {
				return err
			}
		}
	}
	if !w.explain && !f.IsOpen() {
		err = w.without(ctx, "the filters", func(f *index.Filter) { *f = index.Any })
	}
	if err == nil && !w.explain && w.request.words != nil {
		w.add("words_apart", nil, "Each word of q is in some product, but no product has all of them: use fewer words.")
	}
	return err
}

// without says how many are found without a filter.
func (w *reasons) without(ctx context.Context, field string, leave func(*index.Filter)) error {
	again := *w.request
	again.query.After, again.query.Offset, again.query.Limit = nil, 0, 1
	leave(&again.query.Filter)
	_, found, err := again.find(ctx, w.in, nil)
	if err == nil && found.Total > 0 {
		w.add("filters_exclude", nil, "Together the filters leave nothing. Without %s there are %d.", field, found.Total)
	}
	return err
}
