-- The queries that take, give back and adjust pieces of a product. Only server/shop/catalog uses them.

-- name: StockTake :many
-- Takes pieces of live products, which the transaction has locked, and returns the products, without
-- those that have too few.
UPDATE products SET stock = stock - wanted.quantity,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
FROM (SELECT unnest(@slugs::text[]) AS slug, unnest(@quantities::bigint[]) AS quantity) AS wanted
WHERE products.slug = wanted.slug AND deleted_at IS NULL AND stock >= wanted.quantity
RETURNING products.id, products.slug, products.name, products.price_oere;

-- name: StockGive :batchexec
-- The stock is limited to the largest integer. A change always
-- moves updated_at forward, the version that callers compare.
UPDATE products SET stock = least(stock + @pieces::bigint, 9007199254740991),
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = @id;

-- name: StockAdjust :one
-- Adds pieces to a product, or takes them away; returns no row if there would be fewer than none, or too many.
UPDATE products SET stock = stock + @delta::bigint,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = @id AND stock + @delta::bigint BETWEEN 0 AND 9007199254740991
RETURNING stock, updated_at;

-- name: StockOf :many
-- The stock of live products.
SELECT slug, stock FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL;
