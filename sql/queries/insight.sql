-- name: InsightFold :one
SELECT insight_fold(@most::bigint) AS folded;

-- name: InsightWaiting :one
SELECT EXISTS (SELECT FROM insight_open) AS waiting;

-- name: InsightThings :many
-- What the orders have that a process has not read yet: what was folded after the last fold that it saw, and what is not folded.
-- At least one row, so that the number of the last fold is always seen.
SELECT f.fold, f.rebuilt, coalesce(t.folded, false)::boolean AS folded, coalesce(t.kind, '')::text AS kind, coalesce(t.start, 'epoch')::timestamptz AS start,
    coalesce(t.name, '')::text AS name, coalesce(t.count, 0)::bigint AS count, insight_amount(t.amount) AS amount
FROM insight_folds f LEFT JOIN LATERAL (
    SELECT true AS folded, kind, start, name, count, amount FROM insight_things WHERE insight_things.fold > @seen::bigint AND kind NOT IN ('key', 'term')
    UNION ALL
    SELECT false, kind, start, name, count, amount FROM insight_open WHERE kind NOT IN ('key', 'term')
) AS t ON true;

-- name: InsightThingsAfter :many
-- What the orders have after one thing, in the order of the keys.
SELECT kind, start, name, count, insight_amount(amount) AS amount FROM insight_things
WHERE (kind, start, name) > (@kind::text, @start::timestamptz, @name::text) AND kind NOT IN ('key', 'term') ORDER BY kind, start, name LIMIT @most::bigint;

-- name: InsightFolds :one
SELECT fold, rebuilt FROM insight_folds;

-- name: InsightEdge :many
-- What the orders that were placed in short periods add to the things, for each of the periods, which have numbers. OFFSET 0 has
-- the orders of each period found by the index.
SELECT p.part::bigint AS part, a.kind::text AS kind, a.name::text AS name, sum(a.count)::bigint AS count, insight_amount(sum(a.amount)) AS amount
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
CROSS JOIN LATERAL (SELECT * FROM orders WHERE orders.created_at >= p.since AND orders.created_at < p.until OFFSET 0) AS o
CROSS JOIN LATERAL insight_order(1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere,
    o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source) a
WHERE a.kind = ANY(@kinds::text[])
GROUP BY p.part, a.kind, a.name;

-- name: InsightEdgeCustomers :many
SELECT p.part::bigint AS part, count(*) AS count
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
CROSS JOIN LATERAL (SELECT FROM customers WHERE customers.created_at >= p.since AND customers.created_at < p.until AND erased_at IS NULL OFFSET 0) AS c
GROUP BY p.part;

-- name: InsightEdgeProducts :many
SELECT p.part::bigint AS part, a.kind::text AS kind, a.name::text AS name, sum(a.count)::bigint AS count, insight_amount(sum(a.amount)) AS amount
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
CROSS JOIN LATERAL (SELECT * FROM orders WHERE orders.created_at >= p.since AND orders.created_at < p.until
    AND insight_kept(orders.paid_at, orders.total_oere, orders.refunded_oere) OFFSET 0) AS o
JOIN order_items i ON i.order_id = o.id
CROSS JOIN LATERAL insight_goods(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
WHERE a.kind = ANY(@kinds::text[])
GROUP BY p.part, a.kind, a.name;

-- name: InsightRehearsed :many
-- What the orders that were paid with nothing would add to the things as unpaid ones, less what they add: of those that were placed in
-- periods, which have numbers.
SELECT p.part::bigint AS part, a.kind::text AS kind, a.name::text AS name, sum(a.count)::bigint AS count, insight_amount(sum(a.amount)) AS amount
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
JOIN (SELECT o.* FROM orders o WHERE o.id IN (SELECT r.order_id FROM order_rehearsals r)) AS o
    ON o.created_at >= p.since AND o.created_at < p.until
CROSS JOIN LATERAL (
    SELECT kind, name, count, amount FROM insight_order(1, o.created_at, o.status, NULL, o.total_oere, 0,
        o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source)
    UNION ALL
    SELECT kind, name, count, amount FROM insight_order(-1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere,
        o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source)
    UNION ALL
    SELECT g.kind, g.name, g.count, g.amount FROM order_items i CROSS JOIN LATERAL insight_goods(-1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id,
        i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) g
    WHERE i.order_id = o.id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
) a
WHERE a.kind = ANY(@kinds::text[])
GROUP BY p.part, a.kind, a.name HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0;

-- name: InsightReturned :many
-- The pieces that the sums have as sold and that came back, of the orders that were placed in periods, which have numbers, and have a
-- status: of paid orders that were cancelled, and of those of 0 ore that were refunded, of which no amount says it.
SELECT p.part::bigint AS part, a.kind::text AS kind, a.name::text AS name, sum(a.count)::bigint AS count
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
CROSS JOIN LATERAL (SELECT orders.id FROM orders WHERE orders.created_at >= p.since AND orders.created_at < p.until
    AND orders.paid_at IS NOT NULL AND (orders.status = 'cancelled' OR orders.status = 'refunded' AND orders.total_oere = 0)
    AND orders.status = @status AND insight_kept(orders.paid_at, orders.total_oere, orders.refunded_oere)
    AND NOT EXISTS (SELECT FROM order_rehearsals r WHERE r.order_id = orders.id) OFFSET 0) AS o
JOIN order_items i ON i.order_id = o.id
CROSS JOIN LATERAL insight_goods(1, p.since, 1, 0, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
WHERE a.kind = ANY(@kinds::text[])
GROUP BY p.part, a.kind, a.name;

-- name: InsightAgentProducts :many
-- The products in the orders of software agents that were placed in a period, which count as in the sums of all orders.
SELECT a.name::uuid AS id, sum(a.count)::bigint AS count, insight_amount(sum(a.amount)) AS amount
FROM orders o
JOIN order_items i ON i.order_id = o.id
CROSS JOIN LATERAL insight_goods(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
WHERE a.kind = 'product' AND o.is_ai_generated AND o.created_at >= @since AND o.created_at < @until
    AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere) AND NOT (o.status = 'refunded' AND o.total_oere = 0)
    AND NOT EXISTS (SELECT FROM order_rehearsals r WHERE r.order_id = o.id)
GROUP BY a.name ORDER BY sum(a.amount) DESC, sum(a.count) DESC, a.name LIMIT @most::bigint;

-- name: InsightProducts :many
SELECT id, slug, name, brand, deleted_at FROM products WHERE id = ANY(@ids::uuid[]);

-- name: InsightVariants :many
SELECT id, sku, attributes FROM product_variants WHERE id = ANY(@ids::uuid[]);

-- name: InsightProductsOf :many
-- Products of a live category, deleted ones too; one row with null for a category that has none.
SELECT p.id FROM categories c LEFT JOIN products p ON p.category_id = c.id AND p.deleted_at IS NULL WHERE c.slug = @slug AND c.deleted_at IS NULL
UNION ALL
SELECT p.id FROM categories c JOIN products p ON p.category_id = c.id AND p.deleted_at IS NOT NULL WHERE c.slug = @slug AND c.deleted_at IS NULL
LIMIT @most::bigint;

-- name: InsightProductsIn :many
-- Those of the products that are in a live category.
SELECT p.id FROM products p JOIN categories c ON c.id = p.category_id
WHERE p.id = ANY(@ids::uuid[]) AND c.slug = @slug AND c.deleted_at IS NULL;

-- name: InsightDiscounts :many
-- The discounts with these codes: of each the one that was deleted last, and then the live one.
SELECT code, usage_count, usage_limit FROM (
    SELECT DISTINCT ON (code) code, usage_count, usage_limit FROM discounts WHERE deleted_at IS NOT NULL AND code = ANY(@codes::text[]) ORDER BY code, deleted_at DESC
) AS deleted
UNION ALL
SELECT code, usage_count, usage_limit FROM discounts WHERE deleted_at IS NULL AND code = ANY(@codes::text[]);

-- name: InsightKeys :many
SELECT id, name, last_used_at FROM api_keys WHERE id = ANY(@ids::uuid[]);

-- name: InsightCounted :many
-- What was counted most on some days, of the kind key or term.
SELECT t.name, sum(t.count)::bigint AS count, insight_amount(sum(t.amount)) AS amount, max(t.last_at)::timestamptz AS last_at FROM insight_things t
WHERE t.kind = @kind::text AND t.start >= @since::timestamptz AND t.start < @until::timestamptz AND t.count > 0
GROUP BY t.name HAVING NOT @nothing_found::boolean OR sum(t.amount) = 0
ORDER BY sum(t.count) DESC, t.name LIMIT @most::bigint;

-- name: InsightCountLock :exec
-- Until the end of the transaction no other one changes what is counted: two that write and delete many rows would wait for each other.
SELECT pg_advisory_xact_lock('insight_things'::regclass::oid::bigint);

-- name: InsightCount :exec
-- Adds what was counted in a process. No process keeps it in memory, so its rows have no fold.
INSERT INTO insight_things AS t (kind, start, name, count, amount, last_at, fold)
SELECT unnest(@kinds::text[]), unnest(@starts::timestamptz[]), unnest(@names::text[]), unnest(@counts::bigint[]), unnest(@amounts::bigint[]), unnest(@lasts::timestamptz[]), 0
ON CONFLICT (kind, start, name) DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount, last_at = greatest(t.last_at, excluded.last_at);

-- name: KeyCallsCount :exec
-- Adds the calls that were counted in a process.
INSERT INTO key_calls AS k (key_id, hour, operation, code, calls, last_at)
SELECT unnest(@keys::uuid[]), unnest(@hours::timestamptz[]), unnest(@operations::text[]), unnest(@codes::text[]), unnest(@calls::bigint[]), unnest(@lasts::timestamptz[])
ON CONFLICT (key_id, hour, operation, code) DO UPDATE SET calls = k.calls + excluded.calls, last_at = greatest(k.last_at, excluded.last_at);

-- name: KeyCalls :many
-- The calls of a key from the first of the moments until another, once by the spans that begin at the moments (numbered from 1), once
-- by operation and once by code; by is which of them.
SELECT CASE WHEN grouping(c.span) = 0 THEN 'span' WHEN grouping(c.operation) = 0 THEN 'operation' ELSE 'code' END::text AS by,
    coalesce(c.span, 0)::bigint AS span, coalesce(c.operation, c.code, '')::text AS name,
    sum(c.calls)::bigint AS calls, coalesce(sum(c.calls) FILTER (WHERE c.failed), 0)::bigint AS errors, max(c.last_at)::timestamptz AS last_at
FROM (SELECT width_bucket(k.hour, @starts::timestamptz[]) AS span, k.operation, k.code, k.code <> '' AS failed, k.calls, k.last_at
    FROM key_calls k WHERE k.key_id = @key_id AND k.hour >= @since::timestamptz AND k.hour < @until::timestamptz) AS c
GROUP BY GROUPING SETS ((c.span), (c.operation), (c.code))
ORDER BY calls DESC, name;

-- name: KeyCallsPrune :execrows
-- Deletes some of the calls before a moment.
DELETE FROM key_calls WHERE ctid = ANY (ARRAY(SELECT k.ctid FROM key_calls k WHERE k.hour < @before LIMIT @max_rows));

-- name: InsightTrim :exec
-- Of the days that have more than so many terms, deletes all but the most frequent.
DELETE FROM insight_things WHERE ctid = ANY (ARRAY(
    SELECT ranked.row FROM (
        SELECT t.ctid AS row, row_number() OVER (PARTITION BY t.start ORDER BY t.count DESC, t.last_at DESC, t.name) AS rank
        FROM insight_things t WHERE t.kind = 'term' AND t.start IN (
            SELECT d.start FROM insight_things d WHERE d.kind = 'term' AND d.start >= @since::timestamptz AND d.start < @until::timestamptz
            GROUP BY d.start HAVING count(*) > @most::bigint)
    ) AS ranked WHERE ranked.rank > @kept::bigint));

-- name: InsightPrune :execrows
-- Deletes some of the counts of searches and calls of days before one.
DELETE FROM insight_things WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM insight_things t WHERE t.kind IN ('key', 'term') AND t.start < @before LIMIT @max_rows));

-- name: ProductScarceCount :one
SELECT p.live, (p.scarce + v.scarce)::bigint AS scarce
FROM (SELECT count(*) AS live, count(*) FILTER (WHERE products.stock <= @threshold AND variant_count = 0) AS scarce FROM products WHERE deleted_at IS NULL) AS p,
    (SELECT count(*) AS scarce FROM product_variants WHERE live AND active AND product_variants.stock <= @threshold) AS v;

-- name: Attention :one
-- What waits for the owner beside orders and products. A webhook fails that was disabled for it, or that took no message after one that
-- failed or is sent again. An order whose payment has ended without money waits for another, not for its parcel. Of payments that failed:
-- also those whose reserved money was released, or not taken when the order left, and a surplus that was not given back. What changed is
-- found by the kinds of changes, so that no reads of personal data are counted over.
SELECT
    (SELECT count(*) FROM webhook_endpoints e WHERE e.deleted_at IS NULL AND (e.active OR e.disabled_reason IS NOT NULL) AND (NOT e.active OR EXISTS (
        SELECT FROM outbox_deliveries d WHERE d.endpoint_id = e.id AND d.status IN ('failed', 'pending') AND d.attempts > 0 AND d.seq > coalesce((
            SELECT max(taken.seq) FROM outbox_deliveries taken WHERE taken.endpoint_id = e.id AND taken.status = 'delivered'), 0)))) AS webhooks_failing,
    (SELECT count(*) FROM (SELECT FROM audit_log r WHERE r.outcome <> 'success' AND r.at >= @refused_since::timestamptz LIMIT @most_refusals::integer) AS refused) AS refusals,
    (SELECT count(*) FROM (
        SELECT FROM audit_kinds k CROSS JOIN LATERAL (
            SELECT FROM audit_log c WHERE c.kind = k.kind AND (c.at, c.id) > (since.at, since.id) LIMIT @most_changes::integer) AS change
        WHERE k.outcome = 'success' AND k.entity_type IS NOT NULL LIMIT @most_changes::integer) AS changed) AS changes,
    (SELECT count(*) FROM orders WHERE status = 'partial_refund' AND stage IN ('none', 'processing')) AS partly_refunded_to_ship,
    (SELECT count(*) FROM orders w WHERE w.status IN ('pending', 'processing') AND w.paid_at IS NULL
        AND EXISTS (SELECT FROM payments r WHERE r.order_id = w.id AND r.status IN ('cancelled', 'failed', 'expired'))
        AND NOT EXISTS (SELECT FROM payments n WHERE n.order_id = w.id AND n.status = 'authorized')) AS to_ship_unpaid,
    (since.id IS NOT NULL)::boolean AS since_known, coalesce((SELECT n.id::text FROM audit_log n ORDER BY n.at DESC, n.id DESC LIMIT 1), '')::text AS newest,
    (SELECT count(*) FROM payments p WHERE p.status = 'requires_action' AND p.provider = 'manual' OR p.status = 'authorized' AND p.authorized_until < @lapsing::timestamptz
        OR p.status = 'created' AND p.created_at < @unknown_since::timestamptz) AS payments_open,
    ((SELECT count(*) FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.status = 'failed' AND NOT p.released AND p.created_at >= @refused_since::timestamptz AND o.paid_at IS NULL AND o.status <> 'cancelled')
        + (SELECT count(*) FROM payment_refunds f WHERE f.status = 'failed' AND f.ended_at >= @refused_since::timestamptz)
        + (SELECT count(*) FROM payments s WHERE s.surplus AND s.captured_oere > s.refunded_oere)
        + (SELECT count(DISTINCT u.id) FROM payments l JOIN orders u ON u.id = l.order_id
            WHERE l.released AND l.updated_at >= @released_since::timestamptz AND u.paid_at IS NULL AND u.status <> 'cancelled'
                AND NOT EXISTS (SELECT FROM payments n WHERE n.order_id = u.id AND n.status IN ('created', 'requires_action', 'authorized')))
        + (SELECT count(*) FROM payments a JOIN orders u ON u.id = a.order_id WHERE a.status = 'authorized' AND u.stage IN ('shipped', 'delivered', 'completed')
            AND NOT EXISTS (SELECT FROM payment_effects e WHERE e.payment_id = a.id AND e.status = 'pending')))::bigint AS payments_failed
FROM (SELECT) AS once LEFT JOIN (SELECT l.at, l.id FROM audit_log l WHERE l.id = sqlc.narg('since')::uuid) AS since ON true;
