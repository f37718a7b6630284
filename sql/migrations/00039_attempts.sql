-- +goose Up
-- The attempts at a delivery, for webhooks.get_delivery; keptAttempts in server/shop/webhooks says how many.
CREATE TABLE webhook_attempts (
    delivery_id   uuid NOT NULL,
    number        integer NOT NULL, -- outbox_deliveries.attempts after it
    at            timestamptz(3) NOT NULL, -- when it began
    duration_ms   integer NOT NULL,
    status        integer, -- of the response; null: there was none
    response_body text, -- the beginning of it
    error         text,
    PRIMARY KEY (delivery_id, number)
);

-- +goose StatementBegin
-- webhook.test is sent to one endpoint, whichever subscribe to it.
CREATE OR REPLACE FUNCTION outbox_deliver() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO outbox_deliveries (endpoint_id, seq, entity, due_at)
    SELECT e.id, r.seq, r.entity, least(r.at, now()) FROM rows_after r JOIN webhook_endpoints e ON e.active AND r.type = ANY (e.events)
    WHERE r.type <> 'webhook.test' ORDER BY r.seq;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

INSERT INTO schema_compatibility (version, oldest) VALUES (39, 34);
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_fkey FOREIGN KEY (delivery_id) REFERENCES outbox_deliveries (id) ON DELETE CASCADE;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 39;
DROP TABLE webhook_attempts;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION outbox_deliver() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO outbox_deliveries (endpoint_id, seq, entity, due_at)
    SELECT e.id, r.seq, r.entity, least(r.at, now()) FROM rows_after r JOIN webhook_endpoints e ON e.active AND r.type = ANY (e.events)
    ORDER BY r.seq;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
