-- name: KeyCounters :many
-- How much of each limit a key has used on a day.
SELECT name, used FROM key_counters WHERE key_id = @key_id AND day = @day;

-- name: KeyCount :execrows
-- Adds to what a key has used on a day, unless that would be more than most. Nothing of the day is more.
INSERT INTO key_counters AS c (key_id, day, name, used) VALUES (@key_id, @day, @name, @amount)
ON CONFLICT (key_id, day, name) DO UPDATE SET used = c.used + excluded.used WHERE c.used + excluded.used <= @most::bigint;

-- name: KeyCounterPrune :execrows
-- Some of the days that are over.
DELETE FROM key_counters WHERE ctid IN (SELECT c.ctid FROM key_counters c WHERE c.day < @before LIMIT @max_rows);

-- name: PriceStates :many
-- What the audit has of the prices of products since a moment: before and after each change, where a price was in it.
SELECT json_build_object('priceDkk', before -> 'priceDkk', 'variants', before -> 'variants')::json AS was,
    json_build_object('priceDkk', after -> 'priceDkk', 'variants', after -> 'variants')::json AS became
FROM audit_log WHERE entity_id = ANY (@ids::text[]) AND entity_type = 'product' AND at >= @since AND outcome = 'success';

-- name: ProductDeletedSince :many
-- The products with a slug that were deleted since a moment.
SELECT id FROM products WHERE deleted_at >= @since::timestamptz AND slug = @slug;

-- name: OrderRefundedBy :one
-- What a caller has recorded as given back of an order, and asked its payment provider to give back.
SELECT (coalesce((SELECT sum(r.amount_oere) FROM order_refunds r WHERE r.order_id = @order_id AND r.actor = @actor), 0)
    + coalesce((SELECT sum(p.amount_oere) FROM payment_refunds p JOIN payments y ON y.id = p.payment_id
        WHERE p.order_id = @order_id AND p.actor = @actor AND (p.status = 'pending' OR p.status = 'succeeded' AND y.surplus)), 0))::bigint; -- a surplus is not in order_refunds
