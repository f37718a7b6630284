package metrics

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

const (
	// readEvery is for how long what PostgreSQL answered is shown, however many scrape.
	readEvery = 5 * time.Second
	// readLimit bounds the time of a reading, so that no scrape waits for longer.
	readLimit = time.Second
	// examined is the maximum number of deliveries that are counted.
	examined = 100_000
)

// database shows what has to be asked from PostgreSQL. However many scrape at once, it is
// asked by one at a time.
type database struct {
	store *store.Store

	mu   sync.Mutex
	last *reading

	succeededMu sync.Mutex
	succeeded   map[string]time.Time // when the last successful run of each job ended
}

// reading is what PostgreSQL answered.
type reading struct {
	done   chan struct{} // closed when the rest is known
	began  time.Time
	jobs   []db.Job
	outbox db.OutboxStateRow
	err    error
}

func (d *database) collect(send emit, jobs []string) {
	r := d.reading()
	<-r.done
	send(databaseUp, number(r.err == nil))
	if r.err == nil {
		d.sendJobs(send, r, jobs)
		send(outboxPending, float64(r.outbox.Pending))
		send(outboxOldest, r.outbox.OldestSeconds)
		send(outboxOverdue, r.outbox.OverdueSeconds)
		send(webhooksKept, float64(r.outbox.Active), "active")
		send(webhooksKept, float64(r.outbox.Disabled), "disabled")
	}
	d.succeededMu.Lock()
	defer d.succeededMu.Unlock()
	for job, at := range d.succeeded {
		send(jobLastSuccess, unix(at), job)
	}
}

// sendJobs shows the jobs of this process. The table may have others, which a setting
// has switched off.
func (d *database) sendJobs(send emit, r *reading, jobs []string) {
	now := d.store.Now()
	d.succeededMu.Lock()
	defer d.succeededMu.Unlock()
	for i := range r.jobs {
		job := &r.jobs[i]
		if !slices.Contains(jobs, job.Name) {
			continue
		}
		if job.EndedAt != nil && job.Error == nil {
			d.succeeded[job.Name] = *job.EndedAt
		}
		late := time.Duration(0)
		if running := job.LeasedUntil != nil && job.LeasedUntil.After(now); !running {
			late = max(0, now.Sub(job.NextAt))
		}
		send(jobFailing, number(job.Error != nil), job.Name)
		send(jobLate, late.Seconds(), job.Name)
	}
}

// reading returns the last reading, or a new one when that is over.
func (d *database) reading() *reading {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last != nil && time.Since(d.last.began) < readEvery {
		return d.last
	}
	r := &reading{done: make(chan struct{}), began: time.Now()}
	d.last = r
	go d.read(r)
	return r
}

func (d *database) read(r *reading) {
	defer close(r.done)
	ctx, cancel := context.WithTimeout(context.Background(), readLimit)
	defer cancel()
	if r.jobs, r.err = d.store.Read().JobList(ctx); r.err != nil {
		return
	}
	r.outbox, r.err = d.store.Read().OutboxState(ctx, examined)
}
