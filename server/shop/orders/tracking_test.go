package orders_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func parcel(id string, fields object) object {
	return servertest.With(object{"orderId": id, "carrier": "PostNord", "trackingNumber": "00370-7"}, fields)
}

// A tracking is replaced as a whole, in any status; the order does not move, and
// is found by both numbers.
func TestOrdersSetTracking(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "cancelled", false)
	var result object
	s.OK(t, s.key, "orders.set_tracking", parcel(id, object{
		"trackingUrl": "https://tracking.example/1", "estDeliveryFrom": "2026-11-03T08:00Z", "estDeliveryTo": "2026-11-03T08:00:00.0004Z",
	}), &result)
	servertest.WantFields(t, "the result", result, object{"id": id})
	first := s.get(t, id)
	if *first.Carrier != "PostNord" || *first.TrackingNumber != "00370-7" || *first.TrackingUrl != "https://tracking.example/1" ||
		first.EstDeliveryFrom.String() != "2026-11-03T08:00:00.000Z" || first.EstDeliveryTo.String() != "2026-11-03T08:00:00.000Z" || first.Status != "cancelled" {
		t.Errorf("%+v", first)
	}
	version := func() string {
		return servertest.One[string](t, s.Server, "SELECT updated_at::text FROM orders WHERE id = $1", id)
	}
	at := version()
	s.OK(t, s.key, "orders.set_tracking", object{"orderId": id, "carrier": " GLS ", "trackingNumber": "X9"}, nil)
	second := s.get(t, id)
	if *second.Carrier != "GLS" || *second.TrackingNumber != "X9" || second.TrackingUrl != nil || second.EstDeliveryFrom != nil || second.EstDeliveryTo != nil {
		t.Errorf("%+v", second)
	}
	if version() == at {
		t.Error("updatedAt stays")
	}
	before, after := s.Wrote(t, "orders.set_tracking", "order", id)
	servertest.WantFields(t, "before", before, object{"id": id, "carrier": "PostNord", "trackingNumber": "00370-7", "trackingUrl": "https://tracking.example/1",
		"estDeliveryFrom": "2026-11-03T08:00:00.000Z", "estDeliveryTo": "2026-11-03T08:00:00.000Z"})
	servertest.WantFields(t, "after", after, object{"id": id, "carrier": "GLS", "trackingNumber": "X9", "trackingUrl": nil, "estDeliveryFrom": nil, "estDeliveryTo": nil})
	for _, number := range []string{"x9", "003707"} {
		s.WantList(t, s.key, "orders.list", object{"q": number}, "id", id)
	}
}

// What stood there is for those who may read orders.
func TestTheTrackingThatChanges(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "paid", true)
	writer := s.Key(t, "orders:write")
	body := object{"orderId": id, "carrier": "GLS", "trackingNumber": "A1"}
	var result struct {
		Changes []object
	}
	s.OK(t, s.key, "orders.set_tracking", body, nil)
	body["trackingNumber"] = "A2"
	s.OK(t, s.key, "orders.set_tracking", body, &result)
	if want := []object{{"path": "/trackingNumber", "previousValue": "A1", "nextValue": "A2"}}; !servertest.SameJSON(result.Changes, want) {
		t.Errorf("%v, want %v", result.Changes, want)
	}
	body["trackingNumber"] = "A3"
	if reply := s.OK(t, writer, "orders.set_tracking", body, nil); strings.Contains(string(reply.Body), "A2") || strings.Contains(string(reply.Body), "changes") {
		t.Errorf("a key that may not read orders is told %s", reply.Body)
	}
}

func TestOrdersSetTrackingRefuses(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	want := s.get(t, id)
	for name, c := range map[string]struct {
		fields  object
		pointer string
	}{
		"a delivery that ends first": {object{"estDeliveryFrom": "2026-11-03T08:00Z", "estDeliveryTo": "2026-11-03T07:59:59.999Z"}, "/estDeliveryTo"},
		"no carrier":                 {object{"carrier": " "}, "/carrier"},
		"no number":                  {object{"trackingNumber": ""}, "/trackingNumber"},
		"an address over http":       {object{"trackingUrl": "http://tracking.example/1"}, "/trackingUrl"},
		"a local time":               {object{"estDeliveryTo": "2026-11-03T08:00:00+01:00"}, "/estDeliveryTo"},
	} {
		p := s.Refused(t, s.key, "orders.set_tracking", parcel(id, c.fields), problem.ValidationFailed)
		if len(p.Errors) == 0 || p.Errors[0].Pointer != c.pointer {
			t.Errorf("%s: %+v", name, p)
		}
	}
	s.Refused(t, s.key, "orders.set_tracking", parcel("x", nil), problem.OrderNotFound)
	if got := s.get(t, id); !servertest.SameJSON(got, want) || len(s.Succeeded(t, "orders.set_tracking")) != 0 {
		t.Errorf("a refused call made %+v of %+v", got, want)
	}
}

// Of many callers each replaces the tracking as a whole.
func TestOrdersSetTrackingAtOnce(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	carriers := []string{"PostNord", "GLS", "DAO", "Bring"}
	statuses, _ := servertest.Together(16, func(i int) servertest.Reply {
		name := carriers[i%len(carriers)]
		return s.Call(t, s.key, "orders.set_tracking", parcel(id, object{"carrier": name, "trackingUrl": "https://tracking.example/" + name}))
	})
	if o := s.get(t, id); statuses[200] != 16 || *o.TrackingUrl != "https://tracking.example/"+*o.Carrier {
		t.Errorf("%v: %s at %s", statuses, *o.Carrier, *o.TrackingUrl)
	}
}

// A parcel that leaves brings its tracking with the move, in one row of the audit that is taken back as a whole.
func TestAMoveToShippedWithItsTracking(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	key := s.Key(t, orderScopes+",audit:read,audit:revert")
	id := s.place(t, orderDraft())
	s.move(t, id, "paid")
	s.OK(t, key, "orders.set_tracking", object{"orderId": id, "carrier": "GLS", "trackingNumber": "A1", "estDeliveryTo": "2026-11-03T08:00Z"}, nil)
	s.OK(t, key, "orders.update_status", parcel(id, object{"status": "shipped", "carrier": " DAO "}), nil)
	entry := object{"auditLogId": s.LastAudit(t, 1)[0].ID.String(), "confirm": true}
	shipped := s.get(t, id)
	if shipped.Status != "shipped" || *shipped.Carrier != "DAO" || *shipped.TrackingNumber != "00370-7" || shipped.TrackingUrl != nil || shipped.EstDeliveryTo != nil {
		t.Errorf("%+v", shipped)
	}
	s.WantList(t, key, "orders.list", object{"q": "003707"}, "id", id)
	s.wantStory(t, id, ">pending_payment", "pending_payment>paid", "paid>shipped")
	row := s.moves(t, id)[0]
	servertest.WantFields(t, "before", row.before, object{"status": "paid", "carrier": "GLS", "trackingNumber": "A1", "estDeliveryTo": "2026-11-03T08:00:00.000Z"})
	servertest.WantFields(t, "after", row.after, object{"status": "shipped", "carrier": "DAO", "trackingNumber": "00370-7", "trackingUrl": nil, "restockedPieces": 0})

	s.Refused(t, key, "audit.revert", servertest.With(entry, object{"fields": []string{"/status"}}), problem.ValidationFailed)
	s.OK(t, key, "audit.revert", entry, nil)
	if o := s.get(t, id); o.Status != "paid" || *o.Carrier != "GLS" || *o.TrackingNumber != "A1" || o.EstDeliveryTo == nil {
		t.Errorf("taken back: %+v", o)
	}

	s.OK(t, key, "orders.update_status", object{"orderId": id, "status": "shipped"}, nil)
	if o := s.get(t, id); *o.Carrier != "GLS" || s.moves(t, id)[0].after["carrier"] != nil {
		t.Errorf("without a tracking: %+v", o)
	}
}

func TestAMoveRefusesItsTracking(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	s.move(t, id, "paid")
	want := s.get(t, id)
	for name, c := range map[string]struct {
		fields     object
		pointer    string
		resolution string
	}{
		"another status":  {object{"status": "processing", "trackingNumber": "1"}, "/trackingNumber", "orders.set_tracking"},
		"a number alone":  {object{"status": "shipped", "trackingNumber": "1"}, "/carrier", `Add "carrier"`},
		"an address":      {object{"status": "shipped", "trackingUrl": "https://tracking.example/1"}, "/carrier", `remove "trackingUrl"`},
		"a carrier alone": {object{"status": "shipped", "carrier": "GLS"}, "/trackingNumber", `Add "trackingNumber"`},
		"over http":       {object{"status": "shipped", "trackingUrl": "http://tracking.example/1"}, "/trackingUrl", "https"},
	} {
		p := s.Refused(t, s.key, "orders.update_status", servertest.With(object{"orderId": id}, c.fields), problem.ValidationFailed)
		if p.Errors[0].Pointer != c.pointer || !strings.Contains(p.Resolution, c.resolution) {
			t.Errorf("%s: %+v", name, p)
		}
	}
	s.Refused(t, s.key, "orders.update_status", parcel(s.put(t, "cancelled", false), object{"status": "shipped"}), problem.IllegalTransition)
	if got := s.get(t, id); !servertest.SameJSON(got, want) {
		t.Errorf("a refused call made %+v of %+v", got, want)
	}
}

// Who read an order in orders.list tracks it only if nobody has changed it. A note changes nothing that it shows.
func TestTheVersionOfATracking(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	read := func() string {
		var list []struct{ UpdatedAt string }
		s.OK(t, s.key, "orders.list", object{"q": id}, &list)
		return list[0].UpdatedAt
	}
	seen := s.OneWins(t, s.key, "orders.set_tracking", read(), parcel(id, nil))
	if now := read(); now != seen {
		t.Errorf("orders.list shows %s, not %s", now, seen)
	}
	s.OK(t, s.key, "orders.add_note", object{"orderId": id, "text": "Ring først."}, nil)
	s.OK(t, s.key, "orders.set_tracking", parcel(id, object{"expectedUpdatedAt": seen}), nil)
	seen = read()
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "paid"}, nil)
	p := s.Refused(t, s.key, "orders.set_tracking", parcel(id, object{"expectedUpdatedAt": seen}), problem.VersionConflict)
	if want := `Call orders.list with q "` + id + `" and set "expectedUpdatedAt" to the updatedAt of the order.`; p.Resolution != want {
		t.Errorf("%s, want %s", p.Resolution, want)
	}
}
