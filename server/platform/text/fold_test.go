package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/text"
)

func TestSortFollowsTheDanishAlphabet(t *testing.T) {
	t.Parallel()
	names := []string{"Åben", "ærlig", "Zebra", "øl", "Abe", "éclair", "eddike", "abc", "Aalborg", "AAA 12", "AA", "Ny Aagade", "Ny å", "Ny zo", "Baal", "Bab", "AArhus"}
	slices.SortFunc(names, func(a, b string) int {
		if ka, kb := text.Sort(a), text.Sort(b); ka < kb {
			return -1
		} else if ka > kb {
			return 1
		}
		return 0
	})
	want := []string{"AA", "AAA 12", "abc", "Abe", "Baal", "Bab", "éclair", "eddike", "Ny zo", "Ny å", "Ny Aagade", "Zebra", "ærlig", "øl", "Åben", "Aalborg", "AArhus"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

// The key of a text fits an index, however long its characters become.
func TestSortKeyIsBounded(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"ﷺ", "㌀", "한", "𝔸", "a"} {
		key := text.Sort(strings.Repeat(sign, 300))
		if len(key) > 1000 || !utf8.ValidString(key) {
			t.Errorf("%s: the key has %d bytes: %q", sign, len(key), key)
		}
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Synsprøve på stedet":    "synsproeve-paa-stedet",
		"  Æbler & Ånd! ":        "aebler-aand",
		"Crème brûlée":           "creme-brulee",
		"日本":                     "",
		"--a--":                  "a",
		"\u200bSol\u00adbriller": "solbriller",
	} {
		if got := text.Slug(title); got != want {
			t.Errorf("Slug(%q) = %q, want %q", title, got, want)
		}
	}
}

// Every script says something in a slug, and Latin letters stay as Slug folds them.
func TestLatin(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Synsprøve på stedet": "synsproeve-paa-stedet", "Æbler, Ånd & Öl": "aebler-aand-ol", "Crème brûlée": "creme-brulee", "a\u030a": "aa", "Straße": "strasse",
		"Łódź, cœur & Đà Nẵng": "lodz-coeur-da-nang", "Foo™ ½": "foo-1-2", "Rabat 😎": "rabat",
		"Γυαλιά ηλίου": "gyalia-ilioy", "Ремонт очков 24/7": "remont-ochkov-24-7", "Объектив": "obektiv", "Щётка": "shchetka", "眼镜维修": "yan-jing-wei-xiu", "サングラス修理": "sangurasu-xiu-li",
		"نظارات شمسية": "ndhrt-shmsyh", "עדשות": "dsvt", "แว่นกันแดด": "aewnkanaedd", "선글라스": "seongeullaseu", "चश्मा": "csma", "眼镜 VIP": "yan-jing-vip", "٢٤": "24",
		"👓🕶️": "eyeglasses-dark-sunglasses", "❤️": "heart", "!!!": "", "\u200b": "",
	} {
		if got := text.Slug(text.Latin(title)); got != want {
			t.Errorf("%q becomes %q, want %q", title, got, want)
		}
	}
	if got := text.Slug(text.Latin(strings.Repeat("眼镜", 1000))); len(got) > 200 || strings.HasSuffix(got, "-") {
		t.Errorf("%q", got)
	}
}

// Every spelling of a word finds every other: some variant of the searched one
// is a variant of the stored one.
func TestDanishLettersMatchBothWays(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{
		{"løbesko", "lobesko", "loebesko", "LØBESKO"},
		{"blå", "bla"},
		{"blåbær", "blaabaer", "blabaer"},
		{"smørrebrød", "smorrebrod", "smoerrebroed"},
		{"crème", "creme"},
	} {
		for _, kept := range same {
			for _, asked := range same {
				if !meet(text.Variants(text.Words(kept)[0]), text.Variants(text.Words(asked)[0])) {
					t.Errorf("%q does not find %q: %q, %q", asked, kept, text.Variants(asked), text.Variants(kept))
				}
			}
		}
	}
}

// AA, AAA and AAAA are sizes of batteries, and no Danish words with å.
func TestWordsOfNothingButAAreApart(t *testing.T) {
	t.Parallel()
	sizes := []string{"a", "aa", "aaa", "aaaa", "aaaaaa"}
	for _, kept := range sizes {
		for _, asked := range sizes {
			if meets := meet(text.Variants(kept), text.Variants(asked)); meets != (kept == asked) {
				t.Errorf("%q finds %q: %v", asked, kept, meets)
			}
		}
	}
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}

// A word is found by each of its beginnings, in each spelling.
func TestStartsAreThoseOfKeys(t *testing.T) {
	t.Parallel()
	for kept, typed := range map[string][]string{
		"Nørregård": {"n", "nø", "nør", "NOERR", "norreg", "Noerregaa", "nørregård"},
		"Aaberg":    {"a", "aa", "Aab", "åb", "åberg"},
		"Bo":        {"b", "bo"},
		"Åse":       {"å", "aa", "åse", "aase"},
	} {
		key := text.Key(text.Words(kept)[0])
		for _, word := range typed {
			starts := text.Starts(text.Words(word)[0])
			if !slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(key, start) }) {
				t.Errorf("%q has the key %q, and %q begins with one of %q", kept, key, word, starts)
			}
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	got := text.Words("Ray-Ban RB3025 (58 mm), «Guld»")
	want := []string{"ray", "ban", "rb3025", "58", "mm", "guld"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"kitten", "sitting", 3}, {"ab", "ba", 2}} {
		if got := text.Distance(tc.a, tc.b); got != tc.want {
			t.Errorf("%s, %s: %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"pag": "page", "orders": "order", "order": "order", "": "page"} {
		if got := text.Nearest(name, []string{"page", "order"}); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := text.Nearest("page", nil); got != "" {
		t.Errorf("%q among none", got)
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	names := []string{"product_colour", "internal_memory", "polarised", "Screen Size", "weight", "package_weight"}
	for wanted, want := range map[string][]string{
		"polariseret": {"polarised"}, "screen-sizes": {"Screen Size"}, "MEMORY": {"internal_memory"}, "weights": {"weight", "package_weight"}, "colour": {"product_colour"},
		"wieght": {"weight"}, "qqq": nil, "": nil, strings.Repeat("polarised", 1000): {"polarised"},
	} {
		if got := text.Near(names, 2, wanted); !slices.Equal(got, want) {
			t.Errorf("near to %.20q are %q, want %q", wanted, got, want)
		}
	}
	if got := text.Near(names, 1, "qqq", "weight"); !slices.Equal(got, []string{"weight"}) {
		t.Errorf("near to the second is %q", got)
	}
}
