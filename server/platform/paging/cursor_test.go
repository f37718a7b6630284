package paging_test

import (
	"encoding/base64"
	"errors"
	"testing"

	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
)

type query struct{ Brand string }

type position struct {
	Name string
	ID   int
}

func TestACursorIsReadByTheListThatItBelongsTo(t *testing.T) {
	t.Parallel()
	at := position{"Ærø ✓", 7}
	text, err := paging.EncodeCursor("products", query{"Fjord"}, at)
	if err != nil {
		t.Fatal(err)
	}
	var got position
	if err := paging.DecodeCursor(text, "products", query{"Fjord"}, &got); err != nil || got != at {
		t.Errorf("%+v, %v", got, err)
	}
	refused := func(what, text, list string, q query) {
		t.Helper()
		var p *problem.Error
		err := paging.DecodeCursor(text, list, q, new(position))
		if !errors.As(err, &p) || p.Code != problem.ValidationFailed {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("another list", text, "orders", query{"Fjord"})
	refused("another filter", text, "products", query{"fjord"})
	for i := range len(text) {
		for _, other := range []byte("A_-z=+ \n") {
			if damaged := text[:i] + string(other) + text[i+1:]; damaged != text {
				refused("one character", damaged, "products", query{"Fjord"})
			}
		}
		refused("cut", text[:i], "products", query{"Fjord"})
	}
	refused("longer", text+"A", "products", query{"Fjord"})
	refused("no cursor", base64.RawURLEncoding.EncodeToString([]byte(`{"Name":"a","ID":1}`)), "products", query{"Fjord"})
	if other, err := paging.EncodeCursor("products", query{"Fjord"}, "a text"); err != nil {
		t.Error(err)
	} else {
		refused("of another type", other, "products", query{"Fjord"})
	}
}

func TestWhatHasNoJSON(t *testing.T) {
	t.Parallel()
	if _, err := paging.EncodeCursor("products", func() {}, 1); err == nil {
		t.Error("a function is a query")
	}
	if _, err := paging.EncodeCursor("products", 1, func() {}); err == nil {
		t.Error("a function is a position")
	}
	text, err := paging.EncodeCursor("products", 1, 1)
	if err != nil || paging.DecodeCursor(text, "products", func() {}, new(int)) == nil {
		t.Error("a function is a query", err)
	}
}

func TestACursorExcludesAnOffset(t *testing.T) {
	t.Parallel()
	text := "x"
	var p *problem.Error
	if err := paging.CursorWithoutOffset(&text, 1); !errors.As(err, &p) || p.Code != problem.ValidationFailed {
		t.Error(err)
	}
	for _, err := range []error{paging.CursorWithoutOffset(&text, 0), paging.CursorWithoutOffset(nil, 5)} {
		if err != nil {
			t.Error(err)
		}
	}
}
