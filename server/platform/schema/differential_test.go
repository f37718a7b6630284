package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	fault "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/storefront/storefront/server/platform/text"
)

// Check and two independent validators must agree on every mutation of every
// example; kin_test.go lists what kin-openapi does not enforce. The intended
// differences from the other validator:
//
//   - lengths count after trimming and NFC: if a text is valid in one form
//     and not in the other, the stored form decides about its length;
//   - a NUL and a number that no double represents (1E-400) are refused everywhere;
//   - an http address needs a host and the characters of RFC 3986, as the format requires;
//   - characters that nobody sees are left out of a code before its pattern or format applies;
//   - nesting deeper than 64 is refused before the schema applies.
func TestAgainstAnotherValidator(t *testing.T) {
	o, err := withFormats()
	if err != nil {
		t.Fatal(err)
	}
	meant := map[string]int{}
	oneIn := sampled(19) // prime, so that each place of a body gets other values
	tried, bodies, valid := 0, 0, 0
	for _, op := range contract(t) {
		t.Run(op.name, func(t *testing.T) {
			schema := o.of(t, op)
			for i, start := range append(slices.Clone(op.examples), sample(op.raw)) {
				try := func(value any) {
					body, err := json.Marshal(value)
					if err != nil {
						t.Fatal(err)
					}
					bodies++
					if why := compare(t, op, schema, body, meant); why == "valid" {
						valid++
					}
				}
				if text, _ := json.Marshal(start); i < len(op.examples) {
					kept(t, op.compiled, string(text))
				}
				try(start)
				mutations(start, op.raw, func(mutant any) {
					if tried++; tried%oneIn == 0 {
						try(mutant)
					}
				})
			}
		})
	}
	t.Logf("%d bodies, %d of them valid", bodies, valid)
	for _, difference := range slices.Sorted(maps.Keys(meant)) {
		t.Logf("%6d %s", meant[difference], difference)
	}
	if valid == 0 || valid == bodies {
		t.Error("the mutations prove nothing")
	}
	if oneIn == 1 {
		listedBeyondKin(t, meant)
	}
}

// compare returns what the two validators say of a body, or which intended
// difference applies.
func compare(t *testing.T, op operation, schema *jsonschema.Schema, body []byte, meant map[string]int) string {
	t.Helper()
	out, faults, err := op.compiled.Check(body)
	checkFixes(t, faults)
	if err != nil {
		if _, isObject := decoded(t, body).(map[string]any); isObject && !strings.Contains(err.Error(), "deeper than") {
			t.Errorf("%s: %v", brief(string(body)), err)
		}
		if verdict(t, schema, body) != nil {
			return "no object"
		}
		if !strings.Contains(err.Error(), "deeper than") { // possible in an object that is open
			t.Errorf("%s: %v, and the other takes it", brief(string(body)), err)
		}
		meant["refused: nested too deep"]++
		return "different"
	}
	for _, what := range compareKin(t, op, body, out, faults) {
		meant[what]++
	}
	ours := len(faults) == 0
	raw := verdict(t, schema, body)
	changed := validate(t, schema, normal(decoded(t, body)))
	if ours {
		if e := verdict(t, schema, out); e != nil {
			t.Errorf("%s is kept as %s, which the other refuses: %v", brief(string(body)), brief(string(out)), e)
		}
		if !keptRight(op.raw, decoded(t, body), decoded(t, out)) {
			t.Errorf("%s is kept as %s, which says something else", brief(string(body)), brief(string(out)))
		}
	}
	switch {
	case ours && raw == nil && changed == nil:
		return "valid"
	case !ours && raw != nil && changed != nil:
		samePlaces(t, body, faults, raw, changed)
		return "invalid"
	case ours && raw != nil && changed == nil && tooLong(raw):
		meant["accepted: too long only until it is trimmed or composed"]++
	case ours && raw != nil && changed == nil && !bytes.Equal(text.Visible(body), body):
		meant["accepted: right without the characters that nobody sees"]++
	case !ours && raw != nil && changed == nil && !tooLong(raw):
		meant["refused: right only once it is trimmed, and its length is not the reason"]++
	case !ours && raw == nil && changed != nil:
		meant["refused: too short or too long once it is trimmed or composed"]++
	case !ours && raw == nil && refusesMore(faults) != "":
		meant["refused: "+refusesMore(faults)]++
	default:
		t.Errorf("%s\nours: %v %+v\ntheirs, as it came: %v\ntheirs, as it is kept: %v", brief(string(body)), ours, faults, raw, changed)
	}
	return "different"
}

// samePlaces checks that the faults include what the other validator finds in
// both forms of a body, and that each fault is found in one of the forms.
func samePlaces(t *testing.T, body []byte, faults []Fault, raw, changed *jsonschema.ValidationError) {
	t.Helper()
	if len(faults) == MaxFaults {
		return
	}
	mine, theirs, both := map[string]bool{}, pointers(raw), pointers(changed)
	for _, f := range faults {
		mine[f.Pointer] = true
	}
	for at := range theirs {
		if both[at] && !mine[at] {
			t.Errorf("%s: the other finds a fault at %q, and these are ours: %q", brief(string(body)), at, codes(faults))
		}
	}
	choices := false
	leaves(raw, false, func(_ *jsonschema.ValidationError, choice bool) { choices = choices || choice })
	for _, f := range faults {
		ofName := strings.HasPrefix(f.Detail, "has a name ") // their places are unreliable
		if !theirs[f.Pointer] && !both[f.Pointer] && !choices && !ofName && f.Code != CodeNUL && f.Code != CodeFormat {
			t.Errorf("%s: only we find %s at %q", brief(string(body)), f.Code, f.Pointer)
		}
	}
}

// refusesMore returns the rule that only our validator has.
func refusesMore(faults []Fault) string {
	for _, f := range faults {
		switch {
		case f.Code == CodeNUL:
			return "a NUL"
		case f.Code == CodeFormat && strings.Contains(f.Detail, "double"):
			return "a number that no double holds"
		case f.Code == CodeFormat:
			return "the characters or the host of an address"
		}
	}
	return ""
}

// tooLong reports whether the only faults are texts that are too long.
func tooLong(e *jsonschema.ValidationError) bool {
	some, only := false, true
	leaves(e, false, func(leaf *jsonschema.ValidationError, choice bool) {
		_, long := leaf.ErrorKind.(*fault.MaxLength)
		some = some || long
		only = only && (long || choice)
	})
	return some && only
}

func decoded(t *testing.T, body []byte) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return value
}
