-- +goose Up
-- Who signed in to the console, with which key. Of codes, cookies and tokens only the digests are here.
CREATE TABLE key_sessions (
    id          uuid PRIMARY KEY,
    key_id      uuid NOT NULL,
    opened_with bytea, -- of the secret of the key; null when a code opened it
    cookie      bytea NOT NULL CONSTRAINT key_sessions_cookie_key UNIQUE,
    created_at  timestamptz(3) NOT NULL,
    expires_at  timestamptz(3) NOT NULL -- later with each renewal
);
CREATE INDEX key_sessions_expires ON key_sessions (expires_at);
CALL changes_follow('key_sessions');

-- What the pages of a session send instead of the key.
CREATE TABLE session_tokens (
    digest     bytea PRIMARY KEY,
    session_id uuid NOT NULL CONSTRAINT session_tokens_session_fkey REFERENCES key_sessions (id) ON DELETE CASCADE,
    expires_at timestamptz(3) NOT NULL
);
CREATE INDEX session_tokens_session ON session_tokens (session_id, expires_at);

-- The links that sign a person in, once.
CREATE TABLE sign_in_codes (
    digest     bytea PRIMARY KEY,
    name       text NOT NULL, -- of the person's key
    created_by text NOT NULL COLLATE "C", -- as the actor in audit_log
    expires_at timestamptz(3) NOT NULL,
    used_at    timestamptz(3)
);
CREATE INDEX sign_in_codes_expires ON sign_in_codes (expires_at);

-- Over which of them a call came.
ALTER TABLE audit_log ADD COLUMN session_id uuid;

-- The programs before refuse tokens as they do unknown keys.
INSERT INTO schema_compatibility (version, oldest) VALUES (50, 34);
ALTER TABLE key_sessions ADD CONSTRAINT key_sessions_key_fkey FOREIGN KEY (key_id) REFERENCES api_keys (id);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 50;
ALTER TABLE audit_log DROP COLUMN session_id;
DROP TABLE sign_in_codes;
DROP TABLE session_tokens;
DROP TABLE key_sessions;
