-- The queries that take, give back, adjust and set pieces of a product or a variant. Only server/shop/catalog uses them.

-- name: StockTake :many
-- Takes pieces of live products without variants, which the transaction has locked, and returns the products, without
-- those that have too few.
UPDATE products SET stock = stock - wanted.quantity,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
FROM (SELECT unnest(@slugs::text[]) AS slug, unnest(@quantities::bigint[]) AS quantity) AS wanted
WHERE products.slug = wanted.slug AND deleted_at IS NULL AND variant_count = 0 AND stock >= wanted.quantity
RETURNING products.id, products.slug, products.name, products.price_oere;

-- name: VariantTake :many
-- The same of variants that are sold; a trigger takes them from the sum of the product.
UPDATE product_variants v SET stock = v.stock - wanted.quantity, updated_at = @at
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@quantities::bigint[]) AS quantity) AS wanted, products p
WHERE v.id = wanted.id AND p.id = v.product_id AND v.live AND v.active AND v.stock >= wanted.quantity
RETURNING p.id, p.slug, p.name, v.price_oere, v.id AS variant_id, v.sku, v.attributes;

-- name: StockGive :batchone
-- The stock is limited to the largest integer. A change always
-- moves updated_at forward, the version that callers compare. What was bought of a product before it had variants goes
-- into the stock of none of them.
UPDATE products SET stock = least(stock + @pieces::bigint, 9007199254740991),
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = @id AND variant_count = 0 RETURNING id;

-- name: VariantGive :batchexec
-- The same for a variant; one that was taken out keeps it for the case that it comes back.
UPDATE product_variants SET stock = least(stock + @pieces::bigint, 9007199254740991), updated_at = @at WHERE id = @id;

-- name: VariantAdjust :one
UPDATE product_variants SET stock = stock + @delta::bigint, updated_at = @at
WHERE id = @id AND stock + @delta::bigint BETWEEN 0 AND 9007199254740991
RETURNING stock;

-- name: StockAdjust :one
-- Adds pieces to a product, or takes them away; returns no row if there would be fewer than none, or too many.
UPDATE products SET stock = stock + @delta::bigint,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = @id AND stock + @delta::bigint BETWEEN 0 AND 9007199254740991
RETURNING stock;

-- name: StockOf :many
-- The stock of live products, and how many variants they have.
SELECT slug, stock, variant_count FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL;

-- name: VariantStockOf :many
-- The stock of variants that are sold.
SELECT id, stock FROM product_variants WHERE id = ANY(@ids::uuid[]) AND live AND active;

-- name: VariantsSet :exec
-- Gives products, which the transaction has locked, these variants and no others, in their order. One statement, so that
-- skus can be exchanged; the triggers then sum up. '' stands for null.
WITH removed AS (
    UPDATE product_variants SET deleted_at = @at::timestamptz, live = false, updated_at = @at
    WHERE product_id = ANY(@products::uuid[]) AND deleted_at IS NULL AND NOT id = ANY(@ids::uuid[])
)
INSERT INTO product_variants (id, product_id, position, sku, attributes, price_oere, stock, image, active, live, created_at, updated_at)
SELECT wanted.id, wanted.product_id, wanted.position, nullif(wanted.sku, ''), wanted.attributes::json, wanted.price_oere, wanted.stock, nullif(wanted.image, ''),
    wanted.active, true, @at, @at
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@product_ids::uuid[]) AS product_id, generate_series(1, cardinality(@ids::uuid[])) AS position,
    unnest(@skus::text[]) AS sku, unnest(@attributes::text[]) AS attributes, unnest(@prices_oere::bigint[]) AS price_oere,
    unnest(@stocks::bigint[]) AS stock, unnest(@images::text[]) AS image, unnest(@actives::boolean[]) AS active) AS wanted
ON CONFLICT (id) DO UPDATE SET position = excluded.position, sku = excluded.sku, attributes = excluded.attributes, price_oere = excluded.price_oere,
    stock = excluded.stock, image = excluded.image, active = excluded.active, live = true, updated_at = excluded.updated_at, deleted_at = NULL;
