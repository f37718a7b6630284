-- name: WebhooksLock :exec
-- A transaction that adds an endpoint holds this lock until it ends, so that the count is still right when it commits.
SELECT pg_advisory_xact_lock('webhook_endpoints'::regclass::oid::bigint);

-- name: WebhookCount :one
SELECT count(*) FROM webhook_endpoints WHERE deleted_at IS NULL;

-- name: WebhookInsert :exec
INSERT INTO webhook_endpoints (id, url, description, events, secret, created_at)
VALUES (@id, @url, @description, @events, @secret, @at);

-- name: WebhookList :many
-- The newest first.
SELECT * FROM webhook_endpoints
WHERE deleted_at IS NULL AND (created_at, id) < (@before_at::timestamptz, @before_id::uuid)
ORDER BY created_at DESC, id DESC LIMIT @max_rows;

-- name: WebhookLock :one
SELECT * FROM webhook_endpoints WHERE id = @id AND deleted_at IS NULL FOR UPDATE;

-- name: WebhookExists :one
SELECT EXISTS (SELECT FROM webhook_endpoints WHERE id = @id AND deleted_at IS NULL);

-- name: WebhookUpdate :exec
UPDATE webhook_endpoints SET url = @url, description = @description, events = @events, active = @active, disabled_reason = @disabled_reason WHERE id = @id;

-- name: WebhookDelete :exec
UPDATE webhook_endpoints SET active = false, deleted_at = @at, secret = '', old_secret = NULL, old_secret_until = NULL WHERE id = @id;

-- name: WebhookRotate :exec
UPDATE webhook_endpoints SET secret = @secret, old_secret = @old_secret, old_secret_until = @old_secret_until WHERE id = @id;

-- name: DeliveryList :many
-- The newest first, of some statuses: each has its rows in the order of the list.
SELECT d.id, d.seq, o.id AS event_id, o.type, d.status, d.attempts, d.attempted_at, d.response_status, greatest(d.due_at, d.leased_until)::timestamptz AS due_at
FROM unnest(@statuses::text[]) AS wanted (status)
CROSS JOIN LATERAL (
    SELECT * FROM outbox_deliveries
    WHERE endpoint_id = @endpoint_id AND outbox_deliveries.status = wanted.status AND outbox_deliveries.seq < @before_seq
    ORDER BY outbox_deliveries.seq DESC LIMIT @max_rows::integer
) AS d
JOIN outbox o ON o.seq = d.seq
ORDER BY d.seq DESC LIMIT @max_rows::integer;

-- name: DeliveryGet :one
SELECT d.id, d.endpoint_id, d.seq, o.id AS event_id, o.type, o.at AS event_at, o.data, d.status, d.attempts, d.attempted_at, d.response_status,
    greatest(d.due_at, d.leased_until)::timestamptz AS due_at
FROM outbox_deliveries d JOIN outbox o ON o.seq = d.seq
WHERE d.id = @id AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.deleted_at IS NULL);

-- name: AttemptList :many
SELECT * FROM webhook_attempts WHERE delivery_id = @delivery_id ORDER BY number;

-- name: DeliveryLock :one
SELECT d.id, d.endpoint_id, d.status, d.attempts FROM outbox_deliveries d
WHERE d.id = @id AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.deleted_at IS NULL) FOR UPDATE;

-- name: DeliveryRepeat :exec
-- One that is pending keeps the times of its attempts; any other, and one to an endpoint that is not active, is attempted once more.
UPDATE outbox_deliveries d SET repeated = d.repeated OR d.status <> 'pending' OR NOT e.active, status = 'pending',
    due_at = @at
FROM webhook_endpoints e WHERE d.id = @id AND e.id = d.endpoint_id;

-- name: TestInsert :exec
-- A message to one endpoint, which is attempted once. It is an event of its own: it waits for no other.
WITH event AS (
    INSERT INTO outbox (id, type, entity, at, data) VALUES (@event_id, 'webhook.test', @event_id, @at, @data) RETURNING seq, entity, at
)
INSERT INTO outbox_deliveries (id, endpoint_id, seq, entity, due_at, repeated)
SELECT @id, @endpoint_id::uuid, seq, entity, at, true FROM event;

-- name: DeliveryInsert :exec
-- An event of the demo shop, and a delivery of it that failed.
WITH event AS (
    INSERT INTO outbox (id, type, entity, at, data) VALUES (@event_id, @type, @entity, @at, @data) RETURNING seq, entity, at
)
INSERT INTO outbox_deliveries (id, endpoint_id, seq, entity, status, due_at, attempts, attempted_at, response_status)
SELECT @id, @endpoint_id, seq, entity, 'failed', at, 1, at, @response_status::integer FROM event;
