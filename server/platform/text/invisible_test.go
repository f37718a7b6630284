package text_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/text"
)

func TestTrim(t *testing.T) {
	t.Parallel()
	const unseen = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u034f\u115f\u1160\u3164\uffa0\u17b5\u180e\u2800\u0001\u007f\u0080\u2066\u202e\ufff9\U0001d173\U000e0001\U000e0041 \u3000"
	for in, want := range map[string]string{
		"": "", " ": "", unseen: "", "\ufe0f": "", "\U000e0100 \ufe00": "", unseen + "Kop" + unseen: "Kop", "Kop\u200b\ufe0f": "Kop",
		"Kop\u200b med\u00adhank": "Kop\u200b med\u00adhank", "می\u200cخواهم": "می\u200cخواهم", "کتاب\u200c": "کتاب", "ه\u200d": "ه\u200d", "Kop\u200d": "Kop",
		"അവന്\u200d": "അവന്\u200d", "❤\ufe0f": "❤\ufe0f", "葛\U000e0100": "葛\U000e0100", "👩\u200d👧\u200d": "👩\u200d👧", "e\u0301": "e\u0301", "\u0600": "\u0600",
		"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
		"Kop\U000e0067\U000e007f": "Kop", "\xff": "\xff", " a\xff ": "a\xff",
	} {
		if got := string(text.Trim([]byte(in))); got != want {
			t.Errorf("Trim(%q) = %q, want %q", in, got, want)
		}
		if again := string(text.Trim([]byte(want))); again != want {
			t.Errorf("%q, trimmed again, is %q", want, again)
		}
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "SOMMER20": "SOMMER20", "\u200bSOM\u2060MER\u00ad20\ufeff": "SOMMER20", "SOM\u200dMER\u200c": "SOMMER", "\u202a+45 20\u202c": "+45 20",
		"می\u200cخواهم": "می\u200cخواهم", "👩\u200d👧": "👩\u200d👧", "👩\u200d👧\u200d": "👩\u200d👧", "क\u200d\u200bX": "कX", "क\u200d\u200dष": "क\u200dष",
		"❤\ufe0f": "❤\ufe0f", "a b\u00a0c": "a b\u00a0c", "blå\u00ad": "blå",
	} {
		if got := string(text.Visible([]byte(in))); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
		if again := string(text.Visible([]byte(want))); again != want {
			t.Errorf("what is visible of %q is %q", want, again)
		}
	}
}

func TestOneLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "a  b": "a  b", "a\tb": "a\tb", "a\nb": "a b", "a \r\n\r\n\tb": "a b", "a\v\f\u0085\u2028\u2029\rb": "a b", "blå\n \nbær\nc": "blå bær c",
	} {
		if got := string(text.OneLine([]byte(in))); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", in, got, want)
		}
	}
}

// What nobody sees splits no word.
func TestWordsWithWhatNobodySees(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"sol\u00adbriller": "solbriller", "SOL\u200bBRILLER i\u2060 bl\u00adåt": "solbriller i blåt", "rød\ufeff kop": "rød kop", "a\u2800b": "a b",
	} {
		if got := strings.Join(text.Words(in), " "); got != want {
			t.Errorf("the words of %q are %q, want %q", in, got, want)
		}
	}
}
