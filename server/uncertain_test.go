package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// refusedBy is a trigger function that fails an INSERT into a table as given.
func refusedBy(t *testing.T, database, table, when, statement string) {
	t.Helper()
	servertest.Administer(t, database, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN `+statement+`; RETURN NULL; END $$`,
		`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON `+table+` `+when+` FOR EACH ROW EXECUTE FUNCTION refuse()`)
}

// What became of a change is said only where it is known.
func TestWhetherSomethingWasWritten(t *testing.T) {
	t.Parallel()
	const (
		ended   = "PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(1)"
		refused = "RAISE EXCEPTION 'no' USING ERRCODE = '53100'"
		late    = "DEFERRABLE INITIALLY DEFERRED"
	)
	for name, c := range map[string]struct {
		fail    func(t *testing.T, database string, address *storetest.Proxy)
		certain bool // that nothing was written
		written bool
	}{
		"the session ends before the COMMIT": {
			func(t *testing.T, database string, _ *storetest.Proxy) {
				refusedBy(t, database, "categories", "", ended)
			}, true, false,
		},
		"the session ends in a statement that was sent with the COMMIT": {
			func(t *testing.T, database string, _ *storetest.Proxy) {
				refusedBy(t, database, "audit_log", "", ended)
			}, false, false,
		},
		"the session ends within the COMMIT": {
			func(t *testing.T, database string, _ *storetest.Proxy) {
				refusedBy(t, database, "categories", late, ended)
			}, false, false,
		},
		"the session ends after the COMMIT": {
			func(_ *testing.T, _ string, address *storetest.Proxy) {
				address.EndAt("Briller", "COMMIT", "FATAL", "57P01")
			}, false, true,
		},
		"the server is shut down after the COMMIT": {
			func(_ *testing.T, _ string, address *storetest.Proxy) {
				address.EndAt("Briller", "COMMIT", "FATAL", "57P03")
			}, false, true,
		},
		"the server fails after the COMMIT": {
			func(_ *testing.T, _ string, address *storetest.Proxy) {
				address.EndAt("Briller", "COMMIT", "PANIC", "53100")
			}, false, true,
		},
		"a serialization failure that ends the session after the COMMIT": {
			func(_ *testing.T, _ string, address *storetest.Proxy) {
				address.EndAt("Briller", "COMMIT", "FATAL", "40001")
			}, false, true,
		},
		"a statement that was sent with the COMMIT is refused": {
			func(t *testing.T, database string, _ *storetest.Proxy) {
				refusedBy(t, database, "audit_log", "", refused)
			}, true, false,
		},
		"the COMMIT is refused": {
			func(t *testing.T, database string, _ *storetest.Proxy) {
				refusedBy(t, database, "categories", late, refused)
			}, true, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := storetest.New(t, storetest.Empty)
			address := storetest.NewProxy(t, database)
			s := servertest.New(t, servertest.Options{Database: address.URL, Unaided: true})
			key := s.Key(t, "all")
			s.OK(t, key, "categories.upsert", object{"slug": "first", "name": "First"}, nil)
			c.fail(t, database, address)

			reply := s.Call(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"})
			told := reply.Problem(t, problem.Unavailable)
			if certain := strings.Contains(told.Detail, "Nothing was written."); certain != c.certain {
				t.Errorf("%s", told.Detail)
			}
			if uncertain := strings.Contains(told.Detail, "may or may not have been made"); uncertain == c.certain {
				t.Errorf("%s", told.Detail)
			}
			written := strings.Contains(string(s.Call(t, "", "categories.list", object{}).Body), "briller")
			if written != c.written {
				t.Errorf("written: %t", written)
			}
		})
	}
}

// A look whose audit row may be lost is answered with a problem that speaks of no change.
func TestALookWhoseRowMayBeLost(t *testing.T) {
	t.Parallel()
	address := storetest.NewProxy(t, storetest.New(t, storetest.Empty))
	s := servertest.New(t, servertest.Options{Database: address.URL, Unaided: true})
	key := s.Key(t, "all")
	s.OK(t, key, "customer.list", object{}, nil)
	address.EndAt("customer.list", "COMMIT", "FATAL", "57P01")
	told := s.Call(t, key, "customer.list", object{}).Problem(t, problem.Unavailable)
	if !strings.Contains(told.Detail, "Nothing was written.") {
		t.Error(told.Detail)
	}
	if reply := s.Call(t, key, "customer.list", object{}); reply.Status != http.StatusOK {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}
}
