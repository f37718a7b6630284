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

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

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

// render writes the page in one of its forms.
func (v *visit) render(p *page, form string) ([]byte, error) {
	var (
		out     bytes.Buffer
		from    executor = htmlPages[p.name]
		whole            = "page"
		context          = &pageData{
			page: p, Words: v.words, Frame: v.frame, Announce: v.announce, Base: v.base, Style: assetPath("style.css"), Icon: assetPath("icon.svg"),
			Logo: v.logo(), Shipping: v.words.shipping(&v.frame.Shop),
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

// executor is a template of either kind.
type executor interface {
	ExecuteTemplate(to io.Writer, name string, data any) error
}

//go:embed templates
var templateFiles embed.FS

// templates are the pages by their names, as HTML and as markdown.
var (
	htmlPages     = parsedHTML()
	markdownPages = parsedMarkdown()
)

func parsedHTML() map[string]*template.Template {
	common := template.Must(template.New("").ParseFS(templateFiles, "templates/common/*.html"))
	pages := map[string]*template.Template{}
	for _, file := range templatesMatching("*.html") {
		pages[pageName(file)] = template.Must(template.Must(common.Clone()).ParseFS(templateFiles, file))
	}
	return pages
}

func parsedMarkdown() map[string]*plain.Template {
	pages := map[string]*plain.Template{}
	for _, file := range templatesMatching("*.md") {
		pages[pageName(file)] = plain.Must(plain.New("").Funcs(plain.FuncMap{"commonMark": commonMark, "line": line, "prose": prose, "target": linkTarget}).ParseFS(templateFiles, file))
	}
	return pages
}

// templatesMatching returns the files that a pattern matches, which is a valid one.
func templatesMatching(pattern string) []string {
	found, _ := fs.Glob(templateFiles, "templates/"+pattern)
	return found
}

func pageName(file string) string {
	name := path.Base(file)
	return strings.TrimSuffix(name, path.Ext(name))
}

// assetHandler responds with a file that pages refer to.
func assetHandler(name string) echo.HandlerFunc {
	file := assets[name]
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // a drawing has no script, even when it is opened by itself
		h.Set("Cache-Control", "public, max-age=300")
		if c.QueryParam("v") == file.Tag() {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		return file.Send(c, assetTypes[path.Ext(name)])
	}
}

//go:embed assets
var assetFiles embed.FS

// assetTypes are the media types of the assets by the ends of their names.
var assetTypes = map[string]string{".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}

// assets are the files that pages refer to, by name.
var assets = func() map[string]*document.Document {
	all := map[string]*document.Document{}
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic(err) //nolint:forbidigo // impossible: the files are in the program
	}
	for _, entry := range entries {
		content, err := assetFiles.ReadFile("assets/" + entry.Name())
		if err != nil {
			panic(err) //nolint:forbidigo // impossible: the files are in the program
		}
		all[entry.Name()] = document.New(content)
	}
	return all
}()

// assetPath is the address of an asset, with its version.
func assetPath(name string) string { return "/assets/" + name + "?v=" + assets[name].Tag() }
