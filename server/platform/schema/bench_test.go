package schema

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const searchBody = `{"q":"round metal","categorySlug":"solbriller","minPriceOere":50000,"maxPriceOere":200000,"limit":10}`

func searchOperation(b *testing.B) operation {
	b.Helper()
	for _, op := range contract(b) {
		if op.name == "products.search" {
			return op
		}
	}
	b.Fatal("no products.search")
	return operation{}
}

func benchmarkCheck(b *testing.B, op, body string) {
	s := request(b, op)
	text := []byte(body)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, faults, err := s.Check(text); err != nil || len(faults) > 0 {
			b.Fatal(err, faults)
		}
	}
}

func BenchmarkSearchBody(b *testing.B) { benchmarkCheck(b, "products.search", searchBody) }

// The work of kin-openapi for each request of a 3.1 document, and of a 3.0 one.
func BenchmarkSearchBodyKin31(b *testing.B) { benchmarkKin(b, openapi3.EnableJSONSchema2020()) }
func BenchmarkSearchBodyKin30(b *testing.B) { benchmarkKin(b) }

func benchmarkKin(b *testing.B, options ...openapi3.SchemaValidationOption) {
	op := searchOperation(b)
	options = append(options, openapi3.MultiErrors(), openapi3.VisitAsRequest())
	b.ReportAllocs()
	for b.Loop() {
		var value any
		if err := json.Unmarshal([]byte(searchBody), &value); err != nil {
			b.Fatal(err)
		}
		if err := op.raw.VisitJSON(value, options...); err != nil {
			b.Fatal(err)
		}
	}
}

// The library that kin-openapi compiles each time, compiled once.
func BenchmarkSearchBodySanthosh(b *testing.B) {
	o, err := withFormats()
	if err != nil {
		b.Fatal(err)
	}
	s := o.of(b, searchOperation(b))
	b.ReportAllocs()
	for b.Loop() {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(searchBody)))
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Validate(value); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearchBodyAtFault(b *testing.B) {
	s := request(b, "products.search")
	b.ReportAllocs()
	for b.Loop() {
		if _, faults, _ := s.Check([]byte(`{"q":5,"colour":"Gold","limit":101}`)); len(faults) != 3 {
			b.Fatal(faults)
		}
	}
}

func BenchmarkPatchBody(b *testing.B) {
	benchmarkCheck(b, "products.update", `{"slug":"round-metal","patch":{"name":"Round Metal","priceDkk":129900,"stock":12,
		"attributes":{"material":"metal","width_mm":50,"polarised":true,"colours":["guld","sølv"]},
		"faq":[{"q":"Er de polariserede?","a":"Ja."}],"images":["https://images.example/round-metal/front.jpg"]}}`)
}

var longText = "x" + strings.Repeat("a ", 49999) + "y"

func BenchmarkLongDescription(b *testing.B) {
	benchmarkCheck(b, "products.update", `{"slug":"a","patch":{"description":"`+longText[:100000]+`"}}`)
}

func BenchmarkLongDescriptionDanish(b *testing.B) {
	benchmarkCheck(b, "products.update", `{"slug":"a","patch":{"description":"`+strings.Repeat("på æ ø", 16000)+`"}}`)
}

// The time of the regular expression alone for the same text.
func BenchmarkLongDescriptionRegexp(b *testing.B) {
	re := regexp.MustCompile(`^[^\x00]*[^\s\x00][^\x00]{8,}[^\s\x00][^\x00]*$`)
	b.ReportAllocs()
	for b.Loop() {
		if !re.MatchString(longText) {
			b.Fatal("no match")
		}
	}
}
