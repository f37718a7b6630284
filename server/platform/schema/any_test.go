package schema

import (
	"reflect"
	"testing"
)

func TestDiscountsAnyOf(t *testing.T) {
	s := request(t, "discounts.create")
	for name, tc := range map[string]struct {
		body string
		want []string
	}{
		"percent over 100":          {`{"code":"ABC","type":"percent","value":101}`, []string{"/value maximum"}},
		"percent, written oddly":    {`{"code":"ABC","value":1.01e2,"type":"percent"}`, []string{"/value maximum"}},
		"percent beyond all sense":  {`{"code":"ABC","type":"percent","value":1e400}`, []string{"/value maximum"}},
		"percent below 1":           {`{"code":"ABC","type":"percent","value":0}`, []string{"/value minimum"}},
		"fixed below 1":             {`{"code":"ABC","type":"fixed","value":0}`, []string{"/value minimum"}},
		"unknown type, blamed once": {`{"code":"ABC","type":"bogus","value":150}`, []string{"/type enum"}},
		"type of the wrong type":    {`{"code":"ABC","type":5,"value":150}`, []string{"/type type"}},
		"no type":                   {`{"code":"ABC","value":150}`, []string{"/type required"}},
		"no value":                  {`{"code":"ABC","type":"percent"}`, []string{"/value required"}},
		"value of the wrong type":   {`{"code":"ABC","type":"percent","value":"150"}`, []string{"/value type"}},
		"percent and more":          {`{"code":"A","type":"percent","value":150,"x":1}`, []string{"/code min_length", "/x unknown_field", "/value maximum"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := codes(refused(t, s, tc.body)); !reflect.DeepEqual(got, tc.want) {
				t.Errorf("%s makes %q, want %q", tc.body, got, tc.want)
			}
		})
	}
	over := refused(t, s, `{"code":"ABC","type":"percent","value":150}`)[0]
	if over.Detail != "must be at most 100" || over.Fix != `Set "value" to at most 100.` {
		t.Errorf("%+v", over)
	}
	for body, want := range map[string]string{
		`{"code":" abc ","type":"percent","value":100.0}`:                                `{"code":"abc","type":"percent","value":100}`,
		`{"code":"ABC","type":"fixed","value":1e2}`:                                      `{"code":"ABC","type":"fixed","value":100}`,
		`{"value":101.0,"type":"fixed","code":"ABC","validUntil":null,"usageLimit":5.0}`: `{"value":101,"type":"fixed","code":"ABC","validUntil":null,"usageLimit":5}`,
		`{"code":"ABC","type":"fixed","value":1,"validUntil":"2026-11-01T09:30Z"}`:       `{"code":"ABC","type":"fixed","value":1,"validUntil":"2026-11-01T09:30Z"}`,
	} {
		if got := kept(t, s, body); got != want {
			t.Errorf("%s is kept as %s, want %s", body, got, want)
		}
	}
}

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
	s := object(t, `"kind":{"enum":["a","b"]},"x":{"type":"integer"},"y":{"type":"integer"}`,
		`"anyOf":[{"properties":{"kind":{"enum":["b"]}}},{"properties":{"kind":{"enum":["a"]},"x":{"maximum":1},"y":{"maximum":1}}}]`)
	want := []string{"/x maximum", "/y maximum"}
	if got := codes(refused(t, s, `{"kind":"a","x":2,"y":2}`)); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	kept(t, s, `{"kind":"b","x":2,"y":2}`)
}

// Next to other keywords the choices only narrow: the other keywords decide the
// stored form.
func TestAnyOfNextToOtherKeywords(t *testing.T) {
	s := object(t, `"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"integer","default":3}`,
		`"anyOf":[{"required":["a"],"properties":{"a":{"minLength":2}}},{"required":["b"]}]`)
	for body, want := range map[string]string{
		`{"a":" xy "}`:         `{"a":"xy","c":3}`,
		`{"a":" x ","b":5.0}`:  `{"a":"x","b":5,"c":3}`,
		`{"b":1e1,"a":" xy "}`: `{"b":10,"a":"xy","c":3}`,
	} {
		if got := kept(t, s, body); got != want {
			t.Errorf("%s is kept as %s, want %s", body, got, want)
		}
	}
	for body, want := range map[string][]string{
		`{}`:                   {"/a required"},
		`{"a":" x "}`:          {"/a min_length"},
		`{"a":5}`:              {"/a type"},
		`{"a":"\u0000\u0000"}`: {"/a nul"},
	} {
		if got := codes(refused(t, s, body)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s makes %q, want %q", body, got, want)
		}
	}
}
