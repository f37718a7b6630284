package servertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// failing is a test that has failed; it records its log and its cleanup
// functions.
type failing struct {
	testing.TB
	logged  strings.Builder
	cleanup []func()
}

func (f *failing) Failed() bool                 { return true }
func (f *failing) Cleanup(fn func())            { f.cleanup = append(f.cleanup, fn) }
func (f *failing) Logf(format string, a ...any) { fmt.Fprintf(&f.logged, format, a...) }
func (f *failing) end() string {
	for _, fn := range f.cleanup {
		fn()
	}
	return f.logged.String()
}

// A failing test prints why the service responded with 500, over HTTP and MCP,
// unless the test expected that.
func TestAnUnexpectedServerErrorIsExplained(t *testing.T) {
	t.Parallel()
	s := New(t, Options{Unaided: true})
	s.HideTables(t)
	const cause = `does not exist`
	body := Object{"slug": "round-metal"}
	for name, call := range map[string]func(t testing.TB) Reply{
		"HTTP": func(t testing.TB) Reply { return s.Call(t, "", "products.get", body) },
		"MCP":  func(t testing.TB) Reply { return s.CallMCP(t, "", "products_get", body).Reply },
	} {
		unexpected, expected := &failing{TB: t}, &failing{TB: t}
		call(unexpected)
		if printed := unexpected.end(); !strings.Contains(printed, cause) {
			t.Errorf("%s: it prints %q", name, printed)
		}
		call(expected).Problem(expected, problem.InternalError)
		if printed := expected.end(); printed != "" {
			t.Errorf("%s: it prints %q of what was asked for", name, printed)
		}
	}
}
