package patch_test

import (
	"encoding/json"
	"testing"

	"github.com/oapi-codegen/nullable"

	"github.com/storefront/storefront/server/platform/patch"
)

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
		patch.SetOrClear(&kept, request.V)
		if got, _ := json.Marshal(kept); string(got) != want {
			t.Errorf("%s makes it %s, want %s", body, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	kept, other := 1, 2
	if patch.Set(&kept, nil); kept != 1 {
		t.Errorf("left out makes it %d", kept)
	}
	if patch.Set(&kept, &other); kept != 2 {
		t.Errorf("2 makes it %d", kept)
	}
}
