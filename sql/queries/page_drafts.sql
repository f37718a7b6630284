-- name: PageDraftInsert :exec
INSERT INTO page_drafts (digest, key_id, slug, title, body, layout, created_at, expires_at)
VALUES (@digest, @key_id, @slug, @title, @body, @layout, @at, @expires_at);

-- name: PageDraftGet :one
SELECT * FROM page_drafts WHERE digest = @digest AND expires_at > @at::timestamptz;

-- name: PageDraftsTrim :exec
-- Leaves the newest of a key.
DELETE FROM page_drafts
WHERE digest IN (SELECT digest FROM page_drafts AS d WHERE d.key_id = @key_id ORDER BY d.created_at DESC, d.digest OFFSET @keep);

-- name: PageDraftsPrune :execrows
DELETE FROM page_drafts
WHERE digest IN (SELECT d.digest FROM page_drafts AS d WHERE d.expires_at <= @at::timestamptz ORDER BY d.expires_at LIMIT @max_rows);
