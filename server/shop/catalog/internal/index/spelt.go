package index

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
