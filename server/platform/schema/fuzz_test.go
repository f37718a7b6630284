package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/server/platform/text"
)

// FuzzCheck validates arbitrary bytes against every operation. Check never
// panics; what it accepts it accepts again without a change, is JSON, has the
// same meaning as the body, and is valid for another validator.
func FuzzCheck(f *testing.F) {
	o, err := withoutFormats()
	if err != nil {
		f.Fatal(err)
	}
	theirs := map[string]*jsonschema.Schema{}
	for _, op := range contract(f) {
		theirs[op.name] = o.of(f, op)
		for _, example := range append([]any{sample(op.raw)}, op.examples...) {
			body, _ := json.Marshal(example)
			f.Add(body)
		}
	}
	for _, body := range []string{
		`{"slug":"a","patch":{"attributes":{" k ":[" a ",5.0,true,"e\u0301"]},"stock":1e2}}`, `{"\u0061":1,"a":-0.0E-1}`,
		`{"code":" abc ","type":"percent","value":101.0,"validUntil":null}`, "{\"q\":\" e\u0301\u2003\"}", `{"q":"\ud83d\ude00\u0000"}`,
		"\ufeff{\"code\":\"\u200bA\u00adB\u200d\u2060C\"}", `{"slug":"a\ufeff","title":"\u200ba\r\n\u2028b\ufe0f","body":"a\nb\u200d"}`, "{\"q\":\"\u0915\u200d\u200bX\"}",
		`{"slug":"a","patch":{"faq":[{"q":" ","a":"b"}],"useCases":[{"title":"\u00a0a","description":"b"}],"images":["https://a.example/%41"]}}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		before := bytes.Clone(body)
		for _, op := range contract(t) {
			out, faults, err := op.compiled.Check(body)
			checkFixes(t, faults)
			switch {
			case !bytes.Equal(body, before):
				t.Fatalf("%s: the caller's bytes %q became %q", op.name, before, body)
			case err != nil && (out != nil || faults != nil), len(faults) > 0 && out != nil, len(faults) > MaxFaults:
				t.Fatalf("%s: %q, %d faults, %v", op.name, out, len(faults), err)
			case err != nil, len(faults) > 0:
				continue
			}
			again, faults, err := op.compiled.Check(out)
			if err != nil || len(faults) > 0 || !bytes.Equal(again, out) {
				t.Fatalf("%s: %q is kept as %q, and that as %q (%v %+v)", op.name, body, out, again, err, faults)
			}
			if e := verdict(t, theirs[op.name], out); e != nil {
				t.Fatalf("%s: %q is kept as %q, which the other refuses: %v", op.name, body, out, e)
			}
			if !sillyExponent.Match(body) && !keptRight(op.raw, decoded(t, bytes.TrimPrefix(body, []byte(text.ByteOrderMark))), decoded(t, out)) {
				t.Fatalf("%s: %q is kept as %q, which says something else", op.name, body, out)
			}
		}
	})
}

// sillyExponent matches exponents for which exact arithmetic would need
// gigabytes.
var sillyExponent = regexp.MustCompile(`[eE][+-]?\d{5}`)

// FuzzParser compares the strict parser with encoding/json, which accepts
// everything that the parser accepts; what it accepts beyond that must violate
// one of the strict rules.
func FuzzParser(f *testing.F) {
	for _, body := range []string{`{"a":[1,-2.5e3,"\u00e5",null,true,{}]}`, `{"a":1,"a":2}`, `"\ud800"`, `[1,]`, "\"\xff\"", nested(MaxDepth + 1)} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var p parser
		err := p.read(body)
		valid := json.Valid(body)
		if err == nil && !valid {
			t.Fatalf("%q is taken", body)
		}
		if syntax, ok := errors.AsType[*SyntaxError](err); valid && err != nil && (!ok || !strict(body, syntax)) {
			t.Fatalf("%q is refused: %v", body, err)
		}
	})
}

// strict reports whether the reason is a rule that encoding/json does not have.
func strict(body []byte, err *SyntaxError) bool {
	for _, reason := range []string{"duplicate key", "unpaired surrogate", "nested deeper", "not valid UTF-8"} {
		if bytes.Contains([]byte(err.Reason), []byte(reason)) {
			return err.Offset <= len(body)
		}
	}
	return false
}
