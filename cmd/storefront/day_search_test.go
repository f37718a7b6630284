package main_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// found is what a search answers.
type found struct {
	Result []struct{ Slug string }
	Page   struct {
		Total     int64
		Matched   string
		Respelled *string
	}
}

// find searches for words, and enters that in the books.
func (d *day) find(t *testing.T, who party, body object) (slugs []string, all found) {
	t.Helper()
	if err := json.Unmarshal(who.once(t, "products.search", body, "", nil), &all); err != nil {
		t.Fatal(err)
	}
	for _, hit := range all.Result {
		slugs = append(slugs, hit.Slug)
	}
	slices.Sort(slugs)
	d.books.searched(body["q"].(string), all.Page.Total)
	return slugs, all
}

// search narrows the catalogue down, and finds what is typed in part, wrongly and in other words.
func (d *day) search(t *testing.T) {
	t.Helper()
	d.facets(t)
	var suggested []struct{ Slug string }
	d.agent.ok(t, "products.suggest", object{"q": "solb"}, &suggested)
	if len(suggested) != 3 {
		t.Errorf("suggested: %v", suggested)
	}
	sunglasses := []string{"solbrille-aviator", "solbrille-vintage", "solbrille-wayfarer"}
	if slugs, _ := d.find(t, d.visitor, object{"q": "solbrille", "maxPriceOere": 50000, "inStock": true}); !slices.Equal(slugs, []string{sunglasses[0], sunglasses[2]}) {
		t.Errorf("below 500 kroner and in stock: %v", slugs)
	}
	slugs, all := d.find(t, d.agent, object{"q": "solbrile"})
	if !slices.Equal(slugs, sunglasses) || all.Page.Matched != "similar" || all.Page.Respelled == nil || *all.Page.Respelled != "solbrille" {
		t.Errorf("a misspelt word: %v, %+v", slugs, all.Page)
	}
	d.owner.ok(t, "features.set", object{"key": "typo_search", "enabled": false, "confirm": true}, nil)
	if slugs, _ := d.find(t, d.agent, object{"q": "solbrile"}); len(slugs) != 0 {
		t.Errorf("a misspelt word while similar spelling is switched off: %v", slugs)
	}
	d.owner.ok(t, "features.set", object{"key": "typo_search", "enabled": true, "confirm": true}, nil)
	if slugs, _ := d.find(t, d.agent, object{"q": "futteral"}); !slices.Equal(slugs, []string{"etui-rejse"}) {
		t.Errorf("a synonym: %v", slugs)
	}
	if slugs, _ := d.find(t, d.visitor, object{"q": "kontaktlinser"}); len(slugs) != 0 {
		t.Errorf("what the shop does not have: %v", slugs)
	}
}

// facets expects the counts of the books.
func (d *day) facets(t *testing.T) {
	t.Helper()
	low, high, inStock := int64(1<<53), int64(0), 0
	for _, p := range d.books.products {
		low, high = min(low, p.price), max(high, p.price)
		if p.stock > 0 {
			inStock++
		}
	}
	d.agent.says(t, "products.facets", object{}, object{
		"brands":      facet(d.books.count(func(p *product) string { return p.brand })),
		"categories":  facet(d.books.count(func(p *product) string { return p.category })),
		"frameColors": []any{}, "lensColors": []any{},
		"priceRange":   object{"minOere": low, "maxOere": high},
		"inStockCount": inStock, "total": len(d.books.products),
	})
}

// facet returns the values with their counts, the most frequent first.
func facet(counts map[string]int64) (list []object) {
	values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	for _, value := range values {
		list = append(list, object{"value": value, "count": counts[value]})
	}
	return list
}
