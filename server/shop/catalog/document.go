package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
)

// document is what PostgreSQL searches of a product.
type document struct {
	vector string   // a tsvector as text
	words  []string // its distinct words, sorted
}

// The weights of words. The words of a category are stored with the category:
// the search joins the two, and renaming a category changes no product.
const weightCategory = 'C'

var weights = [searched]rune{inName: 'A', inBrand: 'B', inSlug: 'D', inColor: 'D', inDescription: 'D', inAttributes: 'D'}

// The limits of a tsvector: positions of one word, the highest position and,
// well within its megabyte, the bytes of its words and of their positions.
const (
	maxPositions = 200
	maxPosition  = 16383
	maxBytes     = 512 << 10
	positionSize = 2 // bytes of a position; a word takes about wordSize more
	wordSize     = 8
)

// newDocument returns the document of a product.
func newDocument(r *db.ProductRecord) document {
	v := vector{words: map[string][]string{}}
	texts := searchableOf(r)
	texts.each(func(in int, text string) { v.add(weights[in], text) })
	return v.document()
}

// sameTexts reports whether two versions of a product have the same document.
func sameTexts(a, b *db.ProductRecord) bool {
	before, after := searchableOf(a), searchableOf(b)
	return before.same(&after)
}

// categoryDocument returns the document of a category.
func categoryDocument(name string) document {
	v := vector{words: map[string][]string{}}
	v.add(weightCategory, name)
	return v.document()
}

// vector collects words with their positions.
type vector struct {
	words    map[string][]string // word → positions, each with its weight
	position int
	bytes    int
}

func (v *vector) add(weight rune, part string) {
	for _, word := range text.Words(part) {
		v.position++
		at := strconv.Itoa(min(v.position, maxPosition)) + string(weight)
		for _, variant := range text.Variants(word) {
			v.put(variant, at)
		}
	}
}

func (v *vector) put(word, at string) {
	positions, known := v.words[word]
	size := positionSize
	if !known {
		size += len(word) + wordSize
	}
	if word == "" || len(positions) >= maxPositions || v.bytes+size > maxBytes {
		return
	}
	v.bytes += size
	v.words[word] = append(positions, at)
}

func (v *vector) document() document {
	words := make([]string, 0, len(v.words))
	for word := range v.words {
		words = append(words, word)
	}
	slices.Sort(words)
	var b strings.Builder
	for _, word := range words {
		b.WriteString(lexeme(word) + ":" + strings.Join(v.words[word], ",") + " ")
	}
	return document{strings.TrimSuffix(b.String(), " "), words}
}

var lexemeEscapes = strings.NewReplacer("'", "''", `\`, `\\`)

// lexeme quotes a word for a tsvector or tsquery.
func lexeme(word string) string { return "'" + lexemeEscapes.Replace(word) + "'" }
