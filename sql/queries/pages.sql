-- name: PageList :many
SELECT id, slug, title, status, meta_description, updated_at FROM pages
WHERE deleted_at IS NULL AND (NOT @published_only::boolean OR status = 'published')
ORDER BY title_sort, id
LIMIT @max_rows;

-- name: PageGet :one
SELECT * FROM pages
WHERE slug = @slug AND deleted_at IS NULL;

-- name: PageLock :one
SELECT * FROM pages WHERE slug = @slug AND deleted_at IS NULL FOR UPDATE;

-- name: PageGetByID :one
SELECT * FROM pages WHERE id = @id;

-- name: PageLockByID :one
SELECT * FROM pages WHERE id = @id FOR UPDATE;

-- name: PagesLock :exec
-- A transaction that adds a live page holds this lock until it ends, so that no two add the same slug, and the
-- count is still right when they commit.
SELECT pg_advisory_xact_lock('pages'::regclass::oid::bigint);

-- name: PageCount :one
SELECT count(*) FROM pages WHERE deleted_at IS NULL;

-- name: PageInsert :exec
INSERT INTO pages (id, slug, title, title_sort, body, rendered, status, meta_description, layout, created_at, updated_at)
VALUES (@id, @slug, @title, @title_sort, @body, @rendered, @status, @meta_description, @layout, @at, @at);

-- name: PageUpdate :exec
UPDATE pages SET title = @title, title_sort = @title_sort, body = @body, rendered = @rendered, status = @status,
    meta_description = @meta_description, layout = @layout, updated_at = @at
WHERE id = @id;

-- name: PageDelete :exec
UPDATE pages SET deleted_at = @at, updated_at = @at WHERE id = @id;

-- name: PageRestore :exec
UPDATE pages SET deleted_at = NULL, updated_at = @at WHERE id = @id;
