package index

// A query such as "HP laptop" means laptops, rather than what only mentions them.
// The names of the products say what that is: the products that are called laptops
// are such things, and so are those in which a word follows that the names of the
// former contain too, as in "keyboard USB", unless their other words differ.

// fewestCalled is the number of products that must be called by a word, in the shop
// or among the best products, before it says what is searched.
const fewestCalled = 5

// noun returns the index of the term that can say what is searched: the only one
// that is not part of a brand or colour. It returns -1 if there are several, or none.
func (x *Index) noun(terms [][]speltWord) int {
	at := -1
	for i := range terms {
		if x.isLabel(terms[i]) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// isLabel reports whether a term is more often part of a brand or colour than the
// head of a name.
func (x *Index) isLabel(term []speltWord) bool {
	heads, labels := 0, 0
	for _, word := range term {
		if word.by == Written {
			heads, labels = heads+x.tallies.roles.heads.of(word.number), labels+x.tallies.roles.labels.of(word.number)
		}
	}
	return labels > heads
}

// mostSynonyms is how many times as many products must be called by synonyms.
const mostSynonyms = 4

// prefer has synonyms count as the word itself does when the shop calls the things
// by them: where all laptops are called notebooks, "laptop" is part of the names of
// their accessories.
func (x *Index) prefer(w *term, spelt []speltWord) {
	var called [Joined + 1]int
	for _, word := range spelt {
		called[word.by] += x.tallies.roles.heads.of(word.number)
	}
	if called[Synonym] < fewestCalled || called[Synonym] < mostSynonyms*called[Written] {
		return
	}
	for i := range w.spellings {
		if w.spellings[i].by == Synonym {
			w.spellings[i].by = Written
		}
	}
	w.categories = x.categories.matching(w)
	for i := range spelt {
		if spelt[i].by == Synonym {
			spelt[i].by, spelt[i].factor = Written, same
		}
	}
}

// things are what a noun means.
type things struct {
	noun   []speltWord
	called []bool   // whether the best products are called so
	beside []uint16 // how often the names of those contain each word, by its number
	least  uint16   // how often a word is there that makes no other thing of one
}

// things returns what a noun means, nil if too few of the best products are called
// so, whose names are given.
func (x *Index) things(sc *scratch, names [][]uint32, noun []speltWord) *things {
	t := &things{noun: noun, called: sc.called[:len(names)], beside: sc.numbersBeside(x.numbers.count())}
	called := 0
	for i, name := range names {
		t.called[i] = headFactor(name, noun) > 0
		if !t.called[i] {
			continue
		}
		called++
		for _, v := range name {
			if role := roleOf(v); role == Head || role == Modifier {
				t.beside[v&wordBits]++
			}
		}
	}
	if called < fewestCalled {
		t.release(names)
		return nil
	}
	const share = 20
	t.least = uint16(max(2, called/share))
	return t
}

// include reports whether a name is that of such a thing.
func (t *things) include(name []uint32) bool {
	for i, v := range name {
		switch {
		case roleOf(v) == Aside:
			return false
		case factorOf(v, t.noun) == 0:
		case roleOf(v) == Head, i+1 < len(name) && t.beside[name[i+1]&wordBits] >= t.least:
			return true
		}
	}
	return false
}

// release sets what was counted back to zero.
func (t *things) release(names [][]uint32) {
	for i, name := range names {
		if t.called[i] {
			for _, v := range name {
				t.beside[v&wordBits] = 0
			}
		}
	}
}

// speltWord is a spelling of a query term that occurs in names, as a whole word.
type speltWord struct {
	number uint32
	factor uint16 // see spelling.factor
	by     By
}

// spelt returns the spellings of each term that occur in names.
func (x *Index) spelt(terms []term) [][]speltWord {
	out := make([][]speltWord, len(terms))
	for i := range terms {
		for j := range terms[i].spellings {
			sp := &terms[i].spellings[j]
			if v, known := x.numbers.known(string(sp.text)); known {
				out[i] = append(out[i], speltWord{v, sp.factor(sp.text), sp.by})
			}
		}
	}
	return out
}

// factorOf returns the factor of a word of a name, 0 if it does not spell the term.
func factorOf(named uint32, term []speltWord) (factor uint16) {
	for i := range term {
		if term[i].number == named&wordBits {
			factor = max(factor, term[i].factor)
		}
	}
	return factor
}

// content is what a name has of a query.
type content struct {
	all   bool // whether it contains every term
	heads int  // the sum of the factors of its heads, of each term the highest
}

// contents sets out to what names have of a query, and returns it.
func contents(out []content, names [][]uint32, terms [][]speltWord) []content {
	var some uint64 // most words spell no term: a bit for each that does, by the last bits of its number
	for _, term := range terms {
		for _, word := range term {
			some |= 1 << (word.number & 63)
		}
	}
	type part struct {
		held bool
		head uint16
	}
	parts := make([]part, len(terms))
	for i, name := range names {
		clear(parts)
		for _, v := range name {
			if some>>(v&63)&1 == 0 {
				continue
			}
			for j, term := range terms {
				factor := factorOf(v, term)
				parts[j].held = parts[j].held || factor > 0
				if roleOf(v) == Head {
					parts[j].head = max(parts[j].head, factor)
				}
			}
		}
		out[i] = content{all: true}
		for _, p := range parts {
			out[i].all = out[i].all && p.held
			out[i].heads += int(p.head)
		}
	}
	return out
}

// headFactor returns the highest factor of the heads of a name, 0 if none spells
// the term.
func headFactor(name []uint32, term []speltWord) (factor uint16) {
	for _, v := range name {
		if roleOf(v) == Head {
			factor = max(factor, factorOf(v, term))
		}
	}
	return factor
}
