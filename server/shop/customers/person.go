package customers

import (
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
	Parcels []string // tracking numbers, as the orders and the audit have them
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
		if o.TrackingNumber != nil {
			p.addParcel(*o.TrackingNumber)
		}
	}
	slices.SortFunc(p.Names, slices.Compare)
	p.Names = slices.CompactFunc(p.Names, slices.Equal)
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
	if len(parcel(number)) >= shortest && !slices.Contains(p.Parcels, number) {
		p.Parcels = append(p.Parcels, number)
	}
}

// ids returns the ids of the orders and carts.
func (p *person) ids() []string { return slices.Sorted(maps.Keys(p.IDs)) }

// local returns the words of the e-mail address before the @.
func (p *person) local() []string {
	local, _, _ := strings.Cut(p.Email, "@")
	return text.Keys(local)
}

// sought returns the words of each name with those of the e-mail address, of which
// a search for the person has two.
func (p *person) sought() names {
	all := names{p.local()}
	for _, name := range p.Names {
		words := slices.Concat(name, p.local())
		slices.Sort(words)
		all = append(all, slices.Compact(words))
	}
	return all
}

// mentions returns what audit_mentions finds in the arguments of a call that names
// the person, and of some others.
func (p *person) mentions() []string {
	found := slices.Concat([]string{plain(p.Email)}, p.ids(), slices.Sorted(maps.Keys(p.Phones)))
	for _, words := range p.sought() {
		found = append(found, initials(words)...)
	}
	for _, number := range p.Parcels {
		found = append(found, parcelMentions(number)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}
