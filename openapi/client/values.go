//go:build ignore

package client

import (
	"fmt"
	"time"

	"github.com/oapi-codegen/nullable"
)

// Error returns what happened and what to do about it, after the code.
func (p *Problem) Error() string { return fmt.Sprintf("%s: %s %s", p.Code, p.Detail, p.Resolution) }

// Null clears a field.
func Null[T any]() nullable.Nullable[T] { return nullable.NewNullNullable[T]() }

// Value sets a field that can also be cleared.
func Value[T any](v T) nullable.Nullable[T] { return nullable.NewNullableWithValue(v) }

// UTC is a moment that is sent in UTC, whatever its location.
type UTC time.Time

// MarshalJSON returns the moment as the service reads it.
func (u UTC) MarshalJSON() ([]byte, error) { return time.Time(u).UTC().MarshalJSON() }

// UnmarshalJSON reads a moment of RFC 3339.
func (u *UTC) UnmarshalJSON(text []byte) error { return (*time.Time)(u).UnmarshalJSON(text) }
