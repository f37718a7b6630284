package content

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// Every prop that the contract calls markdown is rendered and bounded.
func TestTheMarkdownOfSections(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("../../../openapi/schemas/sections.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, found := range regexp.MustCompile(`(\w+): \{\$ref: '#/SectionMarkdown'`).FindAllStringSubmatch(string(contract), -1) {
		names = append(names, found[1])
	}
	slices.Sort(names)
	want := slices.Sorted(slices.Values(markdownProps))
	if got := slices.Compact(names); !slices.Equal(got, want) {
		t.Errorf("the contract has %q, the code %q", got, want)
	}
	places, err := markdownIn([]byte(`{"sections":[{"id":"a","key":"hero"},{"id":"b","key":"faq","props":{"title":"x","questions":[{"question":"q","answer":"a"},{"answer":"b"}]}}]}`))
	at := []place{
		{"/layout/sections/1/props/questions/0/answer", "layout.sections[1].props.questions[0].answer", "a"},
		{"/layout/sections/1/props/questions/1/answer", "layout.sections[1].props.questions[1].answer", "b"},
	}
	if err != nil || !slices.Equal(places, at) {
		t.Errorf("%v %+v", err, places)
	}
}
