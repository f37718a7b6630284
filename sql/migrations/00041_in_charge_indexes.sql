-- +goose NO TRANSACTION
-- +goose Up
SET lock_timeout = 0;
-- The rows of a call, and those about things whose label begins so: with the label itself, they are read from the index alone.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_request;
CREATE INDEX CONCURRENTLY audit_log_request ON audit_log (request_id, at DESC, id DESC) INCLUDE (kind);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_label;
CREATE INDEX CONCURRENTLY audit_log_label ON audit_log (label_key(entity_label), at DESC, id DESC) INCLUDE (kind, entity_label) WHERE entity_label IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS api_keys_created;
CREATE INDEX CONCURRENTLY api_keys_created ON api_keys (created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS api_keys_holder;
CREATE INDEX CONCURRENTLY api_keys_holder ON api_keys (holder) WHERE revoked_at IS NULL;
RESET lock_timeout;

-- The rows that are older than migration 38 get the kind that their channel and holder make, some at a time.
-- +goose StatementBegin
DO $$
DECLARE
    old bigint;
BEGIN
    FOR old IN SELECT kind FROM audit_kinds WHERE channel IS NULL LOOP
        LOOP
            UPDATE audit_log SET channel = channel WHERE id = ANY (ARRAY(SELECT id FROM audit_log WHERE kind = old LIMIT 10000));
            EXIT WHEN NOT FOUND;
            COMMIT;
        END LOOP;
        DELETE FROM audit_kinds WHERE kind = old;
    END LOOP;
END
$$;
-- +goose StatementEnd
INSERT INTO schema_compatibility (version, oldest) VALUES (41, 34) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 41;
DROP INDEX CONCURRENTLY IF EXISTS api_keys_holder;
DROP INDEX CONCURRENTLY IF EXISTS api_keys_created;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_label;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_request;
