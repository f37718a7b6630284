package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/server/platform/wire"
)

func TestOnlyPathsGetTheAddress(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]string{
		"/pictures/a.svg": "https://shop.example/pictures/a.svg", "https://a.example/b.jpg": "https://a.example/b.jpg", "data:,x": "data:,x", "": "",
	} {
		if got := wire.Absolute("https://shop.example", stored); got != want {
			t.Errorf("%q is %q", stored, got)
		}
	}
}

// Texts that look like a mark are no marks.
func TestMarksAndNothingElseBecomeTheAddress(t *testing.T) {
	t.Parallel()
	texts := []string{
		wire.Absolute(wire.BaseMark, "/a"), `\u0000/b`, `"\u0000`, `"\u0001`, "\x01/c", "\\\"\\u0000", wire.Absolute(wire.BaseMark, `/d"e`), "f",
	}
	encoded, err := wire.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	kept := wire.MarkBase(encoded)
	for _, base := range []string{"https://one.example", "http://127.0.0.1:8080/shop", `https://a.example/"b\c`, ""} {
		var got []string
		text := wire.InsertBase([]byte("["), kept, base)
		if err := json.Unmarshal(text[1:], &got); err != nil || text[0] != '[' {
			t.Fatalf("%s: %v", text, err)
		}
		for i, want := range texts {
			if i == 0 || i == 6 {
				want = base + want[len(wire.BaseMark):]
			}
			if got[i] != want {
				t.Errorf("%q became %q, want %q", texts[i], got[i], want)
			}
		}
	}
}
