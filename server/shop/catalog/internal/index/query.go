package index

import (
	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/paging"
)

// Query is a search.
type Query struct {
	Terms  []Term // all of them must match; with none, everything is listed
	Filter Filter
	Order  Order
	After  *Position // only the products after it; not with ByRelevance and Terms
	Offset int
	Limit  int
	Brief  bool // hits have few members, and nothing is counted: Found.Total is the number of hits
}

// Term is a query term in all its spellings, at least one of which must match.
type Term []Spelling

// Spelling is one way to write a term. It matches words that begin with it, or
// only the whole word.
type Spelling struct {
	Text  string
	Whole bool
	Ends  bool // it also matches words that end with it; these rank below all others
	By    By
}

// By is how a spelling follows from the query.
type By uint8

// The ways, the best first.
const (
	Written By = iota // it is the word that was written, or a form of it
	Synonym           // it is another word of the same meaning
	Joined            // it is made of several words of the query
)

// Order is the order of the products that are found.
type Order uint8

// The orders. Products of the same name, price or time are in the order of their
// ids; in the last three orders, both are descending.
const (
	ByRelevance Order = iota // without terms, the order of ByName
	ByName
	ByPrice
	ByPriceDown
	ByCreation // the newest first
	ByUpdate   // the last change first
)

// IsDescending reports whether the highest number comes first.
func (o Order) IsDescending() bool { return o >= ByPriceDown }

// Position is a place in an order: that of a product with this name or number.
type Position struct {
	Name   string // the sort key, in the order by name
	Number int64  // the price in ore, or the time in milliseconds, in the other orders
	ID     uuid.UUID
}

// Found says what a query has found besides its hits.
type Found struct {
	Total int      // the products that match; at most MostCounted if Exact is false
	Exact bool     // whether Total is all of them
	More  bool     // whether others follow the last hit
	Last  Position // of the last hit; not in the order of relevance
}

// MostCounted is the number up to which matches are counted.
const MostCounted = paging.Most

// Counted returns what is found when n products match, of which MostCounted + 1
// have been counted at most.
func Counted(n int) Found { return Found{Total: min(n, MostCounted), Exact: n <= MostCounted} }

type spelling struct {
	text  []byte
	whole bool
	ends  bool
	by    By
}

// term is a query term as it is searched in each segment.
type term struct {
	spellings  []spelling
	categories []weightedCategory // whose names it matches
}
