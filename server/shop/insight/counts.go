package insight

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// The kinds of things that are counted here; see the table insight_things.
const (
	kindTerm = "term"
	kindKey  = "key"
)

const (
	// maxWaiting bounds what waits to be written.
	maxWaiting = 10_000
	// flushEvery is how long a count waits in memory, where a process that is killed loses it.
	flushEvery = 3 * time.Second
	// keptFor is how long searches and calls are kept, by days.
	keptFor = 400 * 24 * time.Hour
	// A day has at most maxTerms terms. With more it keeps the keptTerms most frequent, and when it is over too.
	maxTerms  = 10_000
	keptTerms = 1_000
)

// Counts counts searches and calls in memory. Nobody waits for the database: Run writes them every few seconds.
type Counts struct {
	store *store.Store
	log   *slog.Logger

	full chan struct{} // asks for a flush

	mu      sync.Mutex
	waiting map[dayKey]waitingCount
	calls   map[callKey]waitingCount
}

// dayKey is a thing that is counted on a day.
type dayKey struct {
	kind, name string
	day        time.Time
}

// callKey is how calls of a key ended in an hour; code is that of the problem, "" for none.
type callKey struct {
	key             uuid.UUID
	hour            time.Time
	operation, code string
}

// waitingCount is what was counted, until the last time that it was.
type waitingCount struct {
	figures
	last time.Time
}

// NewCounts returns counts without any.
func NewCounts(st *store.Store, log *slog.Logger) *Counts {
	return &Counts{store: st, log: log, full: make(chan struct{}, 1), waiting: map[dayKey]waitingCount{}, calls: map[callKey]waitingCount{}}
}

// Searched counts a search for the words q that found so many products. What may be personal is not counted.
func (c *Counts) Searched(q string, found int64) {
	if term, ok := termOf(q); ok {
		c.add(kindTerm, term, figures{1, found})
	}
}

// Called counts a call of an operation with a key. code is that of its problem, "" if it was carried out.
func (c *Counts) Called(key uuid.UUID, operation, code string) {
	f := figures{count: 1}
	if code != "" {
		f.amount = 1
	}
	c.add(kindKey, key.String(), f)
	now := c.store.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	addTo(c, c.calls, callKey{key, startOfHour(now), operation, code}, f, now)
}

// add counts a thing of a day.
func (c *Counts) add(kind, name string, f figures) {
	now := c.store.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	addTo(c, c.waiting, dayKey{kind, name, startOfUTCDay(now)}, f, now)
}

// addTo counts a thing. What is new and finds no room is not counted; the last one that does asks for a flush. The caller holds the lock.
func addTo[K comparable](c *Counts, waiting map[K]waitingCount, at K, f figures, now time.Time) {
	sum, known := waiting[at]
	if !known && len(waiting) >= maxWaiting {
		return
	}
	sum.add(f)
	sum.last = now
	waiting[at] = sum
	if len(waiting) == maxWaiting {
		select {
		case c.full <- struct{}{}:
		default: // it is asked for
		}
	}
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
			c.flushOrWarn(last)
			return
		case <-tick.C:
			c.flushOrWarn(ctx)
		case <-c.full:
			c.flushOrWarn(ctx)
		}
	}
}

func (c *Counts) flushOrWarn(ctx context.Context) {
	if err := c.Flush(ctx); err != nil && ctx.Err() == nil {
		c.log.Warn("searches and calls were not counted", "error", err)
	}
}

// Flush writes the counts. Those that cannot be written are lost.
func (c *Counts) Flush(ctx context.Context) error {
	c.mu.Lock()
	waiting, calls := c.waiting, c.calls
	c.waiting, c.calls = map[dayKey]waitingCount{}, map[callKey]waitingCount{}
	c.mu.Unlock()
	if len(waiting) == 0 {
		return nil
	}
	var p db.InsightCountParams
	for at, sum := range waiting {
		p.Kinds, p.Starts, p.Names = append(p.Kinds, at.kind), append(p.Starts, at.day), append(p.Names, at.name)
		p.Counts, p.Amounts, p.Lasts = append(p.Counts, sum.count), append(p.Amounts, sum.amount), append(p.Lasts, sum.last)
	}
	var k db.KeyCallsCountParams
	for at, sum := range calls {
		k.Keys, k.Hours, k.Operations = append(k.Keys, at.key), append(k.Hours, at.hour), append(k.Operations, at.operation)
		k.Codes, k.Calls, k.Lasts = append(k.Codes, at.code), append(k.Calls, sum.count), append(k.Lasts, sum.last)
	}
	yesterday := startOfUTCDay(c.store.Now()).AddDate(0, 0, -1) // some of them may be of it
	return c.store.Task(ctx, "insight counts", func(tx *store.Tx) error {
		if err := tx.InsightCountLock(ctx); err != nil {
			return err
		}
		if err := errors.Join(tx.InsightCount(ctx, p), tx.KeyCallsCount(ctx, k)); err != nil {
			return err
		}
		return tx.InsightTrim(ctx, db.InsightTrimParams{Since: yesterday, Until: latest, Most: maxTerms, Kept: keptTerms})
	})
}

// Prune deletes the rare terms of days that are over, and some of the counts that have outlived their time. It returns
// how many of these.
func Prune(ctx context.Context, st *store.Store) (rows int64, err error) {
	const some, week = 10_000, 7
	today := startOfUTCDay(st.Now())
	err = st.Task(ctx, "insight", func(tx *store.Tx) (err error) {
		if err := tx.InsightCountLock(ctx); err != nil {
			return err
		}
		if err := tx.InsightTrim(ctx, db.InsightTrimParams{Since: today.AddDate(0, 0, -week), Until: today, Most: keptTerms, Kept: keptTerms}); err != nil {
			return err
		}
		if rows, err = tx.InsightPrune(ctx, db.InsightPruneParams{Before: keptSince(st.Now()), MaxRows: some}); err != nil {
			return err
		}
		calls, err := tx.KeyCallsPrune(ctx, db.KeyCallsPruneParams{Before: keptSince(st.Now()), MaxRows: some})
		rows += calls
		return err
	})
	return rows, err
}

// keptSince returns the first day whose searches and calls are kept.
func keptSince(now time.Time) time.Time { return startOfUTCDay(now.Add(-keptFor)) }

// longestTerm is the maximum length of a term in bytes; longer searches are not counted.
const longestTerm = 100

// termOf returns the words of a search as they are counted: in one spelling, without accents and punctuation. ok
// is false for a search without words, and for one that may name a person.
func termOf(q string) (term string, ok bool) {
	q = norm.NFKC.String(q)
	if isPersonal(q) {
		return "", false
	}
	words := text.Words(q)
	for i, word := range words {
		words[i] = text.Key(word)
	}
	term = strings.Join(words, " ")
	return term, term != "" && len(term) <= longestTerm
}

// telephone finds numbers that may be those of a telephone: seven digits or more, in groups or not, that are not part
// of a word, as those of a model are.
var telephone = regexp.MustCompile(`(^|[^\p{L}\d])\d([^\p{L}\d]*\d){6,}($|[^\p{L}\d])`)

// isPersonal reports whether a text may contain an e-mail address or a telephone number.
func isPersonal(text string) bool {
	digits := 0
	text = strings.Map(func(r rune) rune {
		r = plainDigit(r)
		if r == '0' {
			digits++
		}
		return r
	}, text)
	return strings.Contains(text, "@") || digits >= 7 && telephone.MatchString(text)
}

// plainDigit returns the digit 0 for a digit of any script, and a space for any white space or dash.
func plainDigit(r rune) rune {
	switch {
	case unicode.IsDigit(r):
		return '0'
	case unicode.IsSpace(r) || unicode.Is(unicode.Pd, r):
		return ' '
	}
	return r
}
