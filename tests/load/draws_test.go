package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/storefront/storefront/tests/load/catalogue"
)

func TestZipfDrawsFewOftenAndManyRarely(t *testing.T) {
	var bodies [][]byte
	for i := range distinct {
		bodies = append(bodies, []byte{byte(i >> 8), byte(i)})
	}
	next, counts := byZipf(bodies)(rand.New(rand.NewPCG(1, 1))), map[string]int{}
	const calls = 100_000
	for range calls {
		body, err := next()
		if err != nil {
			t.Fatal(err)
		}
		counts[string(body)]++
	}
	first, tenth := counts[string(bodies[0])], counts[string(bodies[9])]
	if len(counts) < distinct/2 || first < tenth || tenth < counts[string(bodies[1000])] || first > calls/5 {
		t.Errorf("%d different bodies, the first %d times, the tenth %d", len(counts), first, tenth)
	}
}

func TestMakeBodiesReturnsNoDuplicates(t *testing.T) {
	bodies := makeBodies(func(r *rand.Rand) *question { return &question{Limit: 1 + r.IntN(5)} })
	if len(bodies) != 5 {
		t.Errorf("%q", bodies)
	}
}

func TestEachMoveIsReturnedOnceAndContinues(t *testing.T) {
	m := &moves{list: []move{{"a", "paid"}, {"b", "completed"}}}
	var taken []move
	for {
		next, err := m.take()
		if err != nil {
			break
		}
		taken = append(taken, next)
	}
	want := []move{{"a", "paid"}, {"b", "completed"}, {"a", "processing"}}
	if len(taken) != len(want) || taken[0] != want[0] || taken[1] != want[1] || taken[2] != want[2] {
		t.Errorf("%v, want %v", taken, want)
	}
}

func TestVocabulary(t *testing.T) {
	product := func(name string) catalogue.Product {
		return catalogue.Product{Name: name, Attributes: json.RawMessage(`{"colour":"Black","touchscreen":true}`)}
	}
	v, err := countWords([]catalogue.Product{product("Cable"), product("Cables"), product("Mouse"), product("Lamp")})
	if err != nil {
		t.Fatal(err)
	}
	if v.finds["cable"] != 2 || v.finds["black"] != 4 || v.finds["colour"] != 0 || v.finds["true"] != 0 || v.share(50) != "cable" {
		t.Errorf("%q of %v", v.share(50), v.words)
	}
}

func TestScriptOfPgbench(t *testing.T) {
	text := statement{"orders.list: email", "SELECT $1, $2;", 2, 7, func(*rand.Rand) []string { return []string{"x", "y"} }}.text()
	for _, part := range []string{"random(1, 7)", "drawn[4] AS v4", "SELECT :v1, :v2;", "SELECT :v3, :v4;"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in %s", part, text)
		}
	}
}
