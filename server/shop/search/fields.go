package search

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// The fields of a product that are searched.
const (
	inName = iota
	inBrand
	inSlug
	inColor
	inDescription
	inAttributes // and the values of options
	inSkus
	fieldCount
)

// searchable holds all texts of a product that are searched, in memory and in
// PostgreSQL.
type searchable struct {
	name, slug, description string
	brand, frame, lens      *string
	attributes, options     []byte
	skus                    string // of the variants, one per line
}

func searchableOf(r *db.ProductRecord) searchable {
	return searchable{r.Name, r.Slug, r.Description, r.Brand, r.FrameColor, r.LensColor, r.Attributes, r.Options, r.Skus}
}

// each calls fn with every text and the field that it is in.
func (s *searchable) each(fn func(in int, text string)) {
	fn(inName, s.name)
	fn(inBrand, wire.OrEmpty(s.brand))
	fn(inSlug, strings.ReplaceAll(s.slug, "-", " ")) // the hyphens of a slug join no words
	fn(inColor, wire.OrEmpty(s.frame))
	fn(inColor, wire.OrEmpty(s.lens))
	fn(inDescription, s.description)
	attributeTexts(s.attributes, func(text string) { fn(inAttributes, text) })
	optionValues(s.options, func(text string) { fn(inAttributes, text) })
	for sku := range s.eachSku() {
		fn(inSkus, sku)
	}
}

// eachSku returns the skus of the variants.
func (s *searchable) eachSku() iter.Seq[string] {
	return strings.FieldsFuncSeq(s.skus, func(r rune) bool { return r == '\n' })
}

// same reports whether two products are found by the same words.
func (s *searchable) same(t *searchable) bool {
	return s.name == t.name && s.slug == t.slug && s.description == t.description && wire.OrEmpty(s.brand) == wire.OrEmpty(t.brand) &&
		wire.OrEmpty(s.frame) == wire.OrEmpty(t.frame) && wire.OrEmpty(s.lens) == wire.OrEmpty(t.lens) && bytes.Equal(s.attributes, t.attributes) &&
		bytes.Equal(s.options, t.options) && s.skus == t.skus
}

// attributeTexts calls fn with each text and number in attributes, and the name of
// each attribute that is true, in the order in which they are written.
func attributeTexts(attributes []byte, fn func(text string)) {
	name := "" // of the value that comes next; "" inside a list
	for t := json.NewTokenizer(attributes); t.Next(); {
		if t.IsKey {
			name = string(t.String())
			continue
		}
		if t.Delim == ':' {
			continue
		}
		if t.Kind() == json.True && name != "" {
			fn(name)
		}
		name = ""
		switch t.Kind().Class() {
		case json.String:
			fn(string(t.String()))
		case json.Num:
			fn(string(t.Value))
		}
	}
}

// optionValues calls fn with each value of the options of a product, which are [{name, values}].
func optionValues(options []byte, fn func(text string)) {
	isValue := false
	for t := json.NewTokenizer(options); t.Next(); {
		switch {
		case t.IsKey:
			isValue = string(t.String()) == "values"
		case isValue && t.Kind().Class() == json.String:
			fn(string(t.String()))
		}
	}
}

// skuWord returns the word that is a whole sku.
func skuWord(sku string) string { return index.Sku + text.Case(sku) }

// Vector is what PostgreSQL searches of a product or a category.
type Vector struct {
	Text  string   // a tsvector
	Words []string // its distinct words but those that are as they were written, sorted
}

// The weights of words. The words of a category are stored with the category:
// the search joins the two, and renaming a category changes no product.
const weightCategory = 'C'

var weights = [fieldCount]rune{inName: 'A', inBrand: 'B', inSlug: 'D', inColor: 'D', inDescription: 'D', inAttributes: 'D', inSkus: 'D'}

// foldedWeights are those of words that are not spelled as they were written.
var foldedWeights = map[rune]rune{'A': 'B', 'B': 'C', 'C': 'D', 'D': 'D'}

// The limits of a tsvector: positions of one word, the highest position and,
// well within its megabyte, the bytes of its words and of their positions.
const (
	maxPositions = 200
	maxPosition  = 16383
	maxBytes     = 512 << 10
	positionSize = 2 // bytes of a position; a word takes about wordSize more
	wordSize     = 8
)

// VectorOf returns what is searched of a product.
func VectorOf(r *db.ProductRecord) Vector {
	b := vectorBuilder{positions: map[string][]string{}}
	texts := searchableOf(r)
	texts.each(func(in int, text string) { b.add(weights[in], text) })
	for sku := range texts.eachSku() {
		b.put(skuWord(sku), weights[inSkus])
	}
	return b.vector()
}

// SameVector reports whether the same is searched of two versions of a product.
func SameVector(a, b *db.ProductRecord) bool {
	before, after := searchableOf(a), searchableOf(b)
	return before.same(&after)
}

// CategoryVector returns what is searched of a category.
func CategoryVector(name string) Vector {
	b := vectorBuilder{positions: map[string][]string{}}
	b.add(weightCategory, name)
	return b.vector()
}

// vectorBuilder collects words with their positions.
type vectorBuilder struct {
	positions map[string][]string // of each word, each with its weight
	position  int
	bytes     int
}

func (b *vectorBuilder) add(weight rune, part string) {
	for token := range text.Tokens(part) {
		b.position++
		for _, spelling := range appendSpellings(nil, token) {
			if isWritten(spelling, token) {
				b.put(spelling, weight)
			} else {
				b.put(spelling, foldedWeights[weight])
			}
		}
	}
}

func (b *vectorBuilder) put(word string, weight rune) {
	positions, known := b.positions[word]
	size := positionSize
	if !known {
		size += len(word) + wordSize
	}
	if known && b.position > maxPosition || len(positions) >= maxPositions || b.bytes+size > maxBytes {
		return
	}
	b.bytes += size
	b.positions[word] = append(positions, strconv.Itoa(min(b.position, maxPosition))+string(weight))
}

func (b *vectorBuilder) vector() Vector {
	words := slices.AppendSeq(make([]string, 0, len(b.positions)), maps.Keys(b.positions))
	slices.Sort(words)
	var text strings.Builder
	for _, word := range words {
		text.WriteString(lexeme(word) + ":" + strings.Join(b.positions[word], ",") + " ")
	}
	plain := slices.DeleteFunc(words, func(word string) bool { return strings.HasPrefix(word, index.AsWritten) })
	text.WriteString(lexeme(rule))
	return Vector{text.String(), plain}
}

var lexemeEscapes = strings.NewReplacer("'", "''", `\`, `\\`)

// lexeme quotes a word for a tsvector or tsquery.
func lexeme(word string) string { return "'" + lexemeEscapes.Replace(word) + "'" }

// wantedAttributes returns the attributes of a filter, or nil without one.
func wantedAttributes(filter []byte) (wanted []index.WantedAttribute) {
	eachAttribute(filter, func(name index.Label) { wanted = append(wanted, index.WantedAttribute{Name: name.Key}) }, func(name, value index.Label) {
		one := &wanted[len(wanted)-1]
		one.Values = append(one.Values, index.WantedValue(name.Key, value.Key))
	})
	return wanted
}

// attributeValues returns what stands for each value in the index.
func attributeValues(attributes []byte) (values []string) {
	eachAttribute(attributes, func(index.Label) {}, func(name, value index.Label) { values = append(values, index.AttributeValue(name, value)) })
	return values
}

// eachAttribute calls begin at the name of each attribute, and add for each of its values, in the order in
// which they are written.
func eachAttribute(attributes []byte, begin func(name index.Label), add func(name, value index.Label)) {
	var name index.Label
	named := false
	value := func(key, text string) {
		if named { // a value outside an object has no name
			add(name, index.Label{Key: key, Text: text})
		}
	}
	for t := json.NewTokenizer(attributes); t.Next(); {
		switch t.Kind().Class() {
		case json.String:
			written := string(t.String())
			if t.IsKey {
				name, named = index.Label{Key: text.Case(written), Text: written}, true
				begin(name)
				continue
			}
			value(text.Case(written), written)
		case json.Num:
			number := plainNumber(string(t.Value))
			value(number, number)
		case json.Bool:
			value(string(t.Value), string(t.Value))
		}
	}
}

// plainNumber returns the text that all spellings of a JSON number share: 17.0
// and 1.7e1 are 17. Integers keep all their digits.
func plainNumber(text string) string {
	if !strings.ContainsAny(text, ".eE-") {
		return text
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || !strings.ContainsAny(text, ".eE") && number != 0 {
		return text
	}
	const shortest, bits = -1, 64
	return strconv.FormatFloat(number+0, 'f', shortest, bits) // + 0 turns -0 into 0
}
