-- +goose Up
-- A row that was reverted is of another kind than it was, so that audit.list finds the rows that can be reverted, and
-- those that cannot, by their kinds alone. The kind of a row changes with it, so a trigger writes it.
ALTER TABLE audit_log ADD reverted_at timestamptz(3), ALTER kind DROP EXPRESSION;
ALTER TABLE audit_kinds ADD reverted boolean NOT NULL DEFAULT false, ALTER kind DROP EXPRESSION;
DROP TRIGGER audit_kinds_add ON audit_log;
DROP FUNCTION audit_kinds_add();
DROP FUNCTION audit_kind(text, text, text, text, text);

-- Of rows that were not reverted it is the number that migration 16 gave them.
-- +goose StatementBegin
CREATE FUNCTION audit_kind(actor text, tool text, entity_type text, outcome text, moved text, reverted boolean) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT pg_catalog.hashtextextended(actor, pg_catalog.hashtextextended(tool, pg_catalog.hashtextextended(coalesce(entity_type, E'\x01'),
        pg_catalog.hashtextextended(outcome, pg_catalog.hashtextextended(coalesce(moved, E'\x01'), reverted::int)))))
$$;
-- +goose StatementEnd

-- A row and its kind are committed together. Nearly every row is of a kind that exists.
-- +goose StatementBegin
CREATE FUNCTION audit_log_kind() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    moved text := CASE WHEN NEW.entity_type = 'order' THEN coalesce(NEW.before ->> 'status', '') || '>' || coalesce(NEW.after ->> 'status', '') END;
BEGIN
    NEW.kind := audit_kind(NEW.actor, NEW.tool, NEW.entity_type, NEW.outcome, moved, NEW.reverted_at IS NOT NULL);
    IF NOT EXISTS (SELECT FROM audit_kinds WHERE kind = NEW.kind) THEN
        INSERT INTO audit_kinds (kind, actor, tool, entity_type, outcome, moved, reverted)
        VALUES (NEW.kind, NEW.actor, NEW.tool, NEW.entity_type, NEW.outcome, moved, NEW.reverted_at IS NOT NULL)
        ON CONFLICT DO NOTHING;
    END IF;
    IF TG_OP = 'INSERT' AND NEW.revert_of IS NOT NULL AND NEW.outcome = 'success' THEN
        UPDATE audit_log SET reverted_at = NEW.at WHERE id = NEW.revert_of;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER audit_log_kind BEFORE INSERT OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_kind();
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_kind;

UPDATE audit_log SET reverted_at = r.at FROM audit_log r WHERE r.revert_of = audit_log.id AND r.outcome = 'success';

-- The kinds of the newest rows are read from the index alone: of all rows, of the refused calls, and of a thing.
DROP INDEX audit_log_at, audit_log_refused, audit_log_entity;
CREATE INDEX audit_log_at ON audit_log (at DESC, id DESC) INCLUDE (kind);
CREATE INDEX audit_log_entity ON audit_log (entity_id, at DESC, id DESC) INCLUDE (kind) WHERE entity_id IS NOT NULL;
CREATE INDEX audit_log_refused ON audit_log (at DESC, id DESC) INCLUDE (kind) WHERE outcome <> 'success';
-- Those of a thing that are rare among its rows are read by kind.
CREATE INDEX audit_log_entity_kind ON audit_log (entity_id, kind, at DESC, id DESC) WHERE entity_id IS NOT NULL;

-- The programs before write rows like the others, and ask for the row that reverted one.
INSERT INTO schema_compatibility (version, oldest) VALUES (20, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 20;
DROP INDEX audit_log_at, audit_log_refused, audit_log_entity, audit_log_entity_kind;
CREATE INDEX audit_log_at ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_refused ON audit_log (at DESC, id DESC) WHERE outcome <> 'success';
DROP TRIGGER audit_log_kind ON audit_log;
DROP FUNCTION audit_log_kind();
ALTER TABLE audit_log DROP kind, DROP reverted_at;
DROP FUNCTION audit_kind(text, text, text, text, text, boolean);
-- +goose StatementBegin
CREATE FUNCTION audit_kind(actor text, tool text, entity_type text, outcome text, moved text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT pg_catalog.hashtextextended(actor, pg_catalog.hashtextextended(tool, pg_catalog.hashtextextended(coalesce(entity_type, E'\x01'),
        pg_catalog.hashtextextended(outcome, pg_catalog.hashtextextended(coalesce(moved, E'\x01'), 0)))))
$$;
-- +goose StatementEnd
DROP TABLE audit_kinds;
CREATE TABLE audit_kinds (
    kind        bigint PRIMARY KEY GENERATED ALWAYS AS (audit_kind(actor, tool, entity_type, outcome, moved)) STORED,
    actor       text NOT NULL COLLATE "C",
    tool        text NOT NULL COLLATE "C",
    entity_type text COLLATE "C",
    outcome     text NOT NULL COLLATE "C",
    moved       text COLLATE "C"
);
CREATE INDEX audit_kinds_tool ON audit_kinds (tool);
CREATE INDEX audit_kinds_actor ON audit_kinds (actor);
CREATE INDEX audit_kinds_entity_type ON audit_kinds (entity_type);
ALTER TABLE audit_log ADD kind bigint NOT NULL GENERATED ALWAYS AS (audit_kind(actor, tool, entity_type, outcome,
    CASE WHEN entity_type = 'order' THEN coalesce(before ->> 'status', '') || '>' || coalesce(after ->> 'status', '') END)) STORED;
CREATE INDEX audit_log_kind ON audit_log (kind, at DESC, id DESC);
CREATE INDEX audit_log_entity ON audit_log (entity_id, kind, at DESC, id DESC) WHERE entity_id IS NOT NULL;
INSERT INTO audit_kinds (actor, tool, entity_type, outcome, moved)
SELECT DISTINCT actor, tool, entity_type, outcome,
    CASE WHEN entity_type = 'order' THEN coalesce(before ->> 'status', '') || '>' || coalesce(after ->> 'status', '') END
FROM audit_log;
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
