-- The queries that take, give back and adjust pieces of a product. Only server/shop/stock uses them.

-- name: StockTake :batchone
-- Takes pieces of a live product; returns no row if there are too few.
UPDATE products SET stock = stock - @quantity::bigint,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE slug = @slug AND deleted_at IS NULL AND stock >= @quantity::bigint
RETURNING id, name, price_oere;

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
