package schema

import (
	"reflect"
	"testing"
)

func TestNullableReference(t *testing.T) {
	s := request(t, "discounts.create")
	for value, want := range map[string]string{
		`5`: "/validUntil type", `"soon"`: "/validUntil pattern", `""`: "/validUntil pattern",
		`"2026-02-30T00:00Z"`: "/validUntil pattern", `"\u0000"`: "/validUntil nul", `[]`: "/validUntil type",
	} {
		got := codes(refused(t, s, `{"code":"ABC","type":"fixed","value":1,"validUntil":`+value+`}`))
		if !reflect.DeepEqual(got, []string{want}) {
			t.Errorf("%s makes %q, want %q", value, got, want)
		}
	}
}

func attributes(value string) string {
	return `{"slug":"a","patch":{"attributes":{"k":` + value + `}}}`
}

func TestAttributeValues(t *testing.T) {
	s := request(t, "products.update")
	for value, want := range map[string]string{
		`" a "`: `"a"`, "\"e\u0301\"": `"é"`, `""`: `""`, `"a"`: `"a"`, `"\u0061"`: `"\u0061"`,
		`5.0`: `5.0`, `1e2`: `1e2`, `-0`: `-0`, `-1e300`: `-1e300`, `true`: `true`, `[]`: `[]`,
		`[" a ",5.0,false,"e\u0301"]`: `["a",5.0,false,"é"]`, `[1, " b "]`: `[1, "b"]`,
	} {
		if got := kept(t, s, attributes(value)); got != attributes(want) {
			t.Errorf("%s is kept as %s, want %s", value, got, want)
		}
	}
	for value, want := range map[string]string{
		`null`: "/patch/attributes/k type", `{}`: "/patch/attributes/k type",
		`[null]`: "/patch/attributes/k/0 type", `[1,[2]]`: "/patch/attributes/k/1 type", `[{}]`: "/patch/attributes/k/0 type",
		`1.1e300`: "/patch/attributes/k maximum", `[-1e301]`: "/patch/attributes/k/0 minimum", `1E-400`: "/patch/attributes/k format",
		`"\u0000"`: "/patch/attributes/k nul", `["a","\u0000"]`: "/patch/attributes/k/1 nul",
	} {
		if got := codes(refused(t, s, attributes(value))); !reflect.DeepEqual(got, []string{want}) {
			t.Errorf("%s makes %q, want %q", value, got, want)
		}
	}
	got := refused(t, s, attributes(`[null]`))[0]
	if got.Fix != `Set "patch.attributes.k[0]" to a string, a number or a boolean.` {
		t.Error(got.Fix)
	}
}

// A text, a number and a default are edited once, however many choices are tried
// before one fits.
func TestAnyOfEditsOnce(t *testing.T) {
	s := object(t, `"f":{"anyOf":[
		{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"string"},"n":{"type":"integer","default":1}}},
		{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"},"b":{"type":"integer"},"n":{"type":"integer","default":2}}},
		{"type":"array","items":{"anyOf":[{"type":"string","maxLength":1},{"type":"string"},{"type":"integer"}]}}]}`)
	for body, want := range map[string]string{
		`{"f":{"a":" x "}}`:              `{"f":{"a":"x","n":1}}`,
		`{"f":{"a":" x ","b":5.0}}`:      `{"f":{"a":"x","b":5,"n":2}}`,
		`{"f":{}}`:                       `{"f":{"n":2}}`,
		`{"f":[" a "," bc ",5.0," d "]}`: `{"f":["a","bc",5,"d"]}`,
	} {
		if got := kept(t, s, body); got != want {
			t.Errorf("%s is kept as %s, want %s", body, got, want)
		}
	}
}

// The choice that the caller named counts, even if another has fewer faults.
func TestAnyOfNamedChoice(t *testing.T) {
	s := object(t, `"f":{"anyOf":[
		{"type":"object","required":["kind"],"properties":{"kind":{"enum":["b"]}}},
		{"type":"object","required":["kind"],"properties":{"kind":{"enum":["a"]},"x":{"type":"integer","maximum":1},"y":{"type":"integer","maximum":1}}}]}`)
	want := []string{"/f/x maximum", "/f/y maximum"}
	if got := codes(refused(t, s, `{"f":{"kind":"a","x":2,"y":2}}`)); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	kept(t, s, `{"f":{"kind":"b","x":2,"y":2}}`)
}

func TestABooleanWithOneValue(t *testing.T) {
	s := object(t, `"yes":{"type":"boolean","not":{"enum":[false]}},"no":{"type":"boolean","not":{"enum":[true]}}`)
	for body, want := range map[string][]string{
		`{"yes":false}`:            {"/yes enum"},
		`{"no":true,"yes":"true"}`: {"/no enum", "/yes type"},
		`{"yes":null}`:             {"/yes type"},
	} {
		if got := codes(refused(t, s, body)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s makes %q, want %q", body, got, want)
		}
	}
	if got := refused(t, s, `{"yes":false}`)[0]; got.Fix != `Set "yes" to true.` {
		t.Error(got.Fix)
	}
	kept(t, s, `{"yes":true,"no":false}`)
}
