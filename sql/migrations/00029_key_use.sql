-- +goose Up
-- The trigger of updates takes the names of columns that are no change: when nothing else differs, nothing is
-- recorded. Without any, every row that an UPDATE touches counts.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION changes_record_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    most CONSTANT integer := 1000;
    touched uuid[];
BEGIN
    SELECT array_agg(id) INTO touched FROM (
        SELECT coalesce(b.id, a.id) AS id FROM rows_before AS b FULL JOIN touched_rows AS a ON a.id = b.id
        WHERE TG_NARGS = 0 OR to_jsonb(b) - TG_ARGV IS DISTINCT FROM to_jsonb(a) - TG_ARGV LIMIT most + 1
    ) AS first_rows;
    IF touched IS NOT NULL THEN
        INSERT INTO changes (table_name, ids) VALUES (TG_TABLE_NAME, CASE WHEN cardinality(touched) <= most THEN touched END);
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- The last use of a key is written once a minute: a replica that forgot the key for it would refuse its callers
-- if the database went away at that moment.
CREATE OR REPLACE TRIGGER changes_update AFTER UPDATE ON api_keys REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update('last_used_at');
ALTER TABLE api_keys ENABLE ALWAYS TRIGGER changes_update;

-- The programs before forget a key less often with it.
INSERT INTO schema_compatibility (version, oldest) VALUES (29, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 29;
-- The function stays: without names it does what it did.
CREATE OR REPLACE TRIGGER changes_update AFTER UPDATE ON api_keys REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update();
ALTER TABLE api_keys ENABLE ALWAYS TRIGGER changes_update;
