package contract

import (
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/spelling"
)

// Nearest returns the name of the operation that a caller means by name: the one
// that does the same to the same things in other words, as products.search for
// list_products, or else the one with the most similar spelling; "" if there is
// none.
func (c *Contract) Nearest(name string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	name = strings.ToLower(name)
	if meant := c.meant(wordsOf(name)); meant != "" {
		return meant
	}
	best, least := "", 1+len(name)/4
	for _, op := range c.tools {
		for _, known := range []string{op.Name, op.MCPName} {
			if d := spelling.Distance(name, known); d < least {
				best, least = op.Name, d
			}
		}
	}
	return best
}

// meant returns the one operation with the most of these words, which are two at
// least, and one of them the group.
func (c *Contract) meant(words []string) string {
	best, most, ties := "", 1, 0
	for _, op := range c.tools {
		group, _, _ := strings.Cut(op.Name, ".")
		if !slices.Contains(words, group) {
			continue
		}
		shared := 0
		for _, word := range wordsOf(op.Name) {
			if slices.Contains(words, word) {
				shared++
			}
		}
		switch {
		case shared > most:
			best, most, ties = op.Name, shared, 0
		case shared == most:
			ties++
		}
	}
	if ties > 0 {
		return ""
	}
	return best
}

// sameWord maps words that callers use to those of the contract.
var sameWord = map[string]string{
	"list": "list", "find": "list", "search": "list", "query": "list", "all": "list", "browse": "list",
	"get": "get", "read": "get", "show": "get", "fetch": "get", "view": "get", "retrieve": "get",
	"create": "create", "add": "create", "new": "create", "insert": "create", "upsert": "create",
	"update": "update", "change": "update", "edit": "update", "modify": "update", "set": "update", "patch": "update",
	"delete": "delete", "remove": "delete", "restore": "restore", "undelete": "restore",
}

// wordsOf splits a name into words, in the plural and with synonyms as one.
func wordsOf(name string) []string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '_' || r == '-' || r == '/' })
	for i, word := range words {
		switch same, known := sameWord[word]; {
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
