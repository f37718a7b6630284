package markdown_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/markdown"
)

const longest = 100_000 // characters of a text

func filled(unit string) string { return strings.Repeat(unit, longest/len(unit)) }

func inLines(unit string, length int) string {
	return filled(strings.Repeat(unit, length/len(unit)) + "a\n")
}

func indented() string {
	var b strings.Builder
	for i := 0; b.Len() < longest; i++ {
		b.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
	}
	return b.String()[:longest]
}

// stairs is a list of which each line is further in, as far as one line goes.
func stairs() string {
	var b strings.Builder
	for d := 0; b.Len() < 60_000; d++ {
		b.WriteString(strings.Repeat(" ", 198*d) + strings.Repeat("- ", 99) + "a\n")
	}
	return b.String()[:60_000] + strings.Repeat("\n", 39_000) + "b"
}

// outline is a list as people write it, ten levels deep.
func outline() string {
	var b strings.Builder
	for i := 0; b.Len() < longest-100; i++ {
		b.WriteString(strings.Repeat("  ", i%10) + "- Et punkt med *vægt*\n")
	}
	return b.String()
}

// hostile are texts for which a renderer without bounds takes long.
var hostile = map[string]string{
	"emphasis that never ends": filled("*a_ "), "strong": filled("**a__ "), "emphasis in words": filled("a_*"), "both": filled("_*"), "three": filled("***a**b* "),
	"emphasis over lines": filled("*a_\n"), "quotes": filled("> "), "quotes without blanks": filled(">"), "lists in a line": filled("- ") + "a", "numbers in a line": filled("1. "), "stars": filled("* ") + "a",
	"quotes and lists": filled("> - "), "links that never end": filled("[a]("), "links in brackets": filled("[a](<b"), "links with titles": filled("[a](b \""), "brackets": strings.Repeat("[", longest/2) + strings.Repeat("]", longest/2),
	"images": filled("!["), "images in images": strings.Repeat("![", longest/8) + "a" + strings.Repeat("](b)", longest/8), "lists by indentation": indented(),
	"emphasis in a list": "- a\n\n    " + filled("*a_ "), "emphasis in a quote": "> " + filled("*a_ "), "emphasis in a heading": "# " + filled("*a_ "), "emphasis that is lazy": "> a\n" + filled("*a_\n"),
	"emphasis in what looks like a list": "a\n" + filled("      - *b_\n"), "many deep lines": inLines("> ", 300), "many deep items": inLines("- ", 300),
	"instructions over lines": filled("a<?\n"), "declarations over lines": filled("a<!A\n"), "comments over lines": filled("a<!--a\n"),
	"blank lines in deep lists": "a\n\n" + strings.Repeat("- ", 100) + "a" + strings.Repeat("\n", 90_000) + "b", "the same with numbers": "a\n\n" + strings.Repeat("1. ", 100) + "a" + strings.Repeat("\n", 90_000) + "b",
	"the same with tabs": strings.Repeat("-\t", 100) + "a" + filled("\t\n")[:90_000] + "b", "depth over lines": stairs(), "lazy lines in deep lists": strings.Repeat("123456789. ", 100) + filled("a\n")[:90_000],
	"a reference to a long address": "[a]: /" + strings.Repeat("b", 3000) + "\n\n" + filled("[a]\n\n")[:90_000], "a reference to a very long address": "[a]: /" + strings.Repeat("b", 50_000) + "\n\n" + strings.Repeat("[a]\n\n", 1500),
	"an image with a long title": "[a]: /a '" + strings.Repeat("b", 3000) + "'\n\n" + filled("![a]\n\n")[:90_000],
}

// demanding are texts that are rendered, and as long as a text may be.
var demanding = map[string]string{
	"plain": filled("Ord og flere ord. "), "paragraphs": filled("Et afsnit med *vægt*, **styrke** og et [link](/products).\n\n"), "a list": filled("- Et *punkt* med [link](/products)\n"),
	"as many marks as may be": filled(strings.Repeat("*a_ ", 500) + "\n\n"), "as deep as may be": inLines("> ", 40), "items as deep as may be": inLines("- ", 40), "numbers as deep as may be": inLines("1. ", 60),
	"brackets": filled(strings.Repeat("[a](", 1000) + "\n\n"), "brackets over lines": strings.Repeat("[", 999) + filled("a\n")[:98_000] + strings.Repeat("]", 999),
	"blank lines in a deep list": "a\n\n" + strings.Repeat("- ", 20) + "a" + strings.Repeat("\n", 90_000) + "b", "lazy lines in a deep list": strings.Repeat("123456789. ", 20) + filled("a\n")[:90_000],
	"comments": filled(strings.Repeat("a<!--a\n", 50) + "\n"), "long comments": filled(strings.Repeat("a<!--"+strings.Repeat("a", 900)+"\n", 50) + "\n"), "references": "[a]: /b\n\n" + filled("[a]\n\n"),
	"an outline": outline(), "comments in a line": filled("<!--a"), "a rule as long as a text": filled("- "), "code far in": filled("```\n" + strings.Repeat(" ", 60) + "a b\n```\n"), "rules of blanks": filled(strings.Repeat("- ", 40) + "\n\n"), "code": filled("```\n*a_ *a_ *a_\n"), "much code": "```\n" + filled("*a_ "), "indented code": filled("    *a_ *a_\n"),
	"definitions": filled("[a]: b\n"), "headings": filled("# a\n"), "rules": filled("***\n"), "a rule": strings.Repeat("- ", 90), "one item each": filled("- a\n\n"), "stars as bullets": filled("* et punkt\n"),
	"backticks": filled("`"), "angles": filled("<"), "addresses": filled("<a@b.c>"), "entities": filled("&amp"), "backslashes": filled("\\"), "lines": filled("a\n"), "blank lines": filled("\n"),
}

// What takes long to render is refused, and no text that people write. The log says how long each takes.
func TestTheTimeOfRenderingIsBounded(t *testing.T) {
	t.Parallel()
	for name, text := range hostile {
		if excess := markdown.Check(text); !strings.HasPrefix(excess, "must not ") {
			t.Errorf("%s is not refused: %q", name, excess)
		}
	}
	for name, text := range demanding {
		began := time.Now()
		if excess := markdown.Check(text); excess != "" {
			t.Errorf("%s is refused: it %s", name, excess)
		}
		t.Logf("%s: %v", name, time.Since(began).Round(time.Millisecond))
	}
}

// A text that is not rendered is shown with all its characters, its paragraphs and its lines.
func TestATextThatIsNotRendered(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(">", 200) + " <b>&\nx\n\n  y \r\n\r\n\n"
	want := "<p>" + strings.Repeat("&gt;", 200) + " &lt;b&gt;&amp;<br>\nx</p>\n<p>y</p>\n"
	if got := markdown.HTML(text); string(got) != want {
		t.Errorf("%s", got)
	}
}

// What is stored is what HTML returns, until there is another version.
func TestRenderedTexts(t *testing.T) {
	t.Parallel()
	texts := []string{"## Om os\n\nVi *sælger* briller.", "", filled("*a_ "), "<script>alert(1)</script>"}
	stored, err := markdown.Render(texts...)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(texts, "another") {
		if got := markdown.ReadRendered(stored).Of(text); got != markdown.HTML(text) {
			t.Errorf("%.40q: %.100s", text, got)
		}
	}
	const altered = "<p>stored</p>"
	mine := strings.ReplaceAll(string(stored), "briller", "linser")
	if got := markdown.ReadRendered([]byte(mine)).Of(texts[0]); !strings.Contains(string(got), "linser") {
		t.Errorf("it is not taken from what is stored: %s", got)
	}
	for name, other := range map[string]string{
		"another version": strings.Replace(mine, fmt.Sprintf(`"version":%d`, markdown.Version), `"version":0`, 1), "nothing": "", "null": "null", "no JSON": altered,
	} {
		if got := markdown.ReadRendered([]byte(other)).Of(texts[0]); got != markdown.HTML(texts[0]) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A change of what HTML returns for any of these raises Version, and sets the digest.
func TestTheVersionIsThatOfTheHTML(t *testing.T) {
	t.Parallel()
	const version, digest = 1, "d1e679afb9a28a35"
	sum := sha256.New()
	for _, text := range []string{
		"# a\n\n#### b\n\nc *d* **e** `f` [g](/h) [i](https://j.example) [k](javascript:l) [m](//n.example) ![o](/p.jpg \"q\")", "- a\n  - b\n\n1. c\n2. d\n\n> e\n\n***\n\n    f\n\n```\ng\n```",
		"<b>x</b> <script>y</script> &amp; z\\\n<https://a.example> <a@b.example>", strings.Repeat(">", 200) + "\n\na\nb", "Æ\u00a0Ø\u2028Å",
	} {
		fmt.Fprintln(sum, markdown.HTML(text))
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)[:8]); version != markdown.Version || got != digest {
		t.Errorf("version %d writes the digest %s", markdown.Version, got)
	}
}
