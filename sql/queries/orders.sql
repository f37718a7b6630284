-- name: OrderList :many
-- The newest first, with a row for each item; an order without items has one row of quantity 0. A limit of the
-- period that is not set is a time before, or after, all orders. With LIMIT 100, the contract's maximum, and OFFSET 0
-- one plan is good for every limit: planning each call would cost more than the list.
SELECT o.id, o.email, o.shipping_name, o.status, o.subtotal_oere, o.discount_oere, o.shipping_oere, o.total_oere,
       o.discount_code, o.created_at,
       coalesce(i.product_name, '')::text AS product_name, coalesce(i.quantity, 0)::bigint AS quantity,
       coalesce(i.unit_price_oere, 0)::bigint AS unit_price_oere
FROM (SELECT * FROM (
    SELECT * FROM orders
    WHERE  created_at >= @from_date AND (created_at, id) <= (@to_date::timestamptz, @to_id::uuid)
    ORDER BY created_at DESC, id DESC
    LIMIT 100) AS most LIMIT @max_rows
) AS o
LEFT JOIN LATERAL (SELECT * FROM order_items WHERE order_id = o.id OFFSET 0) AS i ON true
ORDER BY o.created_at DESC, o.id DESC, i.line;

-- name: OrderListByStatus :many
SELECT o.id, o.email, o.shipping_name, o.status, o.subtotal_oere, o.discount_oere, o.shipping_oere, o.total_oere,
       o.discount_code, o.created_at,
       coalesce(i.product_name, '')::text AS product_name, coalesce(i.quantity, 0)::bigint AS quantity,
       coalesce(i.unit_price_oere, 0)::bigint AS unit_price_oere
FROM (SELECT * FROM (
    SELECT * FROM orders
    WHERE status = @status AND created_at >= @from_date AND (created_at, id) <= (@to_date::timestamptz, @to_id::uuid)
    ORDER BY created_at DESC, id DESC
    LIMIT 100) AS most LIMIT @max_rows
) AS o
LEFT JOIN LATERAL (SELECT * FROM order_items WHERE order_id = o.id OFFSET 0) AS i ON true
ORDER BY o.created_at DESC, o.id DESC, i.line;

-- name: OrderListByEmail :many
-- One customer's orders; the status narrows when it is not empty.
SELECT o.id, o.email, o.shipping_name, o.status, o.subtotal_oere, o.discount_oere, o.shipping_oere, o.total_oere,
       o.discount_code, o.created_at,
       coalesce(i.product_name, '')::text AS product_name, coalesce(i.quantity, 0)::bigint AS quantity,
       coalesce(i.unit_price_oere, 0)::bigint AS unit_price_oere
FROM (SELECT * FROM (
    SELECT * FROM orders
    WHERE email_key = @email_key AND (@status::text = '' OR status = @status) AND created_at >= @from_date AND (created_at, id) <= (@to_date::timestamptz, @to_id::uuid)
    ORDER BY created_at DESC, id DESC
    LIMIT 100) AS most LIMIT @max_rows
) AS o
LEFT JOIN LATERAL (SELECT * FROM order_items WHERE order_id = o.id OFFSET 0) AS i ON true
ORDER BY o.created_at DESC, o.id DESC, i.line;

-- name: OrderSkip :one
-- The first order after those that are skipped, by an index-only scan: none of the skipped ones is read.
SELECT created_at, id FROM orders
WHERE  created_at >= @from_date AND created_at <= @to_date
ORDER BY created_at DESC, id DESC
LIMIT 1 OFFSET @skip;

-- name: OrderSkipByStatus :one
SELECT created_at, id FROM orders
WHERE status = @status AND created_at >= @from_date AND created_at <= @to_date
ORDER BY created_at DESC, id DESC
LIMIT 1 OFFSET @skip;

-- name: OrderSkipByEmail :one
SELECT created_at, id FROM orders
WHERE email_key = @email_key AND (@status::text = '' OR status = @status) AND created_at >= @from_date AND created_at <= @to_date
ORDER BY created_at DESC, id DESC
LIMIT 1 OFFSET @skip;

-- name: OrderGet :one
SELECT * FROM orders WHERE id = @id;

-- name: OrderItems :many
SELECT * FROM order_items WHERE order_id = @order_id ORDER BY line;

-- name: OrderMove :execrows
-- Compare and swap: moves the order only if it is unchanged since the caller read it.
-- Comparing the status is not enough: an order may leave a status and return to it
-- with other facts.
UPDATE orders SET status = @status, stage = @stage, paid_at = @paid_at, refunded_at = @refunded_at,
    disputed_at = @disputed_at, refunded_oere = @refunded_oere, updated_at = @at
WHERE id = @id AND status = @seen_status AND updated_at = @seen_updated_at;

-- name: OrderItemsOut :many
-- The pieces of the order that have not been given back to the stock; locks the items.
-- In the order of the products' ids, in which all transactions lock products.
SELECT id, product_id, (quantity - restocked_quantity)::bigint AS pieces FROM order_items
WHERE order_id = @order_id AND restocked_quantity < quantity ORDER BY product_id, line FOR UPDATE;

-- name: OrderItemsRestocked :exec
UPDATE order_items SET restocked_quantity = quantity WHERE order_id = @order_id;

-- name: OrderInsert :exec
INSERT INTO orders (id, user_id, email, email_key, status, stage, shipping_name, shipping_address, shipping_zip, shipping_city,
    billing_name, billing_address, billing_zip, billing_city, billing_country, phone_number,
    subtotal_oere, shipping_oere, discount_oere, total_oere, vat_oere, discount_code, is_ai_generated, ai_agent_source,
    payment_method, channel, acp_session_id, created_at, updated_at)
VALUES (@id, @user_id, @email, @email_key, @status, 'none', @shipping_name, @shipping_address, @shipping_zip, @shipping_city,
    @billing_name, @billing_address, @billing_zip, @billing_city, @billing_country, @phone_number,
    @subtotal_oere, @shipping_oere, @discount_oere, @total_oere, @vat_oere, @discount_code, @is_ai_generated, @ai_agent_source,
    @payment_method, @channel, @acp_session_id, @at, @at);

-- name: OrderItemInsert :batchexec
INSERT INTO order_items (id, order_id, line, product_id, product_name, unit_price_oere, quantity)
VALUES (@id, @order_id, @line, @product_id, @product_name, @unit_price_oere, @quantity);
