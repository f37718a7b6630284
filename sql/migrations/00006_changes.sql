-- +goose Up
-- The changes of the tables whose rows processes cache. Triggers write them in the transaction that makes
-- the change, so that no code has to announce its changes. A process reads the rows of the transactions that
-- it has not seen yet (server/platform/changes), and deletes those that every process has had the time to read.
CREATE TABLE changes (
    xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
    table_name text NOT NULL COLLATE "C",
    ids        uuid[] -- null: any row may have changed
);

CREATE INDEX changes_xid ON changes (xid);

-- The functions run with the rights of their owner: a role that writes to a followed table needs no rights on this one.
-- +goose StatementBegin
CREATE FUNCTION changes_record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    most CONSTANT integer := 1000;
    touched uuid[];
BEGIN
    SELECT array_agg(id) INTO touched FROM (SELECT id FROM touched_rows LIMIT most + 1) AS first_rows;
    IF touched IS NOT NULL THEN
        INSERT INTO changes (table_name, ids) VALUES (TG_TABLE_NAME, CASE WHEN cardinality(touched) <= most THEN touched END);
    END IF;
    RETURN NULL;
END
$$;

-- An UPDATE can change the id too.
CREATE FUNCTION changes_record_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    most CONSTANT integer := 1000;
    touched uuid[];
BEGIN
    SELECT array_agg(id) INTO touched FROM (
        SELECT id FROM touched_rows UNION SELECT id FROM rows_before LIMIT most + 1
    ) AS first_rows;
    IF touched IS NOT NULL THEN
        INSERT INTO changes (table_name, ids) VALUES (TG_TABLE_NAME, CASE WHEN cardinality(touched) <= most THEN touched END);
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION changes_record_truncate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO changes (table_name) VALUES (TG_TABLE_NAME);
    RETURN NULL;
END
$$;

-- Creates the triggers of a table whose rows are cached: CALL changes_follow('products'). They also fire in
-- sessions that apply replicated changes.
CREATE PROCEDURE changes_follow(followed regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER changes_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS touched_rows
        FOR EACH STATEMENT EXECUTE FUNCTION changes_record()', followed);
    EXECUTE format('CREATE TRIGGER changes_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows
        FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update()', followed);
    EXECUTE format('CREATE TRIGGER changes_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS touched_rows
        FOR EACH STATEMENT EXECUTE FUNCTION changes_record()', followed);
    EXECUTE format('CREATE TRIGGER changes_truncate AFTER TRUNCATE ON %s
        FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()', followed);
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER changes_insert, ENABLE ALWAYS TRIGGER changes_update,
        ENABLE ALWAYS TRIGGER changes_delete, ENABLE ALWAYS TRIGGER changes_truncate', followed);
END
$$;
-- +goose StatementEnd

CALL changes_follow('products');
CALL changes_follow('categories');
CALL changes_follow('api_keys');

DROP TRIGGER api_keys_changed ON api_keys;
DROP FUNCTION api_keys_notify();

-- +goose Down
-- +goose StatementBegin
CREATE FUNCTION api_keys_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('storefront_keys', OLD.id::text);
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER api_keys_changed AFTER UPDATE OF digest, previous_digest, previous_until, scopes, quota, expires_at, revoked_at OR DELETE
    ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_notify();

DROP PROCEDURE changes_follow(regclass);
DROP FUNCTION changes_record() CASCADE;
DROP FUNCTION changes_record_update() CASCADE;
DROP FUNCTION changes_record_truncate() CASCADE;
DROP TABLE changes;
