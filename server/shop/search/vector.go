package search

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
)

// Vector is what PostgreSQL searches of a product or a category.
type Vector struct {
	Text  string   // a tsvector
	Words []string // its distinct words, sorted
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

// VectorOf returns what is searched of a product.
func VectorOf(r *db.ProductRecord) Vector {
	b := vectorBuilder{positions: map[string][]string{}}
	texts := searchableOf(r)
	texts.each(func(in int, text string) { b.add(weights[in], text) })
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
	for _, word := range text.Words(part) {
		b.position++
		at := strconv.Itoa(min(b.position, maxPosition)) + string(weight)
		for _, variant := range text.Variants(word) {
			b.put(variant, at)
		}
	}
}

func (b *vectorBuilder) put(word, at string) {
	positions, known := b.positions[word]
	size := positionSize
	if !known {
		size += len(word) + wordSize
	}
	if word == "" || len(positions) >= maxPositions || b.bytes+size > maxBytes {
		return
	}
	b.bytes += size
	b.positions[word] = append(positions, at)
}

func (b *vectorBuilder) vector() Vector {
	words := slices.AppendSeq(make([]string, 0, len(b.positions)), maps.Keys(b.positions))
	slices.Sort(words)
	var text strings.Builder
	for _, word := range words {
		text.WriteString(lexeme(word) + ":" + strings.Join(b.positions[word], ",") + " ")
	}
	return Vector{strings.TrimSuffix(text.String(), " "), words}
}

var lexemeEscapes = strings.NewReplacer("'", "''", `\`, `\\`)

// lexeme quotes a word for a tsvector or tsquery.
func lexeme(word string) string { return "'" + lexemeEscapes.Replace(word) + "'" }
