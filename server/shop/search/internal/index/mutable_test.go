package index

import (
	"slices"
	"testing"

	"github.com/google/uuid"
)

func TestMutableFieldsChangeInPlace(t *testing.T) {
	t.Parallel()
	const many = 300 // too many for the merges that run in the background of each change
	s := newShop(5)
	change := func(products ...Product) {
		t.Helper()
		s.apply(products, nil)
		s.index.Apply(products, nil)
		all := Query{Filter: Any, Limit: many}
		got, _ := s.index.Search(nil, &all)
		if want, _ := s.search(&all); string(got) != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
	var products []Product
	for range many {
		products = append(products, s.product(s.id()))
	}
	change(products...)
	before := slices.Clone(s.index.segments)
	for _, p := range products[:20] {
		change(s.sold(s.products[p.ID]))
	}
	if !slices.Equal(s.index.segments, before) || before[0].live != many {
		t.Error("they were not changed in place")
	}
	frozen := s.index.frozen(before)
	for i := range 20 { // while they are merged
		change(s.sold(s.products[products[i].ID]), s.product(products[100+i].ID))
	}
	s.index.replace(before, frozen, merged(frozen))
	change(s.sold(s.products[products[0].ID]))
	if n := s.index.Len(); n != many {
		t.Errorf("%d products, want %d", n, many)
	}
}

func TestAdjust(t *testing.T) {
	t.Parallel()
	s := newShop(7)
	p, other := s.product(s.id()), s.product(s.id())
	p.Content, other.Content = 1, 2
	s.index.Apply([]Product{p, other}, nil)
	sold, unknown := p, s.id()
	sold.Stock, sold.Price, sold.Updated, sold.Featured, sold.Pieces = p.Stock+1, p.Price+1, p.Updated+1, !p.Featured, p.Pieces+"x"
	states := []State{
		{p.ID, 1, sold.Price, sold.Stock, sold.Updated, sold.Featured, sold.Pieces},
		{ID: other.ID, Content: 3}, {ID: unknown},
	}
	if others := s.index.Adjust(states); !slices.Equal(others, []uuid.UUID{other.ID, unknown}) {
		t.Errorf("%v have to be replaced", others)
	}
	if c := s.index.Checker(); !c.Holds(&sold) || !c.Holds(&other) {
		t.Error("another version is held")
	}
}

func TestHoldsComparesEverything(t *testing.T) {
	t.Parallel()
	s := newShop(6)
	p := s.product(s.id())
	p.Words, p.Named, p.Attributes = []Word{{"a", 1}, {"b", 2}}, []NameWord{{"a", Head}}, []string{"a\x00b\x00"}
	s.index.Apply([]Product{p}, nil)
	c := s.index.Checker()
	if !c.Holds(&p) {
		t.Error("it does not hold what it was given")
	}
	for name, change := range map[string]func(*Product){
		"name": func(p *Product) { p.Name += "x" }, "hit": func(p *Product) { p.Hit = []byte("x") }, "category": func(p *Product) { p.Category = s.id() },
		"brand": func(p *Product) { p.Brand.Key, p.Frame.Key = p.Frame.Key+"x", p.Brand.Key }, "lens": func(p *Product) { p.Lens.Key += "x" },
		"written brand": func(p *Product) { p.Brand = Label{"red", p.Brand.Text + "x"} }, "written frame": func(p *Product) { p.Frame = Label{"red", p.Frame.Text + "x"} },
		"names": func(p *Product) { p.Named = append(slices.Clone(p.Named), NameWord{Text: "x"}) },
		"roles": func(p *Product) { p.Named = []NameWord{{"a", OfLabel}} }, "word": func(p *Product) { p.Words = []Word{{"a", 1}, {"c", 2}} },
		"impact": func(p *Product) { p.Words = []Word{{"a", 2}, {"b", 1}} }, "slug": func(p *Product) { p.Slug += "x" },
		"creation": func(p *Product) { p.Created++ }, "attributes": func(p *Product) { p.Attributes = []string{"a\x00b\x00", "a\x00c\x00"} }, "no attributes": func(p *Product) { p.Attributes = nil },
		"price": func(p *Product) { p.Price++ }, "stock": func(p *Product) { p.Stock++ }, "update": func(p *Product) { p.Updated++ }, "featured": func(p *Product) { p.Featured = !p.Featured },
		"variant": func(p *Product) { p.Pieces += "x" },
		"digest":  func(p *Product) { p.Content++ },
	} {
		other := p
		if change(&other); c.Holds(&other) {
			t.Errorf("another %s is not noticed", name)
		}
	}
}
