package text_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/platform/text"
)

func TestForms(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][]string{
		"batteries": {"battery"}, "battery": {"batteries"}, "cables": {"cable", "cabl"}, "boxes": {"boxe", "box"}, "books": {"book"},
		"solbrillerne": {"solbrille", "solbriller", "solbrill"}, "solbriller": {"solbrille"},
		"glass": nil, "guld": nil, "gas": nil, "": nil,
		"erne": nil, "ties": {"tie", "ti"}, // what is left must be a word
	} {
		if got := text.Forms(word); !slices.Equal(got, want) {
			t.Errorf("Forms(%q) = %q, want %q", word, got, want)
		}
	}
}
