-- name: CategoryList :many
-- Every live category with the number of its live products.
SELECT c.id, c.slug, c.name, c.description, c.updated_at, coalesce(n.products, 0)::bigint AS product_count
FROM categories c
LEFT JOIN (SELECT category_id, count(*) AS products FROM products WHERE deleted_at IS NULL GROUP BY category_id) n
    ON n.category_id = c.id
WHERE c.deleted_at IS NULL AND (@include_empty::boolean OR n.products > 0)
ORDER BY c.name_sort, c.id
LIMIT @max_rows;

-- name: CategoryGet :one
SELECT * FROM category_records WHERE slug = @slug AND deleted_at IS NULL;

-- name: CategoryLock :one
SELECT * FROM category_records WHERE slug = @slug AND deleted_at IS NULL FOR UPDATE;

-- name: CategoryGetByID :one
SELECT * FROM category_records WHERE id = @id;

-- name: CategoryLockByID :one
SELECT * FROM category_records WHERE id = @id FOR UPDATE;

-- name: CategoryForProduct :many
-- The categories to which products are being added; the lock prevents their deletion meanwhile.
SELECT id, slug, name, description FROM categories
WHERE deleted_at IS NULL AND (id = ANY(@ids::uuid[]) OR slug = ANY(@slugs::text[]))
ORDER BY id
FOR SHARE;

-- name: CategoriesLock :exec
-- A transaction that adds a live category, or makes a description longer, holds this lock until it ends: no two add the
-- same slug, and the counts are still right when they commit. It is taken before the lock of any category.
SELECT pg_advisory_xact_lock('categories'::regclass::oid::bigint);

-- name: CategoryDescriptionBytes :one
-- The size in bytes of the descriptions of the live categories, except one of them.
SELECT coalesce(sum(octet_length(description)), 0)::bigint FROM categories WHERE deleted_at IS NULL AND id <> @but_for;

-- name: CategoryCount :one
SELECT count(*) FROM categories WHERE deleted_at IS NULL;

-- name: CategoryCountProducts :one
SELECT count(*) FROM products WHERE category_id = @id AND deleted_at IS NULL;

-- name: CategoryInsert :exec
INSERT INTO categories (id, slug, name, name_sort, description, search, created_at, updated_at)
VALUES (@id, @slug, @name, @name_sort, @description, @search, @at, @at);

-- name: CategoryUpdate :exec
UPDATE categories SET name = @name, name_sort = @name_sort, description = @description, search = @search, updated_at = @at WHERE id = @id;

-- name: CategoryDelete :exec
UPDATE categories SET deleted_at = @at, updated_at = @at WHERE id = @id;

-- name: CategoryRestore :exec
UPDATE categories SET deleted_at = NULL, updated_at = @at WHERE id = @id;
