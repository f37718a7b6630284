-- name: OrderGet :one
SELECT * FROM orders WHERE id = @id;

-- name: OrderLock :one
SELECT * FROM orders WHERE id = @id FOR UPDATE;

-- name: OrderTrack :exec
UPDATE orders SET carrier = @carrier, tracking_number = @tracking_number, tracking_url = @tracking_url,
    est_delivery_from = @est_delivery_from, est_delivery_to = @est_delivery_to, updated_at = @at
WHERE id = @id;

-- name: OrderItems :many
SELECT * FROM order_items WHERE order_id = @order_id ORDER BY line;

-- name: OrderMove :execrows
-- Compare and swap: moves the order only if it is unchanged since the caller read it.
-- Comparing the status is not enough: an order may leave a status and return to it
-- with other facts. One statement with the history: no move is without its entry, which is a
-- note where the order keeps its status. The number of rows is 0 when the order has changed.
WITH moved AS (
    UPDATE orders SET status = @status, stage = @stage, paid_at = @paid_at, refunded_at = @refunded_at,
        disputed_at = @disputed_at, refunded_oere = @refunded_oere, updated_at = @at
    WHERE orders.id = @id AND orders.status = @seen_status AND updated_at = @seen_updated_at
    RETURNING id
)
INSERT INTO order_history (id, order_id, at, from_status, to_status, actor, note)
SELECT @entry_id::uuid, moved.id, @at, CASE WHEN NOT @unmoved::boolean THEN @seen_status::text END, CASE WHEN NOT @unmoved THEN @status::text END,
    @actor::text, sqlc.narg(note)::text FROM moved;

-- name: OrderOnAccount :exec
-- Has an order begin as pending, paid later by invoice, which no operation does; for the demo.
WITH begun AS (UPDATE orders SET status = 'pending' WHERE orders.id = @id RETURNING orders.id),
    entered AS (UPDATE order_history SET to_status = 'pending' FROM begun WHERE order_id = begun.id AND from_status IS NULL)
UPDATE audit_log SET after = jsonb_set(after::jsonb, ARRAY['status'], to_jsonb('pending'::text))::json
FROM begun WHERE entity_type = 'order' AND entity_id = begun.id::text;

-- name: OrderItemsOut :many
-- The pieces of the order that have not been given back to the stock; locks the items.
-- In the order of the products' ids, in which all transactions lock products.
SELECT id, product_id, variant_id, (quantity - restocked_quantity)::bigint AS pieces FROM order_items
WHERE order_id = @order_id AND restocked_quantity < quantity ORDER BY product_id, line FOR UPDATE;

-- name: OrderItemsRestocked :exec
UPDATE order_items SET restocked_quantity = quantity WHERE id = ANY(@ids::uuid[]);

-- name: OrderInsert :exec
-- One statement with the history: no order is without the entry of its creation. The customer is the
-- one with the e-mail of the order, and the discount the live one with its code, which the transaction has redeemed.
WITH placed AS (
    INSERT INTO orders (id, user_id, email, email_key, status, stage, shipping_name, shipping_address, shipping_zip, shipping_city,
        billing_name, billing_address, billing_zip, billing_city, billing_country, phone_number,
        subtotal_oere, shipping_oere, discount_oere, total_oere, vat_oere, vat_rate_ppm, discount_code, discount_id, is_ai_generated, ai_agent_source,
        payment_method, channel, acp_session_id, created_at, updated_at)
    VALUES (@id, (SELECT customers.id FROM customers WHERE customers.email_key = @email_key), @email, @email_key, @status, 'none',
        @shipping_name, @shipping_address, @shipping_zip, @shipping_city,
        @billing_name, @billing_address, @billing_zip, @billing_city, @billing_country, @phone_number,
        @subtotal_oere, @shipping_oere, @discount_oere, @total_oere, @vat_oere, @vat_rate_ppm::integer, @discount_code,
        (SELECT discounts.id FROM discounts WHERE discounts.code = @discount_code AND discounts.deleted_at IS NULL), @is_ai_generated, @ai_agent_source,
        @payment_method, @channel, @acp_session_id, @at, @at)
    RETURNING id, status, created_at
)
INSERT INTO order_history (id, order_id, at, to_status, actor) SELECT @entry_id::uuid, id, created_at, status, @actor::text FROM placed;

-- name: OrderItemsInsert :exec
-- The items of an order, in the order of their lines. One statement for all, because each one fires the triggers.
INSERT INTO order_items (id, order_id, ordered_at, line, product_id, product_name, unit_price_oere, quantity, variant_id, variant_sku, variant_attributes)
SELECT unnest(@ids::uuid[]), @order_id, @ordered_at, generate_series(1, cardinality(@ids::uuid[])), unnest(@product_ids::uuid[]), unnest(@product_names::text[]),
    unnest(@unit_prices_oere::bigint[]), unnest(@quantities::bigint[]), nullif(unnest(@variant_ids::text[]), ''), nullif(unnest(@variant_skus::text[]), ''),
    nullif(unnest(@variant_attributes::text[]), '')::json;

-- name: OrderWordsInsert :exec
INSERT INTO order_words (word, ordered_at, order_id) SELECT unnest(@words::text[]), @ordered_at, @order_id;

-- name: OrderItemRefund :batchexec
-- The constraints of the table refuse more pieces than were ordered.
UPDATE order_items SET refunded_quantity = refunded_quantity + @pieces::bigint, restocked_quantity = restocked_quantity + @restocked::bigint
WHERE id = @id;

-- name: OrderRefundInsert :exec
INSERT INTO order_refunds (id, order_id, at, amount_oere, reason, actor, items, restocked)
VALUES (@id, @order_id, @at, @amount_oere, @reason, @actor, @items, @restocked);

-- name: OrderRefunds :many
-- The newest refunds of an order, with the names of the keys that recorded them.
SELECT r.at, r.amount_oere, r.reason, r.actor, r.items, r.restocked, k.name AS key_name
FROM order_refunds r LEFT JOIN api_keys k ON k.id = CASE WHEN r.actor LIKE 'apikey:%' THEN substr(r.actor, 8)::uuid END
WHERE r.order_id = @order_id ORDER BY r.at DESC, r.id DESC LIMIT @most::bigint;

-- name: OrderNoteInsert :exec
INSERT INTO order_history (id, order_id, at, actor, note) VALUES (@id, @order_id, @at, @actor, @note::text);

-- name: OrderNoteCount :one
SELECT count(*) FROM order_history WHERE order_id = @order_id AND to_status IS NULL;

-- name: OrderMoved :one
-- When the order took the status that it has, and by whom.
SELECT at, actor FROM order_history WHERE order_id = @order_id AND to_status = @status::text ORDER BY at DESC, id DESC LIMIT 1;

-- name: OrderUndisputed :one
-- The status from which the order was last moved to disputed; disputed if the history does not have that.
SELECT coalesce((SELECT from_status FROM order_history
    WHERE order_id = @order_id AND to_status = 'disputed' AND from_status IS NOT NULL ORDER BY at DESC, id DESC LIMIT 1), 'disputed')::text AS status;

-- name: OrderHistory :many
-- The newest entries, oldest first.
SELECT at, from_status, to_status, actor, note FROM (
    SELECT * FROM order_history WHERE order_id = @order_id ORDER BY at DESC, id DESC LIMIT @most::bigint
) AS newest ORDER BY at, id;

-- name: OrdersUnpaid :many
-- Some of the orders that have waited for their payment since before a time, and whether a page at which it can be paid is open.
-- One whose payment is reserved, or not answered by its provider, is left, and one whose page could not be closed lately.
SELECT o.id, EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.status = 'requires_action') AS open
FROM orders o WHERE o.status = 'pending_payment' AND o.paid_at IS NULL AND o.created_at < @before::timestamptz
  AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND (p.status IN ('created', 'authorized') OR p.status = 'requires_action'
    AND EXISTS (SELECT FROM payment_effects e WHERE e.payment_id = p.id AND e.kind = 'cancel' AND (e.status = 'pending' OR e.due_at > @tried_since::timestamptz))))
ORDER BY o.created_at, o.id LIMIT @max_rows;
