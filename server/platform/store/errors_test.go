package store_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/server/platform/store"
)

func TestFaultsAreToldApart(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]store.Fault{
		"08006": store.Unreachable, "57P01": store.Unreachable, "57P03": store.Unreachable, "3D000": store.Unreachable,
		"53100": store.DiskFull, "58030": store.DiskFailed, "53300": store.NoConnection, "53200": store.NoMemory, "53400": store.NoMemory,
		"55P03": store.Locked, "40P01": store.Locked, "57014": store.SlowStatement, "25P03": store.SlowStatement,
		"23505": store.NoFault, "42P01": store.NoFault, "25006": store.NoFault, "40001": store.NoFault,
	} {
		if got := store.FaultOf(fmt.Errorf("within: %w", &pgconn.PgError{Code: state})); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
	for _, c := range []struct {
		err  error
		want store.Fault
	}{
		{nil, store.NoFault},
		{errors.New("a fault of the program"), store.NoFault},
		{context.DeadlineExceeded, store.TimedOut},
		{net.ErrClosed, store.Unreachable},
		{pgconn.ErrReadOnlyConnection, store.Standby},
	} {
		if got := store.FaultOf(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
