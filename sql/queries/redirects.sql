-- name: RedirectList :many
-- By path, from after one on.
SELECT * FROM redirects WHERE deleted_at IS NULL AND from_path > @after ORDER BY from_path LIMIT @max_rows;

-- name: RedirectsLock :exec
-- A transaction that changes redirects holds this lock until it ends, so that no two make a loop together, and what an import
-- read, and counted, is still right when it commits.
SELECT pg_advisory_xact_lock('redirects'::regclass::oid::bigint);

-- name: RedirectsWrite :exec
-- Creates redirects, and changes those that exist. The lists have an element for each.
INSERT INTO redirects (id, from_path, to_path, status, created_at, updated_at)
SELECT unnest(@ids::uuid[]), unnest(@from_paths::text[]), unnest(@to_paths::text[]), unnest(@statuses::integer[]), @at, @at
ON CONFLICT (from_path) WHERE deleted_at IS NULL DO UPDATE SET to_path = excluded.to_path, status = excluded.status,
    updated_at = greatest(excluded.updated_at, redirects.updated_at + interval '1 millisecond');

-- name: RedirectLock :one
SELECT * FROM redirects WHERE from_path = @from_path AND deleted_at IS NULL FOR UPDATE;

-- name: RedirectGetByID :one
SELECT * FROM redirects WHERE id = @id;

-- name: RedirectUpdate :exec
UPDATE redirects SET to_path = @to_path, status = @status, updated_at = @at WHERE id = @id;

-- name: RedirectRestore :exec
UPDATE redirects SET deleted_at = NULL, updated_at = @at WHERE id = @id;

-- name: RedirectDelete :exec
UPDATE redirects SET deleted_at = @at, updated_at = @at WHERE id = @id;

-- name: RedirectGet :one
-- From the first of these paths, or else from the next.
SELECT to_path, status FROM redirects WHERE from_path = ANY (@from_paths::text[]) AND deleted_at IS NULL
ORDER BY array_position(@from_paths, from_path) LIMIT 1;
