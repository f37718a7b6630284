package servertest

import (
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/gen/api"
)

// Page calls a list and returns how many it lists, and the page beside them.
func (s *Server) Page(t testing.TB, key, tool string, body any) (listed int, page api.ListPage) {
	t.Helper()
	var reply struct {
		Result []json.RawMessage
		Page   api.ListPage
	}
	if err := json.Unmarshal(s.OK(t, key, tool, body, nil).Body, &reply); err != nil {
		t.Fatal(err)
	}
	return len(reply.Result), reply.Page
}

// WantPage fails the test unless a list has so many rows, and the page beside
// them this exact total and next offset; 0 is no next offset.
func (s *Server) WantPage(t testing.TB, key, tool string, body any, rows int, total, nextOffset int64) {
	t.Helper()
	listed, page := s.Page(t, key, tool, body)
	var next int64
	if page.NextOffset != nil {
		next = *page.NextOffset
	}
	if listed != rows || page.Total != total || !page.TotalIsExact || next != nextOffset {
		t.Errorf("%s %v: %d rows of %d, exact %v, next %d; want %d of %d, next %d", tool, body, listed, page.Total, page.TotalIsExact, next, rows, total, nextOffset)
	}
}
