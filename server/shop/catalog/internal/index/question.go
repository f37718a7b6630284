package index

// Question is what is searched for.
type Question struct {
	Words  []Asked // all of them must match; none at all lists everything by name
	Filter Filter
	Offset int
	Limit  int
}

// Asked is a word of a question in all its spellings, one of which must match.
type Asked []Spelling

// Spelling is one way to write a word. It matches words that begin with it, or
// the whole word alone.
type Spelling struct {
	Text  string
	Whole bool
}

type spelling struct {
	text  []byte
	whole bool
}

// asked is a word of a question as it is looked for in each segment.
type asked struct {
	spellings  []spelling
	categories []weighed // whose names it matches
}
