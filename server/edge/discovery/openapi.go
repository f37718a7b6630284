package discovery

import (
	"bytes"
	"encoding/json"
	"sync"
)

// typeOpenAPI is the media type of an OpenAPI document as JSON.
const typeOpenAPI = "application/vnd.oai.openapi+json;version=3.1"

// placeholder is the address of the service in the contract: as its server, and
// before that in its introduction.
const placeholder = "https://shop.example"

// addressed writes the contract with the address of the service. server is how the
// contract names its server: key, then the placeholder, perhaps in quotes. inText returns
// an address as it is within a text of the contract.
func addressed(text []byte, key, server string, inText func(base string, quoted []byte) []byte) func(base, mediaType string) ([]byte, error) {
	before, after, _ := bytes.Cut(text, []byte(key+server))
	return func(base, _ string) ([]byte, error) {
		quoted, err := json.Marshal(base) // a JSON string is valid in YAML too
		if err != nil {
			return nil, err
		}
		introduced := bytes.ReplaceAll(before, []byte(placeholder), inText(base, quoted))
		return bytes.Join([][]byte{introduced, []byte(key), quoted, after}, nil), nil
	}
}

// compact writes a bundled document as addressed does, without the white space
// that makes it readable for reviewers, which is removed when it is written first.
func compact(document func() []byte) func(base, mediaType string) ([]byte, error) {
	write := sync.OnceValues(func() (func(base, mediaType string) ([]byte, error), error) {
		var text bytes.Buffer
		err := json.Compact(&text, document())
		return addressed(text.Bytes(), `"url":`, `"`+placeholder+`"`, func(_ string, quoted []byte) []byte { return quoted[1 : len(quoted)-1] }), err
	})
	return func(base, mediaType string) ([]byte, error) {
		w, err := write()
		if err != nil {
			return nil, err
		}
		return w(base, mediaType)
	}
}

// yaml writes a bundled document as addressed does. Its texts are blocks, in which
// nothing is escaped.
func yaml(document func() []byte) func(base, mediaType string) ([]byte, error) {
	write := sync.OnceValue(func() func(base, mediaType string) ([]byte, error) {
		return addressed(document(), "url: ", placeholder, func(base string, _ []byte) []byte { return []byte(base) })
	})
	return func(base, mediaType string) ([]byte, error) { return write()(base, mediaType) }
}
