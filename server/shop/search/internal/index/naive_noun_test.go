package index

import (
	"slices"
)

// read returns the terms with the synonyms that count as the noun itself, and the
// index of the noun.
func (n *naive) read(terms []Term) (out []Term, noun int) {
	noun = -1
	for i, term := range terms {
		if n.count(term, Written, OfLabel) > n.count(term, Written, Head) {
			continue
		}
		if noun >= 0 {
			return terms, -1
		}
		noun = i
	}
	if noun < 0 {
		return terms, noun
	}
	synonyms := n.count(terms[noun], Synonym, Head)
	if synonyms < fewestCalled || synonyms < n.count(terms[noun], Written, Head) {
		return terms, noun
	}
	out = slices.Clone(terms)
	out[noun] = slices.Clone(out[noun])
	for i := range out[noun] {
		if out[noun][i].By == Synonym {
			out[noun][i].By = Written
		}
	}
	return out, noun
}

// count counts how often the spellings of a term have a role in names.
func (n *naive) count(term Term, by By, role Role) (sum int) {
	for _, p := range n.products {
		for _, w := range p.Named {
			for _, sp := range term {
				if sp.By == by && sp.Text == w.Text && w.Role == role {
					sum++
				}
			}
		}
	}
	return sum
}

// factor is that of the best spelling of a word, 0 if none spells it.
func (a Term) factor(word string) (most int) {
	for _, sp := range a {
		if sp.Text == word {
			most = max(most, sp.naiveFactor(word))
		}
	}
	return most
}

func (p *Product) isNamed(terms []Term) bool {
	return !slices.ContainsFunc(terms, func(term Term) bool {
		return !slices.ContainsFunc(p.Named, func(w NameWord) bool { return term.factor(w.Text) > 0 })
	})
}

func (p *Product) isCalled(term Term) bool { return p.headFactor(term) > 0 }

func (p *Product) headFactor(term Term) (most int) {
	for _, w := range p.Named {
		if w.Role == Head {
			most = max(most, term.factor(w.Text))
		}
	}
	return most
}

// forHeads is what the heads of the name add to the score.
func (p *Product) forHeads(terms []Term) (sum int) {
	for _, term := range terms {
		sum += 32 * p.headFactor(term)
	}
	return sum
}
