package content

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// layout is what a page is built of.
type layout struct {
	Sections []section `json:"sections"`
}

type section struct {
	ID      string          `json:"id"`
	Key     string          `json:"key"`
	Enabled bool            `json:"enabled"`
	Variant string          `json:"variant,omitempty"`
	Props   json.RawMessage `json:"props,omitempty"`
}

// maxLayout is the maximum size in bytes of a layout as it is stored.
const maxLayout = 256 << 10

// PagesGetLayout returns the sections that a page is built of; null when the
// page is shown from its body.
func (h Pages) PagesGetLayout(ctx context.Context, req api.PagesGetLayoutRequestObject) (api.PagesGetLayoutResponseObject, error) {
	record, err := getPage(ctx, h.Store, req.Body.Slug)
	if err != nil {
		return nil, err
	}
	shown, err := shownLayout(ctx, record.Layout)
	return api.PagesGetLayout200JSONResponse{Ok: true, Result: api.PagesGetLayoutResult{Layout: shown, UpdatedAt: wire.TimeOf(record.UpdatedAt)}}, err
}

// PagesSetLayout replaces the layout of a page; null removes it.
func (h Pages) PagesSetLayout(ctx context.Context, req api.PagesSetLayoutRequestObject) (api.PagesSetLayoutResponseObject, error) {
	tree, sections, err := readLayout(ctx, h.Sections, req.Body.Layout)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.PagesSetLayoutResponseObject, error) {
		before, err := tx.PageLock(ctx, req.Body.Slug)
		if store.NotFound(err) {
			return nil, pageNotFound(req.Body.Slug)
		}
		if err != nil {
			return nil, err
		}
		if err := store.CheckVersion(req.Body.ExpectedUpdatedAt, before.UpdatedAt, "page", problem.Call{Op: "pages.get"}); err != nil {
			return nil, err
		}
		if err := checkLayout(tree, before.Layout); err != nil {
			return nil, err
		}
		after := before
		after.Layout, after.UpdatedAt = tree, tx.After(before.UpdatedAt)
		if err := updatePage(ctx, tx, &after); err != nil {
			return nil, err
		}
		shown, err := shownLayout(ctx, after.Layout)
		if err != nil {
			return nil, err
		}
		result := api.PagesSetLayoutResult{Slug: after.Slug, Sections: int64(sections), Layout: shown, UpdatedAt: wire.TimeOf(after.UpdatedAt)}
		if after.Status == published {
			result.Url = new(pageURL(ctx, after.Slug))
		}
		return api.PagesSetLayout200JSONResponse{Ok: true, Result: result}, auditPage(tx, &before, &after)
	})
}

// PagesSectionTypes returns the kinds of sections that the contract describes, or one of them.
func (h Pages) PagesSectionTypes(_ context.Context, req api.PagesSectionTypesRequestObject) (api.PagesSectionTypesResponseObject, error) {
	result := []api.SectionType{}
	for _, s := range h.Sections {
		if req.Body.Key == nil || s.Key == string(*req.Body.Key) {
			result = append(result, api.SectionType{Key: s.Key, Title: s.Title, Variants: s.Variants, PropsSchema: s.Schema})
		}
	}
	return api.PagesSectionTypes200JSONResponse{Ok: true, Result: result}, nil
}

// readLayout returns a layout in the form that is stored, nil for null, and the
// number of its sections. It refuses what the schema of the request leaves open:
// the props, the images and the variant of each section, two sections with one id,
// and the size.
func readLayout(ctx context.Context, kinds []contract.Section, text json.RawMessage) (tree json.RawMessage, sections int, err error) {
	if len(text) == 0 || string(text) == "null" {
		return nil, 0, nil
	}
	var l layout
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, 0, err
	}
	var faults []schema.Fault
	for i := range l.Sections {
		found, err := l.check(ctx, kinds, i)
		if err != nil {
			return nil, 0, err
		}
		faults = append(faults, found...)
	}
	if len(faults) > 0 {
		return nil, 0, problem.InvalidBody(faults[:min(len(faults), schema.MaxFaults)])
	}
	if tree, err = wire.Marshal(l); err != nil {
		return nil, 0, err
	}
	if len(tree) > maxLayout {
		return nil, 0, problem.Invalid("/layout", schema.CodeMaxLength, fmt.Sprintf("must be at most %d bytes long, as JSON", maxLayout),
			fmt.Sprintf(`Shorten "layout" to at most %d bytes of JSON in UTF-8; it has %d.`, maxLayout, len(tree)),
			schema.Correction{Do: schema.Shrink, Count: maxLayout})
	}
	return tree, len(l.Sections), nil
}

// check returns the faults of a section, and puts its props in the form that is
// stored.
func (l *layout) check(ctx context.Context, kinds []contract.Section, index int) ([]schema.Fault, error) {
	s := &l.Sections[index]
	kind := &kinds[slices.IndexFunc(kinds, func(k contract.Section) bool { return k.Key == s.Key })] // the schema allows no other key
	if s.Props == nil {
		s.Props = json.RawMessage("{}")
	}
	props, faults, err := kind.CheckProps(index, s.Props)
	if err == nil && len(faults) == 0 {
		props, faults, err = storeImages(ctx, index, props)
	}
	s.Props = props
	if slices.ContainsFunc(l.Sections[:index], func(other section) bool { return other.ID == s.ID }) {
		free := strconv.Quote(l.freeID(s.ID))
		faults = append(faults, l.fault(index, "id", "must be unique in the page", free, free))
	}
	if s.Variant != "" && !slices.Contains(kind.Variants, s.Variant) {
		known := text.Joined(text.Quoted(kind.Variants), "or")
		faults = append(faults, l.fault(index, "variant", "must be "+known, known, strconv.Quote(kind.Variants[0])))
	}
	return faults, err
}

// freeID returns an id that no section has, made of one that is taken.
func (l *layout) freeID(id string) string {
	const longest = 64
	for n := 2; ; n++ {
		end := "-" + strconv.Itoa(n)
		other := id[:min(len(id), longest-len(end))] + end
		if !slices.ContainsFunc(l.Sections, func(s section) bool { return s.ID == other }) {
			return other
		}
	}
}

// fault returns the fault of a field of a section, with a value that fits.
func (l *layout) fault(index int, field, detail, wanted, value string) schema.Fault {
	return schema.Fault{
		Pointer: fmt.Sprintf("/layout/sections/%d/%s", index, field), Code: schema.CodeEnum, Detail: detail,
		Fix: fmt.Sprintf(`Set "layout.sections[%d].%s" to %s.`, index, field, wanted), Correction: schema.Correction{Do: schema.Set, Value: value},
	}
}

// publicLayout returns a stored layout as visitors get it: without the sections that are
// not enabled; nil when none is left.
func publicLayout(tree json.RawMessage) (json.RawMessage, error) {
	if tree == nil {
		return nil, nil
	}
	var l layout
	if err := json.Unmarshal(tree, &l); err != nil {
		return nil, err
	}
	all := len(l.Sections)
	l.Sections = slices.DeleteFunc(l.Sections, func(s section) bool { return !s.Enabled })
	switch len(l.Sections) {
	case all:
		return tree, nil
	case 0:
		return nil, nil
	}
	return wire.Marshal(l)
}
