// Package markdown turns CommonMark into HTML that is safe to show: without script,
// and without a link to another host that does not say https.
package markdown

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html"
	"html/template"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// converter turns markdown into HTML. HTML in the markdown is left out.
var converter = goldmark.New(goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(transformer{}, 0))))

// sanitizer is what a text may contain: a second check of what the
// converter wrote, by another library.
var sanitizer = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "hr", "br")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,9}$`)).OnElements("ol")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt", "title").OnElements("img")
	p.AllowURLSchemes("https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}()

// HTML is a text as HTML that contains no script. Its headings are below that of
// the page. A text that Check refuses is shown as it was written.
func HTML(source string) template.HTML {
	rendered, excess := render(source)
	if excess != "" {
		return plain(source)
	}
	return rendered
}

// render returns a text as HTML, or why it is not rendered.
func render(source string) (rendered template.HTML, excess string) {
	if excess = excessOf([]byte(source)); excess != "" {
		return "", excess
	}
	out := boundedBuffer{left: spare + maxGrowth*len(source)}
	if err := converter.Convert([]byte(source), &out); err != nil {
		return "", tooLong // nothing else fails
	}
	return template.HTML(sanitizer.SanitizeBytes(out.Bytes())), "" //nolint:gosec // sanitised
}

// boundedBuffer is a buffer that takes no more than a number of bytes.
type boundedBuffer struct {
	bytes.Buffer
	left int
}

var errFull = errors.New("markdown: the text is too long")

// Write adds to the buffer.
func (b *boundedBuffer) Write(part []byte) (int, error) {
	if b.left -= len(part); b.left < 0 {
		return 0, errFull
	}
	return b.Buffer.Write(part)
}

// plain is a text as it was written, in paragraphs.
func plain(source string) template.HTML {
	var out strings.Builder
	for _, paragraph := range blankLines.Split(source, -1) {
		if paragraph = strings.TrimSpace(paragraph); paragraph != "" {
			out.WriteString("<p>" + strings.ReplaceAll(template.HTMLEscapeString(paragraph), "\n", "<br>\n") + "</p>\n")
		}
	}
	return template.HTML(out.String()) //nolint:gosec // escaped
}

var blankLines = regexp.MustCompile(`\r?\n[ \t]*\r?\n`)

// Text returns HTML that this package wrote without its elements, for where no HTML may be.
func Text(rendered template.HTML) string {
	return html.UnescapeString(noElements.Sanitize(string(rendered)))
}

var noElements = bluemonday.StrictPolicy()

// transformer makes the first level of headings the second, because a page has one
// heading of its own, leaves no level out, and takes the address from links and images
// that would lead to another host without saying https.
type transformer struct{}

// Transform changes a text.
func (transformer) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	level := 1
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		switch n := n.(type) {
		case *ast.Heading:
			if entering {
				n.Level = min(max(n.Level, 2), level+1)
				level = n.Level
			}
		case *ast.Link:
			n.Destination = withoutOtherHost(n.Destination)
		case *ast.Image:
			n.Destination = withoutOtherHost(n.Destination)
		}
		return ast.WalkContinue, nil
	})
}

// withoutOtherHost returns the address, without one that a browser resolves to another host.
func withoutOtherHost(address []byte) []byte {
	if len(address) > 1 && (address[0] == '/' || address[0] == '\\') && (address[1] == '/' || address[1] == '\\') {
		return nil
	}
	return address
}

// Version is that of the HTML that this package writes. A change of what HTML returns raises it: HTML that
// was stored before is then written anew.
const Version = 1

// Rendered are texts with their HTML, as they are stored beside the texts.
type Rendered struct {
	Version int                      `json:"version"`
	HTML    map[string]template.HTML `json:"html"` // by the digest of the text
}

// Render returns texts with their HTML, as JSON.
func Render(texts ...string) (json.RawMessage, error) {
	r := Rendered{Version, map[string]template.HTML{}}
	for _, text := range texts {
		r.HTML[digest(text)] = HTML(text)
	}
	return json.Marshal(r)
}

// ReadRendered reads what Render returned. What another version has rendered counts as not rendered, and so
// does no text.
func ReadRendered(stored json.RawMessage) (r Rendered) {
	if err := json.Unmarshal(stored, &r); err != nil || r.Version != Version {
		return Rendered{}
	}
	return r
}

// Of returns the HTML of a text, rendered now if it is not stored.
func (r Rendered) Of(text string) template.HTML {
	if stored, found := r.HTML[digest(text)]; found {
		return stored
	}
	return HTML(text)
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
