-- The queries that take, give back and adjust pieces of a product. Only server/shop/stock uses them.

-- name: StockTake :many
-- Takes pieces of live products and returns the products, without those that have too few.
-- Locks the products in the order of their ids first, and counts from the stock that the lock found: that
-- of the snapshot may be older.
WITH locked AS (
    SELECT live.id, live.stock, live.updated_at, (@quantities::bigint[])[array_position(@slugs::text[], live.slug)] AS wanted
    FROM products live WHERE live.slug = ANY(@slugs::text[]) AND live.deleted_at IS NULL ORDER BY live.id FOR NO KEY UPDATE
)
UPDATE products SET stock = locked.stock - locked.wanted,
    updated_at = greatest(@at::timestamptz, locked.updated_at + interval '1 millisecond')
FROM locked WHERE products.id = locked.id AND locked.stock >= locked.wanted
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
