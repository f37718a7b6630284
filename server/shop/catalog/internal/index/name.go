package index

// NameWord is a word of the name of a product.
type NameWord struct {
	Text string
	Role Role
}

// Role is what a word does in the name of a product.
type Role uint8

// The roles.
const (
	Modifier Role = iota // of another word; or the name of a model, or a number
	Head                 // it says what the product is: "lock" in "Laptop Lock – Keyed"
	OfLabel              // it is part of the brand or of a colour of the product
	Aside                // it says what the product is for, or what comes with it
)

// HeadImpact is what is added to the impact of a word for being a head, so that the
// products that are called by a query term are among those that are reranked. It
// does not count there.
const HeadImpact = 32

// A number in segment.named is that of a word, with its role in the highest bits.
const (
	roleBit  = 30
	wordBits = 1<<roleBit - 1
)

func nameWord(word uint32, role Role) uint32 { return word | uint32(role)<<roleBit }

func roleOf(named uint32) Role { return Role(named >> roleBit) }

// roles counts, for each word, the products in whose names it is a head, and those
// in which it is part of a label.
type roles struct{ heads, labels counts }

// change counts the words of a name.
func (r *roles) change(name []uint32, by int) {
	for _, v := range name {
		switch roleOf(v) {
		case Head:
			r.heads.change(v&wordBits, by)
		case OfLabel:
			r.labels.change(v&wordBits, by)
		case Modifier, Aside:
		}
	}
}
