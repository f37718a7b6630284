package insight

import (
	"context"
	"time"

	"github.com/storefront/storefront/server/platform/store"
)

const (
	// maxTerms is how many terms of a day are listed.
	maxTerms = 1000
	// evictingFactor is how many times as often as the rarest term of a full day a new one must have been searched, to
	// replace it. Each time a place is taken twice the searches are needed for the next time. So few terms are evicted,
	// whose rows stay: five million searches made to that end evict 12,000.
	evictingFactor = 2
)

// admit returns those of the terms that are listed for a day, and the terms that they replace. The given ones are in
// the order of their frequency.
func admit(ctx context.Context, tx *store.Tx, day time.Time, waiting []searches) (admitted []searches, evicted []ranked, err error) {
	if err := tx.InsightTermsLock(ctx); err != nil {
		return nil, nil, err
	}
	listed, err := tx.InsightTerms(ctx, day) // the rarest first
	if err != nil {
		return nil, nil, err
	}
	known := make(map[string]bool, len(listed))
	added := make(map[string]bool, len(waiting))
	for _, r := range listed {
		known[r.Name] = true
	}
	for _, s := range waiting {
		if known[s.term] {
			admitted, added[s.term] = append(admitted, s), true
		}
	}
	room := maxTerms - len(listed)
	for _, s := range waiting {
		if known[s.term] {
			continue
		}
		if room--; room < 0 {
			for len(listed) > 0 && added[listed[0].Name] {
				listed = listed[1:] // it is not as rare any more
			}
			if len(listed) == 0 || s.count < evictingFactor*listed[0].Count {
				break
			}
			evicted = append(evicted, ranked{listed[0].Name, figures{listed[0].Count, listed[0].Amount}})
			listed = listed[1:]
		}
		admitted = append(admitted, s)
	}
	return admitted, evicted, nil
}
