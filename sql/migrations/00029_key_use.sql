-- +goose Up
-- The last use of a key, written once a minute, is no change of the key: a replica that forgot the key for it
-- would refuse its callers if the database went away at that moment. Any other column is one, also one that a
-- later migration adds.
-- +goose StatementBegin
CREATE FUNCTION changes_record_key_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    most CONSTANT integer := 1000;
    touched uuid[];
BEGIN
    SELECT array_agg(id) INTO touched FROM (
        SELECT coalesce(b.id, a.id) AS id FROM rows_before AS b FULL JOIN touched_rows AS a ON a.id = b.id
        WHERE to_jsonb(b) - 'last_used_at' IS DISTINCT FROM to_jsonb(a) - 'last_used_at' LIMIT most + 1
    ) AS first_rows;
    IF touched IS NOT NULL THEN
        INSERT INTO changes (table_name, ids) VALUES (TG_TABLE_NAME, CASE WHEN cardinality(touched) <= most THEN touched END);
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE OR REPLACE TRIGGER changes_update AFTER UPDATE ON api_keys REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_key_update();
ALTER TABLE api_keys ENABLE ALWAYS TRIGGER changes_update;

-- The programs before forget a key less often with it.
INSERT INTO schema_compatibility (version, oldest) VALUES (29, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 29;
CREATE OR REPLACE TRIGGER changes_update AFTER UPDATE ON api_keys REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update();
ALTER TABLE api_keys ENABLE ALWAYS TRIGGER changes_update;
DROP FUNCTION changes_record_key_update();
