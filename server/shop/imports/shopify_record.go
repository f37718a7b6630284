package imports

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/storefront/storefront/server/platform/text"
)

// record returns the product as an item of products.bulk_upsert. It names only
// fields of which the file says something, so that an import over an existing product keeps
// the others. What a new product needs besides is made up.
func (p *product) record(defaultCategory string) Record {
	r := Record{Line: p.number, Handle: p.handle, Skipped: p.hidden(), Faults: p.faults,
		category: p.category(), guessed: p.guessedCategory(defaultCategory), merged: true}
	if p.unread {
		return r
	}
	r.described = p.description(cmp.Or(r.category, r.guessed))
	body := map[string]any{"slug": slugOf(p.handle)}
	if textOf(p.body) != "" {
		body["description"] = p.description(r.category)
	}
	if p.counted {
		body["stock"] = p.stock
	}
	if p.title != "" {
		body["name"] = p.title
	}
	if p.vendor != "" {
		body["brand"] = p.vendor
	}
	if p.lowest != nil {
		body["priceDkk"] = json.Number(p.lowest.String())
	}
	attributes := p.attributes()
	if len(attributes) > 0 {
		body["attributes"] = attributes
	}
	if p.sellsVariants(len(attributes) > 0) {
		body["options"], body["variants"] = p.choices()
	}
	if urls := p.urls(); len(urls) > 0 {
		body["images"] = urls
	}
	r.text = line(body)
	return r
}

// hidden returns why the public does not see the product in Shopify; "" if it
// does. There are no hidden products here: importing one would publish it.
func (p *product) hidden() string {
	switch {
	case strings.EqualFold(p.online, "false"):
		return "it is not published"
	case p.status != "" && !strings.EqualFold(p.status, "active"):
		return "its status is " + strings.ToLower(p.status)
	}
	return ""
}

var validSlug = regexp.MustCompile(`^[a-z0-9-]{1,200}$`)

// slugOf keeps a handle that is a valid slug: links to it may exist.
func slugOf(handle string) string {
	if validSlug.MatchString(handle) {
		return handle
	}
	return slugOfName(handle)
}

// slugOfName returns the slug of a text. Letters of other scripts count only where no other letter is left, so that
// a file finds what an earlier version of the program made of it.
func slugOfName(name string) string {
	slug := text.Slug(name)
	if strings.ContainsFunc(slug, unicode.IsLetter) {
		return slug
	}
	return cmp.Or(text.Slug(text.Latin(name)), slug)
}

// category returns the name of the product's category, "" if the file names none. Of a path such as
// "Apparel & Accessories > Clothing > Shirts" it is the last part.
func (p *product) category() string {
	path := strings.Split(p.taxonomy, ">")
	return cmp.Or(p.kind, strings.TrimSpace(path[len(path)-1]))
}

// guessedCategory returns the name of the category of a new product of which the file names none.
func (p *product) guessedCategory(otherwise string) string {
	tag, _, _ := strings.Cut(p.tags, ",")
	return cmp.Or(strings.TrimSpace(tag), strings.TrimSpace(otherwise))
}

// description returns the text of the body. To a text shorter than the
// contract's minimum it adds the title before and other known facts after it:
// products without a description are common in Shopify, and that is no reason to
// refuse them.
func (p *product) description(category string) string {
	const shortest = 10
	text := textOf(p.body)
	if utf8.RuneCountInString(text) >= shortest {
		return text
	}
	text = sentence(p.title, text)
	for _, more := range []string{p.vendor, category} {
		if utf8.RuneCountInString(text) < shortest {
			text = sentence(text, more)
		}
	}
	if utf8.RuneCountInString(text) < shortest {
		text = "Product: " + text
	}
	return text
}

func sentence(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return strings.TrimRight(a, ".") + ". " + b
}

// attributes returns the options with the values of all variants: filters and facets of the search know attributes.
func (p *product) attributes() map[string][]string {
	attributes, known := map[string][]string{}, map[string]set{} // two options may have one name
	for _, o := range p.options {
		if !o.isReal() {
			continue
		}
		for _, value := range o.values {
			if known[o.name] == nil {
				known[o.name] = set{}
			}
			if of := known[o.name]; of.add(value) {
				attributes[o.name] = append(attributes[o.name], value)
			}
		}
	}
	return attributes
}

// sellsVariants reports whether the file says what variants cost, how many there are, or which skus they have. Options alone
// are attributes.
func (p *product) sellsVariants(optioned bool) bool {
	return slices.ContainsFunc(p.variants, func(v *variant) bool { return v.sku != "" || optioned && (v.price != nil || p.counted) })
}

// choices returns the options and variants as products.bulk_upsert takes them.
func (p *product) choices() (options []map[string]any, variants []map[string]any) {
	options = []map[string]any{}
	for _, o := range p.options {
		if o.isReal() {
			options = append(options, map[string]any{"name": o.name, "values": o.values})
		}
	}
	for _, v := range p.variants {
		attributes := map[string]string{}
		for i, o := range p.options {
			if o.isReal() && v.values[i] != "" {
				attributes[o.name] = v.values[i]
			}
		}
		body := map[string]any{"attributes": attributes}
		if v.sku != "" {
			body["sku"] = v.sku
		}
		if v.price != nil {
			body["priceOere"] = json.Number(v.price.String())
		}
		if p.counted {
			body["stock"] = v.stock
		}
		if v.image != "" {
			body["image"] = v.image
		}
		variants = append(variants, body)
	}
	return options, variants
}

// isReal reports whether buyers choose something. In Shopify a product without options has the option "Title" with the
// value "Default Title".
func (o *option) isReal() bool {
	return o.name != "" && len(o.values) > 0 && (o.name != "Title" || !slices.Equal(o.values, []string{"Default Title"}))
}

func (p *product) urls() []string {
	slices.SortStableFunc(p.images, func(a, b image) int { return cmp.Compare(a.position, b.position) })
	urls := make([]string, len(p.images))
	for i, image := range p.images {
		urls[i] = image.url
	}
	return urls
}

// line encodes a value as one line of JSON, without the newline.
func line(v any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) //nolint:forbidigo // texts, numbers and lists of them always encode
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// textOf returns the visible text of HTML: entities decoded, each paragraph,
// heading, list item and table row on a line of its own, white space collapsed.
func textOf(body string) string {
	tokens := html.NewTokenizer(strings.NewReader(body))
	var lines []string
	var line strings.Builder
	end := func() {
		if text := strings.Join(strings.Fields(line.String()), " "); text != "" {
			lines = append(lines, text)
		}
		line.Reset()
	}
	hidden := atom.Atom(0) // the element with invisible text that the tokenizer is in
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken { // the end: a string has no read errors
			end()
			return strings.Join(lines, "\n")
		}
		token := tokens.Token()
		switch {
		case kind == html.TextToken && hidden == 0:
			line.WriteString(token.Data)
		case kind == html.StartTagToken && unseen[token.DataAtom] && hidden == 0:
			hidden = token.DataAtom
		case kind == html.EndTagToken && token.DataAtom == hidden:
			hidden = 0
		case kind == html.TextToken, kind == html.CommentToken, kind == html.DoctypeToken:
		case cells[token.DataAtom]:
			line.WriteByte(' ')
		case !inline[token.DataAtom]:
			end()
		}
	}
}

// unseen are elements whose content is not for readers.
var unseen = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Head: true, atom.Title: true, atom.Template: true, atom.Noscript: true, atom.Iframe: true}

// cells separate words without ending the line.
var cells = map[atom.Atom]bool{atom.Td: true, atom.Th: true, atom.Img: true}

// inline elements are part of a line. All others end it, except unknown
// elements: their names have no atom.
var inline = map[atom.Atom]bool{
	0: true, atom.A: true, atom.Abbr: true, atom.B: true, atom.Bdi: true, atom.Bdo: true, atom.Big: true, atom.Cite: true,
	atom.Code: true, atom.Data: true, atom.Del: true, atom.Dfn: true, atom.Em: true, atom.Font: true, atom.I: true,
	atom.Ins: true, atom.Kbd: true, atom.Label: true, atom.Mark: true, atom.Meta: true, atom.Q: true, atom.S: true,
	atom.Samp: true, atom.Small: true, atom.Span: true, atom.Strike: true, atom.Strong: true, atom.Sub: true,
	atom.Sup: true, atom.Time: true, atom.Tt: true, atom.U: true, atom.Var: true, atom.Wbr: true,
}
