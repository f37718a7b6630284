package catalog

import (
	"net/http"
	"sync"
)

// encoded is a response body in its final form.
type encoded []byte

// VisitProductsGetResponse writes the response.
func (e encoded) VisitProductsGetResponse(w http.ResponseWriter) error { return e.write(w) }

// VisitProductsSearchResponse writes the response.
func (e encoded) VisitProductsSearchResponse(w http.ResponseWriter) error { return e.write(w) }

func (e encoded) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(e)
	return err
}

// The text before and after the members of a list.
const (
	before = `{"ok":true,"result":[`
	after  = `]}`
)

// reused is a response whose memory is reused for the next one once it is
// written.
type reused struct{ body encoded }

var buffers sync.Pool

func buffer() *reused {
	if r, ok := buffers.Get().(*reused); ok {
		return r
	}
	return &reused{}
}

// VisitProductsGetResponse writes the response.
func (r *reused) VisitProductsGetResponse(w http.ResponseWriter) error { return r.write(w) }

// VisitProductsSearchResponse writes the response.
func (r *reused) VisitProductsSearchResponse(w http.ResponseWriter) error { return r.write(w) }

// VisitProductsSuggestResponse writes the response.
func (r *reused) VisitProductsSuggestResponse(w http.ResponseWriter) error { return r.write(w) }

// VisitCategoriesListResponse writes the response.
func (r *reused) VisitCategoriesListResponse(w http.ResponseWriter) error { return r.write(w) }

func (r *reused) write(w http.ResponseWriter) error {
	defer buffers.Put(r)
	return r.body.write(w)
}
