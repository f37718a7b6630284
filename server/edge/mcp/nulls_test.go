package mcp

import (
	"encoding/json"
	"testing"
)

// nestedInput is an input with optional fields at every depth.
const nestedInput = `{"type":"object","required":["id"],"properties":{
	"id":{"type":"string"},"note":{"type":"string"},"brand":{"anyOf":[{"type":"string"},{"type":"null"}]},"anything":{"description":"Open."},
	"patch":{"type":"object","properties":{"title":{"type":"string"},"price":{"anyOf":[{"type":"string"},{"type":"null"}]}}},
	"attributes":{"type":"object","additionalProperties":{"type":"string"}},
	"layout":{"anyOf":[{"type":"null"},{"type":"object","properties":{"kind":{"type":"string"}}}]},
	"blocks":{"type":"array","items":{"anyOf":[
		{"type":"object","required":["text"],"properties":{"text":{"type":"string"},"size":{"type":"integer"}}},
		{"type":"object","properties":{"image":{"type":"string"},"size":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}]}}}}`

func TestNullIsDroppedWhereItHasNoMeaning(t *testing.T) {
	t.Parallel()
	input := &form{}
	if err := json.Unmarshal([]byte(nestedInput), input); err != nil {
		t.Fatal(err)
	}
	for sent, want := range map[string]string{
		`{"note":null,"id":"a"}`:                             `{"id":"a"}`,
		`{"id":null}`:                                        `{"id":null}`,
		`{"id":"a","brand":null,"anything":null}`:            `{"anything":null,"brand":null,"id":"a"}`,
		`{"patch":{"title":null,"price":null}}`:              `{"patch":{"price":null}}`,
		`{"patch":null,"attributes":null,"layout":null}`:     `{"layout":null}`,
		`{"attributes":{"a":null}}`:                          `{"attributes":{"a":null}}`,
		`{"layout":{"kind":null}}`:                           `{"layout":{}}`,
		`{"blocks":[{"text":"null","image":null},null]}`:     `{"blocks":[{"text":"null"},null]}`,
		`{"blocks":[{"text":null,"size":null}]}`:             `{"blocks":[{"size":null,"text":null}]}`,
		`{"invented":null,"blocks":{"size":null},"patch":1}`: `{"blocks":{"size":null},"invented":null,"patch":1}`,
		`{"id":9007199254740993.0,"note":null}`:              `{"id":9007199254740993.0}`,
		`{"note": null, "id": "<æ\u0026>"}`:                  `{"id":"<æ\u0026>"}`,
		`{ "id": "kept as it is" }`:                          `{ "id": "kept as it is" }`,
		`[null]`:                                             `[null]`,
		`"null"`:                                             `"null"`,
	} {
		if got := input.withoutNulls(json.RawMessage(sent)); string(got) != want {
			t.Errorf("%s became %s, want %s", sent, got, want)
		}
	}
}
