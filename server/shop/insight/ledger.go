package insight

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// The kinds of things that are added up from the orders; see the table insight_things.
const (
	kindStatus    = "status"
	kindShop      = "shop"
	kindProduct   = "product"
	kindVariant   = "variant" // also counted with its product
	kindCode      = "code"
	kindReduction = "reduction"
	kindSource    = "source"
)

// The things of the kind kindShop.
const (
	shopPaid      = "paid"
	shopDiscounts = "discounts"
	shopRefunds   = "refunds"
	shopCustomers = "customers"
)

// Ledger keeps the sums of what the orders have in memory, because to add up a period of years PostgreSQL needs a hundred times
// as long. It is loaded when it is read for the first time, and before each reading it reads what has changed, with what is not folded yet,
// in one statement: so each reading is of one moment, and of the present one.
type Ledger struct {
	store *store.Store

	begun atomic.Int64 // how many times changes were read, with the one under way

	// turn is held by whoever reads changes, and with it fold, rebuilt and done.
	turn    chan struct{}
	fold    int64 // the last that was read
	rebuilt int64
	done    int64 // the last reading of changes that ended

	mu    sync.RWMutex
	kinds map[string]*tallies // nil until it is loaded; changed by the holder of turn
}

// NewLedger returns the ledger of a database.
func NewLedger(st *store.Store) *Ledger { return &Ledger{store: st, turn: make(chan struct{}, 1)} }

// Read calls fn with the sums as they are now.
func (l *Ledger) Read(ctx context.Context, fn func(kind func(string) *tallies)) error {
	if err := l.refresh(ctx); err != nil {
		return err
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	fn(func(kind string) *tallies {
		if t := l.kinds[kind]; t != nil {
			return t
		}
		return newTallies(kind)
	})
	return nil
}

// refresh reads what has changed. One reading does for all calls that came before it began. Nobody waits longer than the
// call may take; loading goes on for the next one.
func (l *Ledger) refresh(ctx context.Context) error {
	came := l.begun.Load()
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	read := make(chan error, 1)
	go func() {
		defer func() { <-l.turn }()
		read <- l.readChanges(ctx, came)
	}()
	select {
	case err := <-read:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *Ledger) readChanges(ctx context.Context, came int64) error {
	if l.done > came {
		return nil
	}
	reading := l.begun.Add(1)
	for stale := l.kinds == nil; ; stale = true {
		if stale {
			if err := l.load(ctx); err != nil {
				return err
			}
		}
		rows, err := l.store.Read().InsightThings(ctx, l.fold)
		if err != nil {
			return err
		}
		if rows[0].Rebuilt == l.rebuilt {
			l.apply(rows)
			l.done = reading
			return nil
		}
	}
}

// apply takes in changes: sums that were folded, and all that is not folded yet.
func (l *Ledger) apply(rows []db.InsightThingsRow) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.kinds {
		t.open = t.open[:0]
	}
	for i := range rows {
		r := &rows[i]
		l.fold = r.Fold
		if r.Kind == "" { // there are no changes
			continue
		}
		t := l.kind(r.Kind)
		f := figures{r.Count, r.Amount}
		if r.Folded {
			t.set(r.Name, r.Start, f)
		} else {
			t.open = append(t.open, entry{t.number(r.Name), quarterNumber(r.Start), f})
		}
	}
}

func (l *Ledger) kind(name string) *tallies {
	if l.kinds[name] == nil {
		l.kinds[name] = newTallies(name)
	}
	return l.kinds[name]
}

// loadWait is how long loading may take, whatever the patience of the call that it is for: the next one would have to begin
// anew.
const loadWait = 10 * time.Minute

// load reads all sums, in parts. What is folded meanwhile is read again afterwards.
func (l *Ledger) load(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadWait)
	defer cancel()
	last, err := l.store.Read().InsightFolds(ctx)
	if err != nil {
		return err
	}
	loaded := &Ledger{kinds: map[string]*tallies{}}
	after := db.InsightThingsAfterParams{Most: 50_000, Start: earliest}
	for {
		rows, err := l.store.Read().InsightThingsAfter(ctx, after)
		if err != nil {
			return err
		}
		for i := range rows {
			r := &rows[i]
			loaded.kind(r.Kind).fill(r.Name, r.Start, figures{r.Count, r.Amount})
			after.Kind, after.Start, after.Name = r.Kind, r.Start, r.Name
		}
		if len(rows) < int(after.Most) {
			break
		}
	}
	for _, t := range loaded.kinds {
		t.filled()
	}
	l.fold, l.rebuilt = last.Fold, last.Rebuilt
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kinds = loaded.kinds
	return nil
}

// Fold adds some of what was not added yet to the sums, and returns how many rows that were.
func Fold(ctx context.Context, st *store.Store) (folded int64, err error) {
	const some = 20_000
	waiting, err := st.Read().InsightWaiting(ctx)
	if err != nil || !waiting {
		return 0, err
	}
	err = st.Task(ctx, "insight", func(tx *store.Tx) (err error) {
		folded, err = tx.InsightFold(ctx, some)
		return err
	})
	return folded, err
}
