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

// holdsAll reports whether a name contains every term.
func holdsAll(name []uint32, terms [][]speltWord) bool {
	for _, term := range terms {
		if !holds(name, term) {
			return false
		}
	}
	return true
}

func holds(name []uint32, term []speltWord) bool {
	for _, v := range name {
		if factorOf(v, term) > 0 {
			return true
		}
	}
	return false
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
