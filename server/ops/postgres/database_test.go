package postgres

import (
	"strings"
	"sync"
	"testing"
)

func TestEnsureDatabase(t *testing.T) {
	t.Parallel()
	instance := open(t, reachableDir(t))
	defer instance.Close()
	const name = `odd "name" / æ?`
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if err := instance.EnsureDatabase(t.Context(), name); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := ask[int](t, instance, `SELECT count(*) FROM pg_database WHERE datname = 'odd "name" / æ?'`); got != 1 {
		t.Errorf("there are %d such databases", got)
	}
	for _, bad := range []string{"", strings.Repeat("x", 64)} {
		if err := instance.EnsureDatabase(t.Context(), bad); err == nil {
			t.Errorf("made database %q", bad)
		}
	}
}

func TestConnString(t *testing.T) {
	t.Parallel()
	got := connString("/srv/a b/socket", "shop/1")
	const want = "postgres://storefront@/shop/1?host=%2Fsrv%2Fa%20b%2Fsocket&port=5432&sslmode=disable"
	if got != want {
		t.Errorf("got %s", got)
	}
}
