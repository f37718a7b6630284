package site

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
)

const (
	// mostEditions is the maximum number of addresses of the service for which an
	// edition is kept. Without a configured address each caller's Host counts.
	mostEditions = 4
	// rest is how much longer than the writing of an edition the publisher rests before it
	// writes the next: writing takes at most a tenth of a core.
	rest = 9
	// patience is how long a caller waits for an edition.
	patience = 5 * time.Second
)

// publisher keeps an edition, and writes a new one when somebody asks for it after
// a change. It is safe for concurrent use.
type publisher struct {
	name    string
	fill    func(ctx context.Context, base string, w *writing) error
	current func() bool // whether every change is known
	now     func() time.Time
	log     *slog.Logger
	orders  chan order

	mu      sync.Mutex
	changes uint64              // incremented by every change of what the edition shows
	shelf   map[string]*printed // by the address of the service
	free    time.Time           // when the next may be written
}

// printed is the newest edition for an address.
type printed struct {
	edition *edition // nil before the first
	changes uint64   // that it shows
	asked   time.Time
	done    chan struct{} // closed when the one that is being written is there; nil when none is
	err     error         // of the last one that was written
}

// Changed is called after a change of what the edition shows.
func (p *publisher) Changed(string, []uuid.UUID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes++
}

// Verify does nothing: an edition is of the moment at which it was written.
func (p *publisher) Verify(context.Context) error { return nil }

// order asks for an edition.
type order struct {
	base string
	to   *printed
}

// run writes editions until ctx ends.
func (p *publisher) run(ctx context.Context) {
	for {
		select {
		case o := <-p.orders:
			p.write(ctx, o)
		case <-ctx.Done():
			return
		}
	}
}

// get returns an edition: the newest, or an older one when a newer cannot be
// written soon. Its files are closed when nobody refers to them any more.
func (p *publisher) get(ctx context.Context, base string) (*edition, error) {
	p.mu.Lock()
	e := p.of(base)
	if e.done == nil && (e.edition == nil || e.changes != p.changes || !p.current()) && !p.now().Before(p.free) {
		select {
		case p.orders <- order{base, e}:
			e.done = make(chan struct{})
		default: // others are being written
		}
	}
	done := e.done
	p.mu.Unlock()
	if done != nil {
		select {
		case <-done:
		case <-time.After(patience):
		case <-ctx.Done():
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.edition != nil {
		return e.edition, nil
	}
	if e.err != nil {
		return nil, e.err
	}
	late := problem.New(problem.Unavailable, p.name+" is being written.", "Ask again in 10 seconds.")
	late.RetryAfter = 10 * time.Second
	return nil, late
}

// of returns the entry of an address. A new one replaces the one that was not asked
// for the longest time.
func (p *publisher) of(base string) *printed {
	e := p.shelf[base]
	if e == nil {
		for len(p.shelf) >= mostEditions {
			p.forget()
		}
		e = &printed{}
		p.shelf[base] = e
	}
	e.asked = p.now()
	return e
}

func (p *publisher) forget() {
	oldest := ""
	for base, e := range p.shelf {
		if oldest == "" || e.asked.Before(p.shelf[oldest].asked) {
			oldest = base
		}
	}
	delete(p.shelf, oldest)
}

// write writes an edition.
func (p *publisher) write(ctx context.Context, o order) {
	p.mu.Lock()
	shows := p.changes
	p.mu.Unlock()
	began := p.now()
	written, err := write(ctx, began, func(ctx context.Context, w *writing) error { return p.fill(ctx, o.base, w) })
	p.mu.Lock()
	defer p.mu.Unlock()
	close(o.to.done)
	o.to.done, o.to.err = nil, err
	p.free = p.now().Add(rest * p.now().Sub(began))
	if err != nil {
		p.log.Warn("a file for crawlers was not written", "file", p.name, "error", err)
		return
	}
	o.to.edition, o.to.changes = written, shows
}
