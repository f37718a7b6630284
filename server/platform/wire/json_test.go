package wire_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/oapi-codegen/nullable"

	"github.com/storefront/storefront/server/platform/wire"
)

func TestTextIsNotEscaped(t *testing.T) {
	t.Parallel()
	value := map[string]string{"resolution": `Send "Bearer <key>" & wait.`}
	const want = `{"resolution":"Send \"Bearer <key>\" & wait."}`
	if got, err := wire.Marshal(value); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	var out bytes.Buffer
	if err := wire.Encode(&out, value); err != nil || out.String() != want+"\n" {
		t.Errorf("%s, %v", &out, err)
	}
	if _, err := wire.Marshal(math.NaN()); err == nil {
		t.Error("NaN is no JSON")
	}
}

func TestMembersOfAnObject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ object, want string }{
		{`{}`, `{"a<":1,"b":[2]}`}, {`{"z": {"y": 1.0}, "b": null,"x":"\u00e6"}`, `{"z":{"y": 1.0},"b":[2],"x":"\u00e6","a<":1}`},
	} {
		got, err := wire.WithMembers([]byte(c.object), map[string]json.RawMessage{"b": []byte("[2]"), "a<": []byte("1")})
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v", c.object, got, err)
		}
	}
	for _, object := range []string{"", "{", `{"a"`, `{"a":`} {
		if got, err := wire.WithMembers([]byte(object), nil); err == nil {
			t.Errorf("%q: %s", object, got)
		}
	}
}

// A field that is left out keeps its value, null clears it, a value replaces it.
func TestSetOrClear(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{`{}`: `"old"`, `{"v":null}`: `null`, `{"v":"new"}`: `"new"`} {
		var request struct {
			V nullable.Nullable[string] `json:"v,omitempty"`
		}
		if err := json.Unmarshal([]byte(body), &request); err != nil {
			t.Fatal(err)
		}
		old := "old"
		kept := &old
		wire.SetOrClear(&kept, request.V)
		if got, _ := json.Marshal(kept); string(got) != want {
			t.Errorf("%s makes it %s, want %s", body, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	kept, other := 1, 2
	if wire.Set(&kept, nil); kept != 1 {
		t.Errorf("left out makes it %d", kept)
	}
	if wire.Set(&kept, &other); kept != 2 {
		t.Errorf("2 makes it %d", kept)
	}
}
