package servertest

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// Outside starts the service with the demo shop outside of a test, for examples.
// It also returns a function that stops it and reports whether nothing failed.
func Outside() (s *Server, t testing.TB, stop func() bool) {
	o := &outside{ctx: context.Background()}
	return New(o, Options{}), o, o.stop
}

// outside is a testing.TB that ends the process when the test would fail.
type outside struct {
	testing.TB
	ctx      context.Context
	cleanups []func()
	failed   bool
}

// Helper does nothing.
func (o *outside) Helper() {}

// Name names what is no test.
func (o *outside) Name() string { return "outside" }

// Context returns a context that does not end.
func (o *outside) Context() context.Context { return o.ctx }

// Cleanup has fn called by stop, the last one first.
func (o *outside) Cleanup(fn func()) { o.cleanups = append(o.cleanups, fn) }

// Fatal ends the process.
func (o *outside) Fatal(args ...any) {
	fmt.Fprintln(os.Stderr, args...)
	os.Exit(1)
}

// Fatalf ends the process.
func (o *outside) Fatalf(format string, args ...any) { o.Fatal(fmt.Sprintf(format, args...)) }

// Errorf has stop report a failure.
func (o *outside) Errorf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	o.failed = true
}

func (o *outside) stop() bool {
	for i := len(o.cleanups) - 1; i >= 0; i-- {
		o.cleanups[i]()
	}
	return !o.failed
}
