package transfer

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/imports"
)

// maxTold is the maximum number of faults that are reported for one line.
const maxTold = 10

// about reports why a record was not imported.
func (d *display) about(r *imports.Record) {
	if r.Skipped != "" {
		d.tell(r.Line, "skipped: "+r.Skipped)
		return
	}
	for i, fault := range r.Faults {
		if i == maxTold {
			d.tell(r.Line, fmt.Sprintf("and %d more faults", len(r.Faults)-i))
			return
		}
		d.tell(r.Line, fault)
	}
}

// count adds a record that has been processed.
func (s *Summary) count(r *imports.Record) {
	switch {
	case r.Skipped != "":
		s.Skipped++
	case len(r.Faults) > 0:
		s.Refused++
	case r.Result == catalog.Created:
		s.Created++
	case r.Result == catalog.Updated:
		s.Updated++
	default:
		s.Unchanged++
	}
}

// display reports the progress of an import and the refused lines. On a terminal
// the progress is one line that is overwritten; elsewhere it is a line every two
// seconds.
type display struct {
	out      io.Writer
	terminal bool
	size     int64 // of the file; 0 when it is not known
	started  time.Time

	mu    sync.Mutex
	lines int
	read  int64 // bytes of the file that those lines take
	shown bool  // whether a line of progress is on the terminal
	stop  chan struct{}
}

func newDisplay(o Options, size int64) *display {
	d := &display{out: o.Progress, terminal: o.Terminal, size: size, started: time.Now(), stop: make(chan struct{})}
	if d.out == nil {
		d.out = io.Discard
	}
	return d
}

// run shows the progress until close is called.
func (d *display) run() {
	every := 2 * time.Second
	if d.terminal {
		every = 200 * time.Millisecond
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			d.show()
		case <-d.stop:
			return
		}
	}
}

// close removes the progress from the terminal.
func (d *display) close() {
	close(d.stop)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wipe()
}

// done records that so many more lines were processed, and the position in the
// file.
func (d *display) done(lines int, read int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines, d.read = d.lines+lines, read
}

// tell writes a message about one line of the file.
func (d *display) tell(number int, what string) { d.say(fmt.Sprintf("line %d: %s", number, what)) }

// say writes a message.
func (d *display) say(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wipe()
	fmt.Fprintln(d.out, printable(what))
}

func (d *display) show() {
	d.mu.Lock()
	defer d.mu.Unlock()
	text := d.progress(time.Since(d.started))
	if !d.terminal {
		fmt.Fprintln(d.out, text)
		return
	}
	fmt.Fprint(d.out, "\r\x1b[K"+text)
	d.shown = true
}

func (d *display) wipe() {
	if d.shown {
		fmt.Fprint(d.out, "\r\x1b[K")
		d.shown = false
	}
}

// progress formats the progress: "12500 lines, 2431 a second, 64 %, 3s left".
func (d *display) progress(elapsed time.Duration) string {
	text := fmt.Sprintf("%d lines, %.0f a second", d.lines, float64(d.lines)/elapsed.Seconds())
	if d.size == 0 || d.read == 0 {
		return text
	}
	part := min(float64(d.read)/float64(d.size), 1)
	left := time.Duration(float64(elapsed) * (1 - part) / part).Round(time.Second)
	return fmt.Sprintf("%s, %.0f %%, %s left", text, 100*part, left)
}

// printable replaces control characters, so that a file cannot control the
// terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
