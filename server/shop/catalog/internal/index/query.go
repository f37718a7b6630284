package index

// Query is a search.
type Query struct {
	Terms  []Term // all of them must match; with none, everything is listed by name
	Filter Filter
	Offset int
	Limit  int
}

// Term is a query term in all its spellings, at least one of which must match.
type Term []Spelling

// Spelling is one way to write a term. It matches words that begin with it, or
// only the whole word.
type Spelling struct {
	Text  string
	Whole bool
}

type spelling struct {
	text  []byte
	whole bool
}

// term is a query term as it is searched in each segment.
type term struct {
	spellings  []spelling
	categories []weightedCategory // whose names it matches
}
