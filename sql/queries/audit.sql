-- name: AuditInsert :batchexec
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, code, request_id, ip, user_agent, channel)
VALUES (@id, @at, @actor, @tool, @entity_type, @entity_id, @args, @before, @after, @outcome, @code, @request_id, @ip, @user_agent, @channel);

-- name: AuditCopy :copyfrom
-- Inserts many rows.
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, code, request_id, ip, user_agent, channel)
VALUES (@id, @at, @actor, @tool, @entity_type, @entity_id, @args, @before, @after, @outcome, @code, @request_id, @ip, @user_agent, @channel);

-- name: AuditList :many
-- The newest rows first; for the command line and the tests.
SELECT * FROM audit_log ORDER BY at DESC, id DESC LIMIT @max_rows;

-- name: AuditCountBefore :one
-- The number of rows that are older than a time, and how many of them record a change.
SELECT count(*) AS rows, count(*) FILTER (WHERE outcome = 'success' AND entity_id IS NOT NULL) AS changes
FROM audit_log WHERE at < @before;

-- name: AuditPrune :execrows
-- Deletes the oldest of these rows; rows that another process is deleting are skipped.
DELETE FROM audit_log WHERE id = ANY (ARRAY(
    SELECT old.id FROM audit_log old WHERE old.at < @before ORDER BY old.at, old.id LIMIT @max_rows FOR UPDATE SKIP LOCKED));

-- name: StatementTimeoutOff :exec
-- For the rest of the transaction: an operator's command may take long.
SELECT set_config('statement_timeout', '0', true);
