package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"
	plain "text/template"
)

//go:embed templates
var files embed.FS

// page is what a page shows.
type page struct {
	name        string // of its templates
	Title       string
	Description string // a sentence for search engines; "" for one made of the title
	Path        string // of the page, with its query: the canonical address
	Image       string // the address of an image of it; "" for none
	NoIndex     bool   // whether search engines are to leave it out
	Search      string // what was searched for
	JSONLD      []any  // JSON-LD
	OGType      string // of the Open Graph, "" for a website
	Breadcrumbs []link // from the home page to the one above this one
	Content     any
}

// pageData is the data of the templates.
type pageData struct {
	*page
	Words    *words
	Frame    *frame
	Announce string
	Base     string
	Style    string // the address of the stylesheet
	Icon     string
	Logo     string // the address of the image, "" for none
	Notice   string // what every page of a sandbox says, "" for a shop
	Shipping string // what it costs
}

// ShopLang is for what the shop wrote.
func (s *pageData) ShopLang() lang { return langIn(s.Words, shopWords(s.Frame.Shop.Locale).Tag) }

// Canonical is the address of the page.
func (s *pageData) Canonical() string { return s.Base + s.Path }

// MetaDescription is a sentence about the page; "" for one that search engines leave out.
func (s *pageData) MetaDescription() string {
	if s.Description == "" && !s.NoIndex {
		return fmt.Sprintf(s.Words.description, s.Title, s.Frame.Shop.Name)
	}
	return s.Description
}

// At is how the page is related to the one at a path, for aria-current: "page" for
// itself, "true" for one below it, else "".
func (s *pageData) At(path string) string {
	at, _, _ := strings.Cut(s.Path, "?")
	switch {
	case at == path:
		return "page"
	case strings.HasPrefix(at, path+"/"):
		return "true"
	}
	return ""
}

// templates are the pages by their names, as HTML and as markdown.
var (
	htmlPages     = parsedHTML()
	markdownPages = parsedMarkdown()
)

func parsedHTML() map[string]*template.Template {
	common := template.Must(template.New("").ParseFS(files, "templates/common/*.html"))
	pages := map[string]*template.Template{}
	for _, file := range named("*.html") {
		pages[nameOf(file)] = template.Must(template.Must(common.Clone()).ParseFS(files, file))
	}
	return pages
}

func parsedMarkdown() map[string]*plain.Template {
	pages := map[string]*plain.Template{}
	for _, file := range named("*.md") {
		pages[nameOf(file)] = plain.Must(plain.New("").Funcs(plain.FuncMap{"commonMark": commonMark, "line": line, "prose": prose, "target": linkTarget}).ParseFS(files, file))
	}
	return pages
}

// named returns the files that a pattern matches, which is a valid one.
func named(pattern string) []string {
	found, _ := fs.Glob(files, "templates/"+pattern)
	return found
}

func nameOf(file string) string {
	name := path.Base(file)
	return strings.TrimSuffix(name, path.Ext(name))
}

// executor is a template of either kind.
type executor interface {
	ExecuteTemplate(to io.Writer, name string, data any) error
}

// render writes the page in one of its forms.
func (v *visit) render(p *page, form string) ([]byte, error) {
	var (
		out     bytes.Buffer
		from    executor = htmlPages[p.name]
		whole            = "page"
		context          = &pageData{
			page: p, Words: v.words, Frame: v.frame, Announce: v.announce, Base: v.base, Style: assetPath("style.css"), Icon: assetPath("icon.svg"),
			Logo: v.shownImage(v.frame.Shop.Logo), Shipping: v.words.shipping(&v.frame.Shop),
		}
	)
	if v.site.Sandbox {
		context.Notice = v.words.Sandbox
	}
	if form == typeMarkdown {
		if context.Notice != "" {
			out.WriteString("> " + context.Notice + "\n\n")
		}
		from, whole = markdownPages[p.name], p.name+".md"
	}
	err := from.ExecuteTemplate(&out, whole, context)
	return out.Bytes(), err
}

// paragraphs splits a text at its blank lines.
func paragraphs(text string) (all []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// excerpt returns the first of these texts that is not empty, cut to about a line
// and a half at the end of a word, for search engines.
func excerpt(texts ...string) string {
	const longest = 160 // characters
	for _, text := range texts {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			return shorten(text, longest)
		}
	}
	return ""
}

// cutAtWord cuts off a word that is not whole at the end of a text.
func cutAtWord(text string) string {
	if end := strings.LastIndexByte(text, ' '); end > 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, " ,.;:–-")
}

// format puts a value into a text that has a place for it.
func format(text string, values ...any) string { return fmt.Sprintf(text, values...) }

// shorten cuts a text to so many characters, at the end of a word.
func shorten(text string, longest int) string {
	letters := []rune(text)
	if len(letters) <= longest {
		return text
	}
	return cutAtWord(string(letters[:longest])) + " …"
}
