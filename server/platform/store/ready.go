package store

import (
	"context"
	"fmt"
	"time"
)

// Ready asks the database whether it takes calls. The error is that it does not
// answer or is a standby; the fault is what keeps it from taking changes while
// it answers reads.
func (s *Store) Ready(ctx context.Context) (Fault, error) {
	standby, err := inRecovery(s.pool.QueryRow(ctx, recoveryQuery))
	if err != nil {
		return NoFault, err
	}
	if standby {
		s.leaveStandby()
		return NoFault, errStandby
	}
	if full := s.full.Load(); full != nil && time.Since(*full) < fullFor {
		return DiskFull, nil
	}
	return NoFault, nil
}

// fullFor is how long the disk of the database counts as full after a write failed for it.
const fullFor = 10 * time.Second

// noteFullDisk notes a write that failed because the disk of the database is full, and returns its error.
func (s *Store) noteFullDisk(err error) error {
	if err != nil && FaultOf(err) == DiskFull {
		now := time.Now()
		s.full.Store(&now)
	}
	return err
}

// refusedToBegin returns the error of a BEGIN READ WRITE as that of a transaction.
func (s *Store) refusedToBegin(err error) error {
	if !refusedByStandby(err) {
		return err
	}
	s.leaveStandby()
	return fmt.Errorf("%w: %w", errStandby, err)
}
