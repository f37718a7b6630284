package site

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/markdown"
)

// The markdown form of a text shows what its HTML shows.
func TestMarkdownWrittenAnewMeansTheSame(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"Tekst.", "En linje\nog en til.\n\nEt afsnit.", "# Først\n\n#### Dybt\n\nTekst med *vægt*, **styrke** og `kode`.", "- a\n- b\n  - c\n  - d\n- e", "3. tre\n4. fire",
		"- a\n\n  b\n\n- c", "> citat\n> mere\n>\n> - liste", "```\nkode *uden* vægt\n\n  indrykket\n```", "````\n```\n````", "``a`b``", "` ``x`` `", "***", "[om os](/info/om-os) og [ude](https://blog.example/a_(b))",
		"![alt *x*](https://images.example/a.jpg)", "linje  \nbrudt", "linje\\\nbrudt", `\- ikke en liste`, `1\. ikke en liste`, `1\) ikke en liste`, "a\n\\=\\=\\=", `\# ikke en overskrift`,
		`\*stjerner\* og \_streger\_ og \[parenteser\](x)`, "&lt;script&gt; &amp; &amp;amp;", "5 * 3 * 2 > 1 & 2 < 3", `C:\mappe\fil`, "a | b\n--|--\nc | d", "<b>uden</b> <!-- x --> HTML", "*a*b*c*", "**a*b*c**",
		"<https://auto.example/>", "[x](javascript:alert(1))", "[x](//ond.example)", "![x](/a.jpg)", "- a\n\n- b", "1. a\n   - b\n\n     c\n2. d", "- ```\n  kode\n  ```\n- > citat", "+ plus\n+ plus", "\\+ plus", "~~~\nkode\n~~~", "Æ & Ø\u00a0Å",
	} {
		want := string(markdown.HTML(source))
		again := commonMark("", markdown.HTML(source))
		if got := string(markdown.HTML(again)); unspaced(got) != unspaced(want) {
			t.Errorf("%q is written as %q, which shows\n%s, not\n%s", source, again, got, want)
		}
	}
	if got := commonMark("https://shop.example", markdown.HTML("[a](/info/om-os) ![b](/pictures/b.svg)")); got != "[a](https://shop.example/info/om-os) ![b](https://shop.example/pictures/b.svg)" {
		t.Errorf("%s", got)
	}
}

func unspaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// A plain text means nothing but itself in markdown.
func TestPlainTextInMarkdownMeansItself(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"# a", "- a", "+ a", "1. a", "2) a", "===", "---", "***", "> a", "*a* _b_ `c`", "[a](https://b.example)", "![a](b)", "<script>", "&lt;", `\`, `a\`, "~~~", "```", "    a", "| a | b |", "https://a.example",
	} {
		for name, got := range map[string]string{"line": line(text), "prose": prose(text)} {
			if shown := strings.TrimSpace(markdown.Text(markdown.HTML(got))); shown != strings.TrimSpace(text) {
				t.Errorf("%s of %q is %q, which shows %q", name, text, got, shown)
			}
		}
	}
	if got := prose("a\r\n- b\n\nc"); got != "a\\\n\\- b\n\nc" {
		t.Errorf("%q", got)
	}
}

// A description has no markdown in it.
func TestPlainTextOfMarkdown(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"## Om os\n\nVi *sælger* [briller](/products) & mere.": "Om os Vi sælger briller & mere.", "- a\n- b": "a b", "<b>x</b> &lt;script&gt; &amp;amp;": "x <script> &amp;", "![alt](https://a.example/b.jpg)": "",
	} {
		if got := excerpt(markdown.Text(markdown.HTML(source))); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}
