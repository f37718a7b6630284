-- name: ServiceList :many
-- By navOrder, title, id; the status narrows when it is not empty.
SELECT id, slug, title, short_description, price_string, hero_image, features, show_in_nav, nav_order, status, updated_at
FROM services
WHERE deleted_at IS NULL AND (@status::text = '' OR status = @status)
ORDER BY nav_order, title_sort, id
LIMIT @max_rows OFFSET @skip;

-- name: ServiceCount :one
-- How many ServiceList could list, counted up to most; in its order, by its index.
SELECT count(*) FROM (
    SELECT FROM services
    WHERE deleted_at IS NULL AND (@status::text = '' OR status = @status)
    ORDER BY nav_order, title_sort, id
    LIMIT @most
) AS counted;

-- name: ServiceGet :one
SELECT * FROM services WHERE slug = @slug AND deleted_at IS NULL;

-- name: ServiceLock :one
SELECT * FROM services WHERE slug = @slug AND deleted_at IS NULL FOR UPDATE;

-- name: ServiceGetByID :one
SELECT * FROM services WHERE id = @id;

-- name: ServiceLockByID :one
SELECT * FROM services WHERE id = @id FOR UPDATE;

-- name: ServicesLock :exec
-- A transaction that adds a live service holds this lock until it ends, so that a free slug stays free.
SELECT pg_advisory_xact_lock('services'::regclass::oid::bigint);

-- name: ServiceSlugs :many
-- The live slugs that begin with the stem; '~' sorts after every character of a slug.
SELECT slug FROM services WHERE deleted_at IS NULL AND slug >= @stem AND slug < @stem::text || '~';

-- name: ServiceInsert :exec
INSERT INTO services (id, slug, title, title_sort, body, rendered, short_description, price_string, hero_image, features, show_in_nav, nav_order, status, created_at, updated_at)
VALUES (@id, @slug, @title, @title_sort, @body, @rendered, @short_description, @price_string, @hero_image, @features, @show_in_nav, @nav_order, @status, @at, @at);

-- name: ServiceUpdate :exec
UPDATE services SET title = @title, title_sort = @title_sort, body = @body, rendered = @rendered, short_description = @short_description,
    price_string = @price_string, hero_image = @hero_image, features = @features, show_in_nav = @show_in_nav,
    nav_order = @nav_order, status = @status, updated_at = @at
WHERE id = @id;

-- name: ServiceDelete :exec
UPDATE services SET deleted_at = @at, updated_at = @at WHERE id = @id;

-- name: ServiceRestore :exec
UPDATE services SET deleted_at = NULL, updated_at = @at WHERE id = @id;
