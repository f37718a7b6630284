package schema

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// Texts of random escapes decode as with encoding/json.
func TestUnescape(t *testing.T) {
	pieces := []string{`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u0000`, `\u0061`, `\u00e5`, `\uFFFF`, `\uD7FF`, `\uE000`,
		`\uD83D\uDE00`, `\ud83d\ude00`, `\uDBFF\uDFFF`, "a", "æ", "ﷺ", "😀", "u0061", " "}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b strings.Builder
		for range random.IntN(8) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		body := `{"` + b.String() + `":1}`
		var p parser
		if err := p.read([]byte(body)); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		var want string
		if err := json.Unmarshal([]byte(`"`+b.String()+`"`), &want); err != nil {
			t.Fatal(err)
		}
		if got := string(textOf(p.in, p.values[1])); got != want {
			t.Fatalf("%s says %q, want %q", body, got, want)
		}
	}
}

// A name is truncated at a character, wherever that is in its escapes.
func TestLongNamesAreTruncated(t *testing.T) {
	for _, unit := range []string{"a", "æ", "😀", `\n`, `\u0061`, `\uD83D\uDE00`, `\\`, `a\uD83D\uDE00\"`} {
		var one string
		if err := json.Unmarshal([]byte(`"`+unit+`"`), &one); err != nil {
			t.Fatal(err)
		}
		for _, times := range []int{1, 59, 60, 61, 199, 200, 201, 202, 403, 1000} {
			faults := refused(t, request(t, "products.get"), `{"slug":"a","`+strings.Repeat(unit, times)+`":1}`)
			want := []rune(strings.Repeat(one, times))
			pointer := string(want)
			if len(want) > 200 {
				pointer = string(want[:200]) + "…"
			}
			if got := faults[0].Pointer; got != "/"+pointer {
				t.Errorf("%d times %s: pointer %q, want %q", times, unit, got, "/"+pointer)
			}
		}
	}
}
