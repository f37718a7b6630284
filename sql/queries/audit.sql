-- name: AuditInsert :exec
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, code, request_id, ip, user_agent, channel, revert_of, actor_name, holder, entity_label, session_id)
VALUES (@id, @at, @actor, @tool, @entity_type, @entity_id, @args, @before, @after, @outcome, @code, @request_id, @ip, @user_agent, @channel, @revert_of, @actor_name, @holder, @entity_label, @session_id);

-- name: AuditCopy :copyfrom
-- Inserts many rows.
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, code, request_id, ip, user_agent, channel, revert_of, actor_name, holder, entity_label, session_id)
VALUES (@id, @at, @actor, @tool, @entity_type, @entity_id, @args, @before, @after, @outcome, @code, @request_id, @ip, @user_agent, @channel, @revert_of, @actor_name, @holder, @entity_label, @session_id);

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

-- name: AuditGet :one
SELECT sqlc.embed(audit_log), audit_kinds.moved FROM audit_log JOIN audit_kinds ON audit_kinds.kind = audit_log.kind WHERE audit_log.id = @id;

-- name: AuditGetMany :many
-- The newest first.
SELECT sqlc.embed(audit_log), audit_kinds.moved FROM audit_log JOIN audit_kinds ON audit_kinds.kind = audit_log.kind
WHERE audit_log.id = ANY(@ids::uuid[]) ORDER BY audit_log.at DESC, audit_log.id DESC;

-- name: AuditOfCall :many
-- What a call changed.
SELECT id FROM audit_log WHERE request_id = @request_id AND outcome = 'success' AND entity_id IS NOT NULL LIMIT @max_rows;

-- name: AuditChangers :many
-- Who left these rows. A row of a program before has the name that the key has now.
SELECT audit_log.id, audit_log.at, coalesce(audit_log.actor_name, api_keys.name, substring(audit_log.actor FROM ':(.*)'), audit_log.actor)::text AS actor_name
FROM audit_log LEFT JOIN api_keys ON api_keys.id = CASE WHEN audit_log.actor ~ '^apikey:[0-9a-f-]{36}$' THEN substring(audit_log.actor FROM 8)::uuid END
WHERE audit_log.id = ANY(@ids::uuid[]);

-- name: AuditAt :one
SELECT at FROM audit_log WHERE id = @id;

-- name: AuditSameRequest :many
-- How many rows there are of each of these calls, counted to the most.
SELECT calls.request_id::uuid AS request_id, (SELECT count(*) FROM (SELECT FROM audit_log WHERE audit_log.request_id = calls.request_id LIMIT @most::integer) AS few) AS entries
FROM (SELECT DISTINCT unnest(@request_ids::uuid[]) AS request_id) AS calls;

-- name: AuditRevertOf :one
-- When a row was reverted, or else the one beside it, and by which.
SELECT id, at FROM audit_log WHERE revert_of IN (@id::uuid, @beside::uuid) AND outcome = 'success' ORDER BY revert_of = @id::uuid DESC LIMIT 1;

-- name: AuditBeside :one
-- The row of the same call about a thing of another type.
SELECT id FROM audit_log
WHERE at = @at AND request_id = @request_id AND tool = @tool AND entity_type = @entity_type::text AND id <> @id AND outcome = 'success';

-- name: AuditMarkReverted :exec
-- Says of the row beside one that is reverted that it is too.
UPDATE audit_log SET reverted_at = @at WHERE id = @id;

-- name: AuditDeletion :one
-- The newest row by which a thing of that name was deleted, among the newest of each kind, and that can be taken back.
SELECT deletion.id FROM audit_kinds CROSS JOIN LATERAL (
    SELECT * FROM audit_log WHERE audit_log.kind = audit_kinds.kind ORDER BY at DESC, id DESC LIMIT 200) AS deletion
WHERE audit_kinds.entity_type = @entity_type AND audit_kinds.outcome = 'success' AND (audit_kinds.tool LIKE '%.delete' OR audit_kinds.tool LIKE 'audit.revert%')
    AND deletion.after IS NULL AND deletion.reverted_at IS NULL AND deletion.before ->> @field::text = @name::text
ORDER BY deletion.at DESC, deletion.id DESC
LIMIT 1;

-- name: AuditLater :many
-- What was done to a thing after a row about it, in its order.
SELECT id, at, tool, before, after, revert_of FROM audit_log
WHERE entity_id = @entity_id AND entity_type = @entity_type AND outcome = 'success' AND (at, id) > (@at::timestamptz, @id::uuid)
ORDER BY at, id LIMIT @max_rows;

-- name: AuditRename :exec
-- Gives the row of a call another id; for the demo.
UPDATE audit_log SET id = @id WHERE request_id = @request_id AND tool = @tool;

-- name: AuditNames :one
-- What rows of the audit have, or had.
SELECT ARRAY(SELECT DISTINCT tool FROM audit_kinds ORDER BY tool)::text[] AS tools, ARRAY(SELECT DISTINCT actor FROM audit_kinds ORDER BY actor)::text[] AS actors,
    ARRAY(SELECT DISTINCT entity_type FROM audit_kinds WHERE entity_type IS NOT NULL ORDER BY entity_type)::text[] AS entity_types;
