package settings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

type search struct {
	Search struct {
		Synonyms [][]string `json:"synonyms"`
	} `json:"search"`
}

// A new shop begins with synonyms; they are replaced as a whole, shown with their
// type alone, and put back by a revert.
func TestSettingsUpdateSearch(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	replica := s.Beside(t, servertest.Options{})
	key := s.Key(t, "settings:read,settings:write,audit:read,audit:revert")
	var first, now search
	s.OK(t, key, "settings.get", object{"type": "search"}, &first)
	if groups := first.Search.Synonyms; len(groups) < 50 || len(groups) > 500 {
		t.Errorf("a new shop has %d groups", len(groups))
	}
	s.OK(t, key, "settings.update_search", object{"synonyms": first.Search.Synonyms}, nil) // they obey their own rules
	var all object
	if s.OK(t, key, "settings.get", object{}, &all); all["search"] != nil {
		t.Errorf("they are shown without the type: %v", all)
	}
	var terms object
	s.OK(t, key, "settings.update_search", object{"synonyms": [][]string{{"Laptop", "NOTEBOOK", " bærbar "}, {"a", "b"}}}, &terms)
	want := object{"synonyms": [][]string{{"laptop", "notebook", "bærbar"}, {"a", "b"}}}
	servertest.WantFields(t, "changed", terms, want)
	before, after := s.Wrote(t, "settings.update_search", "search_settings", "shop")
	servertest.WantFields(t, "before", before, object{"synonyms": first.Search.Synonyms})
	servertest.WantFields(t, "after", after, want)
	if replica.OK(t, key, "settings.get", object{"type": "search"}, &now); !servertest.SameJSON(now.Search, want) {
		t.Errorf("the replica shows %v", now)
	}
	entry := servertest.One[string](t, s, "SELECT id::text FROM audit_log WHERE tool = 'settings.update_search' ORDER BY at DESC, id DESC LIMIT 1")
	s.OK(t, key, "audit.revert", object{"auditLogId": entry, "confirm": true}, nil)
	if s.OK(t, key, "settings.get", object{"type": "search"}, &now); !servertest.SameJSON(now, first) {
		t.Errorf("after the revert there are %v", now)
	}
}

func TestSynonymsAreWords(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "settings:write")
	many := make([][]string, 501)
	for i := range many {
		many[i] = []string{fmt.Sprint("a", i), fmt.Sprint("b", i)}
	}
	s.OK(t, key, "settings.update_search", object{"synonyms": many[1:]}, nil)
	for _, bad := range []any{
		many, [][]string{{"a"}}, [][]string{{}}, [][]string{strings.Fields(strings.Repeat("a b c d e f ", 2))}, [][]string{{"hard drive", "hdd"}}, [][]string{{"wi-fi", "wlan"}},
		[][]string{{"a", "?"}}, [][]string{{"a", " "}}, [][]string{{"blå", "b", "BLAA"}}, [][]string{{"a", strings.Repeat("b", 41)}}, nil, "a",
	} {
		s.Refused(t, key, "settings.update_search", object{"synonyms": bad}, problem.ValidationFailed)
	}
	s.Refused(t, key, "settings.update_search", object{}, problem.ValidationFailed)
}
