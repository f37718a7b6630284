package effects_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/storefront/storefront/server/platform/effects"
)

// table holds what is to be done, as one in the database would, for a queue that does it. Each thing is a number.
type table struct {
	*effects.Queue[int, outcome]
	log bytes.Buffer

	mu       sync.Mutex
	due      []int
	looks    []time.Time // when Claim was called
	recorded []outcome
}

type outcome struct {
	of      int
	stopped bool
}

// newTable returns a table and a queue that leases all that is due and does it in no time. Its log has the
// messages, a line each.
func newTable(due ...int) *table {
	tab := &table{due: due}
	messagesOnly := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.MessageKey {
			return a
		}
		return slog.Attr{}
	}
	tab.Queue = &effects.Queue[int, outcome]{
		Name: "errands", Log: slog.New(slog.NewTextHandler(&tab.log, &slog.HandlerOptions{ReplaceAttr: messagesOnly})),
		Claim: tab.claim, Attempt: func(_ context.Context, d int) outcome { return outcome{of: d} }, Record: tab.record,
	}
	return tab
}

func (tab *table) claim(ctx context.Context, room int) ([]int, effects.Next, error) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.looks = append(tab.looks, time.Now())
	if ctx.Err() != nil {
		return nil, effects.Later, ctx.Err()
	}
	claimed := tab.due
	if room > 0 {
		claimed = claimed[:min(room, len(claimed))]
	}
	tab.due = tab.due[len(claimed):]
	if len(tab.due) > 0 {
		return claimed, effects.Soon, nil
	}
	return claimed, effects.Later, nil
}

func (tab *table) record(ctx context.Context, ended []outcome) error {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	if ctx.Err() == nil {
		tab.recorded = append(tab.recorded, ended...)
	}
	return ctx.Err()
}

func (tab *table) add(d int) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.due = append(tab.due, d)
}

// done returns which things were recorded, sorted.
func (tab *table) done() (things []int) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	for _, o := range tab.recorded {
		things = append(things, o.of)
	}
	slices.Sort(things)
	return things
}

// looked returns how often Claim was called.
func (tab *table) looked() int {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return len(tab.looks)
}

// start runs the queue, and returns what stops it and waits for its end.
func (tab *table) start(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { tab.Run(ctx) })
	return func() {
		cancel()
		wg.Wait()
	}
}

// inBubble runs a test by a clock that stands still while a goroutine can go on.
func inBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, test)
}

// As many attempts as Most run at once, never more, and each thing is done and recorded once.
func TestAttemptsAreBounded(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		const most, things = 5, 42
		all := make([]int, things)
		for i := range all {
			all[i] = i
		}
		tab := newTable(all...)
		tab.Most = most
		var mu sync.Mutex
		atOnce, peak := 0, 0
		tab.Attempt = func(_ context.Context, d int) outcome {
			mu.Lock()
			atOnce++
			peak = max(peak, atOnce)
			mu.Unlock()
			time.Sleep(time.Duration(1+d%3) * time.Second)
			mu.Lock()
			atOnce--
			mu.Unlock()
			return outcome{of: d}
		}
		stop := tab.start(t)
		time.Sleep(10 * time.Minute)
		stop()
		if peak != most {
			t.Errorf("%d attempts at once", peak)
		}
		if done := tab.done(); !slices.Equal(done, all) {
			t.Errorf("recorded %v", done)
		}
	})
}

// Claim is told how many more attempts Most allows, and is not called when there is no room.
func TestRoom(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tab := newTable(1, 2)
		tab.Most = 3
		var rooms []int
		claim := tab.Claim
		tab.Claim = func(ctx context.Context, room int) ([]int, effects.Next, error) {
			rooms = append(rooms, room)
			return claim(ctx, room)
		}
		end := make(chan struct{})
		tab.Attempt = func(_ context.Context, d int) outcome {
			<-end
			return outcome{of: d}
		}
		stop := tab.start(t)
		synctest.Wait()
		tab.add(3)
		tab.add(4)
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(rooms, []int{3, 1}) {
			t.Errorf("the rooms were %v", rooms)
		}
		end <- struct{}{}
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(rooms, []int{3, 1, 1}) || len(tab.done()) != 1 {
			t.Errorf("after an attempt has ended, the rooms were %v", rooms)
		}
		close(end)
		stop()
		if done := tab.done(); !slices.Equal(done, []int{1, 2, 3, 4}) {
			t.Errorf("recorded %v", done)
		}
	})
}

// While Record fails, it is called again with the same and what has ended since, nothing is claimed, and the log says so once.
func TestWhatWasNotRecordedIsRecordedLater(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tab := newTable(1, 2)
		tab.Attempt = func(_ context.Context, d int) outcome {
			time.Sleep(time.Duration(d) * 1500 * time.Millisecond) // the second ends during the outage
			return outcome{of: d}
		}
		var calls [][]outcome
		var looks []int
		tab.Record = func(ctx context.Context, ended []outcome) error {
			calls, looks = append(calls, slices.Clone(ended)), append(looks, tab.looked())
			if len(calls) < 5 {
				return errors.New("the database is away")
			}
			return tab.record(ctx, ended)
		}
		stop := tab.start(t)
		time.Sleep(time.Minute)
		stop()
		if len(calls) != 5 || len(calls[0]) != 1 || len(calls[4]) != 2 {
			t.Errorf("Record was called with %v", calls)
		}
		for i := range calls[1:] {
			if before, call := calls[i], calls[i+1]; !slices.Equal(before, call[:len(before)]) {
				t.Errorf("after %v came %v", before, call)
			}
			if looks[i] != looks[i+1] {
				t.Errorf("something was claimed between the calls %d and %d", i, i+1)
			}
		}
		if done := tab.done(); !slices.Equal(done, []int{1, 2}) {
			t.Errorf("recorded %v", done)
		}
		if want := "msg=\"errands are held up\"\nmsg=\"errands go on\"\n"; tab.log.String() != want {
			t.Errorf("the log says %s", tab.log.String())
		}
	})
}

// Attempts that end together are recorded together.
func TestEndsAreGathered(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tab := newTable(1, 2, 3)
		var calls []int
		tab.Record = func(ctx context.Context, ended []outcome) error {
			calls = append(calls, len(ended))
			return tab.record(ctx, ended)
		}
		stop := tab.start(t)
		time.Sleep(time.Second)
		stop()
		if !slices.Equal(calls, []int{3}) {
			t.Errorf("recorded %v", calls)
		}
	})
}

// The queue looks again after the time that Claim says, which the clock of the test measures without error.
func TestWhenTheQueueLooksAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		next effects.Next
		poll time.Duration
		err  error
		want time.Duration
	}{
		{"later", effects.Later, 0, nil, 100 * time.Millisecond},
		{"later by a poll interval", effects.Later, time.Minute, nil, time.Minute},
		{"soon", effects.Soon, time.Minute, nil, 20 * time.Millisecond},
		{"idle", effects.Idle, 0, nil, time.Second},
		{"failed", effects.Soon, 0, errors.New("the database is away"), time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T) {
				tab := newTable()
				tab.Poll = c.poll
				tab.Claim = func(ctx context.Context, room int) ([]int, effects.Next, error) {
					_, _, _ = tab.claim(ctx, room)
					return nil, c.next, c.err
				}
				stop := tab.start(t)
				time.Sleep(10 * time.Minute)
				stop()
				if waited := tab.looks[1].Sub(tab.looks[0]); waited != c.want {
					t.Errorf("it waited %v, want %v", waited, c.want)
				}
			})
		})
	}
}

// Wake has what is due done at once, also if it comes before Run or during a look, and many calls are one.
func TestWake(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tab := newTable()
		tab.Poll = time.Hour
		tab.Wake()
		tab.Wake()
		looking, lookOn := make(chan struct{}), make(chan struct{})
		claim := tab.Claim
		tab.Claim = func(ctx context.Context, room int) ([]int, effects.Next, error) {
			due, next, err := claim(ctx, room)
			if tab.looked() == 3 {
				looking <- struct{}{}
				<-lookOn
			}
			return due, next, err
		}
		began := time.Now()
		stop := tab.start(t)
		synctest.Wait()
		if n := tab.looked(); n != 2 {
			t.Errorf("%d looks after a Wake before Run", n)
		}
		go tab.Wake()
		<-looking
		tab.add(1) // too late for this look
		tab.Wake()
		close(lookOn)
		synctest.Wait()
		if n := tab.looked(); n != 4 || !time.Now().Equal(began) {
			t.Errorf("%d looks after a Wake during a look, %v", n, time.Since(began))
		}
		time.Sleep(time.Minute)
		stop()
		if done := tab.done(); !slices.Equal(done, []int{1}) {
			t.Errorf("recorded %v", done)
		}
	})
}

// While the database is away, Wake does not have it asked more often.
func TestWakeDuringAnOutage(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tab := newTable()
		tab.Claim = func(ctx context.Context, room int) ([]int, effects.Next, error) {
			_, _, _ = tab.claim(ctx, room)
			return nil, effects.Later, errors.New("the database is away")
		}
		stop := tab.start(t)
		synctest.Wait()
		for range 10 {
			tab.Wake()
			synctest.Wait()
		}
		if n := tab.looked(); n != 1 {
			t.Errorf("%d looks", n)
		}
		stop()
		if n := strings.Count(tab.log.String(), "\n"); n != 1 {
			t.Errorf("the log says %s", tab.log.String())
		}
	})
}

// When the service stops, attempts may end within the grace, the rest is ended, all is recorded, and nothing more is begun.
func TestStop(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tab := newTable(1, 2)
		tab.Grace = time.Minute
		tab.Attempt = func(ctx context.Context, d int) outcome {
			select {
			case <-time.After(time.Duration(d) * 40 * time.Second): // the first ends in time
			case <-ctx.Done():
			}
			return outcome{d, ctx.Err() != nil}
		}
		stop := tab.start(t)
		synctest.Wait()
		tab.add(3)
		began := time.Now()
		stop()
		if took := time.Since(began); took != time.Minute {
			t.Errorf("it stopped after %v", took)
		}
		if want := []outcome{{1, false}, {2, true}}; !slices.Equal(tab.recorded, want) || tab.looked() != 1 {
			t.Errorf("recorded %v after %d looks", tab.recorded, tab.looked())
		}
		if tab.log.Len() > 0 {
			t.Errorf("the log says %s", tab.log.String())
		}
	})
}

// A stop waits no longer than the grace for a database that does not answer, and the log says what that means.
func TestStopWithoutADatabase(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		tab := newTable(1)
		tab.Record = func(ctx context.Context, _ []outcome) error {
			<-ctx.Done()
			return ctx.Err()
		}
		stop := tab.start(t)
		synctest.Wait()
		began := time.Now()
		stop()
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("it stopped after %v", took)
		}
		if want := "msg=\"errands were not recorded\"\n"; tab.log.String() != want {
			t.Errorf("the log says %s", tab.log.String())
		}
	})
}
