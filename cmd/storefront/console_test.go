//go:build program

package main_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var linkPattern = regexp.MustCompile(`(http://127\.0\.0\.1:\d+)/admin#code=([A-Z2-7]{26})`)

// signIn redeems the code of a link, and returns the status and the answer.
func signIn(t *testing.T, s *serving, code string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/admin/session", strings.NewReader(`{"code":"`+code+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

// A link is printed only on a terminal, by the command and with the address of a demo shop. It signs in once, with a key of
// the person, and is in no log.
func TestTheLinkToTheConsole(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	if strings.Contains(s.output, "code=") {
		t.Error("serve prints a link where nobody sees it")
	}
	stdout, stderr, status := p.run(t, "", "console")
	if status == 0 || stdout != "" || !strings.Contains(stderr, "only on a terminal") || strings.Contains(stderr, "code=") {
		t.Errorf("status %d: %q %q", status, stdout, stderr)
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(s.url, "http://"), ":")
	shown, status := onScreen(t, p.with("STOREFRONT_ADDR=:"+port), nil, "console", "--name", "Mette").end()
	link := linkPattern.FindStringSubmatch(shown)
	if status != 0 || link == nil || link[1] != s.url {
		t.Fatalf("status %d: %s", status, shown)
	}
	if status, text := signIn(t, s, link[2]); status != http.StatusOK || !strings.Contains(text, `"name":"Mette"`) {
		t.Errorf("%d %s", status, text)
	}
	if status, text := signIn(t, s, link[2]); status != http.StatusUnauthorized {
		t.Errorf("a second time: %d %s", status, text)
	}
	if listed := p.ok(t, "", "keys", "list"); !regexp.MustCompile(`Mette +person .* owner`).MatchString(listed) {
		t.Error(listed)
	}
	if shown, status := onScreen(t, p, nil, "console", "--name", " Mette").end(); status == 0 || linkPattern.MatchString(shown) {
		t.Errorf("status %d: %s", status, shown)
	}
	second := onScreen(t, p, nil, "serve", "--demo", "--addr", "127.0.0.1:0")
	second.expect("#code=")
	second.expect("changes of the database are followed")
	if shown := linkPattern.FindStringSubmatch(second.seen); shown == nil {
		t.Error(second.seen)
	} else if status, text := signIn(t, s, shown[2]); status != http.StatusOK {
		t.Errorf("%d %s", status, text)
	}
	for _, hidden := range []string{link[2], "sfs_"} {
		if found := s.log.About(hidden); found != "" {
			t.Error(found)
		}
	}
	off := onScreen(t, p, nil, "serve", "--demo", "--no-console", "--addr", "127.0.0.1:0")
	off.expect("orders.list")
	off.write("\x03")
	if shown, _ := off.end(); linkPattern.MatchString(shown) {
		t.Error(shown)
	}
}
