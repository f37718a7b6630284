-- name: MemoryStatesAfter :many
-- What MemoryStates reads, of the live products after the given id, in the order of their ids.
SELECT id, product_digest(content, variant_count, price_max_oere, options, skus) AS content, price_oere, stock, featured, updated_at,
    (CASE WHEN variant_count > 0 THEN product_pieces(id) END)::bytea AS pieces FROM products WHERE deleted_at IS NULL AND id > @after ORDER BY id LIMIT @page;

-- name: MemoryProducts :many
-- The live ones of these products, with the columns for the index in memory.
SELECT id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured,
    frame_color, frame_color_key, lens_color, lens_color_key, category_id, attributes,
    coalesce(images -> 0 ->> 'url', '')::text AS first_image, answer_summary, options, variant_count, price_max_oere, skus,
    product_digest(content, variant_count, price_max_oere, options, skus) AS content, created_at, updated_at,
    (CASE WHEN variant_count > 0 THEN product_pieces(id) END)::bytea AS pieces
FROM products
WHERE id = ANY(@ids::uuid[]) AND deleted_at IS NULL;

-- name: MemoryProductsAfter :many
-- What MemoryProducts reads, of the live products after the given id, in the order of their ids.
SELECT id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured,
    frame_color, frame_color_key, lens_color, lens_color_key, category_id, attributes,
    coalesce(images -> 0 ->> 'url', '')::text AS first_image, answer_summary, options, variant_count, price_max_oere, skus,
    product_digest(content, variant_count, price_max_oere, options, skus) AS content, created_at, updated_at,
    (CASE WHEN variant_count > 0 THEN product_pieces(id) END)::bytea AS pieces
FROM products WHERE deleted_at IS NULL AND id > @after ORDER BY id LIMIT @page;

-- name: MemoryStates :many
-- What of the live ones of these products changes most often, and the digest of the rest.
SELECT id, product_digest(content, variant_count, price_max_oere, options, skus) AS content, price_oere, stock, featured, updated_at,
    (CASE WHEN variant_count > 0 THEN product_pieces(id) END)::bytea AS pieces FROM products
WHERE id = ANY(@ids::uuid[]) AND deleted_at IS NULL;

-- name: MemoryCategories :many
-- Including deleted ones: a product may be read just before it leaves one. In the order of CategoryList.
SELECT id, slug, name, description, updated_at, (deleted_at IS NOT NULL)::boolean AS deleted FROM categories ORDER BY name_sort, id;
