-- name: IdempotentAnswerKeep :exec
-- A row under the same id is one that has outlived its time.
INSERT INTO idempotent_answers (id, key_id, operation, request, answer, created_at)
VALUES (@id, @key_id, @operation, @request, @answer, @at)
ON CONFLICT (id) DO UPDATE SET request = excluded.request, answer = excluded.answer, created_at = excluded.created_at;

-- name: IdempotentAnswerPrune :execrows
-- Deletes some of the answers that have outlived their time.
DELETE FROM idempotent_answers WHERE id = ANY (ARRAY(
    SELECT old.id FROM idempotent_answers old WHERE old.created_at < @before ORDER BY old.created_at LIMIT @max_rows FOR UPDATE SKIP LOCKED));
