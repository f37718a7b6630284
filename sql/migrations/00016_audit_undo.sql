-- +goose Up
-- The row that this row reverted. A row is reverted once: the index refuses a second row about it.
ALTER TABLE audit_log ADD revert_of uuid;
CREATE UNIQUE INDEX audit_log_revert_of ON audit_log (revert_of) WHERE revert_of IS NOT NULL;

-- +goose StatementBegin
CREATE FUNCTION audit_kind(actor text, tool text, entity_type text, outcome text, moved text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT pg_catalog.hashtextextended(actor, pg_catalog.hashtextextended(tool, pg_catalog.hashtextextended(coalesce(entity_type, E'\x01'),
        pg_catalog.hashtextextended(outcome, pg_catalog.hashtextextended(coalesce(moved, E'\x01'), 0)))))
$$;
-- +goose StatementEnd

-- The kinds of rows that there are: all that audit.list filters by, but for the id of the thing and the time. A kind
-- without a row, after a deletion of old rows, is harmless.
CREATE TABLE audit_kinds (
    kind        bigint PRIMARY KEY GENERATED ALWAYS AS (audit_kind(actor, tool, entity_type, outcome, moved)) STORED,
    actor       text NOT NULL COLLATE "C",
    tool        text NOT NULL COLLATE "C",
    entity_type text COLLATE "C",
    outcome     text NOT NULL COLLATE "C",
    moved       text COLLATE "C" -- the statuses of an order before and after, as from>to; null for all other things
);
CREATE INDEX audit_kinds_tool ON audit_kinds (tool);
CREATE INDEX audit_kinds_actor ON audit_kinds (actor);
CREATE INDEX audit_kinds_entity_type ON audit_kinds (entity_type);

-- Within a kind the rows are sorted as they are listed, so a page of any filters is merged from the newest rows of the
-- kinds that match, however few rows match and however old they are.
ALTER TABLE audit_log ADD kind bigint NOT NULL GENERATED ALWAYS AS (audit_kind(actor, tool, entity_type, outcome,
    CASE WHEN entity_type = 'order' THEN coalesce(before ->> 'status', '') || '>' || coalesce(after ->> 'status', '') END)) STORED;
CREATE INDEX audit_log_kind ON audit_log (kind, at DESC, id DESC);
DROP INDEX audit_log_entity;
CREATE INDEX audit_log_entity ON audit_log (entity_id, kind, at DESC, id DESC) WHERE entity_id IS NOT NULL;
CREATE INDEX audit_log_refused ON audit_log (at DESC, id DESC) WHERE outcome <> 'success';

-- The rows of a list are read from its indexes alone while VACUUM keeps up with the rows that are added.
ALTER TABLE audit_log SET (autovacuum_vacuum_insert_scale_factor = 0.01);

INSERT INTO audit_kinds (actor, tool, entity_type, outcome, moved)
SELECT DISTINCT actor, tool, entity_type, outcome,
    CASE WHEN entity_type = 'order' THEN coalesce(before ->> 'status', '') || '>' || coalesce(after ->> 'status', '') END
FROM audit_log;

-- A row and its kind are committed together. Nearly every row is of a kind that exists.
-- +goose StatementBegin
CREATE FUNCTION audit_kinds_add() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM audit_kinds WHERE kind = NEW.kind) THEN
        INSERT INTO audit_kinds (actor, tool, entity_type, outcome, moved)
        VALUES (NEW.actor, NEW.tool, NEW.entity_type, NEW.outcome,
            CASE WHEN NEW.entity_type = 'order' THEN coalesce(NEW.before ->> 'status', '') || '>' || coalesce(NEW.after ->> 'status', '') END)
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER audit_kinds_add AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_kinds_add();
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_kinds_add;

-- The programs before write rows like the others.
INSERT INTO schema_compatibility (version, oldest) VALUES (16, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 16;
ALTER TABLE audit_log RESET (autovacuum_vacuum_insert_scale_factor);
DROP TRIGGER audit_kinds_add ON audit_log;
DROP FUNCTION audit_kinds_add();
DROP INDEX audit_log_refused;
DROP INDEX audit_log_entity;
CREATE INDEX audit_log_entity ON audit_log (entity_type, entity_id, at DESC, id DESC);
ALTER TABLE audit_log DROP kind;
DROP TABLE audit_kinds;
DROP FUNCTION audit_kind(text, text, text, text, text);
ALTER TABLE audit_log DROP revert_of;
