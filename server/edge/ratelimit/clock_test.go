package ratelimit_test

import "time"

// fakeClock is a clock that only moves when it is told to.
type fakeClock struct {
	now time.Time
}

func newClock() *fakeClock {
	return &fakeClock{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
}

func (c *fakeClock) Now() time.Time {
	return c.now
}

// Advance moves the clock; back, if d is negative.
func (c *fakeClock) Advance(d time.Duration) {
	c.now = c.now.Add(d)
}
