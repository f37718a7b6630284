// Package patch applies the optional fields of a request to what is kept: what
// is left out stays, and null clears.
package patch

import "github.com/oapi-codegen/nullable"

// Set replaces *into when v is there.
func Set[T any](into *T, v *T) {
	if v != nil {
		*into = *v
	}
}

// SetOrClear replaces *into when v is there; null makes it nil.
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
