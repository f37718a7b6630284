package insight

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

const (
	// maxCounted bounds what is counted between two flushes: what comes new after that is not counted.
	maxCounted = 10_000
	// maxTerms is how many terms of a day are kept, but for some that are counted at the same time.
	maxTerms = 1000
	// flushEvery is how long a count waits in memory, where a process that is killed loses it.
	flushEvery = 3 * time.Second
	// kept is how long searches and calls are kept, by days.
	kept = 400 * 24 * time.Hour
)

// Counts counts searches and calls in memory. Nobody waits for the database: Run writes them every few seconds.
type Counts struct {
	store *store.Store
	log   *slog.Logger

	mu      sync.Mutex
	counted map[countedThing]countedSum
}

type countedThing struct {
	kind, name string
	day        time.Time
}

type countedSum struct {
	figures
	last time.Time
}

// NewCounts returns counts without any.
func NewCounts(st *store.Store, log *slog.Logger) *Counts {
	return &Counts{store: st, log: log, counted: map[countedThing]countedSum{}}
}

// Searched counts a search for the words q that found so many products. What may be personal is not counted.
func (c *Counts) Searched(q string, found int64) {
	if term, ok := termOf(q); ok {
		c.count(terms, term, found)
	}
}

// Called counts a call of an operation with a key.
func (c *Counts) Called(key uuid.UUID, failed bool) {
	var failures int64
	if failed {
		failures = 1
	}
	c.count(keys, key.String(), failures)
}

func (c *Counts) count(kind, name string, amount int64) {
	now := c.store.Now()
	thing := countedThing{kind, name, dayOf(now)}
	c.mu.Lock()
	defer c.mu.Unlock()
	sum, known := c.counted[thing]
	if !known && len(c.counted) >= maxCounted {
		return
	}
	sum.add(figures{1, amount})
	sum.last = now
	c.counted[thing] = sum
}

// Run writes the counts every few seconds until ctx ends, and then once more.
func (c *Counts) Run(ctx context.Context) {
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushEvery)
			defer cancel()
			c.flushed(last)
			return
		case <-tick.C:
			c.flushed(ctx)
		}
	}
}

func (c *Counts) flushed(ctx context.Context) {
	if err := c.Flush(ctx); err != nil && ctx.Err() == nil {
		c.log.Warn("searches and calls were not counted", "error", err)
	}
}

// Flush writes the counts. Those that cannot be written are lost.
func (c *Counts) Flush(ctx context.Context) error {
	c.mu.Lock()
	counted := c.counted
	c.counted = map[countedThing]countedSum{}
	c.mu.Unlock()
	if len(counted) == 0 {
		return nil
	}
	return c.store.Task(ctx, "insight counts", func(tx *store.Tx) error {
		if err := dropRare(ctx, tx, counted); err != nil {
			return err
		}
		var p db.InsightCountParams
		for thing, sum := range counted {
			p.Kinds, p.Starts, p.Names = append(p.Kinds, thing.kind), append(p.Starts, thing.day), append(p.Names, thing.name)
			p.Counts, p.Amounts, p.Lasts = append(p.Counts, sum.count), append(p.Amounts, sum.amount), append(p.Lasts, sum.last)
		}
		return tx.Last.InsightCount(ctx, p)
	})
}

// dropRare leaves out the rarest of the terms that are new to a day which has enough.
func dropRare(ctx context.Context, tx *store.Tx, counted map[countedThing]countedSum) error {
	fresh := map[time.Time]*best{} // by days
	for thing := range counted {
		if thing.kind == terms {
			fresh[thing.day] = &best{most: maxTerms, order: byFrequency}
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	rows, err := tx.InsightTerms(ctx, slices.Collect(maps.Keys(fresh)))
	if err != nil {
		return err
	}
	known := make(map[countedThing]bool, len(rows))
	for _, r := range rows {
		known[countedThing{terms, r.Name, r.Start}] = true
		fresh[r.Start].most = max(0, fresh[r.Start].most-1)
	}
	for thing, sum := range counted {
		if thing.kind == terms && !known[thing] {
			fresh[thing.day].add(ranked{thing.name, sum.figures})
		}
	}
	for day, b := range fresh {
		for _, r := range b.found {
			known[countedThing{terms, r.name, day}] = true
		}
	}
	maps.DeleteFunc(counted, func(thing countedThing, _ countedSum) bool { return thing.kind == terms && !known[thing] })
	return nil
}

// Prune deletes some of the counts that have outlived their time, and returns how many.
func Prune(ctx context.Context, st *store.Store) (rows int64, err error) {
	const some = 10_000
	err = st.Task(ctx, "insight", func(tx *store.Tx) (err error) {
		rows, err = tx.InsightPrune(ctx, db.InsightPruneParams{Before: keptSince(st.Now()), MaxRows: some})
		return err
	})
	return rows, err
}

// keptSince returns the first day whose searches and calls are kept.
func keptSince(now time.Time) time.Time { return dayOf(now.Add(-kept)) }

// countedIn returns the days of a period whose counts are kept.
func (p period) countedIn(now time.Time) period {
	days := p.days()
	if since := keptSince(now); days.from.Before(since) {
		days.from = since
	}
	if days.until.Before(days.from) {
		days.until = days.from
	}
	return days
}
