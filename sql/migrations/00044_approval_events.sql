-- +goose Up
-- What waits for a person is an event, so that the person need not ask; and what was decided is one. Neither says what the call is about.
-- +goose StatementBegin
CREATE FUNCTION outbox_approvals_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'approval.requested' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'approval.requested', id, json_build_object('approvalId', id, 'keyId', key_id, 'operation', operation, 'status', status)
        FROM rows_after ORDER BY id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_approvals_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'approval.decided' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'approval.decided', a.id, json_build_object('approvalId', a.id, 'keyId', a.key_id, 'operation', a.operation, 'status', a.status)
        FROM rows_before b JOIN rows_after a USING (id)
        WHERE a.status IN ('approved', 'rejected') AND a.status <> b.status ORDER BY a.id;
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER outbox_insert AFTER INSERT ON approvals REFERENCING NEW TABLE AS rows_after
    FOR EACH STATEMENT EXECUTE FUNCTION outbox_approvals_insert();
CREATE TRIGGER outbox_update AFTER UPDATE ON approvals REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
    FOR EACH STATEMENT EXECUTE FUNCTION outbox_approvals_update();

-- The programs before deliver these events too.
INSERT INTO schema_compatibility (version, oldest) VALUES (44, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 44;
DROP FUNCTION outbox_approvals_insert(), outbox_approvals_update() CASCADE;
