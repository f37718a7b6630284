package customers

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
)

// person is what a customer is recognised by in the arguments of a call. It is kept
// as JSON while the erasure is not complete.
type person struct {
	Email   string   // as text.Case returns it
	IDs     set      // of the orders and carts
	Phones  set      // as phone_key returns them
	Names   names    // of receivers and payers; addresses too
	Full    []string // the names of receivers and payers that have two words or more
	Parcels []string // tracking numbers, as the orders and the audit have them

	who *identity
}

type set map[string]bool

// names are the words of each name, as text.Keys returns them.
type names [][]string

func newPerson(email string, orders []db.ErasureOrdersLockRow) person {
	p := person{Email: email, IDs: set{}, Phones: set{}}
	for i := range orders {
		o := &orders[i]
		p.IDs[o.ID.String()] = true
		if o.PhoneKey != "" {
			p.Phones[o.PhoneKey] = true
		}
		for _, name := range []*string{&o.ShippingName, &o.ShippingAddress, o.BillingName} {
			if name != nil {
				p.Names = append(p.Names, text.Keys(*name))
			}
		}
		p.Full = append(p.Full, fullNames(&o.ShippingName, o.BillingName)...)
		if o.TrackingNumber != nil {
			p.addParcel(*o.TrackingNumber)
		}
	}
	slices.SortFunc(p.Names, slices.Compare)
	p.Names = slices.CompactFunc(p.Names, slices.Equal)
	slices.Sort(p.Full)
	p.Full = slices.Compact(p.Full)
	return p
}

// addIDs adds ids of carts.
func (p *person) addIDs(ids ...string) {
	for _, id := range ids {
		p.IDs[id] = true
	}
}

// addParcel adds a tracking number. A short one may be any number.
func (p *person) addParcel(number string) {
	const shortest = 6
	if len(parcelKey(number)) >= shortest && !slices.Contains(p.Parcels, number) {
		p.Parcels = append(p.Parcels, number)
	}
}

// identity returns how others name the person.
func (p *person) identity() *identity {
	if p.who == nil {
		p.who = newIdentity(fold(p.Email).text, slices.Sorted(maps.Keys(p.Phones)), foldedNames(p.Full))
	}
	return p.who
}

// ids returns the ids of the orders and carts.
func (p *person) ids() []string { return slices.Sorted(maps.Keys(p.IDs)) }

// mentions returns what audit_mentions finds in the arguments of a call that names
// the person, and of some others.
func (p *person) mentions() []string {
	found := slices.Concat([]string{plainText(p.Email)}, p.ids(), slices.Sorted(maps.Keys(p.Phones)))
	for _, words := range p.searchWords() {
		found = append(found, initialPairs(words)...)
	}
	for _, number := range p.Parcels {
		found = append(found, parcelMentions(number)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// isMeantBy reports whether the arguments of a call mean the person. Others may share
// the telephone number or the name: a call with another e-mail address means
// somebody else.
func (p *person) isMeantBy(args string) bool {
	var fields personArgs
	_ = json.Unmarshal([]byte(args), &fields) // what is of another type names nobody
	raw := unescape(args)
	text := plainText(raw)
	emails := slices.Concat(emailsIn(text), addressesOf(&fields))
	if slices.Contains(emails, plainText(p.Email)) || slices.ContainsFunc(entityID.FindAllString(text, -1), func(id string) bool { return p.IDs[id] }) {
		return true
	}
	for _, email := range emails {
		if !strings.HasPrefix(plainText(p.Email), email) { // the end of a truncated text may be the beginning of the address
			return false
		}
	}
	return p.hasPhoneIn(text) || p.Phones[phoneKey(fields.Phone)] || p.Phones[phoneKey(fields.PhoneNumber)] ||
		p.isSearchedBy(fields.Q) || p.isNamedIn(raw)
}

// personArgs are the arguments of a call in which a person is named by a field.
type personArgs struct{ Q, Email, Phone, PhoneNumber string }

// isNamedIn reports whether a text has all words of a name, of which there are two or
// more, or a tracking number. A first name is that of many.
func (p *person) isNamedIn(said string) bool {
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

// isSearchedBy reports whether a search is for the person: for two words of a name or
// more, or beginnings of them, or for a tracking number. One word is in the names of
// many.
func (p *person) isSearchedBy(q string) bool {
	const few = 2
	searches := text.Words(q)
	slices.Sort(searches)
	searches = slices.Compact(searches)
	for _, name := range p.searchWords() {
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
	number := parcelKey(q)
	return slices.ContainsFunc(p.Parcels, func(known string) bool { return strings.Contains(number, parcelKey(known)) })
}

// isIdentifiedIn reports whether a value says who the person is.
func (p *person) isIdentifiedIn(value string) bool {
	text := plainText(value)
	return slices.Contains(emailsIn(text), plainText(p.Email)) || p.hasPhoneIn(text)
}

// hasPhoneIn reports whether a plain text contains a telephone number of the person.
func (p *person) hasPhoneIn(text string) bool {
	return slices.ContainsFunc(phonesIn(text), func(key string) bool { return p.Phones[key] })
}

// addressesOf returns the e-mail addresses that fields have whole, with letters that
// end an address in a text.
func addressesOf(fields *personArgs) []string {
	var emails []string
	for part := range strings.FieldsSeq(plainText(fields.Email + " " + fields.Q)) {
		if strings.Contains(part, "@") {
			emails = append(emails, part)
		}
	}
	return emails
}

// searchWords returns the words of each name with those of the e-mail address, of which
// a search for the person has two.
func (p *person) searchWords() names {
	all := names{p.localPart()}
	for _, name := range p.Names {
		words := slices.Concat(name, p.localPart())
		slices.Sort(words)
		all = append(all, slices.Compact(words))
	}
	return all
}

// localPart returns the words of the e-mail address before the @.
func (p *person) localPart() []string {
	local, _, _ := strings.Cut(p.Email, "@")
	return text.Keys(local)
}

// begins reports whether one of the words begins with another, as customer.list and
// orders.list find it.
func begins(word string, words []string) bool {
	return slices.ContainsFunc(text.Starts(word), func(start string) bool {
		return slices.ContainsFunc(words, func(whole string) bool { return strings.HasPrefix(whole, start) })
	})
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
