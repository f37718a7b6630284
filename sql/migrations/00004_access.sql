-- +goose Up
CREATE TABLE api_keys (
    id              uuid PRIMARY KEY,
    name            text NOT NULL,
    -- SHA-256 of the key. After a rotation the previous digest is valid until previous_until.
    digest          bytea NOT NULL CONSTRAINT api_keys_digest_check CHECK (octet_length(digest) = 32),
    previous_digest bytea,
    previous_until  timestamptz(3),
    scopes          text[] NOT NULL,
    quota           integer CONSTRAINT api_keys_quota_check CHECK (quota > 0), -- calls in a burst; null means the configured number
    created_at      timestamptz(3) NOT NULL,
    expires_at      timestamptz(3),
    last_used_at    timestamptz(3),
    revoked_at      timestamptz(3)
);

CREATE UNIQUE INDEX api_keys_digest ON api_keys (digest);
CREATE UNIQUE INDEX api_keys_previous_digest ON api_keys (previous_digest);

-- A replica is notified of a changed key through this channel and drops its cached keys.
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

CREATE TABLE audit_log (
    id          uuid PRIMARY KEY,
    at          timestamptz(3) NOT NULL,
    actor       text NOT NULL COLLATE "C", -- apikey:<id>, cli:<user> or system:<task>
    tool        text NOT NULL COLLATE "C",
    entity_type text COLLATE "C",
    entity_id   text COLLATE "C",
    args        json,
    before      json,
    after       json,
    outcome     text NOT NULL CONSTRAINT audit_log_outcome_check CHECK (outcome IN ('success', 'failure', 'denied')),
    code        text COLLATE "C", -- of the problem, when the call was refused
    request_id  uuid NOT NULL,
    ip          inet,
    user_agent  text,
    channel     text NOT NULL CONSTRAINT audit_log_channel_check CHECK (channel IN ('rest', 'mcp', 'cli', 'system'))
);

CREATE INDEX audit_log_at ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_entity ON audit_log (entity_type, entity_id, at DESC, id DESC);

-- +goose Down
DROP TABLE audit_log, api_keys;
DROP FUNCTION api_keys_notify();
