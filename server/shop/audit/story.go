package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// What an item of the list tells of a change: enough for a sentence.
const (
	fewChanges   = 3
	someFields   = 20
	shownValue   = 200    // bytes of a value
	largestState = 16_000 // bytes in the database of both states: of larger ones audit.get tells
	sameMost     = 1000
)

// impersonal are the members of orders, carts and payments that say nothing about a person.
var impersonal = []string{"/status", "/totalOere", "/amountOere", "/capturedOere", "/refundedOere", "/dispute", "/notes", "/discountCode", "/items"}

// tellChanges adds to an item what changed: amounts first, then a status, then the rest by path.
func tellChanges(item *api.AuditItem, r *row) error {
	if r.EntityType == nil || r.Unread {
		return nil
	}
	all, err := differences(r.Before, r.After)
	if err != nil {
		return err
	}
	fields := make([]string, 0, min(len(all), someFields))
	for _, c := range all[:min(len(all), someFields)] {
		fields = append(fields, c.Path)
	}
	item.ChangedFields = &fields
	changes, err := told(all, r.Tool, r.EntityType, fewChanges)
	item.Changes = &changes
	return err
}

// Told returns what changes of a thing from one state to another, without what is personal: amounts first, then a status, then the
// rest by path, at most 20 fields, of which long values are cut.
func Told(tool, entityType string, before, after []byte) ([]api.AuditChange, error) {
	all, err := differences(before, after)
	if err != nil {
		return nil, err
	}
	return told(all, tool, &entityType, someFields)
}

// differences returns the fields in which two states of a thing differ, without those that say nothing.
func differences(before, after []byte) ([]undo.Change, error) {
	all, err := diff(before, after)
	return slices.DeleteFunc(all, func(c undo.Change) bool {
		return c.Path == "/updatedAt" || c.Path == "/id" || isEmpty(c.From) && isEmpty(c.To)
	}), err
}

// told returns the first few changes as they are shown, without those that say something about a person.
func told(all []undo.Change, tool string, entityType *string, few int) ([]api.AuditChange, error) {
	if len(personalScopes(tool, entityType)) > 0 {
		all = slices.DeleteFunc(all, func(c undo.Change) bool { return !slices.Contains(impersonal, c.Path) })
	}
	slices.SortStableFunc(all, func(a, b undo.Change) int { return weight(a) - weight(b) })
	changes, err := undo.Shown(all[:min(len(all), few)])
	for i := range changes {
		changes[i].PreviousValue, changes[i].NextValue = shortened(changes[i].PreviousValue), shortened(changes[i].NextValue)
	}
	return changes, err
}

// isEmpty reports whether a value says nothing where there was none, as those of a new thing that nobody has set.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	case json.Number:
		return v == "0"
	}
	return v == nil || v == "" || v == false
}

// weight sorts what an owner asks for first to the front.
func weight(c undo.Change) int {
	switch name := c.Path[strings.LastIndexByte(c.Path, '/')+1:]; {
	case strings.HasSuffix(name, "Dkk"), strings.HasSuffix(name, "Oere"):
		return 0
	case slices.Contains([]string{"status", "active", "enabled", "paused", "stock", "value"}, name):
		return 1
	}
	return 2
}

// shortened returns a long value as a text with its beginning and an ellipsis.
func shortened(value json.RawMessage) json.RawMessage {
	if len(value) <= shownValue {
		return value
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		text = string(bytes.TrimSpace(value))
	}
	end := min(len(text), shownValue/2)
	for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	short, _ := json.Marshal(text[:end] + "…") // a text always encodes
	return short
}

// tellMore adds to the items what other rows say: the names of keys that older rows do not have, and how many entries the same
// call left.
func (h Audit) tellMore(ctx context.Context, items []api.AuditItem) error {
	var requests, keys []uuid.UUID
	for i := range items {
		requests = append(requests, uuid.MustParse(items[i].RequestId))
		if id, ok := keyOf(&items[i]); ok {
			keys = append(keys, id)
		}
	}
	same, err := h.Store.Read().AuditSameRequest(ctx, db.AuditSameRequestParams{RequestIds: requests, Most: sameMost})
	if err != nil {
		return err
	}
	counts := map[string]int64{}
	for _, s := range same {
		counts[s.RequestID.String()] = s.Entries
	}
	names, err := h.keyNames(ctx, keys)
	if err != nil {
		return err
	}
	for i := range items {
		items[i].SameRequest = new(counts[items[i].RequestId])
		if id, ok := keyOf(&items[i]); ok {
			if name, known := names[id]; known {
				items[i].ActorName = &name
			}
		}
	}
	return nil
}

// keyOf returns the id of the key whose name the item lacks.
func keyOf(item *api.AuditItem) (uuid.UUID, bool) {
	text, isKey := strings.CutPrefix(item.Actor, call.KeyActor)
	if !isKey || item.ActorName != nil {
		return uuid.Nil, false
	}
	return store.ParseID(text)
}

func (h Audit) keyNames(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := h.Store.Read().KeyNames(ctx, ids)
	names := make(map[uuid.UUID]string, len(rows))
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	return names, err
}

// actorName returns the name of the key, as it is stored, or what another actor says; nil for a key whose name is not stored.
func actorName(stored *string, actor string) *string {
	if stored != nil || strings.HasPrefix(actor, call.KeyActor) {
		return stored
	}
	return new(call.NameOf(actor))
}
