-- The queries of server/shop/webhooks, which delivers the events. A delivery is due by the clock of the replica or of the
-- database, whichever is ahead; how long a replica has it (leased_until) is a matter of the clock of the database.

-- name: EndpointsServed :many
SELECT id, url, secret, old_secret, old_secret_until, active FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY id;

-- name: DeliveriesExamine :many
-- Locks the deliveries of each endpoint that are due, as many as it has room for.
SELECT d.id FROM (SELECT unnest(@endpoints::uuid[]) AS endpoint_id, unnest(@rooms::integer[]) AS room) AS e
CROSS JOIN LATERAL (
    SELECT id FROM outbox_deliveries
    WHERE outbox_deliveries.endpoint_id = e.endpoint_id AND status = 'pending' AND due_at <= greatest(@now::timestamptz, now())
        AND (leased_until IS NULL OR leased_until <= clock_timestamp())
    ORDER BY due_at, seq LIMIT e.room FOR UPDATE SKIP LOCKED
) AS d;

-- name: DeliveriesClaim :many
-- Claims those of the examined deliveries that are the first of their thing to their endpoint. Any other is examined again
-- when that one is attempted next, or soon if it is being attempted.
WITH examined AS (
    SELECT d.id, first.id IS NULL AS claimed, CASE
            WHEN first.id IS NULL THEN d.due_at
            WHEN first.leased_until IS NULL THEN greatest(first.due_at, soon.at)
            ELSE soon.at
        END AS due_at
    FROM outbox_deliveries d CROSS JOIN (SELECT greatest(@now::timestamptz, now()) + make_interval(secs => @soon_seconds) AS at) AS soon LEFT JOIN LATERAL (
        SELECT b.id, b.due_at, b.leased_until FROM outbox_deliveries b
        WHERE b.endpoint_id = d.endpoint_id AND b.entity = d.entity AND b.status = 'pending' AND b.seq < d.seq
        ORDER BY b.seq LIMIT 1
    ) AS first ON true
    WHERE d.id = ANY (@ids::uuid[])
), claimed AS (
    UPDATE outbox_deliveries d SET due_at = e.due_at,
        leased_until = CASE WHEN e.claimed THEN clock_timestamp() + make_interval(secs => @lease_seconds) END
    FROM examined e WHERE d.id = e.id
    RETURNING d.id, d.endpoint_id, d.seq, d.attempts, d.first_at, d.repeated, d.leased_until
)
SELECT c.id, c.endpoint_id, c.attempts, c.first_at, c.repeated, c.leased_until::timestamptz AS leased_until, coalesce(e.active, false)::boolean AS active, o.id AS event_id, o.type, o.at, o.data
FROM claimed c JOIN outbox o ON o.seq = c.seq LEFT JOIN webhook_endpoints e ON e.id = c.endpoint_id WHERE c.leased_until IS NOT NULL ORDER BY c.seq;

-- name: DeliveriesEnd :exec
-- Records how attempts ended, unless they were claimed anew meanwhile: that a message was taken counts anyway. The last
-- attempts are kept. The next delivery of the same thing to the same endpoint is due at once.
WITH outcomes AS (
    SELECT unnest(@ids::uuid[]) AS id, unnest(@statuses::text[]) AS status, unnest(@due_ats::timestamptz[]) AS due_at,
        unnest(@attempts::integer[]) AS attempt, unnest(@response_statuses::integer[]) AS response_status, unnest(@leases::timestamptz[]) AS leased_until,
        unnest(@began_ats::timestamptz[]) AS began_at, unnest(@durations::integer[]) AS duration_ms, unnest(@bodies::text[]) AS body, unnest(@errors::text[]) AS error
), ended AS (
    UPDATE outbox_deliveries d SET status = o.status, due_at = o.due_at, leased_until = NULL, repeated = d.repeated AND o.status = 'pending',
        attempts = d.attempts + o.attempt, first_at = coalesce(d.first_at, CASE WHEN o.attempt > 0 THEN @at::timestamptz END), attempted_at = CASE WHEN o.attempt > 0 THEN @at::timestamptz ELSE d.attempted_at END,
        response_status = CASE WHEN o.attempt > 0 THEN nullif(o.response_status, 0) ELSE d.response_status END
    FROM outcomes o
    WHERE d.id = o.id AND d.status = 'pending' AND (o.status = 'delivered' OR d.leased_until = o.leased_until)
    RETURNING d.id, d.endpoint_id, d.entity, d.seq, d.status, d.attempts
), kept AS (
    INSERT INTO webhook_attempts (delivery_id, number, at, duration_ms, status, response_body, error)
    SELECT e.id, e.attempts, o.began_at, o.duration_ms, nullif(o.response_status, 0), CASE WHEN o.response_status > 0 THEN o.body END, nullif(o.error, '')
    FROM ended e JOIN outcomes o USING (id) WHERE o.attempt > 0
), forgotten AS (
    DELETE FROM webhook_attempts a USING ended e WHERE a.delivery_id = e.id AND a.number <= e.attempts - @kept_attempts::integer
)
UPDATE outbox_deliveries SET due_at = least(due_at, @at::timestamptz) WHERE leased_until IS NULL AND id IN (
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

-- name: EndpointSwitch :one
-- Disables an endpoint, with the reason, or activates one that was disabled for a reason: one that somebody paused stays so. One that is locked is left: switched is false, and wanted says that
-- it is not as it should be. So a transaction that has locked one endpoint keeps no other waiting.
WITH switched AS (
    UPDATE webhook_endpoints SET active = @active, disabled_reason = @reason WHERE id IN (
        SELECT e.id FROM webhook_endpoints e WHERE e.id = @id AND e.active <> @active AND (e.active OR e.disabled_reason IS NOT NULL) AND e.deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING id
)
SELECT EXISTS (SELECT FROM switched) AS switched,
    EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = @id AND e.active <> @active AND (e.active OR e.disabled_reason IS NOT NULL) AND e.deleted_at IS NULL) AS wanted;

-- name: DeliveriesAbandon :execrows
-- Some of the deliveries that wait for an endpoint that is disabled or deleted.
UPDATE outbox_deliveries SET status = 'failed', leased_until = NULL WHERE id IN (
    SELECT d.id FROM webhook_endpoints e JOIN outbox_deliveries d ON d.endpoint_id = e.id
    WHERE NOT e.active AND d.status = 'pending' AND (d.leased_until IS NULL OR d.leased_until <= clock_timestamp()) AND (NOT d.repeated OR e.deleted_at IS NOT NULL)
    LIMIT @max_rows FOR UPDATE OF d SKIP LOCKED
);

-- name: DeliveriesExpire :execrows
-- Gives up some of the deliveries of events from before a time, which nobody could attempt: the service has no key for the secret.
UPDATE outbox_deliveries SET status = 'failed', leased_until = NULL WHERE id IN (
    SELECT d.id FROM outbox o JOIN outbox_deliveries d ON d.seq = o.seq
    WHERE o.at < @before::timestamptz AND d.status = 'pending' AND (d.leased_until IS NULL OR d.leased_until <= clock_timestamp())
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

-- name: OutboxState :one
-- For metrics. Of the deliveries that wait no more than max_rows are examined, so that the answer comes soon however many
-- there are.
WITH waiting AS (SELECT seq, due_at FROM outbox_deliveries WHERE status = 'pending' LIMIT @max_rows)
SELECT (SELECT count(*) FROM waiting) AS pending,
    coalesce(extract(epoch FROM clock_timestamp() - (SELECT o.at FROM outbox o WHERE o.seq = (SELECT min(seq) FROM waiting))), 0)::float8 AS oldest_seconds,
    greatest(0, extract(epoch FROM clock_timestamp() - (SELECT min(due_at) FROM waiting)))::float8 AS overdue_seconds,
    (SELECT count(*) FROM webhook_endpoints WHERE deleted_at IS NULL AND active) AS active,
    (SELECT count(*) FROM webhook_endpoints WHERE deleted_at IS NULL AND NOT active) AS disabled;
