package demo

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/orders"
)

// data holds the shop in the shape of the requests that create it.
//
//go:embed data
var data embed.FS

// lines returns the values of a file of JSON Lines.
func lines(name string) ([]json.RawMessage, error) {
	text, err := data.ReadFile("data/" + name)
	if err != nil {
		return nil, err
	}
	var values []json.RawMessage
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var value json.RawMessage
		switch err := decoder.Decode(&value); err {
		case nil:
			values = append(values, value)
		case io.EOF:
			return values, nil
		default:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

func readOrders() ([]order, error) {
	const name = "data/orders.json"
	text, err := data.ReadFile(name)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields() // a misspelt field would be lost silently
	var list []order
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// event is something that has happened to an order since it was placed.
type event struct {
	after span
	tool  string
	name  string         // unique among the events of the order with the same tool
	args  map[string]any // of the call, besides the id of the order
	run   func(ctx context.Context, tx *store.Tx) error
}

// events returns what has happened to the order, oldest first.
func (o *order) events() (all []event) {
	for _, m := range o.Moves {
		all = append(all, event{m.After, "orders.update_status", string(m.To), map[string]any{"status": m.To},
			func(ctx context.Context, tx *store.Tx) error { return orders.Move(ctx, tx, o.ID, m.To) }})
	}
	for _, t := range o.Tracking {
		all = append(all, event{t.After, "orders.set_tracking", t.TrackingNumber,
			map[string]any{"carrier": t.Carrier, "trackingNumber": t.TrackingNumber, "trackingUrl": t.TrackingURL},
			func(ctx context.Context, tx *store.Tx) error {
				return orders.Track(ctx, tx, o.ID, orders.Tracking{Carrier: t.Carrier, Number: t.TrackingNumber, URL: &t.TrackingURL})
			}})
	}
	for _, n := range o.Notes {
		all = append(all, event{n.After, "orders.add_note", time.Duration(n.After).String(), map[string]any{"text": n.Text},
			func(ctx context.Context, tx *store.Tx) error {
				_, err := orders.AddNote(ctx, tx, o.ID, n.Text)
				return err
			}})
	}
	for _, r := range o.Refunds {
		all = append(all, event{r.After, "orders.refund", time.Duration(r.After).String(),
			map[string]any{"amountOere": r.AmountOere, "reason": r.Reason, "confirm": true},
			func(ctx context.Context, tx *store.Tx) error {
				_, err := orders.RecordRefund(ctx, tx, o.ID, orders.Refund{AmountOere: r.AmountOere, Reason: r.Reason})
				return err
			}})
	}
	for _, p := range o.Payments {
		all = append(all, event{p.After, "payments.create", p.ID.String(), map[string]any{"provider": p.Provider},
			func(ctx context.Context, tx *store.Tx) error { return p.make(ctx, tx, o.ID) }})
	}
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Compare(a.after, b.after) })
	return all
}

// pictured returns the step with the picture that the program draws of a product or
// a service: server/site/pictures. It is kept as a path, which the contract refuses
// from callers, so that it is at the address of the service whatever that is.
func pictured(s step) (step, error) {
	path := "/pictures/" + s.name + ".svg"
	switch s.tool {
	case "products.create":
		s, err := with(s, "images", []string{path})
		if err != nil {
			return s, err
		}
		return picturedVariants(s)
	case "services.create":
		return with(s, "heroImage", path)
	}
	return s, nil
}

// picturedVariants returns the step with the pictures of the variants, each in its colour.
func picturedVariants(s step) (step, error) {
	var body struct{ Variants []map[string]any }
	if err := json.Unmarshal(s.args, &body); err != nil || body.Variants == nil {
		return s, err
	}
	for _, v := range body.Variants {
		attributes, _ := v["attributes"].(map[string]any)
		colour, _ := attributes["Farve"].(string)
		v["image"] = "/pictures/" + s.name + "-" + text.Slug(colour) + ".svg"
	}
	return with(s, "variants", body.Variants)
}

// with returns the step with one more member in its arguments.
func with(s step, name string, value any) (step, error) {
	members := map[string]json.RawMessage{}
	err := json.Unmarshal(s.args, &members)
	if err != nil {
		return s, err
	}
	if members[name], err = json.Marshal(value); err != nil {
		return s, err
	}
	s.args, err = json.Marshal(members)
	return s, err
}
