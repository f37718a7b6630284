package plainjson_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/storefront/storefront/server/platform/plainjson"
)

func TestTextIsNotEscaped(t *testing.T) {
	t.Parallel()
	value := map[string]string{"resolution": `Send "Bearer <key>" & wait.`}
	const want = `{"resolution":"Send \"Bearer <key>\" & wait."}`
	if got, err := plainjson.Marshal(value); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	var out bytes.Buffer
	if err := plainjson.Encode(&out, value); err != nil || out.String() != want+"\n" {
		t.Errorf("%s, %v", &out, err)
	}
	if _, err := plainjson.Marshal(math.NaN()); err == nil {
		t.Error("NaN is no JSON")
	}
}
