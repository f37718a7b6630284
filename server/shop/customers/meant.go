package customers

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
)

// asked are the arguments of a call in which a person is named by a field.
type asked struct{ Q, Email, Phone, PhoneNumber string }

// meant reports whether the arguments of a call mean the person. Others may share
// the telephone number or the name: a call with another e-mail address means
// somebody else.
func (p *person) meant(args string) bool {
	var fields asked
	_ = json.Unmarshal([]byte(args), &fields) // what is of another type names nobody
	raw := decoded(args)
	text := plain(raw)
	emails := slices.Concat(addresses(text), addressesOf(&fields))
	if slices.Contains(emails, plain(p.Email)) || slices.ContainsFunc(entityID.FindAllString(text, -1), func(id string) bool { return p.IDs[id] }) {
		return true
	}
	for _, email := range emails {
		if !strings.HasPrefix(plain(p.Email), email) { // the end of a truncated text may be the beginning of the address
			return false
		}
	}
	return p.calls(text) || p.Phones[phoneKey(fields.Phone)] || p.Phones[phoneKey(fields.PhoneNumber)] ||
		p.searched(fields.Q) || p.named(raw)
}

// addressesOf returns the e-mail addresses that fields have whole, with letters that
// end an address in a text.
func addressesOf(fields *asked) []string {
	var emails []string
	for part := range strings.FieldsSeq(plain(fields.Email + " " + fields.Q)) {
		if strings.Contains(part, "@") {
			emails = append(emails, part)
		}
	}
	return emails
}

// named reports whether a text has all words of a name, of which there are two or
// more, or a tracking number. A first name is that of many.
func (p *person) named(said string) bool {
	const few = 2
	words := text.Keys(said)
	for _, name := range p.Names {
		if len(name) >= few && containsAll(words, name) {
			return true
		}
	}
	said = text.Case(said)
	return slices.ContainsFunc(p.Parcels, func(number string) bool { return strings.Contains(said, text.Case(number)) })
}

// searched reports whether a search is for the person: for two words of a name or
// more, or beginnings of them, or for a tracking number. One word is in the names of
// many.
func (p *person) searched(q string) bool {
	const few = 2
	searches := text.Words(q)
	slices.Sort(searches)
	searches = slices.Compact(searches)
	for _, name := range p.sought() {
		found := 0
		for _, word := range searches {
			if begins(word, name) {
				found++
			}
		}
		if found >= few {
			return true
		}
	}
	number := parcel(q)
	return slices.ContainsFunc(p.Parcels, func(known string) bool { return strings.Contains(number, parcel(known)) })
}

// begins reports whether one of the words begins with another, as customer.list and
// orders.list find it.
func begins(word string, words []string) bool {
	return slices.ContainsFunc(text.Starts(word), func(start string) bool {
		return slices.ContainsFunc(words, func(whole string) bool { return strings.HasPrefix(whole, start) })
	})
}

// says reports whether a value says who the person is.
func (p *person) says(value string) bool {
	text := plain(value)
	return slices.Contains(addresses(text), plain(p.Email)) || p.calls(text)
}

// calls reports whether a plain text contains a telephone number of the person.
func (p *person) calls(text string) bool {
	return slices.ContainsFunc(numbers(text), func(key string) bool { return p.Phones[key] })
}

// containsAll reports whether sorted words contain all others.
func containsAll(words, others []string) bool {
	for _, word := range others {
		if _, found := slices.BinarySearch(words, word); !found {
			return false
		}
	}
	return true
}
