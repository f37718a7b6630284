package catalog_test

import (
	"strconv"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// Whatever its size: net/http finds out the length of a short answer alone.
func TestAnAnswerFromMemoryIsSentWithItsLength(t *testing.T) {
	t.Parallel()
	const short = 2 << 10
	s := servertest.Borrow(t, servertest.Demo)
	for tool, body := range map[string]object{
		"products.search": {"limit": 100}, "categories.list": {}, "products.get": {"slug": "round-metal"}, "products.suggest": {"q": "br"},
	} {
		reply := s.OK(t, "", tool, body, nil)
		if got := reply.Header.Get("Content-Length"); got != strconv.Itoa(len(reply.Body)) {
			t.Errorf("%s: %d bytes, Content-Length %q", tool, len(reply.Body), got)
		}
		if tool == "products.search" && len(reply.Body) <= short {
			t.Errorf("the longest answer has %d bytes", len(reply.Body))
		}
	}
}
