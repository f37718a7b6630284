package insight

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

const (
	// maxCounted bounds the keys that are counted between two flushes, and the terms that wait for a place: see frequent.
	maxCounted = 10_000
	// flushEvery is how long a count waits in memory, where a process that is killed loses it.
	flushEvery = 3 * time.Second
	// kept is how long searches and calls are kept, by days.
	kept = 400 * 24 * time.Hour
)

// Counts counts searches and calls in memory. Nobody waits for the database: Run writes them every few seconds.
type Counts struct {
	store *store.Store
	log   *slog.Logger

	mu       sync.Mutex
	called   map[dailyKey]countedSum
	searched map[time.Time]*frequent // by days
}

type dailyKey struct {
	key uuid.UUID
	day time.Time
}

// countedSum is what was counted, until the last time that it was.
type countedSum struct {
	figures
	last time.Time
}

// NewCounts returns counts without any.
func NewCounts(st *store.Store, log *slog.Logger) *Counts {
	return &Counts{store: st, log: log, called: map[dailyKey]countedSum{}, searched: map[time.Time]*frequent{}}
}

// Searched counts a search for the words q that found so many products. What may be personal is not counted.
func (c *Counts) Searched(q string, found int64) {
	term, ok := termOf(q)
	if !ok {
		return
	}
	now := c.store.Now()
	day := dayOf(now)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.searched[day] == nil {
		c.searched[day] = newFrequent(maxCounted)
	}
	c.searched[day].add(term, countedSum{figures{1, found}, now})
}

// Called counts a call of an operation with a key.
func (c *Counts) Called(key uuid.UUID, failed bool) {
	var failures int64
	if failed {
		failures = 1
	}
	now := c.store.Now()
	at := dailyKey{key, dayOf(now)}
	c.mu.Lock()
	defer c.mu.Unlock()
	sum, known := c.called[at]
	if !known && len(c.called) >= maxCounted {
		return
	}
	sum.add(figures{1, failures})
	sum.last = now
	c.called[at] = sum
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

// Flush writes the counts, but those of terms that have no place yet. Those that cannot be written are lost.
func (c *Counts) Flush(ctx context.Context) error {
	called, searched := c.take()
	if len(called)+len(searched) == 0 {
		return nil
	}
	var written map[time.Time][]searches
	err := c.store.Task(ctx, "insight counts", func(tx *store.Tx) error {
		written = map[time.Time][]searches{}
		var p db.InsightCountParams
		for at, sum := range called {
			addCount(&p, keys, at.key.String(), at.day, sum.figures, sum.last)
		}
		for day, waiting := range searched {
			admitted, evicted, err := admit(ctx, tx, day, waiting)
			if err != nil {
				return err
			}
			for _, s := range admitted {
				addCount(&p, terms, s.term, day, s.figures, s.last)
			}
			for _, r := range evicted { // what adds up to nothing is not listed
				addCount(&p, terms, r.name, day, figures{-r.count, -r.amount}, earliest)
			}
			written[day] = admitted
		}
		return tx.InsightCount(ctx, p)
	})
	c.settle(written)
	return err
}

// take returns what was counted since the last flush, and with it the terms that wait.
func (c *Counts) take() (map[dailyKey]countedSum, map[time.Time][]searches) {
	c.mu.Lock()
	defer c.mu.Unlock()
	called, searched := c.called, map[time.Time][]searches{}
	c.called = map[dailyKey]countedSum{}
	for day, f := range c.searched {
		if f.changed {
			searched[day], f.changed = f.all(), false
		}
	}
	return called, searched
}

// settle takes what was written off the terms, and forgets those of days that are over.
func (c *Counts) settle(written map[time.Time][]searches) {
	today := dayOf(c.store.Now())
	c.mu.Lock()
	defer c.mu.Unlock()
	for day, all := range written {
		for _, s := range all {
			c.searched[day].takeOff(s)
		}
	}
	maps.DeleteFunc(c.searched, func(day time.Time, f *frequent) bool { return day.Before(today) && !f.changed })
}

func addCount(p *db.InsightCountParams, kind, name string, day time.Time, f figures, last time.Time) {
	p.Kinds, p.Starts, p.Names = append(p.Kinds, kind), append(p.Starts, day), append(p.Names, name)
	p.Counts, p.Amounts, p.Lasts = append(p.Counts, f.count), append(p.Amounts, f.amount), append(p.Lasts, last)
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
