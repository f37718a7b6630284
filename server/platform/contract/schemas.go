package contract

import (
	"encoding/json"
	"errors"
	"fmt"
)

// readSchemas gives each operation its request and answer as schemas that stand
// alone, for those who read about one operation.
func (c *Contract) readSchemas(document []byte) error {
	var doc struct {
		Paths map[string]struct {
			Post struct {
				RequestBody body            `json:"requestBody"`
				Responses   map[string]body `json:"responses"`
			} `json:"post"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return fmt.Errorf("contract: %w", err)
	}
	for _, op := range c.tools {
		post := doc.Paths[ToolPath+op.Name].Post
		var err, err2 error
		op.InputSchema, err = standalone(post.RequestBody.schema(), doc.Components.Schemas)
		op.OutputSchema, err2 = standalone(post.Responses["200"].schema(), doc.Components.Schemas, limits...)
		if err := errors.Join(err, err2); err != nil {
			return fmt.Errorf("contract: %s: %w", op.Name, err)
		}
	}
	return nil
}

type body struct {
	Content map[string]struct {
		Schema any `json:"schema"`
	} `json:"content"`
}

func (b body) schema() any { return b.Content["application/json"].Schema }
