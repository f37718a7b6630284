package webhooks_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/shop/webhooks"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const unknown = "01994f5e-0000-7000-8000-000000000999"

func TestWebhooksAreListedAndDeleted(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	var ids []string
	for i := range 3 {
		id, _ := s.subscribe(t, &receiver{url: fmt.Sprintf("http://127.0.0.1:9/%d", i)}, "order.created", "page.published", "order.created")
		ids = append([]string{id}, ids...)
	}
	var listed []string
	for cursor := any(nil); ; {
		body := object{"limit": 2}
		if cursor != nil {
			body["cursor"] = cursor
		}
		var page api.WebhooksListResult
		s.OK(t, s.key, "webhooks.list", body, &page)
		for _, w := range page.Items {
			listed = append(listed, w.Id)
			if !w.Active || w.DisabledReason != nil || w.LastDeliveryAt != nil || w.Description != nil || fmt.Sprint(w.Events) != "[order.created page.published]" {
				t.Errorf("listed %+v", w)
			}
		}
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
	}
	if fmt.Sprint(listed) != fmt.Sprint(ids) {
		t.Errorf("listed %v, want %v", listed, ids)
	}
	s.Refused(t, s.key, "webhooks.list", object{"cursor": "x"}, problem.ValidationFailed)
	s.OK(t, s.key, "webhooks.delete", object{"id": ids[0], "confirm": true}, nil)
	for _, id := range []string{ids[0], unknown, "findes-ikke"} {
		s.Refused(t, s.key, "webhooks.delete", object{"id": id, "confirm": true}, problem.WebhookNotFound)
		s.Refused(t, s.key, "webhooks.rotate_secret", object{"id": id}, problem.WebhookNotFound)
		s.Refused(t, s.key, "webhooks.deliveries", object{"id": id}, problem.WebhookNotFound)
		s.Refused(t, s.key, "webhooks.redeliver", object{"deliveryId": id}, problem.DeliveryNotFound)
		s.Refused(t, s.key, "webhooks.update", object{"id": id, "patch": object{"active": true}}, problem.WebhookNotFound)
		s.Refused(t, s.key, "webhooks.send_test", object{"id": id}, problem.WebhookNotFound)
		s.Refused(t, s.key, "webhooks.get_delivery", object{"deliveryId": id}, problem.DeliveryNotFound)
	}
	if kept := servertest.One[int64](t, s.Server, "SELECT count(*) FROM webhook_endpoints WHERE id = $1 AND (secret <> '' OR old_secret IS NOT NULL)", ids[0]); kept != 0 {
		t.Error("the secret of a deleted webhook is kept")
	}
}

func TestURLsOfWebhooksAreRefused(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, "settings:write")
	for _, address := range []string{
		"http://example.com/", "https://localhost/events", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/", "https://169.254.169.254/latest/meta-data",
		"https://[::ffff:10.0.0.1]/", "https://user:pass@example.com/", "https://example.com/#fragment", "example.com",
		"https://127.1/", "https://2130706433", "https://0x7f.1/", "https://localhost./", "https://a.localhost/", "https://example.com:0/",
	} {
		p := s.Refused(t, key, "webhooks.create", object{"url": address, "events": []string{"order.created"}}, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != "/url" {
			t.Errorf("%s: %+v", address, p)
		}
	}
	s.Refused(t, key, "webhooks.create", object{"url": "https://example.com/" + strings.Repeat("x", 2000), "events": []string{"order.created"}}, problem.ValidationFailed)
}

func TestWebhooksAreLimited(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	create := func(i int) servertest.Reply {
		return s.Call(t, s.key, "webhooks.create", object{"url": fmt.Sprintf("http://127.0.0.1:9/%d", i), "events": []string{"order.created"}})
	}
	for i := range webhooks.MaxEndpoints - 2 {
		create(i)
	}
	statuses, _ := servertest.Together(8, create)
	if statuses[200] != 2 || statuses[409] != 6 {
		t.Errorf("statuses %v", statuses)
	}
	p := create(0).Problem(t, problem.LimitReached)
	if !strings.Contains(p.Detail, "50") {
		t.Errorf("%+v", p)
	}
	s.OK(t, s.key, "webhooks.delete", object{"id": s.newest(t), "confirm": true}, nil)
	if reply := create(0); reply.Status != 200 {
		t.Errorf("after a deletion: %s", reply.Body)
	}
}

// newest returns the id of the webhook that was created last.
func (s *shop) newest(t *testing.T) string {
	t.Helper()
	var list api.WebhooksListResult
	s.OK(t, s.key, "webhooks.list", object{"limit": 1}, &list)
	return list.Items[0].Id
}

// The database holds no secret in clear: not of the endpoint, nor in the audit, nor in the answers that
// are kept for repetitions, which are answered all the same.
func TestSecretsAreEncrypted(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	once := func(tool string, body object) (first servertest.Reply, secret string) {
		t.Helper()
		for i := range 2 {
			text := encoded(t, body)
			r := s.Request(t, s.key, tool, text)
			r.Header.Set("Idempotency-Key", tool)
			reply := s.Do(t, tool, r)
			if reply.Status != 200 || i == 1 && (string(reply.Body) != string(first.Body) || reply.Header.Get("Idempotent-Replayed") != "true") {
				t.Fatalf("%s: %d %s, first %s", tool, reply.Status, reply.Body, first.Body)
			}
			first = reply
		}
		var result struct{ Secret string }
		first.Result(t, &result)
		return first, result.Secret
	}
	_, created := once("webhooks.create", object{"url": "http://127.0.0.1:9/", "events": []string{"order.created"}})
	id := s.newest(t)
	_, rotated := once("webhooks.rotate_secret", object{"id": id})
	var everything bytes.Buffer
	for _, table := range []string{"webhook_endpoints", "idempotent_answers", "audit_log", "outbox_deliveries", "webhook_attempts", "outbox"} {
		everything.WriteString(servertest.One[string](t, s.Server, "SELECT coalesce(string_agg(to_json(t)::text, ''), '') FROM "+table+" t"))
	}
	for _, secret := range []string{created, rotated} {
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{secret, strings.TrimPrefix(secret, "whsec_"), fmt.Sprintf("%x", raw)} {
			if strings.Contains(everything.String(), form) {
				t.Errorf("the database holds %s", form)
			}
		}
	}
}

// A service without a key for secrets creates none, and says what is missing; one with another key
// delivers nothing and says so in the log.
func TestAServiceWithoutTheKey(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, nil)
	id, _ := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	r.await(t, 1)
	body := object{"url": r.url, "events": []string{"page.published"}}
	without := s.Beside(t, servertest.Options{Config: loopback, NoSecrets: true})
	p := without.Refused(t, s.key, "webhooks.create", body, problem.SecretsKeyMissing)
	if !strings.Contains(p.Resolution, "STOREFRONT_SECRETS_KEY") {
		t.Errorf("%+v", p)
	}
	servertest.Eventually(t, 10*time.Second, func() bool {
		return strings.Contains(without.Log.String(), "this process delivers no events: STOREFRONT_SECRETS_KEY is not set")
	})
	without.Refused(t, s.key, "webhooks.rotate_secret", object{"id": id}, problem.SecretsKeyMissing)
	without.Refused(t, s.key, "webhooks.send_test", object{"id": id}, problem.SecretsKeyMissing)
	var list api.WebhooksDeliveriesResult
	without.OK(t, s.key, "webhooks.deliveries", object{"id": id}, &list)
	without.Refused(t, s.key, "webhooks.redeliver", object{"deliveryId": list.Items[0].DeliveryId}, problem.SecretsKeyMissing)
	first := s.Request(t, s.key, "webhooks.create", encoded(t, body))
	first.Header.Set("Idempotency-Key", "once")
	s.Do(t, "webhooks.create", first)
	again := without.Request(t, s.key, "webhooks.create", encoded(t, body))
	again.Header.Set("Idempotency-Key", "once")
	without.Do(t, "webhooks.create", again).Problem(t, problem.SecretsKeyMissing)
	box, err := seal.New(bytes.Repeat([]byte{7}, seal.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	other := s.Beside(t, servertest.Options{Config: loopback, Secrets: box})
	servertest.Eventually(t, 20*time.Second, func() bool {
		return strings.Contains(other.Log.String(), "encrypted with another STOREFRONT_SECRETS_KEY")
	})
	var rotated api.WebhooksRotateSecretResult
	other.OK(t, s.key, "webhooks.rotate_secret", object{"id": id}, &rotated)
	if rotated.OldSecretUntil != nil {
		t.Errorf("an old secret that cannot be read signs until %v", rotated.OldSecretUntil)
	}
	s.discount(t, "CODEB")
	m := r.await(t, 2)[1]
	if m.signature != signature(t, rotated.Secret, &m) {
		t.Errorf("signed %s", m.signature)
	}
}

func TestDeliveriesAreListed(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, nil)
	id, _ := s.subscribe(t, r, "discount.changed")
	for i := range 5 {
		s.discount(t, fmt.Sprint("CODE", i))
	}
	r.await(t, 5)
	servertest.Eventually(t, 20*time.Second, func() bool {
		var list api.WebhooksDeliveriesResult
		s.OK(t, s.key, "webhooks.deliveries", object{"id": id, "status": "delivered"}, &list)
		return len(list.Items) == 5
	})
	all := s.deliveries(t, id)
	var paged []api.Delivery
	for cursor := any(nil); ; {
		body := object{"id": id, "limit": 2, "status": "delivered"}
		if cursor != nil {
			body["cursor"] = cursor
		}
		var page api.WebhooksDeliveriesResult
		s.OK(t, s.key, "webhooks.deliveries", body, &page)
		paged = append(paged, page.Items...)
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
		s.Refused(t, s.key, "webhooks.deliveries", object{"id": id, "cursor": cursor}, problem.ValidationFailed) // of another list
	}
	if !servertest.SameJSON(paged, all) || len(all) != 5 {
		t.Errorf("paged %+v\nwant %+v", paged, all)
	}
	var failed api.WebhooksDeliveriesResult
	s.OK(t, s.key, "webhooks.deliveries", object{"id": id, "status": "failed"}, &failed)
	if len(failed.Items) != 0 {
		t.Errorf("failed %+v", failed.Items)
	}
}

// Old events are deleted by a job, and what waits for a deleted or disabled endpoint, or for a month, is given up.
func TestOldEventsAreDeleted(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	good, bad := newReceiver(t, nil), newReceiver(t, status(500))
	kept, _ := s.subscribe(t, good, "discount.changed")
	deleted, _ := s.subscribe(t, bad, "discount.changed")
	unserved, _ := s.subscribe(t, bad, "discount.changed")
	s.Execute(t, "UPDATE webhook_endpoints SET secret = '' WHERE id = $1", unserved)
	s.discount(t, "CODEA")
	s.settled(t, kept, "delivered", 1)
	s.settled(t, deleted, "pending", 1)
	s.RunJobs(t)
	if n := len(s.deliveries(t, kept)); n != 1 {
		t.Errorf("%d deliveries", n)
	}
	s.OK(t, s.key, "webhooks.delete", object{"id": deleted, "confirm": true}, nil)
	clock.Advance(webhooks.EventsKept + time.Hour)
	s.RunJobs(t)
	for _, table := range []string{"outbox", "outbox_deliveries"} {
		if n := servertest.One[int64](t, s.Server, "SELECT count(*) FROM "+table); n != 0 {
			t.Errorf("%s has %d rows", table, n)
		}
	}
	if n := servertest.One[int64](t, s.Server, "SELECT count(*) FROM webhook_endpoints"); n != 2 {
		t.Errorf("%d endpoints", n)
	}
}
