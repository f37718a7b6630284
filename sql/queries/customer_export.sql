-- name: CustomerOrders :many
-- The orders of a customer before a position, the newest first.
SELECT * FROM orders WHERE email_key = @email_key AND (created_at, id) < (@at::timestamptz, @id::uuid)
ORDER BY created_at DESC, id DESC LIMIT @max_rows;

-- name: CustomerOrderItems :many
SELECT * FROM order_items WHERE order_id = ANY(@order_ids::uuid[]) ORDER BY order_id, line;

-- name: CustomerOrderHistory :many
SELECT * FROM order_history WHERE order_id = ANY(@order_ids::uuid[]) ORDER BY order_id, at, id;

-- name: CustomerOrderRefunds :many
SELECT * FROM order_refunds WHERE order_id = ANY(@order_ids::uuid[]) ORDER BY order_id, at, id;

-- name: CustomerOrderPayments :many
SELECT * FROM payments WHERE order_id = ANY(@order_ids::uuid[]) ORDER BY order_id, created_at, id;

-- name: CustomerCarts :many
-- The carts with the e-mail of a customer and those that became orders of the customer, the newest first.
SELECT carts.id, carts.email, carts.discount_code, carts.order_id, carts.created_at, carts.expires_at FROM carts
WHERE carts.email IS NOT NULL AND coalesce(carts.email_key, lower(carts.email)) = @email_key::text
UNION
SELECT carts.id, carts.email, carts.discount_code, carts.order_id, carts.created_at, carts.expires_at FROM carts
JOIN orders ON orders.id = carts.order_id WHERE orders.email_key = @email_key::text
ORDER BY created_at DESC, id DESC LIMIT @max_rows;

-- name: CustomerCartItems :many
SELECT i.cart_id, products.slug, NULL::uuid AS variant_id, i.quantity, i.line FROM cart_items i JOIN products ON products.id = i.product_id
WHERE i.cart_id = ANY(@cart_ids::uuid[])
UNION ALL
SELECT c.cart_id, products.slug, c.variant_id, c.quantity, c.line FROM cart_variants c JOIN product_variants v ON v.id = c.variant_id
JOIN products ON products.id = v.product_id
WHERE c.cart_id = ANY(@cart_ids::uuid[]) ORDER BY cart_id, line;

-- name: CustomerContacts :one
-- The ids of the orders of a customer, and the telephone numbers in them.
SELECT coalesce(array_agg(id::text), '{}')::text[] AS order_ids,
    coalesce(array_agg(DISTINCT phone_key(phone_number)) FILTER (WHERE phone_number IS NOT NULL), '{}')::text[] AS phones
FROM orders WHERE email_key = @email_key;

-- name: CustomerAudit :many
-- The newest rows about the orders of a customer, and those of calls that name the customer.
SELECT id, at, tool, actor, outcome FROM audit_log
WHERE entity_type = 'order' AND entity_id = ANY(@order_ids::text[])
UNION
SELECT id, at, tool, actor, outcome FROM audit_log
WHERE args IS NOT NULL AND (entity_id IS NULL OR tool = 'cart.create') AND audit_mentions(args) && @mentions::text[]
ORDER BY at DESC, id DESC LIMIT @max_rows;
