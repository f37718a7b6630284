package imports

import (
	"math/big"
	"strings"
	"testing"
)

func TestTextOf(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"":                                  "",
		"Plain & simple":                    "Plain & simple",
		"5 < 6 &lt; 7":                      "5 < 6 < 7",
		"<p>One</p><p>Two</p>":              "One\nTwo",
		"<h1>Head</h1>text<br/>more<br>end": "Head\ntext\nmore\nend",
		"<ul><li>A</li>\n<li>B <b>b</b></li></ul>":         "A\nB b",
		"a<b>b</b>c <i>d</i>":                              "abc d",
		"<td>1</td><td>2</td>":                             "1 2",
		"&aelig;&nbsp;&#248; &euro;":                       "æ ø €",
		"<style>p {}</style><script>if (a<b) {}</script>x": "x",
		"<p>open <em>never closed":                         "open never closed",
		"a<!-- hidden -->b":                                "ab",
		"<my-own>kept</my-own> together":                   "kept together",
	} {
		if got := textOf(body); got != want {
			t.Errorf("textOf(%q) = %q, want %q", body, got, want)
		}
	}
}

func TestDescription(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]product{
		"Long enough":       {title: "Hat", body: "<p>Long enough</p>"},
		"Hat. Short":        {title: "Hat", body: "Short"},
		"A hat with a name": {title: "A hat with a name"},
		"Hat. Bøgh. Caps":   {title: "Hat", vendor: "Bøgh", kind: "Caps"},
		"Product: Hat":      {title: "Hat"},
	} {
		if got := p.description(p.kind); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestInOre(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ amount, factor, want string }{
		{"50", "", "5000"}, {"42.99", "100", "4299"}, {"0.29", "100", "29"}, {"1.005", "100", "101"}, {"1.0049", "100", "100"},
		{"9.99", "745.95", "7452"}, {"10", "0.001", "0"}, {"99999999999999999999", "100", "9999999999999999999900"},
		{"1.", "", ""}, {".5", "", ""}, {"-1", "", ""}, {"1e9", "", ""}, {"0x1", "", ""}, {"1/3", "", ""}, {"1 000", "", ""},
		{strings.Repeat("9", 21), "", ""},
	} {
		factor, err := parseFactor(test.factor)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if amount, ok := parseDecimal(test.amount); ok {
			got = inOre(amount, factor).String()
		}
		if got != test.want {
			t.Errorf("%s × %q = %s, want %s", test.amount, test.factor, got, test.want)
		}
	}
	for _, bad := range []string{"0", "-1", "1e3", "abc", "0.0"} {
		if _, err := parseFactor(bad); err == nil {
			t.Errorf("the factor %q passes", bad)
		}
	}
	if sum := inOre(big.NewRat(1, 2), big.NewRat(1, 1)); sum.Int64() != 1 {
		t.Errorf("half an ore is %v", sum)
	}
}
