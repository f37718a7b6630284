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
-- What is in a cart, in the order in which it was put in; what is gone too: products that were deleted, or have got
-- variants, and variants that were taken out.
SELECT products.id AS product_id, lines.variant_id, lines.line, lines.quantity, lines.seen_price_oere, products.slug, products.name,
    lines.sku, lines.attributes, coalesce(lines.price_oere, products.price_oere)::bigint AS price_oere, coalesce(lines.stock, products.stock)::bigint AS stock,
    coalesce(NOT lines.sold, products.deleted_at IS NOT NULL OR products.variant_count > 0)::boolean AS gone, (products.deleted_at IS NOT NULL)::boolean AS deleted,
    coalesce(lines.image, products.images -> 0 ->> 'url', '')::text AS first_image
FROM (
    SELECT i.product_id, NULL::uuid AS variant_id, i.line, i.quantity, i.unit_price_oere AS seen_price_oere, NULL::text AS sku, NULL::json AS attributes,
        NULL::bigint AS price_oere, NULL::bigint AS stock, NULL::text AS image, NULL::boolean AS sold
    FROM cart_items i WHERE i.cart_id = @cart_id
    UNION ALL
    SELECT v.product_id, v.id, c.line, c.quantity, c.unit_price_oere, v.sku, v.attributes, v.price_oere, v.stock, v.image, v.live AND v.active
    FROM cart_variants c JOIN product_variants v ON v.id = c.variant_id WHERE c.cart_id = @cart_id
) AS lines JOIN products ON products.id = lines.product_id ORDER BY lines.line;

-- name: CartOrderLines :many
-- What was ordered of a cart.
SELECT products.slug, order_items.product_name, order_items.quantity, order_items.unit_price_oere, order_items.variant_id, order_items.variant_sku,
    order_items.variant_attributes, coalesce(v.image, products.images -> 0 ->> 'url', '')::text AS first_image
FROM order_items JOIN products ON products.id = order_items.product_id
LEFT JOIN product_variants v ON v.product_id = products.id AND v.id::text = order_items.variant_id
WHERE order_items.order_id = @order_id ORDER BY order_items.line;

-- name: CartProducts :many
-- Live products that are to be put into a cart.
SELECT id, slug, name, price_oere, stock, variant_count, coalesce(images -> 0 ->> 'url', '')::text AS first_image
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

-- name: CartVariantPut :batchexec
INSERT INTO cart_variants (cart_id, variant_id, line, quantity, unit_price_oere, added_at)
VALUES (@cart_id, @variant_id, @line, @quantity, @unit_price_oere, @at)
ON CONFLICT (cart_id, variant_id) DO UPDATE SET quantity = excluded.quantity, unit_price_oere = excluded.unit_price_oere;

-- name: CartVariantsRemove :exec
DELETE FROM cart_variants WHERE cart_id = @cart_id AND variant_id = ANY(@variant_ids::uuid[]);

-- name: CartItemsRemove :exec
DELETE FROM cart_items WHERE cart_id = @cart_id AND product_id = ANY(@product_ids::uuid[]);

-- name: CartExpire :execrows
-- Deletes some of the carts that have expired; those that another process is deleting are skipped.
DELETE FROM carts WHERE id = ANY (ARRAY(
    SELECT old.id FROM carts old WHERE old.expires_at <= @now::timestamptz ORDER BY old.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED));

-- name: CartAdopt :exec
-- Gives a cart to another key; for the demo shop.
UPDATE carts SET key_id = @key_id WHERE id = @id;
