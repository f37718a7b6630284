package plainjson_test

import (
	"bytes"
	"encoding/json"
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

func TestMembersOfAnObject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ object, want string }{
		{`{}`, `{"a<":1,"b":[2]}`}, {`{"z": {"y": 1.0}, "b": null,"x":"\u00e6"}`, `{"z":{"y": 1.0},"b":[2],"x":"\u00e6","a<":1}`},
	} {
		got, err := plainjson.With([]byte(c.object), map[string]json.RawMessage{"b": []byte("[2]"), "a<": []byte("1")})
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v", c.object, got, err)
		}
	}
	for _, object := range []string{"", "{", `{"a"`, `{"a":`} {
		if got, err := plainjson.With([]byte(object), nil); err == nil {
			t.Errorf("%q: %s", object, got)
		}
	}
}
