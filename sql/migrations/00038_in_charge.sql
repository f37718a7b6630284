-- +goose Up
-- Who holds a key: a person, an agent, or a program. The keys that there are belong to programs.
ALTER TABLE api_keys
    ADD holder text NOT NULL DEFAULT 'program' CONSTRAINT api_keys_holder_check CHECK (holder IN ('person', 'agent', 'program')),
    ADD created_by text COLLATE "C", -- as the actor in audit_log; null for keys that are older than the column
    ADD paused_at timestamptz(3),
    ADD updated_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp());

-- The holders whose keys were all stopped, those that are made meanwhile too.
CREATE TABLE key_stops (
    id     uuid PRIMARY KEY,
    holder text NOT NULL CONSTRAINT key_stops_holder_key UNIQUE CONSTRAINT key_stops_holder_check CHECK (holder IN ('agent', 'program')),
    at     timestamptz(3) NOT NULL
);
CALL changes_follow('key_stops');

-- What a reader of the audit needs to know of the caller and of the thing, as they were then.
ALTER TABLE audit_log
    ADD actor_name text, -- of a key
    ADD holder text COLLATE "C", -- of a key
    ADD entity_label text; -- the name, title or code of the thing; null where it has none

-- A label as it is searched: its beginning, in small letters.
-- +goose StatementBegin
CREATE FUNCTION label_key(label text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(lower(left(label, 64) COLLATE "C"), 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ', 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ') COLLATE "C";
-- +goose StatementEnd

-- The channel and the holder become a part of the kind of a row, and so does the key of a switch that is not reverted. Migration 41
-- has the rows that there are follow.
ALTER TABLE audit_kinds ADD channel text COLLATE "C", ADD holder text COLLATE "C";
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION audit_log_kind() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    moved text := CASE WHEN NEW.entity_type = 'order' THEN coalesce(NEW.before ->> 'status', '') || '>' || coalesce(NEW.after ->> 'status', '')
        WHEN NEW.entity_type = 'feature' AND NEW.entity_id IN ('agent_writes', 'manual_payment') THEN NEW.entity_id END;
BEGIN
    NEW.kind := hashtextextended(NEW.channel, hashtextextended(coalesce(NEW.holder, E'\x01'),
        audit_kind(NEW.actor, NEW.tool, NEW.entity_type, NEW.outcome, moved, NEW.reverted_at IS NOT NULL)));
    IF NOT EXISTS (SELECT FROM audit_kinds WHERE kind = NEW.kind) THEN
        INSERT INTO audit_kinds (kind, actor, tool, entity_type, outcome, moved, reverted, channel, holder)
        VALUES (NEW.kind, NEW.actor, NEW.tool, NEW.entity_type, NEW.outcome, moved, NEW.reverted_at IS NOT NULL, NEW.channel, NEW.holder)
        ON CONFLICT DO NOTHING;
    END IF;
    IF TG_OP = 'INSERT' AND NEW.revert_of IS NOT NULL AND NEW.outcome = 'success' THEN
        UPDATE audit_log SET reverted_at = NEW.at WHERE id = NEW.revert_of;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

-- The programs before ask nobody whether a key is paused, and write rows without names.
INSERT INTO schema_compatibility (version, oldest) VALUES (38, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 38;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION audit_log_kind() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
ALTER TABLE audit_kinds DROP channel, DROP holder;
DROP FUNCTION label_key(text) CASCADE;
ALTER TABLE audit_log DROP actor_name, DROP holder, DROP entity_label;
DROP TABLE key_stops;
ALTER TABLE api_keys DROP holder, DROP created_by, DROP paused_at, DROP updated_at;
