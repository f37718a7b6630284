-- name: KeyInsert :exec
INSERT INTO api_keys (id, name, digest, scopes, quota, created_at, expires_at)
VALUES (@id, @name, @digest, @scopes, @quota, @at, @expires_at);

-- name: KeyFind :one
-- The key with this digest, as its present or its previous secret.
SELECT id, name, digest, previous_until, scopes, quota, created_at, expires_at, revoked_at
FROM api_keys WHERE digest = @digest OR previous_digest = @digest;

-- name: KeyList :many
SELECT id, name, scopes, quota, created_at, expires_at, last_used_at, previous_until, revoked_at
FROM api_keys ORDER BY created_at, id;

-- name: KeyLock :one
SELECT id, name, digest, scopes, quota, created_at, expires_at, revoked_at FROM api_keys WHERE id = @id FOR UPDATE;

-- name: KeyRotate :exec
UPDATE api_keys SET previous_digest = digest, previous_until = @previous_until, digest = @digest WHERE id = @id;

-- name: KeyRevoke :exec
UPDATE api_keys SET revoked_at = @at WHERE id = @id AND revoked_at IS NULL;

-- name: KeyTouch :exec
-- At most once a minute for each key.
UPDATE api_keys SET last_used_at = @at WHERE id = @id AND (last_used_at IS NULL OR last_used_at <= @used_before);
