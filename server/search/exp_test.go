package search

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/fold"
)

func loadReal(t testing.TB, times int) []Product {
	f, err := os.Open("/work/shared/data/icecat-products.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	z, _ := gzip.NewReader(f)
	sc := bufio.NewScanner(z)
	sc.Buffer(nil, 1<<20)
	var out []Product
	for sc.Scan() {
		var p struct {
			Name, Slug, Brand, Description, CategorySlug string
			PriceDkk                                     int64
			Stock                                        int64
			Attributes                                   map[string]any
		}
		if err := json.Unmarshal(sc.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < times; i++ {
			words := map[string]uint8{}
			add := func(text string, impact uint8) {
				for _, w := range fold.Words(text) {
					for _, v := range fold.Variants(w) {
						words[v] = max(words[v], impact)
					}
				}
			}
			name := p.Name
			if i > 0 {
				name = fmt.Sprintf("%s x%d", p.Name, i)
			}
			add(name, 200+uint8(i%50))
			add(p.Brand, 150)
			add(p.Slug, 20)
			add(p.Description, 30+uint8(rand.IntN(20)))
			for _, v := range p.Attributes {
				add(fmt.Sprint(v), 60)
			}
			pr := Product{ID: uuid.Must(uuid.NewV7()), Name: fold.Sort(name), Price: p.PriceDkk, InStock: p.Stock > 0, Brand: fold.Case(p.Brand),
				Category: uuid.NewSHA1(uuid.Nil, []byte(p.CategorySlug)), Hit: []byte(fmt.Sprintf(`"id":"01a1fc4e-3cb4-79c6-b9a5-537e02a3ea62","slug":%q,"name":%q,"brand":%q,"priceDkk":%d`, p.Slug, name, p.Brand, p.PriceDkk))}
			for w, imp := range words {
				pr.Words = append(pr.Words, Word{w, imp})
			}
			out = append(out, pr)
		}
	}
	return out
}

func ask(words ...string) (out []Asked) {
	for _, w := range words {
		out = append(out, Asked{{Text: w}})
	}
	return out
}

func TestExp(t *testing.T) {
	times := 1
	fmt.Sscan(os.Getenv("TIMES"), &times)
	t0 := time.Now()
	all := loadReal(t, times)
	fmt.Println("loaded", len(all), time.Since(t0))
	x := New()
	t0 = time.Now()
	for i := 0; i < len(all); i += 20000 {
		x.Apply(all[i:min(i+20000, len(all))], nil)
	}
	x.Settle()
	x.tidy()
	x.Settle()
	fmt.Println("built", time.Since(t0), len(x.segments))
	all = nil
	runtime.GC()
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	post, hits, words, names := 0, 0, 0, 0
	for _, s := range x.segments {
		post += len(s.inverted.to)
		hits += len(s.hits.bytes)
		words += s.words.len()
		names += len(s.names.bytes)
	}
	fmt.Printf("heap %d MB, postings %d, hits %d MB, words %d, names %d MB\n", ms.HeapAlloc>>20, post, hits>>20, words, names>>20)
	for name, q := range map[string]Question{
		"black":              {Words: ask("black"), Filter: Any, Limit: 20},
		"usb cable":          {Words: ask("usb", "cable"), Filter: Any, Limit: 20},
		"laptop price":       {Words: ask("laptop"), Filter: Filter{Min: 10000, Max: 200000}, Limit: 20},
		"black offset":       {Words: ask("black"), Filter: Any, Limit: 20, Offset: 10000},
		"a":                  {Words: ask("a"), Filter: Any, Limit: 20},
		"us":                 {Words: ask("us"), Filter: Any, Limit: 20},
		"hp black laptop":    {Words: ask("hp", "black", "laptop"), Filter: Any, Limit: 20},
		"nothing":            {Words: ask("qqzzy"), Filter: Any, Limit: 20},
		"all":                {Filter: Any, Limit: 20},
		"all price":          {Filter: Filter{Min: 90000, Max: 90900}, Limit: 20},
		"all offset":         {Filter: Any, Limit: 20, Offset: 10000},
		"black cheap offset": {Words: ask("black"), Filter: Filter{Max: 5000}, Limit: 20, Offset: 10000},
	} {
		n := 200
		buf := make([]byte, 0, 10000)
		x.Search(buf, &q)
		t0 := time.Now()
		for range n {
			x.Search(buf, &q)
		}
		fmt.Printf("%-20s %v\n", name, time.Since(t0)/time.Duration(n))
	}
	for _, w := range []string{"black", "usb", "a", "us"} {
		size := 0
		for _, s := range x.segments {
			a := asked{spellings: []spelling{{text: []byte(w)}}}
			size += s.reaches(&a).size
		}
		fmt.Println(w, size)
	}
}
