-- name: IdempotentAnswerKeep :exec
-- A row under the same id is one that has outlived its time.
INSERT INTO idempotent_answers (id, key_id, operation, request, answer, created_at)
VALUES (@id, @key_id, @operation, @request, @answer, @at)
ON CONFLICT (id) DO UPDATE SET request = excluded.request, answer = excluded.answer, created_at = excluded.created_at;
