package site

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

// Each language has every text, with the same places for values.
func TestEachLanguageHasEveryText(t *testing.T) {
	t.Parallel()
	danish, english := reflect.ValueOf(*danish()), reflect.ValueOf(*english())
	for i := range danish.NumField() {
		field := danish.Type().Field(i)
		if field.Type.Kind() != reflect.String {
			continue
		}
		da, en := danish.Field(i).String(), english.Field(i).String()
		if da == "" || en == "" || strings.Count(da, "%") != strings.Count(en, "%") {
			t.Errorf("%s: %q and %q", field.Name, da, en)
		}
	}
}

func TestAmountsAndDates(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 3, 23, 59, 0, 0, time.UTC)
	for _, c := range []struct{ got, want string }{
		{danish().Money(0), "0\u00a0kr."}, {danish().Money(5), "0,05\u00a0kr."}, {danish().Money(123456789), "1.234.567,89\u00a0kr."}, {danish().Money(129900), "1.299\u00a0kr."},
		{english().Money(50), "DKK\u00a00.50"}, {english().Money(9007199254740991), "DKK\u00a090,071,992,547,409.91"},
		{danish().Date(at), "4. november 2026"}, {english().Date(at), "4 November 2026"}, // in Copenhagen
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestAmountsAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1299": "129900", "1.299": "129900", "1,299": "129900", "1.299,50": "129950", "1,299.50": "129950", "1299,5": "129950", "0,05": "5", "12\u00a0000": "1200000", "12 000": "1200000",
		"1.234.567": "123456700", "": "none", "-1": "none", "abc": "none", "NaN": "none", "1e400": "none", "Inf": "none", "99999999999999999": "none",
	} {
		got := "none"
		if ore := priceParam(url.Values{"minPrice": {text}}, "minPriceOere", "minPrice"); ore != nil {
			got = fmt.Sprint(*ore)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
