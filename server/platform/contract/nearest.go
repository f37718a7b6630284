package contract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
)

// Nearest returns the name of the operation that a caller means by name: the one
// that does the same to the same things in other words, as products.search for
// listProducts, or else the one with the most similar spelling; "" if there is
// none. An agent calls what it is told: discounts.create is not what
// discounts.delete means, however similar they are.
func (c *Contract) Nearest(name string) string {
	names := make([]string, len(c.tools))
	for i, op := range c.tools {
		names[i] = op.Name
	}
	return Nearest(name, names)
}

// Nearest is Contract.Nearest among the names of operations.
func Nearest(name string, among []string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	words := wordsOf(name)
	if meant := meantBy(words, among); meant != "" {
		return meant
	}
	for i, word := range words {
		if word == "get" { // a group that cannot get one thing may list all
			words[i] = "list"
			return meantBy(words, among)
		}
	}
	best, least := "", 1+len(name)/4
	for _, own := range among {
		for _, known := range []string{own, overMCP(own)} {
			d := text.Distance(strings.ToLower(name), known)
			if d < least && misspelt(verbOf(strings.ToLower(name)), verbOf(known)) {
				best, least = own, d
			}
		}
	}
	return best
}

// misspelt reports whether a verb may be another one, with one wrong letter in
// four.
func misspelt(verb, known string) bool {
	return text.Distance(verb, known) <= max(1, len(known)/4)
}

// verbOf returns what follows the group in the name of an operation.
func verbOf(name string) string {
	if i := strings.IndexFunc(name, separates); i >= 0 {
		return name[i+1:]
	}
	return name
}

func separates(r rune) bool { return r == '.' || r == '_' || r == '-' || r == '/' }

// meantBy returns the one operation with the most of these words, which are two at
// least, and one of them the group. Of several it is the one with the fewest other words:
// products.search is what listProducts means, and products.list_brands is not.
func meantBy(words, among []string) string {
	best, most, fewest, ties := "", 1, 0, 0
	for _, own := range among {
		group, _, _ := strings.Cut(own, ".")
		if !slices.Contains(words, group) {
			continue
		}
		shared, all := 0, ownWords(own)
		for _, word := range all {
			if slices.Contains(words, word) {
				shared++
			}
		}
		others := len(all) - shared
		switch {
		case shared > most, shared == most && best != "" && others < fewest:
			best, most, fewest, ties = own, shared, others, 0
		case shared == most && others == fewest:
			ties++
		}
	}
	if ties > 0 {
		return ""
	}
	return best
}

// ownWords returns the words of an operation. One that does something to a part of
// a thing keeps its verb: orders.set_tracking is not what updates an order, and
// orders.add_note is not what creates one.
func ownWords(name string) []string {
	words := wordsOf(name)
	if verb, _, part := strings.Cut(verbOf(name), "_"); part {
		words[1] = verb
	}
	return words
}

// sameWord maps words that callers use to those of the contract.
var sameWord = map[string]string{
	"list": "list", "find": "list", "search": "list", "query": "list", "all": "list", "browse": "list",
	"get": "get", "read": "get", "show": "get", "fetch": "get", "view": "get", "retrieve": "get",
	"create": "create", "add": "create", "new": "create", "insert": "create",
	"update": "update", "change": "update", "edit": "update", "modify": "update", "set": "update", "patch": "update",
	"move": "update", "cancel": "update", "publish": "update", "unpublish": "update",
	"toggle": "toggle", "activate": "toggle", "deactivate": "toggle", "enable": "toggle", "disable": "toggle",
	"delete": "delete", "remove": "delete", "restore": "restore", "undelete": "restore",
}

// inner finds a capital letter inside a word.
var inner = regexp.MustCompile(`([a-z])([A-Z])`)

// wordsOf splits a name, also one like listProducts, into words, in the plural and
// with synonyms as one. An upsert creates and updates.
func wordsOf(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(inner.ReplaceAllString(name, "$1.$2")), separates)
	for i, word := range words {
		switch same, known := sameWord[word]; {
		case word == "upsert":
			words[i] = "create"
			words = append(words, "update")
		case known:
			words[i] = same
		case strings.HasSuffix(word, "y"):
			words[i] = strings.TrimSuffix(word, "y") + "ies"
		case !strings.HasSuffix(word, "s"):
			words[i] = word + "s"
		}
	}
	return words
}
