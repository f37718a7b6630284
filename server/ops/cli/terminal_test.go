package cli_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/cli"

	"github.com/storefront/storefront/server/platform/wire"
)

func TestJSONForPeople(t *testing.T) {
	t.Parallel()
	const text = `{"name":"a \"b\": c","n":-1.5e3,"on":true,"none":null,"empty":[],"list":[1,"x"]}`
	plain := cli.Style(false).JSON([]byte(text))
	if !strings.Contains(plain, "\n  \"n\": -1.5e3,\n") || strings.Contains(plain, "\x1b") {
		t.Error(plain)
	}
	coloured := cli.Style(true).JSON([]byte(text))
	for _, colour := range []string{"\x1b[1;34m", "\x1b[32m", "\x1b[35m", "\x1b[90m", "\x1b[0m"} {
		if !strings.Contains(coloured, colour) {
			t.Errorf("%q is missing in %q", colour, coloured)
		}
		coloured = strings.ReplaceAll(coloured, colour, "")
	}
	if coloured != plain {
		t.Errorf("without colours it is %q", coloured)
	}
	if got := cli.Style(true).JSON([]byte("<html>\x1b[2J")); got != `<html>\u001b[2J` {
		t.Errorf("%q", got)
	}
}

// A text of the shop cannot give orders to the terminal.
func TestHostileTextIsShownAsText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"sol\nbriller æ": "sol\nbriller æ", "\x1b[31m": `\u001b[31m`, "\u009b31m": `\u009b31m`, "\u202eabc": `\u202eabc`, "\x7f": `\u007f`,
	} {
		if got := wire.Safe(text); got != want {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
	problem := cli.Style(false).Problem([]byte(`{"status":404,"code":"x","title":"T","detail":"\u001b[2J","resolution":"Do","errors":[{"pointer":"/a","detail":"d"}]}`))
	if want := "T (404 x)\n  \\u001b[2J\n  /a  d\n  Do\n"; !strings.HasPrefix(problem, want) {
		t.Errorf("%q", problem)
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	choices := []cli.Choice{{"a:read", "one"}, {"b:read", "two"}, {"c:read", "three"}}
	for typed, want := range map[string]string{
		"1\n": "a:read", "3 1\n": "a:read c:read", "1-2,c:read": "a:read b:read c:read", "all\n": "a:read b:read c:read", "\n4\n2-1\nx\n2\n": "b:read",
	} {
		var shown strings.Builder
		chosen, err := cli.Choose(t.Context(), strings.NewReader(typed), &shown, "?", choices)
		if err != nil || strings.Join(chosen, " ") != want {
			t.Errorf("%q: %v %v\n%s", typed, chosen, err, &shown)
		}
	}
	if chosen, err := cli.Choose(t.Context(), strings.NewReader(""), &strings.Builder{}, "?", choices); err == nil {
		t.Errorf("%v was chosen by nobody", chosen)
	}
}
