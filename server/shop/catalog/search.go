package catalog

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/wire"
)

// ProductsSearch finds live products by words and filters.
func (h Products) ProductsSearch(ctx context.Context, req api.ProductsSearchRequestObject) (api.ProductsSearchResponseObject, error) {
	into := buffer()
	hits, page, err := h.Search.Products(ctx, append(into.body[:0], listBegin...), req.Body)
	if err != nil {
		return nil, err
	}
	text, err := wire.Marshal(page)
	if err != nil {
		return nil, err
	}
	hits = append(hits, `],"page":`...)
	into.body = append(append(hits, text...), '}')
	into.complete(call.From(ctx).BaseURL)
	if wanted := req.Body.Fields; wanted != nil && slices.ContainsFunc(*wanted, namesAttributes) {
		return h.withAttributes(ctx, into.body)
	}
	return into, nil
}

func namesAttributes(field string) bool {
	name, _, _ := strings.Cut(field, ".")
	return name == "attributes"
}

// withAttributes adds the attributes of each product, which no finder keeps, to the answer of a search.
func (h Products) withAttributes(ctx context.Context, found []byte) (answer api.ProductsSearch200JSONResponse, err error) {
	if err = json.Unmarshal(found, &answer); err != nil {
		return answer, err
	}
	ids, at := make([]uuid.UUID, len(answer.Result)), map[uuid.UUID]*api.ProductHit{}
	for i := range answer.Result {
		hit := &answer.Result[i]
		if ids[i], err = uuid.Parse(hit.Id); err != nil {
			return answer, err
		}
		at[ids[i]] = hit
	}
	rows, err := h.Store.Read().ProductAttributes(ctx, ids)
	for _, row := range rows {
		at[row.ID].Attributes = row.Attributes
	}
	return answer, err
}

// ProductsSuggest finds products by words of which the last may be incomplete.
func (h Products) ProductsSuggest(ctx context.Context, req api.ProductsSuggestRequestObject) (api.ProductsSuggestResponseObject, error) {
	into := buffer()
	hits, err := h.Search.Suggestions(ctx, append(into.body[:0], listBegin...), req.Body)
	if err != nil {
		return nil, err
	}
	hits = append(hits, listEnd...)
	into.body = hits
	return into, nil
}

// ProductsFacets counts what the products have that products.search would find.
func (h Products) ProductsFacets(ctx context.Context, req api.ProductsFacetsRequestObject) (api.ProductsFacetsResponseObject, error) {
	facets, err := h.Search.Facets(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	return api.ProductsFacets200JSONResponse{Ok: true, Result: facets}, nil
}

// The text before and after the members of a list.
const (
	listBegin = `{"ok":true,"result":[`
	listEnd   = `]}`
)

// reused is a response whose memory is reused for the next one once it is
// written.
type reused struct{ body, spare []byte }

var buffers sync.Pool

func buffer() *reused {
	if r, ok := buffers.Get().(*reused); ok {
		return r
	}
	return &reused{}
}

// complete puts the address of the service in place of the marks.
func (r *reused) complete(base string) *reused {
	r.body, r.spare = wire.InsertBase(r.spare[:0], r.body, base), r.body
	return r
}

// VisitProductsGetResponse writes the response.
func (r *reused) VisitProductsGetResponse(w http.ResponseWriter) error { return r.write(w) }

// VisitProductsSearchResponse writes the response.
func (r *reused) VisitProductsSearchResponse(w http.ResponseWriter) error { return r.write(w) }

// VisitProductsSuggestResponse writes the response.
func (r *reused) VisitProductsSuggestResponse(w http.ResponseWriter) error { return r.write(w) }

// VisitCategoriesListResponse writes the response.
func (r *reused) VisitCategoriesListResponse(w http.ResponseWriter) error { return r.write(w) }

// write writes the response with its length: without it one of more than 2 KB is sent in
// chunks, which takes one more system call.
func (r *reused) write(w http.ResponseWriter) error {
	defer buffers.Put(r)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(r.body)))
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(r.body)
	return err
}
