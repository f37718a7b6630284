-- name: PaymentInsert :exec
INSERT INTO payments (id, order_id, provider, livemode, rehearsal, status, amount_oere, capture_on, return_url, created_at, updated_at, looked_at, expires_at)
VALUES (@id, @order_id, @provider, @livemode, @rehearsal, @status, @amount_oere, @capture_on, @return_url, @at, @at, @at, @expires_at);

-- name: PaymentGet :one
SELECT * FROM payments WHERE id = @id;

-- name: PaymentLock :one
SELECT * FROM payments WHERE id = @id FOR UPDATE;

-- name: PaymentsOpen :many
-- The payments of an order that are neither paid nor ended: one at most.
SELECT id, status FROM payments WHERE order_id = @order_id AND status IN ('created', 'requires_action', 'authorized');

-- name: PaymentsOfOrder :many
SELECT * FROM payments WHERE order_id = @order_id AND (created_at, id) < (@before_at::timestamptz, @before_id::uuid) AND status = ANY (@statuses::text[])
ORDER BY created_at DESC, id DESC LIMIT @max_rows;

-- name: PaymentList :many
-- The newest first, of some statuses: each has its rows in the order of the list.
SELECT p.* FROM unnest(@statuses::text[]) AS wanted (status)
CROSS JOIN LATERAL (
    SELECT * FROM payments WHERE payments.status = wanted.status AND (created_at, id) < (@before_at::timestamptz, @before_id::uuid)
    ORDER BY created_at DESC, id DESC LIMIT @max_rows::integer
) AS p ORDER BY p.created_at DESC, p.id DESC LIMIT @max_rows::integer;

-- name: PaymentUpdate :exec
UPDATE payments SET status = @status, captured_oere = @captured_oere, refunded_oere = @refunded_oere, fee_oere = @fee_oere, reference = @reference,
    method = @method, url = @url, failure = @failure, surplus = @surplus, released = @released, dispute = @dispute, disputed_status = @disputed_status,
    expires_at = @expires_at, authorized_until = @authorized_until, updated_at = @updated_at, looked_at = @looked_at
WHERE id = @id;

-- name: PaymentByReference :one
SELECT id FROM payments WHERE provider = @provider AND reference = @reference::text AND provider <> 'manual';

-- name: PaymentCharged :one
-- Whether the order has money that a provider took.
SELECT EXISTS (SELECT FROM payments WHERE order_id = @order_id AND captured_oere > 0 AND provider <> 'none' AND NOT surplus);

-- name: PaymentsToRead :many
-- Some of the payments that wait for their provider, in the mode in which it is on, and were not read from it since a time.
SELECT p.id, p.provider, p.reference::text AS reference FROM (
    SELECT payments.id FROM payments WHERE looked_at < @before::timestamptz AND (status IN ('created', 'requires_action', 'authorized') OR dispute = 'open')
    UNION
    SELECT r.payment_id FROM payment_refunds r WHERE r.status = 'pending'
) AS waiting JOIN payments p USING (id)
WHERE p.looked_at < @before::timestamptz AND p.reference IS NOT NULL AND p.provider <> 'manual' AND (p.provider, p.livemode) IN (SELECT unnest(@providers::text[]), unnest(@live::boolean[]))
ORDER BY p.looked_at, p.id LIMIT @max_rows;

-- name: PaymentRefundInsert :exec
INSERT INTO payment_refunds (id, payment_id, order_id, at, amount_oere, items, restock, reason, actor, status, reference, dispute)
VALUES (@id, @payment_id, @order_id, @at, @amount_oere, @items, @restock, @reason, @actor, @status, @reference, @dispute);

-- name: PaymentRefundGet :one
SELECT * FROM payment_refunds WHERE id = @id;

-- name: PaymentRefundsOf :many
SELECT * FROM payment_refunds WHERE payment_id = @payment_id ORDER BY at, id;

-- name: PaymentRefundsShown :many
-- The newest refunds of some payments.
SELECT r.* FROM unnest(@payments::uuid[]) AS p (id)
CROSS JOIN LATERAL (SELECT * FROM payment_refunds WHERE payment_id = p.id ORDER BY at DESC, id DESC LIMIT @most::integer) AS r ORDER BY r.at DESC, r.id DESC;

-- name: PaymentRefundEnd :exec
UPDATE payment_refunds SET status = @status, reference = @reference, failure = @failure, came_back = @came_back, ended_at = @at WHERE id = @id;

-- name: PaymentRefundsPending :one
-- What is to be given back of an order and is not decided, in ore.
SELECT coalesce(sum(amount_oere), 0)::bigint FROM payment_refunds WHERE order_id = @order_id AND status = 'pending';

-- name: PaymentRefundItemsPending :many
SELECT items AS named FROM payment_refunds WHERE order_id = @order_id AND status = 'pending' AND items IS NOT NULL;

-- name: PaymentMessageInsert :execrows
-- A message that is there already is left.
INSERT INTO payment_messages (provider, id, payment_id, type, at) VALUES (@provider, @id, @payment_id, @type, @at) ON CONFLICT DO NOTHING;

-- name: PaymentMessageExists :one
SELECT EXISTS (SELECT FROM payment_messages WHERE provider = @provider AND id = @id);

-- name: PaymentMessagesShown :many
-- The newest messages about some payments.
SELECT m.* FROM unnest(@payments::uuid[]) AS p (id)
CROSS JOIN LATERAL (SELECT * FROM payment_messages WHERE payment_id = p.id ORDER BY at DESC, id DESC LIMIT @most::integer) AS m ORDER BY m.at DESC, m.id DESC;

-- name: PaymentEffectInsert :one
INSERT INTO payment_effects (payment_id, refund_id, kind, token) VALUES (@payment_id, @refund_id, @kind, @token) RETURNING id;

-- name: PaymentEffectWanted :one
-- What is to be done already at the provider of a payment.
SELECT id FROM payment_effects WHERE payment_id = @payment_id AND kind = @kind AND status = 'pending' ORDER BY id LIMIT 1;

-- name: PaymentEffectLast :one
-- What was wanted last of a kind at the provider of a payment.
SELECT id FROM payment_effects WHERE payment_id = @payment_id AND kind = @kind ORDER BY id DESC LIMIT 1;

-- name: PaymentEnding :one
-- Whether a payment is to be ended of which the provider has not said yet that it was begun.
SELECT EXISTS (SELECT FROM payment_effects b JOIN payment_effects c USING (payment_id)
    WHERE b.payment_id = @payment_id AND b.kind = 'begin' AND b.status = 'pending' AND c.kind = 'cancel' AND c.status = 'pending');

-- name: PaymentsEnding :one
-- Whether a payment of an order is to be ended at a provider that is on.
SELECT EXISTS (SELECT FROM payment_effects e JOIN payments p ON p.id = e.payment_id
    WHERE p.order_id = @order_id AND p.provider = ANY (@providers::text[]) AND e.kind = 'cancel' AND e.status = 'pending');

-- name: PaymentEffectGet :one
SELECT e.status, coalesce(e.error, '')::text AS error, p.provider, p.livemode FROM payment_effects e JOIN payments p ON p.id = e.payment_id WHERE e.id = @id;

-- name: PaymentEffectsClaim :many
-- Claims what is due: of each payment what was wanted first. Another process may have on a provider that is off here, or takes real money
-- where it is in test mode here: what waits for long no process has on.
WITH due AS (
    SELECT e.id FROM payment_effects e JOIN payments p ON p.id = e.payment_id
    WHERE e.status = 'pending' AND e.due_at <= greatest(@now::timestamptz, now()) AND (e.leased_until IS NULL OR e.leased_until <= clock_timestamp())
      AND (NOT p.livemode AND p.provider = ANY (@providers::text[]) OR (p.provider, p.livemode) IN (SELECT unnest(@providers::text[]), unnest(@live::boolean[]))
        OR e.due_at <= now() - make_interval(secs => @patience_seconds))
      AND NOT EXISTS (SELECT FROM payment_effects b WHERE b.payment_id = e.payment_id AND b.status = 'pending' AND b.id < e.id)
    ORDER BY e.due_at, e.id LIMIT @max_rows FOR UPDATE OF e SKIP LOCKED
), claimed AS (
    UPDATE payment_effects e SET leased_until = clock_timestamp() + make_interval(secs => @lease_seconds), attempts = attempts + 1 FROM due WHERE e.id = due.id
    RETURNING e.id, e.key, e.payment_id, e.refund_id, e.kind, e.token, e.attempts, e.leased_until
)
SELECT c.id, c.key, c.payment_id, c.refund_id, c.kind, c.token, c.attempts, c.leased_until::timestamptz AS leased_until, p.order_id, p.provider, p.livemode, p.amount_oere,
    p.capture_on, p.reference, p.return_url, p.created_at, p.expires_at, coalesce(r.amount_oere, 0)::bigint AS refund_oere,
    EXISTS (SELECT FROM payment_effects x WHERE x.payment_id = c.payment_id AND x.kind = 'cancel' AND x.status = 'pending') AS ending
FROM claimed c JOIN payments p ON p.id = c.payment_id LEFT JOIN payment_refunds r ON r.id = c.refund_id ORDER BY c.id;

-- name: PaymentEffectEnd :execrows
-- Records how an attempt ended, unless it was claimed anew meanwhile. The token goes with the outcome. One that did not reach the provider
-- and is made again does not count.
UPDATE payment_effects SET status = @status, due_at = @due_at, error = @error, leased_until = NULL, attempts = attempts - @uncounted::integer,
    token = CASE WHEN @status = 'pending' THEN token END
WHERE id = @id AND status = 'pending' AND leased_until = @leased_until::timestamptz;

-- name: PaymentsCancelUnpaid :execrows
-- Has the payments ended for which some orders have waited too long. What the provider has reserved, or not answered, is left.
INSERT INTO payment_effects (payment_id, kind)
SELECT p.id, 'cancel' FROM payments p WHERE p.order_id = ANY (@orders::uuid[]) AND p.status = 'requires_action'
  AND NOT EXISTS (SELECT FROM payment_effects e WHERE e.payment_id = p.id AND e.status = 'pending');

-- name: OrderOfPaymentLock :one
SELECT o.* FROM orders o WHERE o.id = (SELECT p.order_id FROM payments p WHERE p.id = @payment_id) FOR UPDATE;

-- name: OrderPaidBy :exec
UPDATE orders SET card_processor_payment_intent_id = @reference, payment_method = @method::text WHERE id = @id;

-- name: PaymentLooked :exec
UPDATE payments SET looked_at = @at WHERE id = @id;

-- name: PaymentsKnown :many
-- The payments of a provider with some ids, or with what it calls them.
SELECT * FROM payments WHERE provider = @provider AND provider <> 'manual' AND (id = ANY (@ids::uuid[]) OR reference = ANY (@refs::text[]));

-- name: PaymentsTaken :many
-- The payments whose money a provider took, in a mode of it, of a time when they were begun, in the order in which that was.
SELECT * FROM payments WHERE provider = @provider AND livemode = @livemode AND captured_oere > 0 AND created_at <= @until
  AND (created_at, id) > (@after_at::timestamptz, @after_id::uuid)
ORDER BY created_at, id LIMIT @max_rows;

-- name: PaymentsTakenElsewhere :many
-- How many payments there are whose money was taken, since a time, by each provider that is not one of some; or real money by one whose
-- test mode alone is on.
SELECT provider, count(*) FROM payments WHERE created_at >= @since AND captured_oere > 0 AND (livemode OR provider <> ALL (@providers::text[]))
  AND (provider, livemode) NOT IN (SELECT unnest(@providers::text[]), unnest(@live::boolean[])) GROUP BY provider ORDER BY provider;

-- name: OrdersUnlikePayments :many
-- Those of some orders that were paid with, or gave back, another amount than their payments, a surplus apart. What came back of a
-- refund the order still owes: it counts as given back.
SELECT o.id, o.total_oere, o.refunded_oere, sum(p.captured_oere)::bigint AS taken_oere, sum(least(p.captured_oere, p.refunded_oere + back.oere))::bigint AS back_oere
FROM orders o JOIN payments p ON p.order_id = o.id AND NOT p.surplus
CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount_oere), 0)::bigint AS oere FROM payment_refunds r WHERE r.payment_id = p.id AND r.came_back) AS back
WHERE o.id = ANY (@orders::uuid[]) GROUP BY o.id
HAVING sum(p.captured_oere) <> o.total_oere OR sum(least(p.captured_oere, p.refunded_oere + back.oere)) <> o.refunded_oere ORDER BY o.id;
