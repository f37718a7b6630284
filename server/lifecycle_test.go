package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/problem"
	"github.com/storefront/storefront/server/servertest"
)

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for path, want := range map[string]string{"/healthz": `{"status":"ok"}`, "/readyz": `{"status":"ready"}`} {
		if got := s.Get(t, path); got.Status != 200 || strings.TrimSpace(string(got.Body)) != want {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
		resp, err := http.Head(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 200 {
			t.Errorf("HEAD %s: %d", path, resp.StatusCode)
		}
	}
}

func TestTheContractIsServed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.BaseURL = "https://shop.example/" }})
	served := s.Get(t, "/openapi.json")
	want := strings.Replace(string(gen.OpenAPIJSON), `"url": "/"`, `"url": "https://shop.example"`, 1)
	if string(served.Body) != want || !json.Valid(served.Body) {
		t.Error("/openapi.json is not the bundled document with the address of the service")
	}
	yaml := s.Get(t, "/openapi.yaml")
	if !strings.Contains(string(yaml.Body), `- url: "https://shop.example"`) || len(yaml.Body) < len(gen.OpenAPIYAML) {
		t.Error("/openapi.yaml is not the bundled document with the address of the service")
	}
}

func TestEveryProblemExplainsItself(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for code, kind := range problem.Catalogue {
		page := s.Get(t, "/problems/"+string(code))
		if page.Status != 200 || !strings.Contains(string(page.Body), string(code)) {
			t.Errorf("%s: %d", code, page.Status)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/problems/"+string(code), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "application/json")
		var told struct{ Code, Title, Meaning, Resolution string }
		if err := json.Unmarshal(s.Do(t, "", r).Body, &told); err != nil || told.Code != string(code) || told.Title != kind.Title {
			t.Errorf("%s: %+v, %v", code, told, err)
		}
		if kind.Meaning == "" || !strings.HasSuffix(kind.Action, ".") || kind.Status < 400 {
			t.Errorf("%s: %+v", code, kind)
		}
	}
	s.Get(t, "/problems/no_such_problem").Problem(t, problem.ProblemNotFound)
	p := s.Refused(t, "", "products.get", object{"slug": "findes-ikke"}, problem.ProductNotFound)
	if p.Type != s.URL+"/problems/product_not_found" {
		t.Errorf("type %s", p.Type)
	}
}

func TestDocumentsAreOnlyRead(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, path := range []string{"/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/problems/invalid_json"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		reply := s.Do(t, "", r)
		reply.Problem(t, problem.MethodNotAllowed)
		if !strings.Contains(reply.Header.Get("Allow"), "GET") {
			t.Errorf("%s: Allow %q", path, reply.Header.Get("Allow"))
		}
	}
}
