package limits

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/storefront/storefront/gen/db"
)

// memory is how long a price counts that a product had.
const memory = 24 * time.Hour

// prices are those of a product at one moment.
type prices struct {
	PriceDkk *int64 // nil when it has variants, or when the row of the audit does not say it
	Variants map[string]struct {
		Attributes map[string]string
		PriceOere  int64
	}
}

// priced is a price with what has it: the product, a variant by its id, or by its attributes, which stay when it is made anew.
type priced struct {
	id, choice string
	ore        int64
}

// list returns the prices in a stable order.
func (p *prices) list() (list []priced) {
	if p.PriceDkk != nil {
		list = append(list, priced{ore: *p.PriceDkk})
	}
	for _, id := range slices.Sorted(maps.Keys(p.Variants)) {
		v := p.Variants[id]
		choice, _ := json.Marshal(v.Attributes) // a map of strings, which is sorted
		list = append(list, priced{id, string(choice), v.PriceOere})
	}
	return list
}

// judgePrices compares each price that a product gets with the lowest and the highest that it had in the past day. A price of something
// that had none, such as a new variant, is compared with those of the whole product, and a product that takes the place of one that
// was deleted with that one.
func (j *judge) judgePrices(id string, before, after []byte) error {
	percent, limited := j.most[priceChange]
	if !limited {
		return nil
	}
	var was, is prices
	if before != nil {
		if err := json.Unmarshal(before, &was); err != nil {
			return err
		}
	}
	if err := json.Unmarshal(after, &is); err != nil {
		return err
	}
	old := was.list()
	changed := slices.DeleteFunc(is.list(), func(p priced) bool { return slices.Contains(old, p) })
	if len(changed) == 0 {
		return nil
	}
	had, err := j.had(id, before == nil, after)
	if err != nil {
		return err
	}
	had = append(had, old...)
	for _, p := range changed {
		lowest, highest, known := span(had, p)
		if !known {
			continue
		}
		// In whole ore: at least the highest less the percentage, at most the lowest with it.
		least, most := highest-share(highest, percent), lowest+share(lowest, percent)
		if p.ore >= least && p.ore <= most {
			continue
		}
		err := j.refuse(priceChange, percent, left(old, p, percent, lowest, highest), max(apart(p.ore, lowest), apart(p.ore, highest)),
			"The key may change a price by at most %d %% in 24 hours, in which this one was %s: it may set %s, and the call sets %d.",
			percent, within(lowest, highest), within(max(0, least), most), p.ore)
		if err != nil {
			return err
		}
	}
	return nil
}

// share returns a percentage of an amount, rounded down. The amount is at most 2^53.
func share(amount, percent int64) int64 { return amount/100*percent + amount%100*percent/100 }

// had returns the prices that a product had in the past day, those of the transaction included.
func (j *judge) had(id string, created bool, after []byte) (list []priced, err error) {
	ids, since := []string{id}, j.tx.Now.Add(-memory)
	if created {
		var product struct{ Slug string }
		if err := json.Unmarshal(after, &product); err != nil {
			return nil, err
		}
		deleted, err := j.tx.ProductDeletedSince(j.ctx, db.ProductDeletedSinceParams{Since: since, Slug: product.Slug})
		if err != nil {
			return nil, err
		}
		for _, other := range deleted {
			ids = append(ids, other.String())
		}
	}
	states, err := j.tx.PriceStates(j.ctx, db.PriceStatesParams{Ids: ids, Since: since})
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		for _, row := range j.tx.Audited("product", id) {
			states = append(states, db.PriceStatesRow{Was: row.Before, Became: row.After})
		}
	}
	for _, row := range states {
		for _, state := range [][]byte{row.Was, row.Became} {
			if state == nil {
				continue
			}
			var at prices
			if err := json.Unmarshal(state, &at); err != nil {
				return nil, err
			}
			list = append(list, at.list()...)
		}
	}
	return list, nil
}

// span returns the lowest and the highest price of the same thing, or of all where it had none.
func span(had []priced, p priced) (lowest, highest int64, known bool) {
	for _, same := range []func(priced) bool{
		func(o priced) bool { return o.id == p.id },
		func(o priced) bool { return o.id != "" && o.choice == p.choice },
		func(priced) bool { return true },
	} {
		for _, o := range had {
			if same(o) {
				if !known || o.ore < lowest {
					lowest = o.ore
				}
				if !known || o.ore > highest {
					highest = o.ore
				}
				known = true
			}
		}
		if known {
			return lowest, highest, true
		}
	}
	return 0, 0, false
}

// left returns how many percent the price may still go in the direction in which the call sends it.
func left(old []priced, p priced, percent, lowest, highest int64) int64 {
	at := slices.IndexFunc(old, func(o priced) bool { return o.id == p.id })
	if at < 0 {
		return percent
	}
	now, from := old[at].ore, highest
	if p.ore > now {
		from = lowest
	}
	return max(0, percent-apart(now, from))
}

// apart returns by how many percent a price differs from another, rounded up.
func apart(ore, from int64) int64 {
	far := max(ore-from, from-ore)
	switch {
	case far == 0:
		return 0
	case from == 0:
		return unlimited
	}
	return far/from*100 + (far%from*100+from-1)/from
}
