package main_test

import (
	"net/http/httptest"
	"testing"
)

// subscribe has the shop notify a receiver of orders, stock, pages and reverts.
func (d *day) subscribe(t *testing.T) {
	t.Helper()
	d.receiver = &receiver{t: t, times: map[string]int{}, events: map[string][]string{}}
	listening := httptest.NewServer(d.receiver)
	t.Cleanup(listening.Close)
	var created struct{ ID, Secret string }
	d.owner.ok(t, "webhooks.create", object{"url": listening.URL, "events": []string{
		"order.created", "order.status_changed", "order.refunded", "stock.low", "page.published", "page.unpublished", "audit.reverted",
	}}, &created)
	d.receiver.trust(created.Secret)
	d.webhookID = created.ID
}

// awaitEvents waits until every event has been delivered, and the shop knows it.
func (d *day) awaitEvents(t *testing.T) {
	t.Helper()
	expected := 0
	for _, events := range d.books.events {
		expected += len(events)
	}
	await(t, "every event is delivered", func() bool { return d.receiver.messages() >= expected })
	await(t, "no delivery is pending", func() bool { return len(d.deliveries(t, "pending")) == 0 })
}

// deliveries returns the ids of deliveries with a status, at most a hundred.
func (d *day) deliveries(t *testing.T, status string) (ids []string) {
	t.Helper()
	var page struct{ Items []struct{ DeliveryID string } }
	d.owner.ok(t, "webhooks.deliveries", object{"id": d.webhookID, "status": status, "limit": 100}, &page)
	for _, item := range page.Items {
		ids = append(ids, item.DeliveryID)
	}
	return ids
}

// compareEvents expects the events of the books, those of each thing in their order, and has one sent again.
func (d *day) compareEvents(t *testing.T) {
	t.Helper()
	d.awaitEvents(t)
	d.receiver.compare(d.books.events)
	if failed := d.deliveries(t, "failed"); len(failed) > 0 {
		t.Errorf("%d deliveries failed", len(failed))
	}
	messages, arrivals := d.receiver.messages(), d.receiver.arrivals()
	d.owner.ok(t, "webhooks.redeliver", object{"deliveryId": d.deliveries(t, "delivered")[0]}, nil)
	await(t, "a message comes again", func() bool { return d.receiver.arrivals() > arrivals })
	if d.receiver.messages() != messages {
		t.Error("the repeated message has another id")
	}
}
