package schema

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// saying is what a fault tells the caller.
type saying struct{ Pointer, Code, Detail, Fix string }

func inWords(faults []Fault) (all []saying) {
	for _, f := range faults {
		all = append(all, saying{f.Pointer, f.Code, f.Detail, f.Fix})
	}
	return all
}

// Every keyword with the one fault that violates it.
func TestKeywords(t *testing.T) {
	const long = `"maxLength":5`
	for name, tc := range map[string]struct {
		schema, body string
		want         saying
	}{
		"type": {`{"type":"string"}`, `5`,
			saying{"/f", CodeType, "must be a string", `Set "f" to a string.`}},
		"type null": {`{"type":"string"}`, `null`,
			saying{"/f", CodeType, "must be a string", `Set "f" to a string.`}},
		"type boolean": {`{"type":"boolean"}`, `"true"`,
			saying{"/f", CodeType, "must be a boolean", `Set "f" to a boolean.`}},
		"type array": {`{"type":"array","items":{"type":"string"}}`, `{}`,
			saying{"/f", CodeType, "must be an array", `Set "f" to an array.`}},
		"type object": {`{"type":"object"}`, `[]`,
			saying{"/f", CodeType, "must be an object", `Set "f" to an object.`}},
		"type or null": {`{"type":["string","null"]}`, `true`,
			saying{"/f", CodeType, "must be a string or null", `Set "f" to a string or null.`}},
		"integer of text": {`{"type":["integer","null"]}`, `"5"`,
			saying{"/f", CodeType, "must be a whole number or null", `Set "f" to a whole number or null.`}},
		"integer of fraction": {`{"type":"integer"}`, `5.5`,
			saying{"/f", CodeType, "must be a whole number", `Set "f" to a whole number.`}},
		"integer of next to nothing": {`{"type":"integer"}`, `1E-400`,
			saying{"/f", CodeType, "must be a whole number", `Set "f" to a whole number.`}},
		"number of text": {`{"type":["number","boolean","array"]}`, `"5"`,
			saying{"/f", CodeType, "must be a number, a boolean or an array", `Set "f" to a number, a boolean or an array.`}},
		"enum": {`{"type":"string","enum":["a","b","c"]}`, `"d"`,
			saying{"/f", CodeEnum, `must be "a", "b" or "c"`, `Set "f" to "a", "b" or "c".`}},
		"enum with a slip": {`{"type":"string","enum":["newest","oldest"]}`, `"Newst"`,
			saying{"/f", CodeEnum, `must be "newest" or "oldest"`, `Set "f" to "newest".`}},
		"enum with two as near": {`{"type":"string","enum":["left","lift"]}`, `"loft"`,
			saying{"/f", CodeEnum, `must be "left" or "lift"`, `Set "f" to "left" or "lift".`}},
		"enum is exact": {`{"type":"string","enum":["a","b"]}`, `" a"`,
			saying{"/f", CodeEnum, `must be "a" or "b"`, `Set "f" to "a" or "b".`}},
		"enum of one": {`{"type":"boolean","enum":[true]}`, `false`,
			saying{"/f", CodeEnum, "must be true", `Set "f" to true.`}},
		"enum without type": {`{"enum":["1",null,true]}`, `1`,
			saying{"/f", CodeEnum, `must be "1", null or true`, `Set "f" to "1", null or true.`}},
		"enum knows types apart": {`{"enum":["true"]}`, `true`,
			saying{"/f", CodeEnum, `must be "true"`, `Set "f" to "true".`}},
		"minLength": {`{"type":"string","minLength":3}`, `"ab"`,
			saying{"/f", CodeMinLength, "must be at least 3 characters long", `Set "f" to at least 3 characters.`}},
		"minLength 1": {`{"type":"string","minLength":1}`, `"  "`,
			saying{"/f", CodeMinLength, "must be at least 1 character long", `Set "f" to at least 1 character.`}},
		"minLength after NFC": {`{"type":"string","minLength":2}`, "\"e\u0301\"",
			saying{"/f", CodeMinLength, "must be at least 2 characters long", `Set "f" to at least 2 characters.`}},
		"maxLength": {`{"type":"string",` + long + `}`, `"abcdef"`,
			saying{"/f", CodeMaxLength, "must be at most 5 characters long", `Shorten "f" to at most 5 characters.`}},
		"maxLength counts characters": {`{"type":"string",` + long + `}`, `"æøåæøå"`,
			saying{"/f", CodeMaxLength, "must be at most 5 characters long", `Shorten "f" to at most 5 characters.`}},
		"maxLength 0": {`{"type":"string","maxLength":0}`, `"a"`,
			saying{"/f", CodeMaxLength, "must be at most 0 characters long", `Shorten "f" to at most 0 characters.`}},
		"pattern": {`{"type":"string","pattern":"^[a-z]+$"}`, `"A"`,
			saying{"/f", CodePattern, "must match ^[a-z]+$", `Set "f" to a text that matches ^[a-z]+$.`}},
		"pattern of the text as it came": {`{"type":"string","pattern":"^[a-z]+$"}`, `" a"`,
			saying{"/f", CodePattern, "must match ^[a-z]+$", `Set "f" to a text that matches ^[a-z]+$.`}},
		"pattern nobody can read": {`{"type":"string","pattern":"^` + strings.Repeat("(a|b)", 13) + `$","examples":["abab","\"x"]}`, `"x"`,
			saying{"/f", CodePattern, `must be written like "abab" or "\"x"`, `Set "f" to a text written like "abab" or "\"x".`}},
		"format uri": {`{"type":"string","format":"uri"}`, `"/a.jpg"`,
			saying{"/f", CodeFormat, "must be a URI with a scheme, such as https://shop.example/a.jpg", `Set "f" to a URI with a scheme, such as https://shop.example/a.jpg.`}},
		"format email": {`{"type":"string","format":"email"}`, `"freja"`,
			saying{"/f", CodeFormat, "must be an e-mail address", `Set "f" to an e-mail address.`}},
		"minimum": {`{"type":"integer","minimum":1}`, `0`,
			saying{"/f", CodeMinimum, "must be at least 1", `Set "f" to at least 1.`}},
		"minimum, far below": {`{"type":"integer","minimum":1}`, `-1e400`,
			saying{"/f", CodeMinimum, "must be at least 1", `Set "f" to at least 1.`}},
		"maximum": {`{"type":"integer","maximum":9007199254740991}`, `9007199254740992`,
			saying{"/f", CodeMaximum, "must be at most 9007199254740991", `Set "f" to at most 9007199254740991.`}},
		"maximum, far above": {`{"type":"integer","maximum":10}`, `1e400`,
			saying{"/f", CodeMaximum, "must be at most 10", `Set "f" to at most 10.`}},
		"maximum of a fraction": {`{"type":"number","maximum":1.5}`, `1.6`,
			saying{"/f", CodeMaximum, "must be at most 1.5", `Set "f" to at most 1.5.`}},
		"maximum of an infinity": {`{"type":"number","maximum":1e300}`, `1e400`,
			saying{"/f", CodeMaximum, "must be at most 1e+300", `Set "f" to at most 1e+300.`}},
		"integer without bounds": {`{"type":"integer"}`, `9223372036854775808`,
			saying{"/f", CodeMaximum, "must be at most 9223372036854775807", `Set "f" to at most 9223372036854775807.`}},
		"integer without bounds, below": {`{"type":"integer","maximum":5}`, `-1e19`,
			saying{"/f", CodeMinimum, "must be at least -9223372036854775808", `Set "f" to at least -9223372036854775808.`}},
		"number without bounds": {`{"type":"number"}`, `-1e400`,
			saying{"/f", CodeFormat, "must be a number in the range of a double, in at most 1000 characters", `Set "f" to a number in the range of a double, in at most 1000 characters.`}},
		"number lost in zero": {`{"type":"number","maximum":1}`, `1E-400`,
			saying{"/f", CodeFormat, "must be a number in the range of a double, in at most 1000 characters", `Set "f" to a number in the range of a double, in at most 1000 characters.`}},
		"number of many digits": {`{"type":"number"}`, `0.` + strings.Repeat("1", 999),
			saying{"/f", CodeFormat, "must be a number in the range of a double, in at most 1000 characters", `Set "f" to a number in the range of a double, in at most 1000 characters.`}},
		"zero that the database refuses": {`{"type":"number"}`, `0e1001`,
			saying{"/f", CodeFormat, "must be a number in the range of a double, in at most 1000 characters", `Set "f" to a number in the range of a double, in at most 1000 characters.`}},
		"number in an open value": {`{"type":"object"}`, `{"a":[1e999]}`,
			saying{"/f/a/0", CodeFormat, "must be a number in the range of a double, in at most 1000 characters", `Set "f.a[0]" to a number in the range of a double, in at most 1000 characters.`}},
		"minItems": {`{"type":"array","minItems":1,"items":{}}`, `[]`,
			saying{"/f", CodeMinItems, "must hold at least 1 item", `Put at least 1 item into "f".`}},
		"maxItems": {`{"type":"array","maxItems":2,"items":{}}`, `[1,2,[]]`,
			saying{"/f", CodeMaxItems, "must hold at most 2 items", `Put at most 2 items into "f".`}},
		"items": {`{"type":"array","items":{"type":"string"}}`, `["a",["b"],"c"]`,
			saying{"/f/1", CodeType, "must be a string", `Set "f[1]" to a string.`}},
		"items by reference": {`{"type":"array","items":{"$ref":"#/components/schemas/Small"}}`, `["a","bcde"]`,
			saying{"/f/1", CodeMaxLength, "must be at most 3 characters long", `Shorten "f[1]" to at most 3 characters.`}},
		"properties": {`{"type":"object","properties":{"g":{"type":"array","items":{"type":"object","properties":{"h":{"type":"null"}}}}}}`, `{"g":[{},{"h":1}]}`,
			saying{"/f/g/1/h", CodeType, "must be null", `Set "f.g[1].h" to null.`}},
		"required": {`{"type":"object","required":["g"],"properties":{"g":{"type":"null"}}}`, `{"G":null}`,
			saying{"/f/g", CodeRequired, "is required", `Add "f.g" to the body, as null.`}},
		"required, not declared": {`{"type":"object","required":["g"],"additionalProperties":{"type":"null"}}`, `{"h":null}`,
			saying{"/f/g", CodeRequired, "is required", `Add "f.g" to the body, as null.`}},
		"required, of the additional kind": {`{"type":"object","required":["g"],"additionalProperties":{"type":"null"}}`, `{"g":1}`,
			saying{"/f/g", CodeType, "must be null", `Set "f.g" to null.`}},
		"minProperties": {`{"type":"object","minProperties":1}`, `{}`,
			saying{"/f", CodeMinProps, "must hold at least 1 field", `Put at least 1 field into "f".`}},
		"maxProperties": {`{"type":"object","maxProperties":2}`, `{"a":1,"b":1,"c":1}`,
			saying{"/f", CodeMaxProps, "must hold at most 2 fields", `Put at most 2 fields into "f".`}},
		"propertyNames": {`{"type":"object","propertyNames":{"type":"string","maxLength":3}}`, `{"abcd":1}`,
			saying{"/f/abcd", CodeMaxLength, "has a name that must be at most 3 characters long", `Shorten the name "f.abcd" to at most 3 characters.`}},
		"propertyNames count blanks": {`{"type":"object","propertyNames":{"type":"string","maxLength":3}}`, `{" ab ":1}`,
			saying{"/f/ ab ", CodeMaxLength, "has a name that must be at most 3 characters long", `Shorten the name "f. ab " to at most 3 characters.`}},
		"propertyNames, of a declared field": {`{"type":"object","properties":{"abcd":{"type":"number"}},"propertyNames":{"type":"string","pattern":"^.{3}$"}}`, `{"abcd":1}`,
			saying{"/f/abcd", CodePattern, "has a name that must match ^.{3}$", `Set the name "f.abcd" to a text that matches ^.{3}$.`}},
		"propertyNames by enum": {`{"type":"object","propertyNames":{"enum":["a"]}}`, `{"b":1}`,
			saying{"/f/b", CodeEnum, `has a name that must be "a"`, `Set the name "f.b" to "a".`}},
		"additionalProperties": {`{"type":"object","additionalProperties":{"type":"string"}}`, `{"a":1}`,
			saying{"/f/a", CodeType, "must be a string", `Set "f.a" to a string.`}},
		"additionalProperties false": {`{"type":"object","additionalProperties":false}`, `{"a":1}`,
			saying{"/f/a", CodeUnknownField, "is not a field of this operation", `Remove "f.a" from the body; there are no fields.`}},
		"NUL": {`{"type":"string"}`, `"a\u0000"`,
			saying{"/f", CodeNUL, "must not hold a NUL character", `Remove the NUL character from "f".`}},
		"NUL alone": {`{"type":"string","minLength":1}`, `"\u0000"`,
			saying{"/f", CodeNUL, "must not hold a NUL character", `Remove the NUL character from "f".`}},
		"NUL in an open value": {`{}`, `[{"a":["\u0000"]}]`,
			saying{"/f/0/a/0", CodeNUL, "must not hold a NUL character", `Remove the NUL character from "f[0].a[0]".`}},
		"NUL in an open array": {`{"type":"array"}`, `["\u0000"]`,
			saying{"/f/0", CodeNUL, "must not hold a NUL character", `Remove the NUL character from "f[0]".`}},
		"NUL in a name": {`{"type":"object"}`, `{"a\u0000":1}`,
			saying{"/f/a\x00", CodeNUL, "has a name that must not hold a NUL character", `Remove the NUL character from the name "f.a\x00".`}},
		"NUL in a name of additional ones": {`{"type":"object","additionalProperties":{"type":"number"}}`, `{"\u0000":1}`,
			saying{"/f/\x00", CodeNUL, "has a name that must not hold a NUL character", `Remove the NUL character from the name "f.\x00".`}},
		"NUL in a checked name": {`{"type":"object","propertyNames":{"type":"string","maxLength":3}}`, `{"\u0000":1}`,
			saying{"/f/\x00", CodeNUL, "has a name that must not hold a NUL character", `Remove the NUL character from the name "f.\x00".`}},
		"NUL in an open name": {`{}`, `{"\u0000":1}`,
			saying{"/f/\x00", CodeNUL, "has a name that must not hold a NUL character", `Remove the NUL character from the name "f.\x00".`}},
		"anyOf, of no such type": {`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `5`,
			saying{"/f", CodeType, "must be a string or null", `Set "f" to a string or null.`}},
		"anyOf, of the right type": {`{"anyOf":[{"type":"string","maxLength":1},{"type":"null"}]}`, `"ab"`,
			saying{"/f", CodeMaxLength, "must be at most 1 character long", `Shorten "f" to at most 1 character.`}},
		"anyOf by reference": {`{"anyOf":[{"$ref":"#/components/schemas/Small"},{"type":"null"}]}`, `"abcd"`,
			saying{"/f", CodeMaxLength, "must be at most 3 characters long", `Shorten "f" to at most 3 characters.`}},
		"anyOf, first of two": {`{"anyOf":[{"type":"string","maxLength":1},{"type":"string","minLength":3}]}`, `"ab"`,
			saying{"/f", CodeMaxLength, "must be at most 1 character long", `Shorten "f" to at most 1 character.`}},
		"anyOf of whole numbers": {`{"anyOf":[{"type":"integer"},{"type":"boolean"}]}`, `"5"`,
			saying{"/f", CodeType, "must be a whole number or a boolean", `Set "f" to a whole number or a boolean.`}},
	} {
		t.Run(name, func(t *testing.T) {
			faults := refused(t, object(t, `"f":`+tc.schema), `{"f":`+tc.body+`}`)
			if !reflect.DeepEqual(inWords(faults), []saying{tc.want}) {
				t.Errorf("%s makes\n%+v, want\n%+v", tc.body, faults, tc.want)
			}
		})
	}
}

func TestFaultsOfTheBody(t *testing.T) {
	for name, tc := range map[string]struct {
		op, body string
		want     []saying
	}{
		"everything at once, in order": {"products.get", `{"a":1,"slug":5,"b":2}`, []saying{
			{"/a", CodeUnknownField, "is not a field of this operation", `Remove "a" from the body; the fields are fields and slug.`},
			{"/slug", CodeType, "must be a string", `Set "slug" to a string.`},
			{"/b", CodeUnknownField, "is not a field of this operation", `Remove "b" from the body; the fields are fields and slug.`},
		}},
		"required": {"discounts.create", `{}`, []saying{
			{"/code", CodeRequired, "is required", `Add "code" to the body, as a string.`},
			{"/type", CodeRequired, "is required", `Add "type" to the body, as "percent" or "fixed".`},
			{"/value", CodeRequired, "is required", `Add "value" to the body, as a whole number.`},
		}},
		"the body itself": {"products.restore", `{}`, []saying{
			{"", CodeMinProps, "must hold at least 1 field", `Put at least 1 field (id or slug) into the body.`},
		}},
		"too many in the body": {"products.restore", `{"slug":"a","id":"b"}`, []saying{
			{"", CodeMaxProps, "must hold at most 1 field", `Put at most 1 field (id or slug) into the body.`},
		}},
		"escaped pointer": {"products.get", `{"slug":"a","a/b~c":1,"":2,"é\n":3}`, []saying{
			{"/a~1b~0c", CodeUnknownField, "is not a field of this operation", `Remove "a/b~c" from the body; the fields are fields and slug.`},
			{"/", CodeUnknownField, "is not a field of this operation", `Remove "" from the body; the fields are fields and slug.`},
			{"/é\n", CodeUnknownField, "is not a field of this operation", `Remove "é\n" from the body; the fields are fields and slug.`},
		}},
		"field by an escaped name": {"products.get", `{"sl\u0075g":5}`, []saying{
			{"/slug", CodeType, "must be a string", `Set "slug" to a string.`},
		}},
		"no timestamp": {"orders.list", `{"fromDate":"yesterday"}`, []saying{
			{"/fromDate", CodePattern, `must be written like "2026-11-01T09:30Z" or "2026-11-01T09:30:00.000Z"`,
				`Set "fromDate" to a text written like "2026-11-01T09:30Z" or "2026-11-01T09:30:00.000Z".`},
		}},
		"the slug in a patch": {"products.update", `{"slug":"a","patch":{"slug":"b","stock":-1}}`, []saying{
			{"/patch/slug", CodeImmutable, "cannot be changed", `Remove "patch.slug" from the body: it cannot be changed.`},
			{"/patch/stock", CodeMinimum, "must be at least 0", `Set "patch.stock" to at least 0.`},
		}},
		"confirm": {"pages.delete", `{"slug":"a","confirm":"true"}`, []saying{
			{"/confirm", CodeType, "must be true", `Set "confirm" to true.`},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if faults := refused(t, request(t, tc.op), tc.body); !reflect.DeepEqual(inWords(faults), tc.want) {
				t.Errorf("got\n%+v, want\n%+v", faults, tc.want)
			}
		})
	}
}

func TestImmutable(t *testing.T) {
	s := object(t, `"slug":{"type":"string"},"patch":{"type":"object","additionalProperties":false,"minProperties":1,
		"x-immutable":["slug"],"properties":{"name":{"type":"string"}}}`)
	want := []saying{{"/patch/slug", CodeImmutable, "cannot be changed", `Remove "patch.slug" from the body: it cannot be changed.`}}
	for _, body := range []string{`{"patch":{"slug":"a"}}`, `{"patch":{"slug":null,"name":"a"}}`, `{"patch":{"\u0073lug":1}}`} {
		if faults := refused(t, s, body); !reflect.DeepEqual(inWords(faults), want) {
			t.Errorf("%s makes %+v", body, faults)
		}
	}
	if faults := codes(refused(t, s, `{"patch":{"Slug":"a"}}`)); faults[0] != "/patch/Slug unknown_field" {
		t.Error(faults)
	}
	kept(t, s, `{"slug":"a","patch":{"name":"a"}}`)
}

// sentence is one imperative sentence: a verb first, a period last.
var sentence = regexp.MustCompile(`^(Set|Add|Remove|Replace|Move|Shorten|Put) [^\n]*[^.]\.$`)

var quotation = regexp.MustCompile(`"(\\.|[^"\\])*"`)

// checkFixes checks that the fixes of faults are sentences of the required form.
func checkFixes(t testing.TB, faults []Fault) {
	t.Helper()
	for _, f := range faults {
		words := quotation.ReplaceAllString(f.Fix, `"x"`)
		if !sentence.MatchString(words) || strings.Contains(words, "%!") || strings.Contains(words, ". ") {
			t.Errorf("%s %s: %q is not one imperative sentence", f.Pointer, f.Code, f.Fix)
		}
		if f.Detail == "" || strings.HasSuffix(f.Detail, ".") {
			t.Errorf("%s %s: the detail is %q", f.Pointer, f.Code, f.Detail)
		}
	}
}

// A moment that is written in another way is refused with the one that it means.
func TestAMomentIsRefusedWithTheOneInUTC(t *testing.T) {
	s := request(t, "orders.list")
	const inUTC, time = "must be in UTC, with Z at its end", "must have a time of day, in UTC"
	for value, want := range map[string][2]string{
		"2026-11-01T09:30+01:00":          {inUTC, "2026-11-01T08:30:00Z"},
		"2026-11-01T00:30:15.123456+0200": {inUTC, "2026-10-31T22:30:15.123456Z"},
		"2026-11-01T09:30":                {inUTC, "2026-11-01T09:30:00Z"},
		"2026-11-01 09:30 UTC":            {inUTC, "2026-11-01T09:30:00Z"},
		" 2026-11-01":                     {time, "2026-11-01T00:00Z"},
		"2026-02-31T10:00Z":               {"must be a day that exists: February 2026 has 28 days", "2026-02-28T10:00Z"},
		"2024-02-30":                      {"must be a day that exists: February 2024 has 29 days", "2024-02-29T00:00Z"},
		"2026-06-31T10:00:00+02:00":       {"must be a day that exists: June 2026 has 30 days", "2026-06-30T10:00:00Z"},
	} {
		got := refused(t, s, `{"fromDate":"`+value+`"}`)
		checkFixes(t, got)
		if len(got) != 1 || got[0].Detail != want[0] || got[0].Fix != `Set "fromDate" to "`+want[1]+`".` {
			t.Errorf("%s: %+v, want %s", value, got, want)
		}
		kept(t, s, `{"fromDate":"`+want[1]+`"}`)
	}
	for _, unclear := range []string{"2026-13-01T00:00Z", "2026-01-00", "01-11-2026", "2026-11-01T25:00Z", "2026-W01"} {
		if got := refused(t, s, `{"fromDate":"`+unclear+`"}`)[0]; !strings.HasPrefix(got.Detail, "must be written like") {
			t.Errorf("%s: %+v", unclear, got)
		}
	}
}

// A price in kroner is refused with what it is in ore.
func TestKronerAreRefusedWithTheOre(t *testing.T) {
	s := request(t, "products.update")
	for value, want := range map[string]string{
		`538.95`: "a whole number of ore: 538.95 kroner are 53895", `"538.95"`: "a whole number of ore: 538.95 kroner are 53895",
		`"538,5"`: "a whole number of ore: 538,5 kroner are 53850", `0.05`: "a whole number of ore: 0.05 kroner are 5",
		`"1.299,00 kr"`: "a whole number of ore: 1.299,00 kroner are 129900", `"kr. 1.299"`: "a whole number of ore: 1.299 kroner are 129900",
		`"1.299,-"`: "a whole number of ore: 1.299 kroner are 129900", `"DKK 1,299.5"`: "a whole number of ore: 1,299.5 kroner are 129950",
		`"1 299,95 kr."`: "a whole number of ore: 1 299,95 kroner are 129995", `"12.345.678,9"`: "a whole number of ore: 12.345.678,9 kroner are 1234567890",
		`"49 kr"`: "a whole number of ore: 49 kroner are 4900", `"1.299"`: "a whole number of ore", `"1,29,00 kr"`: "a whole number of ore", `"kr"`: "a whole number of ore",
		`538.955`: "a whole number of ore", `"538"`: "a whole number of ore", `"a lot"`: "a whole number of ore", `true`: "a whole number of ore",
		`-5.5`: "a whole number of ore", `12345678901234.5`: "a whole number of ore",
	} {
		got := refused(t, s, `{"slug":"a","patch":{"priceDkk":`+value+`}}`)
		checkFixes(t, got)
		if len(got) != 1 || got[0].Code != CodeType || got[0].Detail != "must be "+want || got[0].Fix != `Set "patch.priceDkk" to `+want+"." {
			t.Errorf("%s: %+v, want %s", value, got, want)
		}
	}
	if got := refused(t, s, `{"slug":"a","patch":{"stock":1.5}}`)[0]; got.Detail != "must be a whole number" {
		t.Errorf("%+v", got)
	}
}
