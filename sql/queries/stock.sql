-- What takes and gives pieces of a product. server/shop/stock alone calls these.

-- name: StockTake :batchone
-- Takes pieces of a live product, never below zero; no row when there are too few.
UPDATE products SET stock = stock - @quantity::bigint,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE slug = @slug AND deleted_at IS NULL AND stock >= @quantity::bigint
RETURNING id, name, price_oere;

-- name: StockGive :batchexec
-- A stock that would outgrow the largest integer stays there. A change always
-- moves updated_at, the version that callers compare.
UPDATE products SET stock = least(stock + @pieces::bigint, 9007199254740991),
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = @id;

-- name: StockOf :many
-- How many there are of live products.
SELECT slug, stock FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL;
