// Package patch applies the optional fields of a request to a stored value: a
// field that is left out keeps its value, and null clears it.
package patch

import "github.com/oapi-codegen/nullable"

// Set sets *into to *v unless v is nil.
func Set[T any](into *T, v *T) {
	if v != nil {
		*into = *v
	}
}

// SetOrClear sets *into to v if v is set; null makes *into nil.
func SetOrClear[T any](into **T, v nullable.Nullable[T]) {
	if v.IsSpecified() {
		*into = OrNil(v)
	}
}

// OrNil returns the value, or nil when v is null or left out.
func OrNil[T any](v nullable.Nullable[T]) *T {
	if value, err := v.Get(); err == nil {
		return &value
	}
	return nil
}
