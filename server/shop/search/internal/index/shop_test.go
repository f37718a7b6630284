package index

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// shop generates products, changes and queries from so few words that much
// matches and many scores are equal.
type shop struct {
	*rand.Rand
	naive
	index      *Index
	vocabulary []string
	ids        []uuid.UUID
	versions   int64
}

// hitMembers are members of all sources, in an arbitrary order.
var hitMembers = []Member{
	{Name: "brand", Value: OfProduct}, {Name: "category", Value: OfCategory}, {Name: "featured", Value: Featured}, {Name: "id", Value: ID},
	{Name: "price", Value: Price}, {Name: "priceMax", Value: PriceMax}, {Name: "slug", Value: Slug}, {Name: "stock", Value: Stock}, {Name: "tax", Value: Fixed, Text: "25"},
	{Name: "updated", Value: Updated}, {Name: "version", Value: OfProduct},
}

func newShop(seed uint64) *shop {
	s := &shop{Rand: rand.New(rand.NewPCG(seed, 1)), index: New(hitMembers...), naive: naive{products: map[uuid.UUID]Product{}}}
	for range 60 {
		s.vocabulary = append(s.vocabulary, s.word())
	}
	for i := range 5 {
		s.categories = append(s.categories, Category{ID: s.id(), Slug: fmt.Sprint("c", i)})
	}
	s.recategorise()
	return s
}

func (s *shop) id() (id uuid.UUID) {
	for i := range id {
		id[i] = byte(s.IntN(256))
	}
	return id
}

func (s *shop) word() string {
	letters := []string{"a", "b", "ж", "n"}
	word := ""
	for range 1 + s.IntN(7) {
		word += letters[s.IntN(len(letters))]
	}
	return word
}

func (s *shop) known() string { return s.vocabulary[s.IntN(len(s.vocabulary))] }

func (s *shop) value() string { return []string{"", "red", "blue"}[s.IntN(3)] }

// label is a value as one of two people writes it.
func (s *shop) label() Label {
	value := s.value()
	return Label{value, []string{value, strings.ToUpper(value)}[s.IntN(2)]}
}

// recategorise renames the categories; the first one is usually deleted.
func (s *shop) recategorise() {
	for i := range s.categories {
		c := &s.categories[i]
		c.Words, c.Deleted = []string{s.known(), s.known(), s.word()}, i == 0 && s.IntN(4) > 0
		c.Hit = fmt.Appendf(nil, "%q\n", c.Words[0])
		c.Entry = Entry{fmt.Appendf(nil, `{"name":%q,"products":`, c.Words[0]), []byte("}")}
	}
	s.index.SetCategories(s.categories)
}

func (s *shop) product(id uuid.UUID) Product {
	s.versions++
	p := Product{
		ID: id, Content: s.versions, Slug: fmt.Sprintf("p-%x", id[:2]), Created: s.Int64N(9), Updated: s.Int64N(9), Category: s.categories[s.IntN(len(s.categories))].ID, Price: s.Int64N(20), Stock: s.Int64N(2),
		Featured: s.IntN(4) == 0, Brand: s.label(), Frame: s.label(), Lens: s.label(), Pieces: s.pieces(), Hit: fmt.Appendf(nil, "%q\n%s\n%d\n", "b", s.sometimes("99"), s.versions),
	}
	words := map[string]bool{}
	for range s.IntN(4) {
		word := NameWord{s.known(), Role(s.IntN(3))}
		p.Named = append(p.Named, word)
		p.Name += word.Text + " "
		words[word.Text] = true
	}
	for range s.IntN(8) {
		words[s.known()] = true
	}
	if s.IntN(50) == 0 { // a long text
		for range s.IntN(400) {
			words[fmt.Sprint("z", s.IntN(150))] = true
		}
	}
	if s.IntN(4) == 0 {
		words[Sku+s.known()] = true
	}
	for range s.IntN(5) {
		p.Attributes = append(p.Attributes, attribute("size", s.value()), attribute(s.value(), "large"))
	}
	for text := range words {
		p.Words = append(p.Words, Word{text, uint8(1 + s.IntN(math.MaxUint8)/(1+s.IntN(200)))})
	}
	return p
}

// pieces returns the variants of a product that are sold: usually none.
func (s *shop) pieces() Pieces {
	if s.IntN(4) > 0 {
		return ""
	}
	packed := []byte{1}
	for range s.IntN(3) {
		id := s.id()
		packed = binary.BigEndian.AppendUint64(append(packed, id[:]...), s.Uint64N(9))
	}
	return Pieces(packed)
}

// sold changes the mutable fields of a product.
func (s *shop) sold(p Product) Product {
	p.Price, p.Stock, p.Updated, p.Featured, p.Pieces = s.Int64N(20), s.Int64N(2), s.Int64N(9), !p.Featured, s.pieces()
	s.Shuffle(len(p.Words), func(i, j int) { p.Words[i], p.Words[j] = p.Words[j], p.Words[i] })
	return p
}

// change makes some changes: few, or as many as a bulk write.
func (s *shop) change() (changed []Product, gone []uuid.UUID) {
	seen := map[uuid.UUID]bool{}
	for range []int{1, 3, 40, 400}[s.IntN(4)] {
		id := s.id()
		if len(s.ids) > 0 && s.IntN(2) == 0 {
			id = s.ids[s.IntN(len(s.ids))]
		} else {
			s.ids = append(s.ids, id)
		}
		switch {
		case seen[id]:
		case s.IntN(5) == 0:
			gone = append(gone, id)
		case s.IntN(3) == 0 && s.products[id].Content > 0:
			changed = append(changed, s.sold(s.products[id]))
		default:
			changed = append(changed, s.product(id))
		}
		seen[id] = true
	}
	return changed, gone
}

func (s *shop) query() Query {
	q := Query{Filter: Any, Offset: []int{0, 0, 0, 3, 150, 195, 200, 260}[s.IntN(8)], Limit: 1 + s.IntN(100)}
	if s.IntN(2) == 0 {
		q.Order = Order(s.IntN(6))
	}
	terms := s.IntN(4)
	if s.IntN(20) == 0 {
		terms = 32 // the score reaches its maximum
	}
	for range terms {
		term := Term{}
		for range 1 + s.IntN(3) {
			text := s.known()
			if s.IntN(2) == 0 {
				text = string([]rune(text)[:1+s.IntN(len([]rune(text)))])
			}
			term = append(term, Spelling{Text: text, Whole: s.IntN(3) == 0, Ends: s.IntN(3) == 0, By: By(s.IntN(5) / 2)})
			term[len(term)-1].Folded = term[len(term)-1].By == Written && s.IntN(4) == 0
		}
		q.Terms = append(q.Terms, term)
	}
	if s.IntN(2) == 0 {
		q.Name = s.known() + " " // of a name of one word
	}
	if s.IntN(4) == 0 {
		q.Sku = Sku + s.known()
	}
	if s.IntN(4) == 0 {
		q.Names = []string{"size", s.value(), "none"}
	}
	if s.IntN(2) == 0 {
		return q
	}
	f := &q.Filter
	f.Frame, f.Lens = s.sometimes(s.value()), s.sometimes("green")
	if s.IntN(4) == 0 {
		f.Brands = []string{s.value() + "red", s.value()}[s.IntN(2):]
	}
	s.named(f)
	f.Category = s.sometimes(s.categories[s.IntN(len(s.categories))].Slug)
	f.InStock = s.IntN(3) == 0
	if s.IntN(3) == 0 {
		featured := s.IntN(2) == 0
		f.Featured = &featured
	}
	if s.IntN(3) == 0 {
		f.Min, f.Max = s.Int64N(15), s.Int64N(25)
	}
	return q
}

// named restricts the filter to a few products, attributes or times.
func (s *shop) named(f *Filter) {
	few := 1 + s.IntN(50)
	for id, p := range s.products {
		if few--; few < 0 {
			break
		}
		f.IDs, f.Slugs = append(f.IDs, id, s.id()), append(f.Slugs, p.Slug, "none")
	}
	if s.IntN(4) > 0 {
		f.IDs = nil
	}
	if s.IntN(4) > 0 {
		f.Slugs = nil
	}
	if s.IntN(4) == 0 {
		f.Attributes = append(f.Attributes, wanting("size", s.value(), s.value())...)
	}
	if s.IntN(8) == 0 {
		f.Attributes = append(f.Attributes, wanting(s.value(), "large")...)
	}
	if s.IntN(4) == 0 {
		f.Since = s.Int64N(9)
	}
}

func (s *shop) sometimes(text string) string {
	if s.IntN(4) == 0 {
		return text
	}
	return ""
}

// compareSearch asks twice: the second time the page is remembered.
func (s *shop) compareSearch(t *testing.T, q *Query) (found Found) {
	t.Helper()
	want, wanted := s.search(q)
	if q.Order == ByRelevance {
		wanted.Last = SortKey{}
	}
	for range 2 {
		var got []byte
		got, found = s.index.Search([]byte("["), q)
		if string(got) != "["+want || found != wanted {
			t.Fatalf("%+v of %d products:\nfound %+v %s\nwant  %+v [%s", *q, len(s.products), found, got, wanted, want)
		}
	}
	return found
}

func (s *shop) compare(t *testing.T) {
	t.Helper()
	for range 25 {
		q := s.query()
		for page := 0; page < 3; page++ {
			found := s.compareSearch(t, &q)
			if found.Last.ID == (uuid.UUID{}) {
				break
			}
			q.After, q.Offset = &found.Last, s.IntN(2)
		}
		if s.IntN(5) == 0 {
			s.compareFacets(t, &q)
		}
		word := s.word()
		if s.IntN(4) == 0 {
			word += s.word() + s.word() // begins and ends with a short word
		}
		spelling := Spelling{Text: word, Whole: s.IntN(3) == 0, Ends: s.IntN(3) == 0}
		if got, want := s.index.Missing(spelling), s.missing(spelling); got != want {
			t.Fatalf("%+v is missing: %v, want %v", spelling, got, want)
		}
		if got, want := s.index.Similar(word), s.similar(word); !slices.Equal(got, want) {
			t.Fatalf("similar to %q are %q, want %q", word, got, want)
		}
	}
	for most := range len(s.categories) + 1 {
		for _, includeEmpty := range []bool{true, false} {
			got, _, whole := s.index.Categories([]byte("["), includeEmpty, most)
			if want, wanted := s.list(includeEmpty, most); string(got) != "["+want || whole != wanted {
				t.Fatalf("%d categories, with empty ones %v: %s whole %v\nwant [%s whole %v", most, includeEmpty, got, whole, want, wanted)
			}
		}
	}
}
