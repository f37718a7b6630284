-- name: MemoryVersions :many
-- Which live products there are, and in which version, in the order of their ids, from behind one id on.
-- Two versions of one row differ in xmin, also when a change by hand leaves updated_at as it was.
SELECT id, updated_at, xmin::text::bigint AS xmin FROM products WHERE deleted_at IS NULL AND id > @after ORDER BY id LIMIT @page;

-- name: MemoryProducts :many
-- The live ones of these products, as the index in memory takes them.
SELECT id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured,
    frame_color, frame_color_key, lens_color, lens_color_key, category_id, attributes,
    coalesce(images -> 0 ->> 'url', '')::text AS first_image, updated_at, xmin::text::bigint AS xmin
FROM products
WHERE id = ANY(@ids::uuid[]) AND deleted_at IS NULL;

-- name: MemoryCategories :many
-- Deleted ones too: a product may be read just before it leaves one. In the order of CategoryList.
SELECT id, slug, name, description, (deleted_at IS NOT NULL)::boolean AS deleted FROM categories ORDER BY name_sort, id;
