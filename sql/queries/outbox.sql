-- The queries of server/platform/outbox, which delivers the events.

-- name: EndpointsServed :many
SELECT id, url, secret, old_secret, old_secret_until, active FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY id;

-- name: DeliveriesExamine :many
-- Locks the deliveries of each endpoint that are due, as many as it has room for.
SELECT d.id FROM (SELECT unnest(@endpoints::uuid[]) AS endpoint_id, unnest(@rooms::integer[]) AS room) AS e
CROSS JOIN LATERAL (
    SELECT id FROM outbox_deliveries
    WHERE outbox_deliveries.endpoint_id = e.endpoint_id AND status = 'pending' AND due_at <= @now::timestamptz
    ORDER BY due_at, seq LIMIT e.room FOR UPDATE SKIP LOCKED
) AS d;

-- name: DeliveriesClaim :many
-- Claims those of the examined deliveries that are the first of their thing to their endpoint. Any other is examined again
-- when that one is attempted next, or soon if it is being attempted.
WITH examined AS (
    SELECT d.id, coalesce(CASE WHEN first.under_way THEN @soon::timestamptz ELSE greatest(first.due_at, @soon::timestamptz) END, @lease_end::timestamptz) AS due_at,
        first.due_at IS NULL AS claimed
    FROM outbox_deliveries d LEFT JOIN LATERAL (
        SELECT b.due_at, b.under_way FROM outbox_deliveries b
        WHERE b.endpoint_id = d.endpoint_id AND b.entity = d.entity AND b.status = 'pending' AND b.seq < d.seq
        ORDER BY b.seq LIMIT 1
    ) AS first ON true
    WHERE d.id = ANY (@ids::uuid[])
), claimed AS (
    UPDATE outbox_deliveries d SET under_way = e.claimed, due_at = e.due_at FROM examined e WHERE d.id = e.id
    RETURNING d.id, d.endpoint_id, d.seq, d.attempts, d.first_at, d.repeated, d.under_way, d.due_at AS lease_end
)
SELECT c.id, c.endpoint_id, c.attempts, c.first_at, c.repeated, c.lease_end, coalesce(e.active, false)::boolean AS active, o.id AS event_id, o.type, o.at, o.data
FROM claimed c JOIN outbox o ON o.seq = c.seq LEFT JOIN webhook_endpoints e ON e.id = c.endpoint_id WHERE c.under_way ORDER BY c.seq;

-- name: DeliveriesEnd :exec
-- Records how attempts ended, unless they were claimed anew meanwhile: that a message was taken counts anyway. The next
-- delivery of the same thing to the same endpoint is due at once.
WITH ended AS (
    UPDATE outbox_deliveries d SET status = o.status, due_at = o.due_at, under_way = false, repeated = d.repeated AND o.status = 'pending',
        attempts = d.attempts + o.attempt, first_at = coalesce(d.first_at, CASE WHEN o.attempt > 0 THEN @at::timestamptz END), attempted_at = CASE WHEN o.attempt > 0 THEN @at::timestamptz ELSE d.attempted_at END,
        response_status = CASE WHEN o.attempt > 0 THEN nullif(o.response_status, 0) ELSE d.response_status END
    FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@statuses::text[]) AS status, unnest(@due_ats::timestamptz[]) AS due_at,
        unnest(@attempts::integer[]) AS attempt, unnest(@response_statuses::integer[]) AS response_status, unnest(@lease_ends::timestamptz[]) AS lease_end) AS o
    WHERE d.id = o.id AND d.status = 'pending' AND (o.status = 'delivered' OR d.due_at = o.lease_end)
    RETURNING d.endpoint_id, d.entity, d.seq, d.status
)
UPDATE outbox_deliveries SET due_at = least(due_at, @at::timestamptz) WHERE NOT under_way AND id IN (
    SELECT next.id FROM ended CROSS JOIN LATERAL (
        SELECT n.id FROM outbox_deliveries n
        WHERE n.endpoint_id = ended.endpoint_id AND n.entity = ended.entity AND n.status = 'pending' AND n.seq > ended.seq
        ORDER BY n.seq LIMIT 1
    ) AS next
    WHERE ended.status <> 'pending'
);

-- name: EndpointsDelivered :exec
-- Once a minute: triggers read this small table in every transaction of the shop, and each change leaves a dead row in it.
UPDATE webhook_endpoints SET last_delivery_at = @at WHERE id IN (
    SELECT e.id FROM webhook_endpoints e WHERE e.id = ANY (@ids::uuid[]) AND (e.last_delivery_at IS NULL OR e.last_delivery_at <= @before::timestamptz)
    ORDER BY e.id FOR NO KEY UPDATE SKIP LOCKED
);

-- name: EndpointSwitch :execrows
-- Disables an endpoint, with the reason, or activates it.
UPDATE webhook_endpoints SET active = @active, disabled_reason = @reason WHERE id = @id AND active <> @active AND deleted_at IS NULL;

-- name: DeliveriesAbandon :execrows
-- Some of the deliveries that wait for an endpoint that is disabled or deleted.
UPDATE outbox_deliveries SET status = 'failed' WHERE id IN (
    SELECT d.id FROM webhook_endpoints e JOIN outbox_deliveries d ON d.endpoint_id = e.id
    WHERE NOT e.active AND d.status = 'pending' AND (NOT d.under_way OR d.due_at < @now) AND (NOT d.repeated OR e.deleted_at IS NOT NULL)
    LIMIT @max_rows FOR UPDATE OF d SKIP LOCKED
);

-- name: DeliveriesExpire :execrows
-- Gives up some of the deliveries of events from before a time, which nobody could attempt: the service has no key for the secret.
UPDATE outbox_deliveries SET status = 'failed' WHERE id IN (
    SELECT d.id FROM outbox o JOIN outbox_deliveries d ON d.seq = o.seq
    WHERE o.at < @before::timestamptz AND d.status = 'pending' AND (NOT d.under_way OR d.due_at < @now)
    LIMIT @max_rows FOR UPDATE OF d SKIP LOCKED
);

-- name: OutboxPrune :execrows
-- Some of the events from before a time, with their deliveries, unless one of these is pending.
DELETE FROM outbox WHERE seq IN (
    SELECT o.seq FROM outbox o
    WHERE o.at < @before::timestamptz AND NOT EXISTS (SELECT FROM outbox_deliveries d WHERE d.seq = o.seq AND d.status = 'pending')
    ORDER BY o.seq LIMIT @max_rows FOR UPDATE SKIP LOCKED
);

-- name: EndpointsPrune :execrows
-- Those deleted long ago: a transaction may add a delivery that began before.
DELETE FROM webhook_endpoints e WHERE e.deleted_at < @before AND NOT EXISTS (SELECT FROM outbox_deliveries d WHERE d.endpoint_id = e.id);
