-- +goose Up
-- The function of a trigger that each new order fires.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION outbox_orders_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'order.created' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data) VALUES ('order.created', NEW.id, json_build_object(
            'orderId', NEW.id, 'status', NEW.status, 'totalOere', NEW.total_oere, 'currency', NEW.currency, 'channel', NEW.channel));
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

INSERT INTO schema_compatibility (version, oldest) VALUES (9006, 28);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 9006;
