package discovery

import (
	"bytes"
	"encoding/json"
)

// typeOpenAPI is the media type of an OpenAPI document as JSON.
const typeOpenAPI = "application/vnd.oai.openapi+json;version=3.1"

// withServer writes the contract with its server set to the address of the
// service, which stands after key in place of placeholder.
func withServer(text []byte, key, placeholder string) func(base, mediaType string) ([]byte, error) {
	before, after, _ := bytes.Cut(text, []byte(key+placeholder))
	return func(base, _ string) ([]byte, error) {
		address, err := json.Marshal(base) // a JSON string is valid in YAML too
		if err != nil {
			return nil, err
		}
		return bytes.Join([][]byte{before, []byte(key), address, after}, nil), nil
	}
}

// compact writes a bundled document as withServer does, without the white space
// that makes it readable for reviewers.
func compact(document []byte) func(base, mediaType string) ([]byte, error) {
	var text bytes.Buffer
	if err := json.Compact(&text, document); err != nil {
		return func(string, string) ([]byte, error) { return nil, err }
	}
	return withServer(text.Bytes(), `"url":`, `"https://shop.example"`)
}
