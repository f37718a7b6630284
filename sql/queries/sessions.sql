-- name: SessionInsert :exec
INSERT INTO key_sessions (id, key_id, opened_with, cookie, created_at, expires_at) VALUES (@id, @key_id, @opened_with, @cookie, @at, @expires_at);

-- name: SessionLock :one
-- The session with this cookie, its key, and since when all keys of its holder are paused.
SELECT sqlc.embed(s), sqlc.embed(api_keys), key_stops.at AS stopped_at
FROM key_sessions s JOIN api_keys ON api_keys.id = s.key_id LEFT JOIN key_stops USING (holder)
WHERE s.cookie = @cookie FOR UPDATE OF s;

-- name: SessionExtend :exec
UPDATE key_sessions SET expires_at = @expires_at WHERE id = @id;

-- name: SessionEnd :exec
-- Ends the session with this cookie.
DELETE FROM key_sessions WHERE cookie = @cookie;

-- name: SessionPrune :execrows
-- Some of the sessions that have ended.
DELETE FROM key_sessions WHERE id = ANY (ARRAY(
    SELECT old.id FROM key_sessions old WHERE old.expires_at <= @at ORDER BY old.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED));

-- name: SessionTokenInsert :exec
INSERT INTO session_tokens (digest, session_id, expires_at) VALUES (@digest, @session_id, @expires_at);

-- name: SessionTokenFind :one
-- The token with this digest, the key of its session, and since when all keys of its holder are paused.
SELECT sqlc.embed(api_keys), key_stops.at AS stopped_at, s.id AS session_id, s.opened_with, t.expires_at
FROM session_tokens t JOIN key_sessions s ON s.id = t.session_id JOIN api_keys ON api_keys.id = s.key_id LEFT JOIN key_stops USING (holder)
WHERE t.digest = @digest;

-- name: SessionTokenPrune :exec
-- The tokens of a session that have expired.
DELETE FROM session_tokens WHERE session_id = @session_id AND expires_at <= @at;

-- name: SignInCodeInsert :exec
INSERT INTO sign_in_codes (digest, name, created_by, expires_at) VALUES (@digest, @name, @created_by, @expires_at);

-- name: SignInCodeRedeem :one
-- Uses a code up. Of several calls at once one finds it.
UPDATE sign_in_codes SET used_at = @at WHERE digest = @digest AND used_at IS NULL AND expires_at > @at RETURNING name, created_by;

-- name: SignInCodePrune :execrows
-- Some of the codes whose time is over.
DELETE FROM sign_in_codes WHERE digest = ANY (ARRAY(
    SELECT old.digest FROM sign_in_codes old WHERE old.expires_at <= @at ORDER BY old.expires_at LIMIT @max_rows FOR UPDATE SKIP LOCKED));

-- name: SignInLock :exec
-- Those who sign in under one name do so one after another.
SELECT pg_advisory_xact_lock(hashtextextended(@name::text, 0));

-- name: KeyOfPerson :one
-- The oldest key of a person with this name that works and has these scopes.
SELECT * FROM api_keys
WHERE name = @name AND holder = 'person' AND scopes @> @scopes::text[] AND revoked_at IS NULL AND paused_at IS NULL AND (expires_at IS NULL OR expires_at > @at::timestamptz)
ORDER BY created_at, id LIMIT 1;
