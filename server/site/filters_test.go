package site

import (
	"fmt"
	"net/url"
	"testing"
)

func TestAmountsAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1299": "129900", "1.299": "129900", "1,299": "129900", "1.299,50": "129950", "1,299.50": "129950", "1299,5": "129950", "0,05": "5", "12\u00a0000": "1200000", "12 000": "1200000",
		"1.234.567": "123456700", "": "none", "-1": "none", "abc": "none", "NaN": "none", "1e400": "none", "Inf": "none", "99999999999999999": "none",
	} {
		got := "none"
		if ore := amount(url.Values{"minPrice": {text}}, "minPriceOere", "minPrice"); ore != nil {
			got = fmt.Sprint(*ore)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
