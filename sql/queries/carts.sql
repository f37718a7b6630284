-- name: CartGet :one
-- A live cart of the key, with what its prices depend on.
SELECT sqlc.embed(carts), sqlc.embed(settings), discounts.id AS discount_id, discounts.type, discounts.value, discounts.active,
    discounts.valid_until, discounts.usage_limit, discounts.usage_count
FROM carts CROSS JOIN settings LEFT JOIN discounts ON discounts.code = carts.discount_code AND discounts.deleted_at IS NULL
WHERE carts.id = @id AND carts.key_id = @key_id AND carts.expires_at > @now::timestamptz;

-- name: CartLock :one
-- The same, and locks the cart.
SELECT sqlc.embed(carts), sqlc.embed(settings), discounts.id AS discount_id, discounts.type, discounts.value, discounts.active,
    discounts.valid_until, discounts.usage_limit, discounts.usage_count
FROM carts CROSS JOIN settings LEFT JOIN discounts ON discounts.code = carts.discount_code AND discounts.deleted_at IS NULL
WHERE carts.id = @id AND carts.key_id = @key_id AND carts.expires_at > @now::timestamptz
FOR UPDATE OF carts;

-- name: CartLines :many
-- What is in a cart, in the order in which it was put in; products that were deleted too.
SELECT cart_items.product_id, cart_items.line, cart_items.quantity, cart_items.unit_price_oere AS seen_price_oere,
    products.slug, products.name, products.price_oere, products.stock, (products.deleted_at IS NOT NULL)::boolean AS gone,
    coalesce(products.images -> 0 ->> 'url', '')::text AS first_image
FROM cart_items JOIN products ON products.id = cart_items.product_id
WHERE cart_items.cart_id = @cart_id ORDER BY cart_items.line;

-- name: CartOrderLines :many
-- What was ordered of a cart.
SELECT products.slug, order_items.product_name, order_items.quantity, order_items.unit_price_oere,
    coalesce(products.images -> 0 ->> 'url', '')::text AS first_image
FROM order_items JOIN products ON products.id = order_items.product_id
WHERE order_items.order_id = @order_id ORDER BY order_items.line;

-- name: CartProducts :many
-- Live products that are to be put into a cart.
SELECT id, slug, name, price_oere, stock, coalesce(images -> 0 ->> 'url', '')::text AS first_image
FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL;

-- name: CartInsert :exec
INSERT INTO carts (id, key_id, email, email_key, discount_code, created_at, updated_at, expires_at)
VALUES (@id, @key_id, @email, @email_key, @discount_code, @at, @at, @expires_at);

-- name: CartUpdate :exec
UPDATE carts SET discount_code = @discount_code, order_id = @order_id, updated_at = @updated_at, expires_at = @expires_at WHERE id = @id;

-- name: CartItemPut :batchexec
INSERT INTO cart_items (cart_id, product_id, line, quantity, unit_price_oere, added_at)
VALUES (@cart_id, @product_id, @line, @quantity, @unit_price_oere, @at)
ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity, unit_price_oere = excluded.unit_price_oere;

-- name: CartItemsRemove :exec
DELETE FROM cart_items WHERE cart_id = @cart_id AND product_id = ANY(@product_ids::uuid[]);

-- name: CartExpire :execrows
-- Deletes some of the carts that have expired; those that another process is deleting are skipped.
DELETE FROM carts WHERE id = ANY (ARRAY(
    SELECT old.id FROM carts old WHERE old.expires_at <= @now::timestamptz ORDER BY old.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED));

-- name: CartAdopt :exec
-- Gives a cart to another key; for the demo shop.
UPDATE carts SET key_id = @key_id WHERE id = @id;
