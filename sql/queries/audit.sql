-- name: AuditInsert :batchexec
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, code, request_id, ip, user_agent, channel)
VALUES (@id, @at, @actor, @tool, @entity_type, @entity_id, @args, @before, @after, @outcome, @code, @request_id, @ip, @user_agent, @channel);

-- name: AuditCopy :copyfrom
-- Many at once.
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, code, request_id, ip, user_agent, channel)
VALUES (@id, @at, @actor, @tool, @entity_type, @entity_id, @args, @before, @after, @outcome, @code, @request_id, @ip, @user_agent, @channel);

-- name: AuditList :many
-- The newest rows first; for the command line and the tests.
SELECT * FROM audit_log ORDER BY at DESC, id DESC LIMIT @max_rows;
