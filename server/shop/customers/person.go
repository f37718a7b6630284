package customers

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/platform/store"
)

// person is what a customer is recognised by in the arguments of a call.
type person struct {
	email   string   // as fold.Case returns it
	ids     []string // of the orders and carts
	phones  []string // as phone_key returns them
	names   []string // of receivers and payers, with more words than one; addresses too
	parcels []string // the tracking numbers
}

func newPerson(email string, orders []db.ErasureOrdersLockRow) person {
	p := person{email: email}
	for i := range orders {
		o := &orders[i]
		p.ids = append(p.ids, o.ID.String())
		if o.PhoneKey != "" {
			p.phones = append(p.phones, o.PhoneKey)
		}
		for _, name := range []*string{&o.ShippingName, &o.ShippingAddress, o.BillingName} {
			if name != nil && len(fold.Words(*name)) > 1 { // a first name is that of many
				p.names = append(p.names, *name)
			}
		}
		if o.TrackingNumber != nil {
			p.parcels = append(p.parcels, fold.Case(*o.TrackingNumber))
		}
	}
	for _, list := range []*[]string{&p.phones, &p.names, &p.parcels} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return p
}

// add adds ids of carts.
func (p *person) add(ids ...string) {
	for _, id := range ids {
		if !slices.Contains(p.ids, id) {
			p.ids = append(p.ids, id)
		}
	}
}

// mentions returns what audit_mentions finds in the arguments of a call that names
// the person.
func (p *person) mentions() []string { return slices.Concat([]string{p.email}, p.ids, p.phones) }

// hints returns what audit_mentions finds in the arguments of a call that may name
// the person, and of others too.
func (p *person) hints() []string { return append(spoken(p.parcels...), "truncated", "escaped") }

// pairs returns what audit_mentions finds of any two words of a name in a search:
// the first ones and the second ones.
func (p *person) pairs() (firsts, seconds []string) {
	for _, name := range p.names {
		words := spoken(name, p.local())
		for i, first := range words {
			for _, second := range words[i+1:] {
				firsts, seconds = append(firsts, first), append(seconds, second)
			}
		}
	}
	return firsts, seconds
}

// spoken returns the words in texts as audit_mentions finds them in a search.
func spoken(texts ...string) []string {
	var out []string
	for _, word := range fold.Words(strings.Join(texts, " ")) {
		out = append(out, "q:"+vowel.ReplaceAllString(word, ""))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// local returns the e-mail address before the @.
func (p *person) local() string {
	local, _, _ := strings.Cut(p.email, "@")
	return local
}

// meant reports whether the arguments of a call mean the person. named says that
// they have one of the mentions. Others may share the telephone number or the
// name: a call with another e-mail address means somebody else.
func (p *person) meant(args string, named bool) bool {
	text := plain(args)
	emails := addresses(text)
	if slices.Contains(emails, p.email) || slices.ContainsFunc(p.ids, func(id string) bool { return strings.Contains(text, id) }) {
		return true
	}
	for _, email := range emails {
		if !strings.HasPrefix(p.email, email) { // the end of a truncated text may be the beginning of the address
			return false
		}
	}
	if named || p.calls(text) {
		return true
	}
	words := fold.Keys(text)
	return p.sought(args) || slices.ContainsFunc(p.names, func(name string) bool { return containsAll(words, fold.Keys(name)) }) ||
		slices.ContainsFunc(p.parcels, func(number string) bool { return strings.Contains(text, number) })
}

// sought reports whether the call searches for the person by two words of a name
// or more. One word is in the names of many.
func (p *person) sought(args string) bool {
	const few = 2
	var search struct{ Q string }
	if json.Unmarshal([]byte(args), &search) != nil {
		return false
	}
	words := fold.Keys(search.Q)
	return len(words) >= few && slices.ContainsFunc(p.names, func(name string) bool { return containsAll(fold.Keys(name, p.local()), words) })
}

// says reports whether a value says who the person is. A moment or an id whose
// digits are those of a telephone number does not.
func (p *person) says(value string) bool {
	text := strings.ToLower(value)
	if slices.Contains(addresses(text), p.email) {
		return true
	}
	_, isID := store.ParseID(text)
	return !isID && !moment.MatchString(text) && p.calls(text)
}

var vowel = regexp.MustCompile(`[^bcdfghjklmnpqrstvwxz0-9]`)

var moment = regexp.MustCompile(`^\d{4}-\d\d-\d\dt`)

// calls reports whether a text contains a telephone number of the person.
func (p *person) calls(text string) bool {
	return slices.ContainsFunc(numbers(text), func(key string) bool { return slices.Contains(p.phones, key) })
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
