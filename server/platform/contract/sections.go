package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/schema"
)

// SectionSchema is the schema of the props of a kind of section for its
// documentation, self-contained. openapi/tools generates it.
type SectionSchema struct {
	Key    string          `json:"key"`
	Schema json.RawMessage `json:"schema"`
}

// Section is a kind of section of a page: an entry of x-sections.
type Section struct {
	Key      string
	Title    string
	Variants []string
	Schema   json.RawMessage // of its props, as SectionSchema
	checked  *schema.Schema  // of a body with such a section
}

// Sections returns the kinds of sections, in their order.
func (c *Contract) Sections() []Section { return c.sections }

// readSections reads x-sections of an operation, if it has it, and compiles the
// schemas.
func (c *Contract) readSections(doc *openapi3.T, op *Operation, o *openapi3.Operation) error {
	list, err := json.Marshal(o.Extensions["x-sections"])
	if err != nil {
		return err
	}
	var described []struct {
		Key, Title string
		Variants   []string
		Props      struct {
			Ref string `json:"$ref"`
		}
	}
	if err := json.Unmarshal(list, &described); err != nil {
		return fmt.Errorf("x-sections: %w", err)
	}
	for _, d := range described {
		props := doc.Components.Schemas[strings.TrimPrefix(d.Props.Ref, "#/components/schemas/")]
		at := slices.IndexFunc(op.Sections, func(s SectionSchema) bool { return s.Key == d.Key })
		if props == nil || at < 0 {
			return fmt.Errorf("x-sections: %s has no schema: run make generate", d.Key)
		}
		checked, err := c.compiler.Compile(around(props.Value))
		if err != nil {
			return fmt.Errorf("x-sections: %s: %w", d.Key, err)
		}
		c.sections = append(c.sections, Section{Key: d.Key, Title: d.Title, Variants: d.Variants, Schema: op.Schemas.Sections[at].Schema, checked: checked})
	}
	return nil
}

// around returns the schema of a body whose sections have props of one kind.
func around(props *openapi3.Schema) *openapi3.Schema {
	object := func(name string, of *openapi3.Schema) *openapi3.Schema {
		return &openapi3.Schema{Type: &openapi3.Types{"object"}, Properties: openapi3.Schemas{name: {Value: of}}}
	}
	sections := &openapi3.Schema{Type: &openapi3.Types{"array"}, Items: &openapi3.SchemaRef{Value: object("props", props)}}
	return object("layout", object("sections", sections))
}

// CheckProps validates the props of the section with this index in the body of
// pages.set_layout. It returns them in the form that is stored, or the faults with
// their places in that body: it validates a body in which the other sections are
// empty. The error is one of syntax.
func (s *Section) CheckProps(index int, props json.RawMessage) (json.RawMessage, []schema.Fault, error) {
	body := fmt.Sprintf(`{"layout":{"sections":[%s{"props":%s}]}}`, strings.Repeat("{},", index), props)
	text, faults, err := s.checked.Check([]byte(body))
	if err != nil || len(faults) > 0 {
		return nil, faults, err
	}
	var read struct {
		Layout struct {
			Sections []struct{ Props json.RawMessage }
		}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, nil, err
	}
	if len(read.Layout.Sections) != index+1 {
		return nil, nil, errors.New("contract: the section is not where it was put")
	}
	return read.Layout.Sections[index].Props, nil, nil
}
