package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
)

func TestCompileRefuses(t *testing.T) {
	for name, tc := range map[string]struct{ schema, want string }{
		"oneOf":                   {`{"type":"string","oneOf":[{"type":"string"}]}`, "oneOf"},
		"allOf":                   {`{"type":"string","allOf":[{"type":"string"}]}`, "allOf"},
		"not":                     {`{"type":"string","not":{"enum":["a"]}}`, "not"},
		"const":                   {`{"type":"string","const":"a"}`, "const"},
		"if":                      {`{"type":"string","if":{"minLength":1},"then":{"maxLength":2}}`, "if"},
		"multipleOf":              {`{"type":"integer","multipleOf":5}`, "multipleOf"},
		"exclusiveMinimum":        {`{"type":"integer","exclusiveMinimum":5}`, "exclusiveMinimum"},
		"exclusiveMaximum":        {`{"type":"integer","exclusiveMaximum":5}`, "exclusiveMaximum"},
		"uniqueItems":             {`{"type":"array","uniqueItems":true}`, "uniqueItems"},
		"prefixItems":             {`{"type":"array","prefixItems":[{"type":"string"}]}`, "prefixItems"},
		"contains":                {`{"type":"array","contains":{"type":"string"}}`, "contains"},
		"patternProperties":       {`{"type":"object","patternProperties":{"^a":{"type":"string"}}}`, "patternProperties"},
		"dependentRequired":       {`{"type":"object","dependentRequired":{"a":["b"]}}`, "dependentRequired"},
		"dependentSchemas":        {`{"type":"object","dependentSchemas":{"a":{"type":"object"}}}`, "dependentSchemas"},
		"unevaluatedProperties":   {`{"type":"object","unevaluatedProperties":false}`, "unevaluatedProperties"},
		"nullable":                {`{"type":"string","nullable":true}`, "nullable"},
		"readOnly":                {`{"type":"string","readOnly":true}`, "readOnly"},
		"a keyword of tomorrow":   {`{"type":"string","propertyDependencies":{}}`, "propertyDependencies"},
		"a misspelt keyword":      {`{"type":"string","maxlength":5}`, "maxlength"},
		"false":                   {`false`, "false"},
		"true":                    {`true`, "true"},
		"no type":                 {`{"maxLength":5}`, "maxLength"},
		"no type of properties":   {`{"properties":{"a":{"type":"string"}}}`, "properties"},
		"unknown type":            {`{"type":"text"}`, `"text"`},
		"unknown format":          {`{"type":"string","format":"uuid"}`, `"uuid"`},
		"format of another type":  {`{"type":"integer","format":"email"}`, `"email"`},
		"int32":                   {`{"type":"integer","format":"int32"}`, `"int32"`},
		"int64 of a string":       {`{"type":"string","format":"int64"}`, `"int64"`},
		"float":                   {`{"type":"number","format":"float"}`, `"float"`},
		"pattern of another kind": {`{"type":"string","pattern":"^(?=a)"}`, "pattern"},
		"enum of numbers":         {`{"type":"integer","enum":[1]}`, "enum"},
		"enum of objects":         {`{"type":"object","enum":[{}]}`, "enum"},
		"bound beyond 2^53":       {`{"type":"integer","maximum":9223372036854775807}`, "2^53"},
		"required and refused":    {`{"type":"object","required":["a"],"additionalProperties":false}`, "a: is required"},
		"default that is wrong":   {`{"type":"object","properties":{"a":{"type":"integer","default":"x"}}}`, "a: default"},
		"default out of bounds":   {`{"type":"object","properties":{"a":{"type":"integer","maximum":5,"default":6}}}`, "a: default"},
		"names that are numbers":  {`{"type":"object","propertyNames":{"type":"integer"}}`, "propertyNames"},
		"names of any length":     {`{"type":"object","propertyNames":{"minLength":1}}`, "propertyNames"},
		"anyOf next to a length":  {`{"minLength":2,"anyOf":[{"type":"string"}]}`, "minLength"},
		"anyOf next to an enum":   {`{"enum":["a"],"anyOf":[{"type":"string"}]}`, "enum"},
		"anyOf next to a type":    {`{"type":"object","anyOf":[{"type":"object"}]}`, "next to anyOf"},
		"not, of a string":        {`{"type":"string","not":{"enum":["a"]}}`, "not"},
		"not, of two values":      {`{"type":"boolean","not":{"enum":[true,false]}}`, "not"},
		"not, another rule":       {`{"type":"boolean","not":{"const":false}}`, "not"},
		"not, of whole numbers":   {`{"not":{"type":"integer"}}`, "not"},
		"not, of some lists":      {`{"not":{"type":"array","items":{"type":"null"}}}`, "not"},
		"not, of types and more":  {`{"not":{"type":"null","maxLength":1}}`, "not"},
		"not, types next to one":  {`{"type":"string","not":{"type":"null"}}`, "not"},
		"not, next to an enum":    {`{"type":"boolean","enum":[true],"not":{"enum":[false]}}`, "not"},
		"immutable, no list":      {`{"type":"object","additionalProperties":false,"x-immutable":"slug"}`, "x-immutable"},
		"immutable, not closed":   {`{"type":"object","x-immutable":["slug"]}`, "x-immutable"},
		"immutable, declared":     {`{"type":"object","additionalProperties":false,"properties":{"slug":{"type":"string"}},"x-immutable":["slug"]}`, "x-immutable"},
		"immutable, no name":      {`{"type":"object","additionalProperties":false,"x-immutable":[5]}`, "x-immutable"},
		"next to a reference":     {`{"$ref":"#/components/schemas/Small","minLength":2}`, "allOf"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, place := range []string{`%s`, `{"type":"array","items":%s}`, `{"type":"object","properties":{"p":%s}}`,
				`{"type":"object","additionalProperties":%s}`, `{"anyOf":[{"type":"null"},%s]}`} {
				if (tc.schema == "true" || tc.schema == "false") && (place == `%s` || strings.Contains(place, "additional")) {
					continue // additionalProperties may be a boolean, and a component may not
				}
				s := load(t, fmt.Sprintf(place, tc.schema))
				if _, err := Compile(s); err == nil || !strings.Contains(err.Error(), tc.want) {
					t.Errorf(place+" compiles: %v, want an error about %s", tc.schema, err, tc.want)
				}
			}
		})
	}
}

func TestCompileAccepts(t *testing.T) {
	for name, schema := range map[string]string{
		"an annotated reference": `{"type":"object","properties":{"a":{"$ref":"#/components/schemas/Small","description":"x","default":"ab"}}}`,
		"extensions":             `{"type":"string","x-go-type":"string"}`,
		"itself":                 `{"type":"object","properties":{"a":{"$ref":"#/components/schemas/Body"}},"additionalProperties":{"anyOf":[{"$ref":"#/components/schemas/Body"},{"type":"null"}]}}`,
	} {
		if _, err := Compile(load(t, schema)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRecursiveSchema(t *testing.T) {
	s, err := Compile(load(t, `{"type":"object","additionalProperties":false,"properties":{"n":{"type":"integer"},
		"a":{"$ref":"#/components/schemas/Body"},"l":{"type":"array","items":{"anyOf":[{"$ref":"#/components/schemas/Body"},{"type":"string"}]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := kept(t, s, `{"a":{"a":{"n":1.0},"l":[" x ",{"n":2.0}]}}`); got != `{"a":{"a":{"n":1},"l":["x",{"n":2}]}}` {
		t.Error(got)
	}
	if got := codes(refused(t, s, `{"a":{"l":[{"l":[{"x":1}]}]}}`)); got[0] != "/a/l/0/l/0/x unknown_field" {
		t.Error(got)
	}
}

// For every field that kin-openapi has for a keyword, now or in future: Compile
// supports it or refuses it.
func TestEveryKeywordOfTheLibrary(t *testing.T) {
	plain := reflect.TypeFor[openapi3.Schema]()
	for i := range plain.NumField() {
		field := plain.Field(i)
		keyword, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if slices.Contains(Keywords, keyword) || field.Name == "Origin" || field.Name == "Extensions" {
			continue
		}
		s := &openapi3.Schema{Type: &openapi3.Types{"object"}}
		some(t, reflect.ValueOf(s).Elem().Field(i))
		if _, err := Compile(s); err == nil {
			t.Errorf("%s (%s) passes in silence", field.Name, keyword)
		}
	}
}

// some sets v to a value other than its zero value.
func some(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("x")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if v.Elem().Kind() == reflect.Struct {
			if value := v.Elem().FieldByName("Value"); value.IsValid() {
				value.Set(reflect.ValueOf(&openapi3.Schema{}))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		some(t, v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		element := reflect.New(v.Type().Elem()).Elem()
		some(t, element)
		v.SetMapIndex(reflect.ValueOf("x"), element)
	case reflect.Interface:
		v.Set(reflect.ValueOf("x"))
	case reflect.Struct: // such as BoolSchema and ExclusiveBound: a pointer among its fields
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() && f.Kind() == reflect.Pointer && f.Type().Elem().Kind() != reflect.Struct {
				some(t, f)
				return
			}
		}
		t.Fatalf("no way to set a %s", v.Type())
	default:
		t.Fatalf("no way to set a %s", v.Type())
	}
}

// Compile cannot see what the library drops while it loads a document (const:
// null, for example): so the request schemas of the published document may use
// only supported keywords.
func TestKeywordsOfTheContract(t *testing.T) {
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var walk func(at string, node any)
	walk = func(at string, node any) {
		s, ok := node.(map[string]any)
		if !ok {
			return
		}
		for keyword, value := range s {
			if !slices.Contains(Keywords, keyword) {
				t.Errorf("%s uses %s", at, keyword)
			}
			switch keyword {
			case "$ref":
				name := strings.TrimPrefix(value.(string), "#/components/schemas/")
				if !seen[name] {
					seen[name] = true
					walk(name, doc["components"].(map[string]any)["schemas"].(map[string]any)[name])
				}
			case "properties":
				for name, p := range value.(map[string]any) {
					walk(at+"."+name, p)
				}
			case "anyOf":
				for _, choice := range value.([]any) {
					walk(at+"|", choice)
				}
			case "items", "propertyNames", "additionalProperties":
				walk(at+"/"+keyword, value)
			}
		}
	}
	for _, op := range contract(t) {
		walk(op.name, map[string]any{"$ref": op.pointer})
	}
	if len(seen) < len(contract(t)) {
		t.Errorf("only %d schemas were found", len(seen))
	}
}
