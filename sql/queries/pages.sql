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

-- name: PagesLock :exec
-- Whoever is about to make one more page live holds this lock to the end of the transaction, so that no two
-- make the same slug live and that a count still holds when the page is there.
SELECT pg_advisory_xact_lock('pages'::regclass::oid::bigint);

-- name: PageCount :one
SELECT count(*) FROM pages WHERE deleted_at IS NULL;

-- name: PageInsert :exec
INSERT INTO pages (id, slug, title, title_sort, body, status, created_at, updated_at)
VALUES (@id, @slug, @title, @title_sort, @body, @status, @at, @at);

-- name: PageUpdate :exec
UPDATE pages SET title = @title, title_sort = @title_sort, body = @body, status = @status, updated_at = @at WHERE id = @id;

-- name: PageDelete :exec
UPDATE pages SET deleted_at = @at, updated_at = @at WHERE id = @id;
