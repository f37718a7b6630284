package walk_test

import (
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// FuzzCall sends arbitrary bytes to any operation. The response always conforms
// to the contract and is never an internal error.
func FuzzCall(f *testing.F) {
	s := servertest.New(f, servertest.Options{})
	key := s.Key(f, "all")
	tools := s.Contract.Tools()
	for i, op := range tools {
		for _, example := range walk.Examples(f, op.Name) {
			f.Add(i, []byte(example))
		}
	}
	f.Add(0, []byte(`{"q":"\u0000"}`))
	f.Add(0, []byte(`{"q":"'\\:*&|!()<->","minPriceOere":1e3}`))
	f.Fuzz(func(t *testing.T, tool int, body []byte) {
		op := tools[uint(tool)%uint(len(tools))]
		reply := s.Raw(t, key, op.Name, body)
		if reply.Status >= 500 {
			t.Errorf("%s with %q: %d %s", op.Name, body, reply.Status, reply.Body)
		}
		if reply.Status == 200 && !json.Valid(body) {
			t.Errorf("%s took %q", op.Name, body)
		}
	})
}
