package content

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/images"
)

// storeImages returns the props of a section with the addresses of images as they are stored, and the faults of those that are
// not safe.
func storeImages(ctx context.Context, section int, props json.RawMessage) (json.RawMessage, []schema.Fault, error) {
	base := call.From(ctx).BaseURL
	if !bytes.Contains(props, []byte("http://")) && !bytes.Contains(props, []byte("/images/")) {
		return props, nil, nil
	}
	var faults []schema.Fault
	stored, err := withImages(props, fmt.Sprintf("layout.sections[%d].props", section), func(field, address string) string {
		address = images.Stored(base, address)
		if !images.IsSafe(address) {
			faults = append(faults, images.NotSafe(problem.Pointer(field), field))
		}
		return address
	})
	return stored, faults, err
}

// shownLayout returns a stored layout with whole addresses of images.
func shownLayout(ctx context.Context, tree json.RawMessage) (json.RawMessage, error) {
	if !bytes.Contains(tree, []byte(`"/images/`)) {
		return tree, nil
	}
	base := call.From(ctx).BaseURL
	return withImages(tree, "layout", func(_, address string) string { return wire.Absolute(base, address) })
}

// withImages returns JSON with what change returns for the address of each image in it, by the name of its field.
func withImages(text json.RawMessage, field string, change func(field, address string) string) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	changeImages(value, field, change)
	return wire.Marshal(value)
}

// imageAddress is the property of an image that is its address: SectionImage in the contract, which alone has one of that name.
const imageAddress = "url"

func changeImages(value any, field string, change func(field, address string) string) {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner := field + "." + name
			if address, ok := v[name].(string); ok && name == imageAddress {
				v[name] = change(inner, address)
				continue
			}
			changeImages(v[name], inner, change)
		}
	case []any:
		for i, item := range v {
			changeImages(item, fmt.Sprintf("%s[%d]", field, i), change)
		}
	}
}
