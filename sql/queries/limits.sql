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
-- What a caller has recorded as given back of an order.
SELECT coalesce(sum(amount_oere), 0)::bigint FROM order_refunds WHERE order_id = @order_id AND actor = @actor;
