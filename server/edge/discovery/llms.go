package discovery

import (
	"bytes"
	_ "embed"
	"maps"
	"slices"
	"text/template"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

//go:embed llms.txt
var llmsText string

var llmsTemplate = template.Must(template.New("llms.txt").Parse(llmsText))

// llms describes the service for a language model (llmstxt.org).
func (o *Options) llms(base string) ([]byte, error) {
	type meant struct {
		Code problem.Code
		problem.Kind
	}
	about := struct {
		Title, Summary, Base string
		Entrances            []entrance
		Tools                []*contract.Operation
		Problems             []meant
	}{Title: title, Summary: summary, Base: base, Entrances: entrances(base), Tools: o.Contract.Tools()}
	for _, code := range slices.Sorted(maps.Keys(problem.Catalogue)) {
		about.Problems = append(about.Problems, meant{code, problem.Catalogue[code]})
	}
	var out bytes.Buffer
	err := llmsTemplate.Execute(&out, about)
	return out.Bytes(), err
}
