package mcp

import (
	"encoding/json"
	"testing"
)

// nestedInput is an input with optional fields at every depth.
const nestedInput = `{"type":"object","required":["id"],"properties":{
	"id":{"type":"string"},"note":{"type":"string"},"brand":{"anyOf":[{"type":"string"},{"type":"null"}]},"anything":{"description":"Open."},
	"confirm":{"type":"boolean","enum":[true]},"ready":{"type":"boolean"},
	"patch":{"type":"object","properties":{"title":{"type":"string"},"price":{"anyOf":[{"type":"string"},{"type":"null"}]}}},
	"attributes":{"type":"object","additionalProperties":{"type":"string"}},
	"layout":{"anyOf":[{"type":"null"},{"type":"object","properties":{"kind":{"type":"string"}}}]},
	"blocks":{"type":"array","items":{"anyOf":[
		{"type":"object","required":["text"],"properties":{"text":{"type":"string"},"size":{"type":"integer"}}},
		{"type":"object","properties":{"image":{"type":"string"},"size":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}]}}}}`

func TestNullIsDroppedWhereItHasNoMeaning(t *testing.T) {
	t.Parallel()
	checkFit(t, map[string]string{
		`{"note":null,"id":"a"}`:                             `{"id":"a"}`,
		`{"id":null}`:                                        `{"id":null}`,
		`{"id":"a","brand":null,"anything":null}`:            `{"id":"a","brand":null,"anything":null}`,
		`{"patch":{"title":null,"price":null}}`:              `{"patch":{"price":null}}`,
		`{"patch":null,"attributes":null,"layout":null}`:     `{"layout":null}`,
		`{"attributes":{"a":null}}`:                          `{"attributes":{"a":null}}`,
		`{"layout":{"kind":null}}`:                           `{"layout":{}}`,
		`{"blocks":[{"text":"null","image":null},null]}`:     `{"blocks":[{"text":"null"},null]}`,
		`{"blocks":[{"text":null,"size":null}]}`:             `{"blocks":[{"text":null,"size":null}]}`,
		`{"invented":null,"blocks":{"size":null},"patch":1}`: `{"invented":null,"blocks":{"size":null},"patch":1}`,
		`{"id":9007199254740993.0,"note":null}`:              `{"id":9007199254740993.0}`,
		`{"note": null, "id": "<æ\u0026>"}`:                  `{"id":"<æ\u0026>"}`,
		`{ "id": "kept as it is" }`:                          `{ "id": "kept as it is" }`,
		`[null]`:                                             `[null]`,
	})
}

func TestJSONTextIsWhatItHoldsWhereNoStringIsExpected(t *testing.T) {
	t.Parallel()
	checkFit(t, map[string]string{
		`{"patch":"{\"title\":\"a\",\"price\":null}"}`: `{"patch":{"title":"a","price":null}}`,
		`{"patch":" {} "}`:                                      `{"patch":{}}`,
		`{"patch":"{\"title\":null}"}`:                          `{"patch":{}}`,
		`{"attributes":"{\"a\":\"[1]\"}"}`:                      `{"attributes":{"a":"[1]"}}`,
		`{"attributes":{"a":"[1]","b":"{}","c":"7"}}`:           `{"attributes":{"a":"[1]","b":"{}","c":"7"}}`,
		`{"layout":"{\"kind\":\"7\"}"}`:                         `{"layout":{"kind":"7"}}`,
		`{"layout":"null","patch":"null"}`:                      `{"layout":null}`,
		`{"blocks":"[{\"text\":\"7\",\"size\":\"7\"},\"{}\"]"}`: `{"blocks":[{"size":7,"text":"7"},{}]}`,
		`{"blocks":["{\"size\":\"7.0\"}",7]}`:                   `{"blocks":[{"size":7.0},7]}`,
		`"{\"patch\":\"{}\"}"`:                                  `{"patch":{}}`,
		`{"confirm":"true","ready":"true"}`:                     `{"confirm":"true","ready":true}`,
		`{"note":"{}","brand":"null","anything":"[]"}`:          `{"note":"{}","brand":"null","anything":"[]"}`,
		`{"invented":"{}","patch":"\"{}\""}`:                    `{"invented":"{}","patch":"{}"}`,

		// What is no JSON stays, also where another reader would take it.
		`{"patch":"","blocks":"a, b","layout":"{\"kind\":}","ready":"yes"}`: `{"patch":"","blocks":"a, b","layout":"{\"kind\":}","ready":"yes"}`,
		`{"patch":"{\"title\":\"a\",\"title\":\"b\"}"}`:                     `{"patch":"{\"title\":\"a\",\"title\":\"b\"}"}`,
		`{"patch":"{}{}","ready":"true false"}`:                             `{"patch":"{}{}","ready":"true false"}`,
	})
}

func checkFit(t *testing.T, wanted map[string]string) {
	t.Helper()
	input := &form{}
	if err := json.Unmarshal([]byte(nestedInput), input); err != nil {
		t.Fatal(err)
	}
	for sent, want := range wanted {
		if got := input.fit(json.RawMessage(sent)); string(got) != want {
			t.Errorf("%s became %s, want %s", sent, got, want)
		}
	}
}
