package site

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
)

const (
	// maxEditions is the maximum number of addresses of the service for which an edition
	// is kept, and of those for which one is waited for. Without a configured address
	// each caller's Host counts.
	maxEditions = 4
	// restFactor is how many times as long as it wrote the publisher rests: writing takes at
	// most a tenth of the time.
	restFactor = 9
	// maxWait is how long a caller waits for an edition.
	maxWait = 5 * time.Second
)

// publisher keeps an edition for each address of the service, and writes a new one
// when somebody asks for it after a change. It is safe for concurrent use.
type publisher struct {
	name     string
	fill     func(ctx context.Context, base string, w *editionWriter) error
	log      *slog.Logger
	requests chan *request

	mu       sync.Mutex
	changes  uint64              // incremented by every change of what an edition shows
	editions map[string]*entry   // by the address of the service
	pending  map[string]*request // those in requests, and the one that is being written
	ready    time.Time           // when the next one will probably be written
}

// entry is the newest edition for an address.
type entry struct {
	edition   *edition
	changes   uint64    // that it shows
	requested time.Time // last
}

// request is that somebody wants an edition.
type request struct {
	base string
	done chan struct{} // closed when err is set, and the edition is kept
	err  error
}

func newPublisher(name string, log *slog.Logger, fill func(ctx context.Context, base string, w *editionWriter) error) *publisher {
	return &publisher{
		name: name, fill: fill, log: log, requests: make(chan *request, maxEditions), editions: map[string]*entry{}, pending: map[string]*request{},
	}
}

// Changed is called after a change of what an edition shows.
func (p *publisher) Changed(string, []uuid.UUID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes++
}

// Verify does nothing: an edition is of the moment at which it was written.
func (p *publisher) Verify(context.Context) error { return nil }

// run writes editions until ctx ends.
func (p *publisher) run(ctx context.Context) {
	for {
		var r *request
		select {
		case r = <-p.requests:
		case <-ctx.Done():
			return
		}
		began := time.Now()
		p.write(ctx, r)
		took := time.Since(began)
		p.mu.Lock()
		p.ready = time.Now().Add((restFactor + 1) * took)
		p.mu.Unlock()
		select {
		case <-time.After(restFactor * took):
		case <-ctx.Done():
			return
		}
	}
}

// get returns the newest edition, or an older one when a newer cannot be written
// soon. Its files are closed when nobody refers to them any more.
func (p *publisher) get(ctx context.Context, base string) (*edition, error) {
	r := p.request(base)
	if r != nil {
		select {
		case <-r.done:
		case <-time.After(maxWait):
		case <-ctx.Done():
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.editions[base]; e != nil {
		return e.edition, nil
	}
	if r != nil && r.err != nil {
		return nil, r.err
	}
	late := problem.New(problem.Unavailable, p.name+" is being written.", "Send the request again after as many seconds as Retry-After says.")
	late.RetryAfter = max(time.Until(p.ready), maxWait)
	return nil, late
}

// request asks for an edition, unless the one that is kept is the newest. It returns nil
// when there is nothing to wait for.
func (p *publisher) request(base string) *request {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.editions[base]; e != nil {
		if e.requested = time.Now(); e.changes == p.changes {
			return nil
		}
	}
	if r := p.pending[base]; r != nil {
		return r
	}
	r := &request{base: base, done: make(chan struct{})}
	select {
	case p.requests <- r:
		p.pending[base] = r
		return r
	default: // others wait already
		return nil
	}
}

// write writes an edition.
func (p *publisher) write(ctx context.Context, r *request) {
	p.mu.Lock()
	seen := p.changes
	p.mu.Unlock()
	written, err := p.written(ctx, r.base)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pending, r.base)
	if r.err = err; err != nil {
		p.log.Warn("a file for crawlers was not written", "file", p.name, "error", err)
	} else {
		p.keep(r.base, &entry{written, seen, time.Now()})
	}
	close(r.done)
}

// written calls fill. A panic is an error, because nothing else would recover it here.
func (p *publisher) written(ctx context.Context, base string) (e *edition, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return writeEdition(ctx, func(ctx context.Context, w *editionWriter) error { return p.fill(ctx, base, w) })
}

// keep keeps an edition. It may replace the one that was not asked for the longest
// time.
func (p *publisher) keep(base string, e *entry) {
	p.editions[base] = e
	for len(p.editions) > maxEditions {
		oldest := base
		for other, kept := range p.editions {
			if kept.requested.Before(p.editions[oldest].requested) {
				oldest = other
			}
		}
		delete(p.editions, oldest)
	}
}
