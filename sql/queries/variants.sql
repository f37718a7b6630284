-- name: VariantChoices :many
-- Variants that are sold: those with an id, then the first of products, in their order.
SELECT product_id, id, sku, attributes, price_oere, stock, image FROM product_variants WHERE id = ANY(@ids::uuid[]) AND live AND active
UNION ALL
SELECT v.* FROM unnest(@product_ids::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
    SELECT product_id, product_variants.id, sku, attributes, price_oere, stock, image FROM product_variants
    WHERE product_id = wanted.id AND live AND active ORDER BY position LIMIT @most) AS v;

-- name: SkuHolders :many
-- The products whose variants have these skus.
SELECT v.sku::text AS sku, v.product_id, p.slug FROM product_variants v JOIN products p ON p.id = v.product_id WHERE v.sku = ANY(@skus::text[]) AND v.live;
