-- name: KeyInsert :exec
INSERT INTO api_keys (id, name, holder, digest, scopes, quota, limits, created_at, created_by, updated_at, expires_at)
VALUES (@id, @name, @holder, @digest, @scopes, @quota, @limits, @at, @created_by, @at, @expires_at);

-- name: KeyFind :one
-- The key with this digest, as its present or its previous secret, and since when all keys of its holder are paused.
SELECT sqlc.embed(api_keys), key_stops.at AS stopped_at
FROM api_keys LEFT JOIN key_stops USING (holder) WHERE digest = @digest OR previous_digest = @digest;

-- name: KeyList :many
-- The newest first, of a status and a holder; null for any.
SELECT sqlc.embed(api_keys), key_stops.at AS stopped_at
FROM api_keys LEFT JOIN key_stops USING (holder)
WHERE (created_at, api_keys.id) < (@before_at::timestamptz, @before_id::uuid) AND (sqlc.narg('holder')::text IS NULL OR api_keys.holder = sqlc.narg('holder'))
    AND (sqlc.narg('status')::text IS NULL OR sqlc.narg('status') = CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= @at::timestamptz THEN 'expired'
        WHEN paused_at IS NOT NULL OR key_stops.at IS NOT NULL THEN 'paused' ELSE 'active' END)
ORDER BY created_at DESC, api_keys.id DESC LIMIT @max_rows;

-- name: KeyLock :one
SELECT * FROM api_keys WHERE id = @id FOR UPDATE;

-- name: KeyGet :one
SELECT * FROM api_keys WHERE id = @id;

-- name: KeyNames :many
SELECT id, name FROM api_keys WHERE id = ANY (@ids::uuid[]);

-- name: KeyUpdate :exec
UPDATE api_keys SET name = @name, holder = @holder, quota = @quota, limits = @limits, expires_at = @expires_at, paused_at = @paused_at, updated_at = @updated_at WHERE id = @id;

-- name: KeyRotate :exec
UPDATE api_keys SET previous_digest = digest, previous_until = @previous_until, digest = @digest, updated_at = @updated_at WHERE id = @id;

-- name: KeyRevoke :exec
UPDATE api_keys SET revoked_at = @at, updated_at = @updated_at WHERE id = @id;

-- name: KeyTouch :exec
-- At most once a minute for each key.
UPDATE api_keys SET last_used_at = @at WHERE id = @id AND (last_used_at IS NULL OR last_used_at <= @used_before);

-- name: KeyStopLock :exec
-- Whoever stops or resumes all keys of a holder does so one after another.
SELECT pg_advisory_xact_lock('key_stops'::regclass::oid::bigint);

-- name: KeyStop :exec
INSERT INTO key_stops (id, holder, at) VALUES (@id, @holder, @at);

-- name: KeyStopEnd :exec
DELETE FROM key_stops WHERE holder = @holder;

-- name: KeyStoppedAt :one
-- Since when all keys of a holder are stopped; no row when they are not.
SELECT at FROM key_stops WHERE holder = @holder;

-- name: KeyStoppedHolders :many
-- The holders all of whose keys are stopped.
SELECT holder FROM key_stops ORDER BY holder;

-- name: KeyCountRunning :one
-- The keys of these holders that work unless all of the holder are paused.
SELECT count(*) FROM api_keys
WHERE holder = ANY (@holders::text[]) AND revoked_at IS NULL AND paused_at IS NULL AND (expires_at IS NULL OR expires_at > @at::timestamptz);

-- name: KeyCountPaused :one
-- The keys that would work if neither they nor all keys of their holder were paused.
SELECT count(*) FROM api_keys LEFT JOIN key_stops USING (holder)
WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @at::timestamptz) AND (paused_at IS NOT NULL OR key_stops.at IS NOT NULL);
