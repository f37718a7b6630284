package schema

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Several fields are changed at once. The two validators must agree exactly,
// because no value is one about which they differ on purpose.
func TestRandomBodies(t *testing.T) {
	o, err := withFormats()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	var values []json.RawMessage
	for _, raw := range raws {
		value := decoded(t, []byte(raw))
		if len(raw) < 1000 && same(value, normal(value)) && raw != "1E-400" && !strings.Contains(raw, `\u0000`) {
			values = append(values, json.RawMessage(raw))
		}
	}
	meant, results := map[string]int{}, map[string]int{}
	oneIn := sampled(20)
	for _, op := range contract(t) {
		schema, full := o.of(t, op), sample(op.raw)
		for range 3000 / oneIn {
			body, err := json.Marshal(shuffled(full, random, values))
			if err != nil {
				t.Fatal(err)
			}
			results[compare(t, op, schema, body, meant)]++
		}
	}
	t.Log(results, meant)
	if results["valid"] < 100/oneIn || results["invalid"] < 100/oneIn {
		t.Error("the bodies prove nothing")
	}
}

// shuffled returns body with some fields left out, replaced or added.
func shuffled(body any, random *rand.Rand, values []json.RawMessage) any {
	other := func() json.RawMessage { return values[random.IntN(len(values))] }
	switch body := body.(type) {
	case map[string]any:
		object := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(body)) {
			switch n := random.IntN(20); {
			case n == 0:
				object[name] = other()
			case n == 1:
				object[name+"s"] = other()
			case n > 5:
				object[name] = shuffled(body[name], random, values)
			}
		}
		return object
	case []any:
		list := slices.Clone(body)
		for range random.IntN(3) {
			list = append(list, shuffled(body[0], random, values))
		}
		if random.IntN(10) == 0 {
			list = append(list, other())
		}
		return list
	}
	if random.IntN(30) == 0 {
		return other()
	}
	return body
}
