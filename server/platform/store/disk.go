package store

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// disk remembers that the disk of the database was full.
type disk struct {
	mu    sync.Mutex
	full  bool
	again time.Time // from when on the database is asked whether it still is
}

// diskPause is the time between two such questions while nothing is written.
const diskPause = 5 * time.Second

// filled notes that PostgreSQL found the disk full.
func (d *disk) filled() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.full, d.again = true, time.Now().Add(diskPause)
}

// written notes that something was written, which may have fitted into a page
// that was there: the database is asked now.
func (d *disk) written() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.again = time.Time{}
}

// emptied notes that there is room again.
func (d *disk) emptied() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.full = false
}

// state returns whether the disk was full, and whether to ask again.
func (d *disk) state() (full, ask bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.full, d.full && !time.Now().Before(d.again)
}

// diskIsFull reports whether the disk of the database is full, as far as is known.
func (s *Store) diskIsFull(ctx context.Context) bool {
	full, ask := s.disk.state()
	if !ask {
		return full
	}
	err := s.spill(ctx)
	if err == nil {
		s.disk.emptied()
		return false
	}
	if FaultOf(err) == DiskFull {
		s.disk.filled()
	}
	return true
}

// spill has PostgreSQL write more than a megabyte to a temporary file, on the
// disk of the database: that takes no row, no lock and no privilege.
func (s *Store) spill(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, "SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 100000)", pgx.QueryExecModeSimpleProtocol)
	return err
}
