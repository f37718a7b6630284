package content_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestPagesUpsertMetaDescription(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	for _, step := range []struct {
		fields object
		want   any
	}{
		{nil, nil},
		{object{"metaDescription": " Hvem vi er. "}, "Hvem vi er."},
		{object{"title": "Andet"}, "Hvem vi er."},
		{object{"metaDescription": strings.Repeat("æ", 300)}, strings.Repeat("æ", 300)},
		{object{"metaDescription": nil}, nil},
	} {
		var written, public object
		s.OK(t, key, "pages.upsert", page("om", step.fields), &written)
		read := getPage(t, s, key, "om")
		_, after := s.Wrote(t, "pages.upsert", "page", written["id"].(string))
		s.OK(t, "", "site.get_page", object{"slug": "om"}, &public)
		if read["metaDescription"] != step.want || after["metaDescription"] != step.want || public["metaDescription"] != step.want {
			t.Errorf("%v: pages.get has %v, the audit %v, site.get_page %v", step.fields, read["metaDescription"], after["metaDescription"], public["metaDescription"])
		}
	}
	s.OK(t, key, "pages.upsert", page("ny", object{"metaDescription": "Fra begyndelsen."}), nil)
	if got := getPage(t, s, key, "ny")["metaDescription"]; got != "Fra begyndelsen." {
		t.Errorf("of a new page: %v", got)
	}
	for _, bad := range []any{"", " ", strings.Repeat("æ", 301), 5} {
		s.Refused(t, key, "pages.upsert", page("om", object{"metaDescription": bad}), problem.ValidationFailed)
	}
}

// Over MCP too null clears what may be null.
func TestPagesUpsertMetaDescriptionOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	for _, want := range []any{"Hvem vi er.", nil} {
		s.CallMCP(t, key, "pages_upsert", page("om", object{"metaDescription": want}))
		if got := getPage(t, s, key, "om")["metaDescription"]; got != want {
			t.Errorf("it is %v, want %v", got, want)
		}
	}
}
