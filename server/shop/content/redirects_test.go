package content_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const redirectScopes = "settings:read,settings:write"

// imported carries out an import and returns its result.
func imported(t *testing.T, s *servertest.Server, key string, lines ...string) (result api.RedirectsImportResult) {
	t.Helper()
	s.OK(t, key, "redirects.import", object{"csv": strings.Join(lines, "\n"), "confirm": true}, &result)
	return result
}

// listed returns all redirects as "from to status".
func listed(t *testing.T, s *servertest.Server, key string, limit int) (all []string) {
	t.Helper()
	body := object{"limit": limit}
	for more := true; more; {
		var page api.RedirectsListResult
		s.OK(t, key, "redirects.list", body, &page)
		if len(page.Items) > limit {
			t.Fatalf("%d redirects", len(page.Items))
		}
		for _, r := range page.Items {
			all = append(all, fmt.Sprint(r.FromPath, " ", r.ToPath, " ", r.Status))
		}
		if more = page.NextCursor != nil; more {
			body["cursor"] = *page.NextCursor
		}
	}
	return all
}

func TestImport(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"LF":      "/b,/info/b\n/a,https://blog.example/a?x=1#y,302\n/sø,/info/sø,308\n",
		"CRLF":    "/b,/info/b\r\n/a,https://blog.example/a?x=1#y,302\r\n/sø,/info/sø,308\r\n",
		"shopify": "Redirect from,Redirect to\n/b,/info/b\n/a,https://blog.example/a?x=1#y,302\n/s%c3%b8,/info/s%C3%B8,308",
		"Mac":     "/b,/info/b\r/a,https://blog.example/a?x=1#y,302\r/sø,/info/sø,308\r",
		"header":  "FromPath, toPath, STATUS\n/b,/info/b,\n/a,https://blog.example/a?x=1#y,302\n/s%c3%b8,/info/s%C3%B8,308",
		"pasted":  "\u200b/b\u2060,\u200b/in\u00adfo/b\ufeff\n/a,https://blog.example/a?x=1#y,302\n/sø,/info/sø,308\u200b\n",
		"BOM":     "\ufefffromPath,toPath,status\n/b,/info/b,301\n/a,https://blog.example/a?x=1#y,302\n/s%C3%B8,/info/sø,308",
		"quoted":  "\"/b\",\"/info/b\"\n\n  /a , \"https://blog.example/a?x=1#y\",302\n/sø,/info/sø,\"308\"",
		"changed": "/b,/info/b\n/a,https://blog.example/a?x=1#y,302\n/sø,/info/sø,308\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := servertest.Borrow(t, storetest.Empty)
			key := s.Key(t, redirectScopes)
			if name == "changed" {
				imported(t, s, key, "/b,/elsewhere,307", "/a,/elsewhere")
			}
			var result object
			s.OK(t, key, "redirects.import", object{"csv": text, "confirm": true}, &result)
			if !servertest.SameJSON(result, object{"dryRun": false, "valid": 3, "imported": 3, "errors": []any{}, "redirects": []object{
				{"fromPath": "/b", "toPath": "/info/b", "status": 301, "url": s.URL + "/b"},
				{"fromPath": "/a", "toPath": "https://blog.example/a?x=1#y", "status": 302, "url": s.URL + "/a"},
				{"fromPath": "/s%C3%B8", "toPath": "/info/s%C3%B8", "status": 308, "url": s.URL + "/s%C3%B8"},
			}}) {
				t.Errorf("%v", result)
			}
			want := []string{"/a https://blog.example/a?x=1#y 302", "/b /info/b 301", "/s%C3%B8 /info/s%C3%B8 308"}
			for _, limit := range []int{1, 2, 100} {
				if got := listed(t, s, key, limit); !slices.Equal(got, want) {
					t.Errorf("by %d: %q, want %q", limit, got, want)
				}
			}
		})
	}
}

// Each redirect that changes has a row of its own, with its own line; those that
// stay have none.
func TestImportIsAudited(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	imported(t, s, key, "/same,/info/a", "/other,/info/a")
	if r := imported(t, s, key, "/same,/info/a", `/other,"/info/b?x=1,2",302`, "/new,/info/c"); r.Valid != 3 || r.Imported != 2 {
		t.Errorf("%+v", r)
	}
	rows := s.Succeeded(t, "redirects.import")
	if len(rows) != 4 {
		t.Fatalf("%d rows, want 4", len(rows))
	}
	got := map[string]string{}
	for _, row := range rows[:2] {
		var args api.RedirectsImportRequest
		if err := json.Unmarshal(row.Args, &args); err != nil || *row.EntityType != "redirect" {
			t.Errorf("%s %s: %v", *row.EntityType, row.Args, err)
		}
		got[args.Csv] = string(row.Before) + " → " + string(row.After)
	}
	for line, want := range map[string]string{
		`/other,"/info/b?x=1,2",302`: `{"fromPath":"/other","status":301,"toPath":"/info/a"} → {"fromPath":"/other","status":302,"toPath":"/info/b?x=1,2"}`,
		"/new,/info/c,301":           ` → {"fromPath":"/new","status":301,"toPath":"/info/c"}`,
	} {
		if got[line] != want {
			t.Errorf("%s: %s\nwant %s", line, got[line], want)
		}
	}
	if r := imported(t, s, key, "/same,/info/a"); r.Valid != 1 || r.Imported != 0 || len(s.Succeeded(t, "redirects.import")) != 4 {
		t.Errorf("an import that changes nothing: %+v, and %d rows", r, len(s.Succeeded(t, "redirects.import")))
	}
}

// A wrong line keeps all of them out.
func TestImportRefusesLines(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Config: func(c *config.Serve) { c.BaseURL = "https://shop.example" }})
	key := s.Key(t, redirectScopes)
	imported(t, s, key, "/one,/two", "/two,/three")
	before := s.Contents(t)
	for line, want := range map[string]string{
		"om-os,/info/om-os": "must be a path", "//evil.example,/a": "must be a path", `/\evil.example,/a`: "must be a path", "https://a.example/b,/a": "must be a path",
		"/a?x=1,/b": "without ? and #", "/a#b,/b": "without ? and #", "/a/../b,/c": "must be a path", "/a%2Fb,/c": "must be a path", "/a b,/c": "must be a path", "/a%zz,/c": "must be a path",
		"/" + strings.Repeat("a", 500) + ",/b": "over 500", "/a,/" + strings.Repeat("a", 2000): "over 2000",
		"/,/b": "served by the shop", "/api/v2,/b": "served by the shop", "/.well-known/x,/b": "served by the shop", "/openapi.json,/b": "served by the shop",
		"/a,http://b.example/": "an https URL", "/a,//b.example": "an https URL", "/a,javascript:alert(1)": "an https URL", "/a,https://": "an https URL",
		"/a,https://user:secret@b.example/": "an https URL", "/a,": "an https URL",
		"/a": "fields", "/a,/b,301,x": "fields", "/a,/b,200": "status must be", "/a,/b,abc": "status must be", `/a,"/b`: "no CSV",
		"/a;/b": "not separated by commas", "/a\t/b\t301": "not separated by commas",
		"/same,/b": "stands in line 1",
		"/a,/a":    "leads back to itself", "/a,/a?x=1": "leads back to itself", "/a,https://shop.example/a": "leads back to itself",
		"/a,https://SHOP.example:443/a": "leads back to itself", "/a,https://shop.example/x/../a": "leads back to itself",
		"/a,/a/": "leads back to itself", "/a,https://shop.example/a/?x=1": "leads back to itself", "/a/,/a/": "leads back to itself", "/a//,/a//": "leads back to itself",
		"/a,/a//": "leads back to itself", "/three,/one/": "leads back to itself",
		"/three,/one": "leads back to itself", "/two,/one": "leads back to itself",
	} {
		for _, body := range []object{{"confirm": true}, {"dryRun": true}} {
			var result api.RedirectsImportResult
			s.OK(t, key, "redirects.import", servertest.With(body, object{"csv": "/same,/x\n" + line + "\n"}), &result)
			if len(result.Errors) != 1 || result.Errors[0].Line != 2 || !strings.Contains(result.Errors[0].Reason, want) || result.Valid != 1 || result.Imported != 0 {
				t.Errorf("%q: %+v, want %q", line, result, want)
			}
		}
	}
	result := imported(t, s, key, "/x,/y", "/y,/z", "", "/z,/x", "/w,/x", "/v,/end")
	if result.Valid != 2 || len(result.Errors) != 3 || result.Errors[0].Line != 1 || result.Errors[1].Line != 2 || result.Errors[2].Line != 4 {
		t.Errorf("a circle of three: %+v", result)
	}
	if s.Contents(t) != before {
		t.Error("a refused import left something")
	}
	if r := imported(t, s, key, "/two,/end", "/three,/one"); r.Imported != 2 {
		t.Errorf("a loop that the import itself opens: %+v", r)
	}
}

// A path with a slash after it is one of its own if there is a redirect from it.
func TestASlashAfterThePath(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	if r := imported(t, s, key, "/a,/b/", "/b,/a"); len(r.Errors) != 2 || r.Errors[0].Line != 1 || r.Errors[1].Line != 2 {
		t.Errorf("a loop of two: %+v", r)
	}
	if r := imported(t, s, key, "/a,/b/", "/b/,/end", "/b,/a", "/c/,/c", "/d,/d//", "/d//,/end/"); r.Imported != 6 {
		t.Errorf("what leads to an end: %+v", r)
	}
	if r := imported(t, s, key, "/end,/d"); len(r.Errors) != 1 || r.Errors[0].Line != 1 {
		t.Errorf("a loop with live ones: %+v", r)
	}
}

func TestImportIsADryRunOrConfirmed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	var result object
	s.OK(t, key, "redirects.import", object{"csv": "/a,/b", "dryRun": true}, &result)
	if !servertest.SameJSON(result, object{"dryRun": true, "valid": 1, "imported": 0, "redirects": []any{}, "errors": []any{}}) || len(listed(t, s, key, 100)) > 0 {
		t.Errorf("%v", result)
	}
	for _, bad := range []object{{}, {"dryRun": false}, {"dryRun": true, "confirm": true}, {"confirm": false}} {
		s.Refused(t, key, "redirects.import", servertest.With(object{"csv": "/a,/b"}, bad), problem.ValidationFailed)
	}
	s.OK(t, key, "redirects.import", object{"csv": "/a,/b", "dryRun": false, "confirm": true}, nil)
}

// The most that fits is imported at once; nothing more than that.
func TestImportOfManyLines(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	lines := make([]string, 5000)
	for i := range lines {
		lines[i] = fmt.Sprintf("/p-%d,/p-%d", i, i+1) // one chain
	}
	if r := imported(t, s, key, lines...); r.Imported != 5000 || len(r.Errors) > 0 {
		t.Fatalf("%d of %d imported", r.Imported, r.Valid)
	}
	s.Refused(t, key, "redirects.import", object{"csv": "/one-more,/b", "confirm": true}, problem.LimitReached)
	s.Refused(t, key, "redirects.import", object{"csv": strings.Join(append(lines, "/b,/c"), "\n"), "confirm": true}, problem.ValidationFailed)
	if r := imported(t, s, key, "/p-0,/b"); r.Imported != 1 {
		t.Errorf("a change when there is no room: %+v", r)
	}
	if n := servertest.One[int](t, s, "SELECT sum(octet_length(args::text))::int FROM audit_log WHERE tool = 'redirects.import' AND outcome = 'success'"); n > 1_000_000 {
		t.Errorf("the audit keeps %d bytes of arguments", n)
	}
}

// Imports at once never make a loop together.
func TestImportsAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	_, replies := servertest.Together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "redirects.import", object{"csv": fmt.Sprintf("/p-%d,/p-%d", i, (i+1)%8), "confirm": true})
	})
	refused := 0
	for _, reply := range replies {
		var result api.RedirectsImportResult
		reply.Result(t, &result)
		refused += len(result.Errors)
	}
	if all := listed(t, s, key, 100); refused != 1 || len(all) != 7 {
		t.Errorf("%d were refused, and there are %q", refused, all)
	}
}

// An import changes or creates again what is deleted meanwhile.
func TestImportsAndDeletesAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	for round := range 10 {
		imported(t, s, key, "/a,/b")
		_, replies := servertest.Together(4, func(i int) servertest.Reply {
			if i%2 == 0 {
				return s.Call(t, key, "redirects.delete", object{"fromPath": "/a", "confirm": true})
			}
			return s.Call(t, key, "redirects.import", object{"csv": fmt.Sprintf("/a,/c-%d-%d", round, i), "confirm": true})
		})
		for _, reply := range replies {
			if reply.Status != http.StatusOK && reply.Status != http.StatusNotFound {
				t.Errorf("%d %s", reply.Status, reply.Body)
			}
		}
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	imported(t, s, key, "/a,/b", "/c,/d")
	id := servertest.One[string](t, s, "SELECT id::text FROM redirects WHERE from_path = '/a'")
	var deleted object
	s.OK(t, key, "redirects.delete", object{"fromPath": "/a", "confirm": true}, &deleted)
	if !servertest.SameJSON(deleted, object{"ok": true, "fromPath": "/a"}) {
		t.Errorf("%v", deleted)
	}
	before, after := s.Wrote(t, "redirects.delete", "redirect", id)
	if !servertest.SameJSON(before, object{"fromPath": "/a", "toPath": "/b", "status": 301}) || after != nil {
		t.Errorf("%v → %v", before, after)
	}
	if got := listed(t, s, key, 100); !slices.Equal(got, []string{"/c /d 301"}) {
		t.Errorf("left are %q", got)
	}
	s.Refused(t, key, "redirects.delete", object{"fromPath": "/a", "confirm": true}, problem.RedirectNotFound)
	s.Refused(t, key, "redirects.delete", object{"fromPath": "/c"}, problem.ValidationFailed)
	if r := imported(t, s, key, "/a,/d", "/b,/a"); r.Imported != 2 {
		t.Errorf("the path of a deleted one: %+v", r)
	}
	s.Refused(t, key, "redirects.list", object{"cursor": "x"}, problem.ValidationFailed)
}

// No redirect can be of an address of the contract, except of pages, which may have
// moved.
func TestAddressesOfTheContractAreReserved(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, redirectScopes)
	var lines []string
	for path, item := range servertest.Document().Paths.Map() {
		moves := item.Get != nil && item.Get.Responses.Status(http.StatusMovedPermanently) != nil
		if !strings.HasPrefix(path, contract.ToolPath) && !moves {
			lines = append(lines, regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, "x")+",/elsewhere")
		}
	}
	if r := imported(t, s, key, lines...); len(r.Errors) != len(lines) || r.Valid != 0 {
		t.Errorf("of %d addresses %d are refused: %+v", len(lines), len(r.Errors), r)
	}
}
