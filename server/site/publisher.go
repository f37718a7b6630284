package site

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
)

// publisher keeps an edition for each address of the service, and writes a new one
// when somebody asks for it after a change. It is safe for concurrent use.
type publisher struct {
	name string
	fill func(ctx context.Context, base string, w *editionWriter) error
	log  *slog.Logger
	now  func() time.Time // by which editions are unused
	wake chan struct{}    // has an element when a request was added

	mu        sync.Mutex
	changes   uint64                  // incremented by every change of what an edition shows
	editions  map[string]*keptEdition // by the address of the service
	asked     map[string]int          // how often, by the address, also for those without an edition
	pending   []*editionRequest       // in their order, the one that is being written among them; one for each address at most
	lastTook  time.Duration           // by writing the last one
	restUntil time.Time               // when the rest after it ends
}

const (
	// maxEditions is the maximum number of addresses of the service for which an edition
	// is kept or will be written. Without a configured address each caller's Host counts.
	maxEditions = 4
	// maxAsked is for how many addresses it is remembered how often they were asked for.
	maxAsked = 100
	// restFactor is how many times as long as it wrote the publisher rests: writing takes at
	// most a tenth of the time.
	restFactor = 9
	// minRest keeps the publisher from writing two editions with the same Last-Modified.
	minRest = time.Second
	// maxWait is how long a caller waits for an edition.
	maxWait = 5 * time.Second
)

// keptEdition is the newest edition for an address.
type keptEdition struct {
	edition   *edition
	changes   uint64    // that it shows
	requested time.Time // last: of two that were asked for as often the older one goes
}

// editionRequest is that somebody wants an edition.
type editionRequest struct {
	base string
	done chan struct{} // closed when err is set, and the edition is kept
	err  error
}

func newPublisher(name string, log *slog.Logger, now func() time.Time, fill func(ctx context.Context, base string, w *editionWriter) error) *publisher {
	return &publisher{
		name: name, fill: fill, log: log, now: now, wake: make(chan struct{}, 1), editions: map[string]*keptEdition{}, asked: map[string]int{},
	}
}

// Changed is called after a change of what an edition shows.
func (p *publisher) Changed(string, []uuid.UUID) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes++
	return nil
}

// Verify does nothing: an edition is of the moment at which it was written.
func (p *publisher) Verify(context.Context) error { return nil }

// run writes editions until ctx ends.
func (p *publisher) run(ctx context.Context) {
	for {
		r := p.nextRequest()
		if r == nil {
			select {
			case <-p.wake:
				continue
			case <-ctx.Done():
				return
			}
		}
		began := time.Now()
		p.write(ctx, r)
		took := time.Since(began)
		rest := max(restFactor*took, minRest)
		p.mu.Lock()
		p.lastTook, p.restUntil = took, time.Now().Add(rest)
		p.mu.Unlock()
		select {
		case <-time.After(rest):
		case <-ctx.Done():
			return
		}
	}
}

// nextRequest returns the request to serve next, or nil: the first of an address that has an
// edition, or else the first. New addresses may be made up.
func (p *publisher) nextRequest() *editionRequest {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.pending {
		if p.editions[r.base] != nil {
			return r
		}
	}
	if len(p.pending) == 0 {
		return nil
	}
	return p.pending[0]
}

// get returns the newest edition, or an older one when a newer cannot be written
// soon. Its files are closed when nobody refers to them any more.
func (p *publisher) get(ctx context.Context, base string) (*edition, error) {
	r, soon, err := p.request(base)
	if err != nil {
		return nil, err
	}
	if r != nil && soon {
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
	late.RetryAfter = max(p.expected(), maxWait)
	return nil, late
}

// request asks for an edition, unless the one that is kept is the newest: then it returns
// nil. soon reports whether it can be written within maxWait. The error is for an address
// for which there is no room.
func (p *publisher) request(base string) (r *editionRequest, soon bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	soon = p.expected() <= maxWait
	p.count(base)
	if e := p.editions[base]; e != nil {
		if e.requested = p.now(); e.changes == p.changes {
			return nil, soon, nil
		}
	}
	if r = p.pendingFor(base); r != nil {
		return r, soon, nil
	}
	if p.editions[base] == nil && !p.makeRoom(base) {
		full := problem.New(problem.Unavailable, fmt.Sprintf("%s is written for %d addresses of the service, and this is another one.", p.name, maxEditions),
			"Set STOREFRONT_BASE_URL to the public address of the service, or send the request again after as many seconds as Retry-After says.")
		full.RetryAfter = max(p.expected(), maxWait)
		return nil, false, full
	}
	r = &editionRequest{base: base, done: make(chan struct{})}
	p.pending = append(p.pending, r)
	select {
	case p.wake <- struct{}{}:
	default: // run looks at all of them
	}
	return r, soon, nil
}

// pendingFor returns the request for an address, or nil.
func (p *publisher) pendingFor(base string) *editionRequest {
	for _, r := range p.pending {
		if r.base == base {
			return r
		}
	}
	return nil
}

// count remembers that an address was asked for. What was asked for long ago counts less and less.
func (p *publisher) count(base string) {
	p.asked[base]++
	if len(p.asked) <= maxAsked {
		return
	}
	for other, times := range p.asked {
		if p.asked[other] = times / 2; times < 2 && other != base {
			delete(p.asked, other)
		}
	}
}

// makeRoom reports whether there is room for an edition for another address. It may drop the one that was asked for the
// least, if that was not more often: hosts that somebody makes up do not take the files from the shop.
func (p *publisher) makeRoom(base string) bool {
	taken := len(p.editions)
	for _, r := range p.pending {
		if p.editions[r.base] == nil {
			taken++
		}
	}
	if taken < maxEditions {
		return true
	}
	least := ""
	for other, e := range p.editions {
		if p.pendingFor(other) != nil || p.asked[other] > p.asked[base] {
			continue
		}
		if least == "" || p.asked[other] < p.asked[least] || p.asked[other] == p.asked[least] && e.requested.Before(p.editions[least].requested) {
			least = other
		}
	}
	if least == "" {
		return false
	}
	delete(p.editions, least)
	return true
}

// expected is how long it probably takes until another edition is written.
func (p *publisher) expected() time.Duration { return max(time.Until(p.restUntil), 0) + p.lastTook }

// write writes an edition.
func (p *publisher) write(ctx context.Context, r *editionRequest) {
	p.mu.Lock()
	seen := p.changes
	p.mu.Unlock()
	written, err := p.writeRecovered(ctx, r.base)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pending = slices.DeleteFunc(p.pending, func(other *editionRequest) bool { return other == r })
	if r.err = err; err != nil {
		p.log.Warn("a file for crawlers was not written", "file", p.name, "error", err)
	} else {
		p.editions[r.base] = &keptEdition{written, seen, p.now()}
	}
	close(r.done)
}

// writeRecovered calls fill. A panic is an error, because nothing else would recover it here.
func (p *publisher) writeRecovered(ctx context.Context, base string) (e *edition, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return writeEdition(ctx, func(ctx context.Context, w *editionWriter) error { return p.fill(ctx, base, w) })
}

// edition is a set of files that were written together, such as the parts of a
// sitemap. They stay as they are until a newer edition replaces them, and are on
// disk, compressed: an edition of a million products takes no memory.
type edition struct {
	files map[string]*file
	at    time.Time
}

// file is a file of an edition.
type file struct {
	*os.File
	size int64
	tag  string // of its content
}

// writeEdition writes an edition.
func writeEdition(ctx context.Context, fill func(context.Context, *editionWriter) error) (*edition, error) {
	w := &editionWriter{map[string]*gzipFile{}}
	e := &edition{map[string]*file{}, time.Now()}
	err := fill(ctx, w)
	for name, p := range w.files {
		err = errors.Join(err, p.Close())
		size, seeking := p.to.Seek(0, io.SeekEnd)
		err = errors.Join(err, seeking)
		e.files[name] = &file{p.to, size, base64.RawURLEncoding.EncodeToString(p.sum.Sum(nil)[:12])}
	}
	if err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

func (e *edition) close() {
	for _, f := range e.files {
		_ = f.Close() // it was only read since it was written
	}
}

// editionWriter is an edition that is being written.
type editionWriter struct {
	files map[string]*gzipFile
}

// file begins another file of the edition. The file has no name on disk, so that
// nothing is left of it when the process ends, however it ends.
func (w *editionWriter) file(name string) (*gzipFile, error) {
	to, err := os.CreateTemp("", "storefront-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(to.Name()) // where an open file cannot be removed, the system's own cleaning does it
	p := &gzipFile{to: to, sum: sha256.New()}
	w.files[name] = p
	p.Writer, err = gzip.NewWriterLevel(io.MultiWriter(to, p.sum), gzip.BestSpeed)
	return p, err
}

// gzipFile compresses what is written to a file, and hashes the result.
type gzipFile struct {
	*gzip.Writer
	to     *os.File
	sum    hash.Hash
	closed bool
}

// Close ends the file. It may be called again.
func (f *gzipFile) Close() error {
	if f.closed {
		return nil
	}
	f.closed = true
	return f.Writer.Close()
}
