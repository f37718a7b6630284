-- name: ProductGet :one
SELECT * FROM product_records WHERE slug = @slug AND deleted_at IS NULL;

-- name: ProductGetByID :one
SELECT * FROM product_records WHERE id = @id;

-- name: ProductLock :one
-- Locks the live product, so that it cannot change between the next read and the update. NO KEY: rows that refer to
-- the product, such as those of carts, do not wait for it.
SELECT id FROM products WHERE slug = @slug AND deleted_at IS NULL FOR NO KEY UPDATE;

-- name: ProductLockByID :one
-- The same for a product that may be deleted.
SELECT id FROM products WHERE id = @id FOR NO KEY UPDATE;

-- name: ProductLockMany :many
-- Locks them in the order of the ids. A cart takes its references in another order: without NO KEY that is a deadlock.
SELECT id FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE;

-- name: ProductLockIDs :exec
SELECT id FROM products WHERE id = ANY(@ids::uuid[]) ORDER BY id FOR NO KEY UPDATE;

-- name: ProductListBySlug :many
SELECT * FROM product_records WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL;

-- name: ProductAttributes :many
SELECT id, attributes FROM products WHERE id = ANY(@ids::uuid[]) AND deleted_at IS NULL;

-- name: ProductMeant :one
-- The product that somebody means by an id or a slug, a live one before those that are deleted.
SELECT m.id, m.slug FROM (
    SELECT a.id, a.slug, a.deleted_at FROM products a WHERE a.id = @id
    UNION ALL SELECT b.id, b.slug, b.deleted_at FROM products b WHERE b.slug = @slug AND b.deleted_at IS NULL
    UNION ALL SELECT d.id, d.slug, d.deleted_at FROM products d WHERE d.slug = @slug AND d.deleted_at IS NOT NULL) m
ORDER BY m.deleted_at IS NOT NULL, m.deleted_at DESC, m.id LIMIT 1;

-- name: ProductBytes :one
-- How many bytes ProductListBySlug returns, about.
SELECT coalesce(sum(octet_length(name) + octet_length(description) + coalesce(octet_length(answer_summary), 0) + octet_length(attributes::text)
    + octet_length(faq::text) + octet_length(use_cases::text) + octet_length(comparison_facts::text) + octet_length(images::text)
    + variant_count * 400), 0)::bigint AS bytes
FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL;

-- name: ProductCategoryList :many
-- The categories that products name, without a lock: most items of a bulk write change nothing.
SELECT id, slug, name, description FROM categories
WHERE deleted_at IS NULL AND (id = ANY(@ids::uuid[]) OR slug = ANY(@slugs::text[]));

-- name: ProductFindDeleted :one
-- The product for products.restore: by id, or the most recently deleted one with this slug.
SELECT id FROM products
WHERE deleted_at IS NOT NULL AND (id = sqlc.narg(id) OR slug = sqlc.narg(slug))
ORDER BY deleted_at DESC, id DESC
LIMIT 1
FOR NO KEY UPDATE;

-- name: ProductSlugStates :many
-- Those of the slugs that products have, or had: an index of each serves one half.
SELECT slug, true AS live FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NULL
UNION SELECT slug, false FROM products WHERE slug = ANY(@slugs::text[]) AND deleted_at IS NOT NULL
ORDER BY live;

-- name: ProductDeleted :one
-- The deleted product with this id, or the most recently deleted one with this slug.
SELECT id, slug FROM products
WHERE deleted_at IS NOT NULL AND (id = sqlc.narg(id) OR slug = sqlc.narg(slug))
ORDER BY deleted_at DESC, id DESC
LIMIT 1;

-- name: ProductListDeleted :many
-- The deleted products after a place in the list, newest deletion first, with the audit row that deleted each; an empty text is in any.
SELECT p.id, p.slug, p.name, p.deleted_at, deletion.id AS audit_log_id
FROM (
    SELECT found.id FROM products found
    WHERE found.deleted_at IS NOT NULL AND (found.deleted_at, found.id) < (@at::timestamptz, @id::uuid)
        AND (strpos(found.name_sort, @name::text) > 0 OR strpos(found.slug, @slug::text) > 0)
    ORDER BY found.deleted_at DESC, found.id DESC
    LIMIT @max_rows) AS listed
JOIN products p USING (id) LEFT JOIN audit_log deletion ON deletion.id = (
    SELECT a.id FROM audit_log a
    WHERE a.entity_id = p.id::text AND a.entity_type = 'product' AND a.outcome = 'success' AND a.after IS NULL AND a.reverted_at IS NULL
    ORDER BY a.at DESC, a.id DESC LIMIT 1)
ORDER BY p.deleted_at DESC, p.id DESC;

-- name: ProductInsert :batchexec
INSERT INTO products (id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured,
    frame_color, frame_color_key, lens_color, lens_color_key, category_id, attributes, answer_summary, faq, use_cases,
    comparison_facts, images, search, options, variants_version, variant_count, price_max_oere, skus, created_at, updated_at)
VALUES (@id, @slug, @name, @name_sort, @brand, @brand_key, @description, @price_oere, @stock, @featured,
    @frame_color, @frame_color_key, @lens_color, @lens_color_key, @category_id, @attributes, @answer_summary, @faq, @use_cases,
    @comparison_facts, @images, @search, @options, @variants_version, @variant_count, @price_max_oere, @skus, @created_at, @updated_at);

-- name: ProductCopy :copyfrom
-- Inserts many rows.
INSERT INTO products (id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured,
    frame_color, frame_color_key, lens_color, lens_color_key, category_id, attributes, answer_summary, faq, use_cases,
    comparison_facts, images, search, options, variants_version, variant_count, price_max_oere, skus, created_at, updated_at)
VALUES (@id, @slug, @name, @name_sort, @brand, @brand_key, @description, @price_oere, @stock, @featured,
    @frame_color, @frame_color_key, @lens_color, @lens_color_key, @category_id, @attributes, @answer_summary, @faq, @use_cases,
    @comparison_facts, @images, @search, @options, @variants_version, @variant_count, @price_max_oere, @skus, @created_at, @updated_at);

-- name: ProductUpdate :batchexec
-- A null stock, from changedStock, leaves the stock unchanged. The price of a product with variants follows from these,
-- which VariantsSet has written before.
-- Without a new search vector the old one is kept, and its indexes do not change.
UPDATE products SET name = @name, name_sort = @name_sort, brand = @brand, brand_key = @brand_key, description = @description,
    price_oere = CASE WHEN variant_count = 0 THEN @price_oere ELSE price_oere END,
    stock = coalesce(sqlc.narg(stock), stock), featured = @featured, frame_color = @frame_color,
    frame_color_key = @frame_color_key, lens_color = @lens_color, lens_color_key = @lens_color_key,
    category_id = @category_id, attributes = @attributes, answer_summary = @answer_summary, faq = @faq,
    use_cases = @use_cases, comparison_facts = @comparison_facts, images = @images, search = coalesce(sqlc.narg(search), search),
    options = @options, variants_version = @variants_version, updated_at = @at
WHERE id = @id;

-- name: ProductSetImages :exec
UPDATE products SET images = @images, updated_at = @at WHERE id = @id;

-- name: ProductSetDeleted :exec
-- The skus of its variants are free while it is deleted.
WITH variants AS (
    UPDATE product_variants v SET live = sqlc.narg(deleted_at)::timestamptz IS NULL WHERE v.product_id = @id AND v.deleted_at IS NULL
)
UPDATE products SET deleted_at = sqlc.narg(deleted_at), updated_at = @at WHERE products.id = @id;

-- name: ProductCount :one
SELECT count(*) FROM products WHERE deleted_at IS NULL;

-- name: ProductExport :many
-- The live products after the given id, in the order of their ids.
SELECT * FROM product_records WHERE deleted_at IS NULL AND id > @after ORDER BY id LIMIT @page;

-- name: SearchWordInsert :exec
-- In order, so that two writers of the same new words cannot deadlock.
INSERT INTO search_words (word)
SELECT word FROM unnest(@words::text[]) AS word ORDER BY word COLLATE "C"
ON CONFLICT DO NOTHING;

-- name: SearchWordSimilar :many
-- The words of live products and categories with the most similar spelling, for each of the words, the most similar first.
SELECT term.word::text AS term, near.word::text AS near
FROM unnest(@words::text[]) AS term (word)
CROSS JOIN LATERAL (
    SELECT s.word, s.similarity FROM (
        SELECT w.word, similarity(w.word, term.word) AS similarity FROM search_words w
        WHERE w.word % term.word
        ORDER BY similarity DESC, w.word
        OFFSET 0
    ) s
    WHERE EXISTS (SELECT FROM products p WHERE p.deleted_at IS NULL AND p.search @@ quote_literal(s.word)::tsquery)
        OR EXISTS (SELECT FROM categories c WHERE c.deleted_at IS NULL AND c.search @@ quote_literal(s.word)::tsquery)
    LIMIT 8
) near
ORDER BY term.word, near.similarity DESC, near.word;

-- name: SearchWordEnding :many
-- The words of live products and categories that end with each of the given words, which have letters only.
SELECT term.word::text AS term, longer.word::text AS longer
FROM unnest(@words::text[]) AS term (word)
JOIN search_words longer ON longer.word LIKE '%' || term.word
WHERE EXISTS (SELECT FROM products p WHERE p.deleted_at IS NULL AND p.search @@ quote_literal(longer.word)::tsquery)
    OR EXISTS (SELECT FROM categories c WHERE c.deleted_at IS NULL AND c.search @@ quote_literal(longer.word)::tsquery);

-- name: SearchWordMissing :many
-- The words that no live product or category contains, not even as the prefix of a longer word.
SELECT term.word::text FROM unnest(@words::text[]) AS term (word)
WHERE 0 = (
    SELECT count(*) FROM (
        (SELECT 1 FROM products p WHERE p.deleted_at IS NULL AND p.search @@ (quote_literal(term.word) || ':*')::tsquery LIMIT 1)
        UNION ALL
        (SELECT 1 FROM categories c WHERE c.deleted_at IS NULL AND c.search @@ (quote_literal(term.word) || ':*')::tsquery LIMIT 1)
    ) AS holders);

-- name: SearchWordKnown :many
-- Those of the words that a live product or category contains.
SELECT term.word::text FROM unnest(@words::text[]) AS term (word)
WHERE EXISTS (SELECT FROM products p WHERE p.deleted_at IS NULL AND p.search @@ quote_literal(term.word)::tsquery)
    OR EXISTS (SELECT FROM categories c WHERE c.deleted_at IS NULL AND c.search @@ quote_literal(term.word)::tsquery);

-- name: SearchCategoryKnown :one
SELECT EXISTS (SELECT FROM categories WHERE slug = @slug AND deleted_at IS NULL);

-- name: ProductSlugs :many
-- Those of the slugs that live products have.
SELECT slug FROM products WHERE slug = ANY (@slugs::text[]) AND deleted_at IS NULL;

-- The index of the search takes in what it has not yet: the planner's numbers are about the whole.
-- name: ProductsSearchClean :exec
SELECT gin_clean_pending_list('products_search');

-- name: ProductsAnalyze :exec
ANALYZE products, categories, search_words;
