-- +goose Up
-- What happened to each order: its creation, each move, each refund, each note. The statement that places or moves an
-- order writes the row too (sql/queries/orders.sql).
CREATE TABLE order_history (
    id          uuid PRIMARY KEY,
    order_id    uuid NOT NULL REFERENCES orders (id),
    at          timestamptz(3) NOT NULL,
    from_status text COLLATE "C", -- null for the creation and for a note
    to_status   text COLLATE "C", -- null for a note
    actor       text NOT NULL COLLATE "C" CONSTRAINT order_history_actor_check CHECK (actor <> ''), -- as in audit_log
    note        text, -- the text of a note, the reason of a refund
    CONSTRAINT order_history_note_check CHECK (to_status IS NOT NULL OR from_status IS NULL AND note IS NOT NULL)
);

CREATE INDEX order_history_order ON order_history (order_id, at, id);

-- Money that was given back. The amounts of an order sum to its refunded_oere.
CREATE TABLE order_refunds (
    id          uuid PRIMARY KEY,
    order_id    uuid NOT NULL REFERENCES orders (id),
    at          timestamptz(3) NOT NULL,
    amount_oere bigint NOT NULL CONSTRAINT order_refunds_amount_oere_check CHECK (amount_oere BETWEEN 0 AND 9007199254740991),
    reason      text, -- null for a move to refunded
    actor       text NOT NULL COLLATE "C",
    items       json, -- [{"itemId", "quantity"}]; null for a refund by amount
    restocked   bigint NOT NULL -- pieces that it gave back to the stock
);

CREATE INDEX order_refunds_order ON order_refunds (order_id, at, id);

-- Pieces refunded by orders.refund so far.
ALTER TABLE order_items ADD refunded_quantity bigint NOT NULL DEFAULT 0
    CONSTRAINT order_items_refunded_quantity_check CHECK (refunded_quantity BETWEEN 0 AND quantity);

-- The orders that exist: their creation, the moves that the audit has, and one more move where the last of those does
-- not lead to the present status. The first status is what the first move left, where an order can begin with that.
WITH moves AS (
    SELECT o.id AS order_id, a.at, a.id AS audit_id, a.before->>'status' AS from_status, a.after->>'status' AS to_status, a.actor
    FROM audit_log a JOIN orders o ON o.id::text = a.entity_id
    WHERE a.tool = 'orders.update_status' AND a.entity_type = 'order' AND a.outcome = 'success' AND a.after->>'status' <> a.before->>'status'
), ends AS (
    SELECT DISTINCT order_id, first_value(from_status) OVER (PARTITION BY order_id ORDER BY at, audit_id) AS first_from,
        first_value(to_status) OVER latest AS last_to, first_value(at) OVER latest AS last_at
    FROM moves WINDOW latest AS (PARTITION BY order_id ORDER BY at DESC, audit_id DESC)
), begun AS (
    SELECT o.id, o.created_at, o.updated_at, o.status, e.last_to, e.last_at,
        CASE WHEN coalesce(e.first_from, o.status) = 'pending' THEN 'pending' ELSE 'pending_payment' END AS first_status
    FROM orders o LEFT JOIN ends e ON e.order_id = o.id
), entries AS (
    SELECT b.id AS order_id, b.created_at AS at, 0 AS part, NULL::uuid AS audit_id, NULL AS from_status, b.first_status AS to_status,
        coalesce((SELECT a.actor FROM audit_log a WHERE a.entity_type = 'order' AND a.entity_id = b.id::text
            AND a.tool = 'orders.create' AND a.outcome = 'success' LIMIT 1), 'system:migration') AS actor
    FROM begun b
    UNION ALL
    SELECT m.order_id, m.at, 1, m.audit_id, m.from_status, m.to_status, m.actor FROM moves m
    UNION ALL
    SELECT b.id, greatest(b.updated_at, b.last_at), 2, NULL, coalesce(b.last_to, b.first_status), b.status, 'system:migration'
    FROM begun b WHERE b.status <> coalesce(b.last_to, b.first_status)
)
INSERT INTO order_history (id, order_id, at, from_status, to_status, actor)
SELECT -- UUIDv7, in the order of what happened
    (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
        || lpad(to_hex(least(row_number() OVER (PARTITION BY order_id ORDER BY at, part, audit_id), 4095)), 3, '0')
        || replace(right(gen_random_uuid()::text, 17), '-', ''))::uuid,
    order_id, at, from_status, to_status, actor
FROM entries;

INSERT INTO order_refunds (id, order_id, at, amount_oere, actor, restocked)
SELECT (lpad(to_hex((extract(epoch FROM coalesce(o.refunded_at, o.updated_at)) * 1000)::bigint), 12, '0') || '7'
        || right(replace(gen_random_uuid()::text, '-', ''), 19))::uuid,
    o.id, coalesce(o.refunded_at, o.updated_at), o.refunded_oere,
    coalesce((SELECT h.actor FROM order_history h WHERE h.order_id = o.id AND h.to_status = 'refunded' ORDER BY h.at DESC LIMIT 1), 'system:migration'), 0
FROM orders o WHERE o.refunded_oere > 0;

-- The programs before write no history.
INSERT INTO schema_compatibility (version, oldest) VALUES (13, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 13;
ALTER TABLE order_items DROP refunded_quantity;
DROP TABLE order_refunds, order_history;
