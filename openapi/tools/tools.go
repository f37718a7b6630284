// Package tools derives from the contract what a reader of one operation needs:
// the self-contained schemas of its request and of its response. They are
// generated into gen/tools.json; the service only reads them.
package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

// JSON returns the contract.Tools of a bundled contract, in the form that contract.Load accepts: the schemas
// of each operation, and the synonyms of fields, given as openapi/synonyms.yaml. The error names the operation.
func JSON(bundled, synonyms []byte) ([]byte, error) {
	var doc contractDocument
	if err := json.Unmarshal(bundled, &doc); err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	all := contract.Tools{Operations: map[string]contract.Schemas{}}
	if err := yaml.Unmarshal(synonyms, &all.Synonyms); err != nil {
		return nil, fmt.Errorf("tools: synonyms: %w", err)
	}
	for path := range doc.Paths {
		name, isTool := strings.CutPrefix(path, contract.ToolPath)
		if !isTool {
			continue
		}
		schemas, err := doc.schemasOf(path)
		if err != nil {
			return nil, fmt.Errorf("tools: %s: %w", name, err)
		}
		all.Operations[name] = schemas
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(all)
	return out.Bytes(), err
}

// contractDocument is the part of a bundled contract that is read here.
type contractDocument struct {
	Paths map[string]struct {
		Post struct {
			RequestBody body            `json:"requestBody"`
			Responses   map[string]body `json:"responses"`
			Sections    []section       `json:"x-sections"`
		} `json:"post"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]any `json:"schemas"`
	} `json:"components"`
}

type body struct {
	Content map[string]struct {
		Schema any `json:"schema"`
	} `json:"content"`
}

func (b body) schema() any { return b.Content["application/json"].Schema }

func (d *contractDocument) schemasOf(path string) (s contract.Schemas, err error) {
	post := d.Paths[path].Post
	if s.InputSchema, s.MCPInputSchema, err = d.forms(post.RequestBody.schema(), inputForModels); err != nil {
		return s, err
	}
	if _, s.MCPForm, err = d.forms(post.RequestBody.schema(), wholeForModels); err != nil {
		return s, err
	}
	if bytes.Equal(s.MCPForm, s.MCPInputSchema) {
		s.MCPForm = nil
	}
	output := outputForModels
	if _, chosen := post.Responses["200"].Content[contract.FieldsMediaType]; chosen {
		output = chosenForModels
	}
	if s.OutputSchema, s.MCPOutputSchema, err = d.forms(post.Responses["200"].schema(), output, limits...); err != nil {
		return s, err
	}
	s.Sections, err = d.sections(post.Sections)
	return s, err
}

// forms returns a self-contained schema without these keywords, and what fn makes of it for models.
func (d *contractDocument) forms(root any, fn func(map[string]any) (any, error), without ...string) (plain, models json.RawMessage, err error) {
	if plain, err = wire.Marshal(standalone(root, d.Components.Schemas, slices.Concat(without, marks)...)); err != nil {
		return nil, nil, err
	}
	marked, err := wire.Marshal(standalone(root, d.Components.Schemas, without...))
	if err != nil {
		return nil, nil, err
	}
	models, err = rewrite(marked, fn)
	return plain, models, err
}

// rewrite returns a schema after fn has changed it.
func rewrite(text json.RawMessage, fn func(schema map[string]any) (any, error)) (json.RawMessage, error) {
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		return nil, err
	}
	rewritten, err := fn(schema)
	if err != nil {
		return nil, err
	}
	return wire.Marshal(rewritten)
}

// section is an entry of x-sections.
type section struct {
	Key   string         `json:"key"`
	Props map[string]any `json:"props"` // a reference
}

// sections returns the schemas of the props of each kind of section, in the form
// that models read.
func (d *contractDocument) sections(list []section) ([]contract.SectionSchema, error) {
	var all []contract.SectionSchema
	for _, s := range list {
		schema, err := inline(standalone(s.Props, d.Components.Schemas, marks...))
		if err != nil {
			return nil, err
		}
		text, err := wire.Marshal(schema)
		if err != nil {
			return nil, err
		}
		all = append(all, contract.SectionSchema{Key: s.Key, Schema: text})
	}
	return all, nil
}
