package walk_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryOperationRefusesWhatIsNotAJSONObject(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	for _, op := range s.Contract.Tools() {
		for body, code := range map[string]problem.Code{
			"":                          problem.BodyRequired,
			"{":                         problem.InvalidJSON,
			"[]":                        problem.InvalidJSON,
			"null":                      problem.InvalidJSON,
			`"text"`:                    problem.InvalidJSON,
			"{} {}":                     problem.InvalidJSON,
			"{}x":                       problem.InvalidJSON,
			`{"slug":"a","slug":"b"}`:   problem.InvalidJSON,
			"{\"slug\":\"\xff\"}":       problem.InvalidJSON,
			`{"slug":"\ud800"}`:         problem.InvalidJSON,
			`{'slug':'a'}`:              problem.InvalidJSON,
			`{"slug":NaN}`:              problem.InvalidJSON,
			"\ufeff\ufeff{}":            problem.InvalidJSON,
			strings.Repeat("[", 100000): problem.InvalidJSON,
			`{"a":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`: problem.InvalidJSON,
		} {
			reply := s.Raw(t, key, op.Name, []byte(body))
			if p := reply.Problem(t, code); p.Resolution == "" || p.Instance != "urn:uuid:"+reply.Header.Get("X-Request-Id") {
				t.Errorf("%s: %s", op.Name, reply.Body)
			}
		}
	}
}

func TestEveryOperationRefusesAnUnknownField(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	for _, op := range s.Contract.Tools() {
		p := s.Refused(t, key, op.Name, object{"inventedField": 1}, problem.ValidationFailed)
		found := false
		for _, fault := range p.Errors {
			found = found || fault.Pointer == "/inventedField" && fault.Code == "unknown_field"
		}
		if !found {
			t.Errorf("%s: %+v", op.Name, p.Errors)
		}
	}
}

func TestEveryOperationRefusesOtherMediaTypes(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	for _, op := range s.Contract.Tools() {
		for media, want := range map[string]int{
			"": 415, "text/plain": 415, "application/x-www-form-urlencoded": 415, "application/json; charset=latin1": 415, "nonsense//": 415,
			"application/json; charset=utf-8": 422, "application/json;charset=UTF-8": 422, "Application/JSON": 422,
		} {
			r := s.Request(t, key, op.Name, walk.UnknownField)
			r.Header.Set("Content-Type", media)
			if reply := s.Do(t, op.Name, r); reply.Status != want {
				t.Errorf("%s with %q: %d, want %d", op.Name, media, reply.Status, want)
			}
		}
		zipped := s.Request(t, key, op.Name, walk.UnknownField)
		zipped.Header.Set("Content-Encoding", "gzip")
		s.Do(t, op.Name, zipped).Problem(t, problem.UnsupportedMediaType)
	}
}

func TestEveryOperationRefusesAHugeBody(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	huge := bytes.Repeat([]byte(" "), 10<<20)
	for _, op := range s.Contract.Tools() {
		announced := s.Request(t, key, op.Name, huge)
		announced.Header.Set("Expect", "100-continue") // so that the refusal is read before the body is sent
		s.Do(t, op.Name, announced).Problem(t, problem.BodyTooLarge)
	}
	chunked := s.Request(t, key, "pages.list", nil)
	chunked.Body, chunked.ContentLength = io.NopCloser(io.LimitReader(bytes.NewReader(huge), 1<<20+1)), -1
	s.Do(t, "pages.list", chunked).Problem(t, problem.BodyTooLarge)

	exact := append([]byte("{}"), bytes.Repeat([]byte(" "), 1<<20-2)...)
	if reply := s.Raw(t, key, "pages.list", exact); reply.Status != 200 {
		t.Errorf("a body of exactly 1 MiB: %d", reply.Status)
	}
}

func TestEveryOperationAcceptsOnlyPOST(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, op := range s.Contract.Tools() {
		for _, method := range []string{"GET", "PUT", "PATCH", "DELETE", "TRACE"} {
			r := s.Request(t, "", op.Name, nil)
			r.Method = method
			reply := s.Do(t, op.Name, r)
			p := reply.Problem(t, problem.MethodNotAllowed)
			if allow := reply.Header.Get("Allow"); !slices.Contains([]string{"POST, OPTIONS", "OPTIONS, POST"}, allow) {
				t.Errorf("%s %s: Allow %q", method, op.Name, allow)
			}
			if !strings.Contains(p.Resolution, "/api/v1/tools?name="+op.Name) {
				t.Errorf("%s %s: %s", method, op.Name, p.Resolution)
			}
		}
	}
}

func TestEveryFieldRefusesInvalidValues(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	before := s.Contents(t)
	for _, op := range s.Contract.Tools() {
		example := walk.Example(t, op.Name)
		for _, field := range walk.Fields(op.Name) {
			for name, value := range field.BadValues() {
				p := s.Raw(t, key, op.Name, field.Replaced(t, example, value)).Problem(t, problem.ValidationFailed)
				if !slices.ContainsFunc(p.Errors, func(f schema.Fault) bool { return strings.HasPrefix(f.Pointer, field.Pointer()) }) {
					t.Errorf("%s %s %s: %+v", op.Name, field.Pointer(), name, p.Errors)
				}
			}
		}
		for _, name := range walk.Schema(op.Name).Required {
			var body object
			if err := json.Unmarshal(example, &body); err != nil {
				t.Fatal(err)
			}
			delete(body, name)
			p := s.Refused(t, key, op.Name, body, problem.ValidationFailed)
			if p.Errors[0].Pointer != "/"+name || p.Errors[0].Code != "required" {
				t.Errorf("%s without %s: %+v", op.Name, name, p.Errors)
			}
		}
	}
	if s.Contents(t) != before {
		t.Error("a refused call changed something")
	}
}

// The tests of some package see to the refusals of every group of operations.
func TestEveryGroupHasARoomThatProvokesItsRefusals(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../shop/*/main_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var claimed []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		call := regexp.MustCompile(`servertest\.EveryRefusal\(([^)]*)\)`).FindSubmatch(text)
		if call == nil {
			continue
		}
		for _, group := range regexp.MustCompile(`"(\w+)"`).FindAllSubmatch(call[1], -1) {
			claimed = append(claimed, string(group[1]))
		}
	}
	for _, op := range servertest.Contract().Tools() {
		if !slices.Contains(claimed, op.Tag) {
			t.Errorf("no TestMain of server/shop calls servertest.EveryRefusal(%q), so nobody sees whether %s refuses as the contract says", op.Tag, op.Name)
		}
	}
}

// FuzzCall sends arbitrary bytes to any operation. The response always conforms
// to the contract and is never an internal error.
func FuzzCall(f *testing.F) {
	s := servertest.New(f, servertest.Options{})
	key := s.Key(f, "owner")
	tools := s.Contract.Tools()
	for i, op := range tools {
		for _, example := range walk.Examples(f, op.Name) {
			f.Add(i, []byte(example))
		}
	}
	f.Add(0, []byte(`{"q":"\u0000"}`))
	f.Add(0, []byte(`{"q":"'\\:*&|!()<->","minPriceOere":1e3}`))
	f.Fuzz(func(t *testing.T, tool int, body []byte) {
		op := tools[uint(tool)%uint(len(tools))]
		reply := s.Raw(t, key, op.Name, body)
		if reply.Status >= 500 {
			t.Errorf("%s with %q: %d %s", op.Name, body, reply.Status, reply.Body)
		}
		if reply.Status == 200 && !json.Valid(body) {
			t.Errorf("%s took %q", op.Name, body)
		}
	})
}
