package catalogue

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of the contract that a changed text could exceed.
const (
	longestName = 300 // characters
	longestSlug = 200
)

// vary makes product number n of a larger catalogue from a real one: with one
// more word in its name, other model numbers, and another slug, price and stock.
// The result depends only on the arguments.
func vary(p Product, n int) Product {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	name := renumbered(p.Name, r)
	if longer := titled(seriesWord(n, r)) + " " + name; utf8.RuneCountInString(longer) <= longestName {
		name = longer
	}
	p.Description = strings.ReplaceAll(p.Description, p.Name, name)
	p.Name = name
	p.Slug = reslugged(p.Slug, n)
	p.PriceDkk = max(1, p.PriceDkk*(80+r.Int64N(41))/100)
	p.Stock = r.Int64N(200)
	return p
}

var (
	modelNumber = regexp.MustCompile(`\b[A-Za-z]*[0-9][A-Za-z0-9]{3,}\b`)
	lastNumber  = regexp.MustCompile(`-[0-9]+$`)
)

// renumbered changes the digits of model numbers, such as 006R90321. Measures,
// such as 1440, have fewer than five characters or no letter among few digits.
func renumbered(text string, r *rand.Rand) string {
	return modelNumber.ReplaceAllStringFunc(text, func(model string) string {
		if len(model) < 5 {
			return model
		}
		changed := []byte(model)
		for i, c := range changed {
			if c >= '0' && c <= '9' {
				changed[i] = '0' + byte(r.IntN(10))
			}
		}
		return string(changed)
	})
}

// reslugged appends a unique number to the slug.
func reslugged(slug string, n int) string {
	number := "-" + strconv.Itoa(10_000_000+n)
	slug = lastNumber.ReplaceAllString(slug, "")
	return strings.TrimRight(slug[:min(len(slug), longestSlug-len(number))], "-") + number
}

// seriesWord draws a word for product number n. The number of words to draw from
// grows with the square root of the number of products (Heaps' law), and early
// ones are drawn more often.
func seriesWord(n int, r *rand.Rand) string {
	const growth = 50
	u := r.Float64()
	return Word(int(u * u * growth * math.Sqrt(float64(n))))
}

var syllables = strings.Fields(`ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku la le li lo lu
	ma me mi mo mu na ne ni no nu pa pe pi po pu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu`)

// Word returns a different word for each number.
func Word(i int) string {
	word := syllables[i%len(syllables)]
	for i /= len(syllables); i > 0; i /= len(syllables) {
		i--
		word += syllables[i%len(syllables)]
	}
	return word + "nor"
}

func titled(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
