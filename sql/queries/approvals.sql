-- name: ApprovalOf :one
-- The newest approval of a call that waits or was decided, and holds at a moment. Of two calls at once the second waits for the first.
SELECT * FROM approvals
WHERE key_id = @key_id AND operation = @operation AND digest = @digest AND status IN ('pending', 'approved', 'rejected') AND expires_at > @at::timestamptz
ORDER BY at DESC, id DESC LIMIT 1 FOR UPDATE;

-- name: ApprovalInsert :exec
INSERT INTO approvals (id, at, key_id, operation, digest, args, preview, changes, exceeded, needs, expires_at)
VALUES (@id, @at, @key_id, @operation, @digest, @args, @preview, @changes, @exceeded, @needs, @expires_at);

-- name: ApprovalExpire :exec
-- Ends the one of a call whose time is over, so that a new one can wait.
UPDATE approvals SET status = 'expired'
WHERE key_id = @key_id AND operation = @operation AND digest = @digest AND status IN ('pending', 'approved') AND expires_at <= @at::timestamptz;

-- name: ApprovalSet :exec
UPDATE approvals SET status = @status WHERE id = @id;

-- name: ApprovalDecide :exec
UPDATE approvals SET status = @status, note = @note, decided_at = @at, decided_by = @decided_by, expires_at = @expires_at WHERE id = @id;

-- name: ApprovalLock :one
SELECT * FROM approvals WHERE id = @id FOR UPDATE;

-- name: ApprovalsWaiting :one
-- How many calls of a key wait.
SELECT count(*) FROM approvals WHERE key_id = @key_id AND status = 'pending' AND expires_at > @at::timestamptz;

-- name: ApprovalCountWaiting :one
-- How many calls wait for a decision.
SELECT count(*) FROM approvals WHERE status = 'pending' AND expires_at > @at::timestamptz;

-- name: ApprovalList :many
-- The newest first, of a status and a key; null for any. One whose time is over has expired.
SELECT sqlc.embed(a), k.name AS key_name FROM approvals a JOIN api_keys k ON k.id = a.key_id
WHERE (a.at, a.id) < (@before_at::timestamptz, @before_id::uuid) AND (sqlc.narg('key_id')::uuid IS NULL OR a.key_id = sqlc.narg('key_id'))
    AND (sqlc.narg('status')::text IS NULL
        OR sqlc.narg('status') = CASE WHEN a.status IN ('pending', 'approved') AND a.expires_at <= @now::timestamptz THEN 'expired' ELSE a.status END)
ORDER BY a.at DESC, a.id DESC LIMIT @max_rows;

-- name: ApprovalGet :one
SELECT sqlc.embed(a), k.name AS key_name FROM approvals a JOIN api_keys k ON k.id = a.key_id WHERE a.id = @id;

-- name: ApprovalsOfKey :many
-- The newest of a key that somebody has to decide, or that tell its caller what was decided.
SELECT id, status, note, expires_at FROM approvals
WHERE key_id = @key_id AND status IN ('pending', 'approved', 'rejected') AND expires_at > @at::timestamptz ORDER BY at DESC, id DESC LIMIT @max_rows;
