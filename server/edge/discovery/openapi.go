package discovery

import (
	"bytes"
	"encoding/json"
)

// typeOpenAPI is the media type of an OpenAPI document as JSON.
const typeOpenAPI = "application/vnd.oai.openapi+json;version=3.1"

// withServer writes the contract with its server set to the address of the
// service; placeholder is the line with the address in the bundled text.
func withServer(text []byte, placeholder string) func(base, mediaType string) ([]byte, error) {
	before, after, _ := bytes.Cut(text, []byte(placeholder))
	key, _, _ := bytes.Cut([]byte(placeholder), []byte(" "))
	return func(base, _ string) ([]byte, error) {
		address, err := json.Marshal(base) // a JSON string is valid in YAML too
		if err != nil {
			return nil, err
		}
		return bytes.Join([][]byte{before, key, []byte(" "), address, after}, nil), nil
	}
}
