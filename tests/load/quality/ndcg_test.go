package main

import (
	"math"
	"strings"
	"testing"
)

func TestNDCG(t *testing.T) {
	ratings := map[string]int{"best": 3, "good": 2, "bad": 0}
	// Computed by hand: gains 7 and 3, discounts log2(2) = 1 and log2(3).
	ideal := 7 + 3/math.Log2(3)
	for _, c := range []struct {
		slugs []string
		want  float64
	}{
		{[]string{"best", "good"}, 1},
		{[]string{"good", "best"}, (3 + 7/math.Log2(3)) / ideal},
		{[]string{"unrated", "bad", "best"}, 3.5 / ideal},
		{nil, 0},
		{append(make([]string, depth), "best"), 0},
	} {
		if got := ndcg(c.slugs, ratings); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v: %v, want %v", c.slugs, got, c.want)
		}
	}
}

func TestParseJudgments(t *testing.T) {
	judged, err := parseJudgments(strings.NewReader("query,slug,rating\n\"a, b\",x,3\nc,x,0\n\"a, b\",y,1\n"))
	if err != nil || len(judged) != 2 || judged[0].query != "a, b" || judged[0].ratings["y"] != 1 || len(judged[1].ratings) != 1 {
		t.Errorf("%v, %v", judged, err)
	}
	if _, err := parseJudgments(strings.NewReader("query,slug,rating\na,x,good\n")); err == nil {
		t.Error("a rating that is no number is taken")
	}
}
