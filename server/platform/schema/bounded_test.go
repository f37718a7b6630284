package schema

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const mebibyte = 1 << 20

// hugeBodies are the worst cases that fit into a body, by what makes them slow.
func hugeBodies() map[string]string {
	keys := func(form string) string {
		var b strings.Builder
		for i := 0; b.Len() < mebibyte-100; i++ {
			b.WriteByte(',')
			fmt.Fprintf(&b, form, i)
		}
		return b.String()[1:]
	}
	fill := func(text string) string {
		return strings.TrimSuffix(strings.Repeat(text, (mebibyte-100)/len(text)), ",")
	}
	patch := func(members string) string { return `{"slug":"a","patch":{` + members + `}}` }
	long := strings.Repeat("n", mebibyte-20000)
	nulls := strings.Repeat("null,", 200) + "null"
	return map[string]string{
		"brackets":             strings.Repeat("[", mebibyte),
		"braces":               fill(`{"a":`),
		"one name":             `{"` + fill("n") + `":1}`,
		"one escaped name":     `{"` + fill(`\u0061`) + `":1}`,
		"unknown names":        `{` + keys(`"k%d":1`) + `}`,
		"names nearly known":   `{` + keys(`"minPriceOer%d":1`) + `}`,
		"names of known words": `{` + keys(`"a_b_c_d_e_price_f_g_h_i_j_k_l_m_n_%d":1`) + `}`,
		"names of one letter":  patch(`"attributes":{` + keys(`"%d":1`) + `}`),
		"escaped names":        patch(`"attributes":{` + keys(`"\u0061%d":1`) + `}`),
		"long equal prefixes":  patch(`"attributes":{` + keys(`"`+strings.Repeat("x", 5000)+`%06d":1`) + `}`),
		"facts":                patch(`"comparisonFacts":{` + keys(`"%d":""`) + `}`),
		"faults below a name":  patch(`"attributes":{"` + long + `":[` + nulls + `]}`),
		"below an escaped one": patch(`"attributes":{"\u0061` + long + `":[` + nulls + `]}`),
		"empty items":          patch(`"faq":[` + fill(`{},`) + `]`),
		"nulls":                patch(`"images":[` + fill(`null,`) + `]`),
		"numbers to rewrite":   patch(`"attributes":{"a":[` + fill(`5.0,`) + `]}`),
		"texts to trim":        patch(`"images":[` + fill(`" ",`) + `]`),
		"one text":             patch(`"description":"` + fill("a ") + `"`),
		"escaped text":         patch(`"description":"` + fill(`\u0041`) + `"`),
		"text of blanks":       patch(`"description":"` + fill(" ") + `"`),
		"unseen text":          patch(`"description":"` + fill("\u200b") + `"`),
		"text of tags":         patch(`"name":"` + fill("\U000e0041") + `"`),
		"flag of tags":         patch(`"name":"🏴` + fill("\U000e0041") + `"`),
		"tags among others":    patch(`"name":"` + fill("\u200d\U000e0041\ufe0f ") + `"`),
		"joiners":              `{"slug":"` + fill("æ\u200d\u200d") + `"}`,
		"line breaks":          patch(`"name":"` + fill(`a\n `) + `"`),
		"combining text":       patch(`"description":"` + fill("\u0301") + `"`),
		"text not in NFC":      patch(`"description":"` + fill("e\u0301") + `"`),
		"digits":               patch(`"priceDkk":` + fill("9")),
		"digits of a fraction": patch(`"attributes":{"a":0.` + fill("9") + `}`),
		"digits of an integer": patch(`"priceDkk":1.` + fill("0")),
		"exponent":             patch(`"priceDkk":1e` + fill("9")),
		"address":              patch(`"images":["https://` + fill("a") + `"]`),
		"nested arrays":        patch(`"attributes":{"a":[` + fill(strings.Repeat("[", 50)+strings.Repeat("]", 50)+",") + `]}`),
	}
}

// The limit is about twenty times what the slowest takes, so that it passes on a
// busy machine and under the race detector, and anything quadratic fails.
func TestHugeBodiesTakeBoundedTime(t *testing.T) {
	const limit = 2 * time.Second
	for name, body := range hugeBodies() {
		for _, op := range []string{"products.search", "products.update"} {
			s := request(t, op)
			start := time.Now()
			_, faults, err := s.Check([]byte(body))
			if took := time.Since(start); took > limit {
				t.Errorf("%s, %s: took %v", name, op, took)
			} else {
				t.Logf("%-22s %-16s %8s %3d faults %v", name, op, took.Round(10*time.Microsecond), len(faults), err)
			}
			size := 0
			for _, f := range faults {
				size += len(f.Pointer) + len(f.Detail) + len(f.Fix)
			}
			if len(faults) > MaxFaults || size > 200_000 {
				t.Errorf("%s: %d faults of %d bytes", name, len(faults), size)
			}
		}
	}
}

func TestFaultsAreCapped(t *testing.T) {
	for n, want := range map[int]int{99: 99, 100: 100, 101: 100, 5000: 100} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"x%d":1`, i)
		}
		faults := refused(t, request(t, "products.search"), "{"+b.String()[1:]+"}")
		if len(faults) != want || faults[0].Pointer != "/x0" || faults[len(faults)-1].Pointer != fmt.Sprintf("/x%d", want-1) {
			t.Errorf("%d unknown fields make %d faults, want the first %d", n, len(faults), want)
		}
	}
}

// A body with a hundred faults before the value is refused, whatever the choices
// of an anyOf find.
func TestAnyOfAfterAHundredFaults(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, `"x%d":1,`, i)
	}
	faults := refused(t, request(t, "discounts.create"), "{"+b.String()+`"code":"ABC","type":"percent","value":150}`)
	if len(faults) != MaxFaults {
		t.Error(len(faults))
	}
}

func TestCheckersAreSharedSafely(t *testing.T) {
	s := request(t, "products.update")
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for i := range 200 {
				body := fmt.Sprintf(`{"slug":"a%d","patch":{"name":" Name %d ","stock":%d.0}}`, i, i, i)
				want := fmt.Sprintf(`{"slug":"a%d","patch":{"name":"Name %d","stock":%d}}`, i, i, i)
				if got := kept(t, s, body); got != want {
					t.Fatalf("%s, want %s", got, want)
				}
				if got := codes(refused(t, s, fmt.Sprintf(`{"slug":"a","patch":{"x%d":1}}`, i)))[0]; got != fmt.Sprintf("/patch/x%d unknown_field", i) {
					t.Fatal(got)
				}
			}
		})
	}
}
