package content

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/markdown"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
)

// renderPage renders the texts of a page.
func renderPage(p *db.Page) (err error) {
	places, err := markdownIn(p.Layout)
	if err != nil {
		return err
	}
	texts := []string{p.Body}
	for _, each := range places {
		texts = append(texts, each.text)
	}
	p.Rendered, err = markdown.Render(texts...)
	return err
}

// renderService renders the text of a service.
func renderService(s *db.Service) (err error) {
	s.Rendered, err = markdown.Render(s.Body)
	return err
}

// checkBody refuses a text that is not rendered, unless it is there already.
func checkBody(pointer, text, before string) error {
	if text == before {
		return nil
	}
	return refuseExcess([]markdownField{{pointer, strings.ReplaceAll(pointer[1:], "/", "."), text}})
}

// checkLayout refuses a layout with a text that is not rendered and that was not in the one before.
func checkLayout(tree, before json.RawMessage) error {
	places, err := markdownIn(tree)
	if err != nil {
		return err
	}
	earlier, err := markdownIn(before)
	if err != nil {
		return err
	}
	return refuseExcess(slices.DeleteFunc(places, func(p markdownField) bool {
		return slices.ContainsFunc(earlier, func(e markdownField) bool { return e.text == p.text })
	}))
}

func refuseExcess(places []markdownField) error {
	var faults []schema.Fault
	for _, p := range places {
		if excess := markdown.Check(p.text); excess != "" {
			limit := strings.TrimPrefix(excess, "must not ")
			faults = append(faults, schema.Fault{
				Pointer: p.pointer, Code: schema.CodeMaximum, Detail: excess,
				Fix: fmt.Sprintf("Rewrite %q so that it does not %s.", p.field, limit),
			})
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return problem.InvalidBody(faults[:min(len(faults), schema.MaxFaults)])
}

// markdownField is a text in the body of a call.
type markdownField struct {
	pointer string // a JSON Pointer
	field   string // as resolutions name it
	text    string
}

// markdownIn returns the texts of a stored layout that are markdown, nil for none, with their places in the
// body of pages.set_layout.
func markdownIn(tree json.RawMessage) (found []markdownField, err error) {
	if tree == nil {
		return nil, nil
	}
	var l layout
	if err := json.Unmarshal(tree, &l); err != nil {
		return nil, err
	}
	for i, s := range l.Sections {
		var props any
		if len(s.Props) > 0 {
			if err := json.Unmarshal(s.Props, &props); err != nil {
				return nil, err
			}
		}
		at := markdownField{pointer: fmt.Sprintf("/layout/sections/%d/props", i), field: fmt.Sprintf("layout.sections[%d].props", i)}
		found = appendMarkdown(found, at, "", props)
	}
	return found, nil
}

// The props of a section that are markdown, SectionMarkdown in the contract.
var markdownProps = []string{"markdown", "answer"}

// appendMarkdown adds the texts in a value that has a name, at a place.
func appendMarkdown(found []markdownField, at markdownField, name string, value any) []markdownField {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			found = appendMarkdown(found, markdownField{pointer: at.pointer + "/" + name, field: at.field + "." + name}, name, v[name])
		}
	case []any:
		for i, item := range v {
			found = appendMarkdown(found, markdownField{pointer: fmt.Sprintf("%s/%d", at.pointer, i), field: fmt.Sprintf("%s[%d]", at.field, i)}, "", item)
		}
	case string:
		if slices.Contains(markdownProps, name) {
			found = append(found, markdownField{at.pointer, at.field, v})
		}
	}
	return found
}
