-- +goose Up
-- Pages as pages.preview shows them, for a few minutes.
CREATE TABLE page_drafts (
    digest     bytea PRIMARY KEY, -- of the secret in the address
    key_id     uuid NOT NULL,
    slug       text NOT NULL COLLATE "C",
    title      text NOT NULL,
    body       text NOT NULL,
    layout     json,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL
);
CREATE INDEX page_drafts_key ON page_drafts (key_id, created_at);
CREATE INDEX page_drafts_expiry ON page_drafts (expires_at);

-- The programs before show none.
INSERT INTO schema_compatibility (version, oldest) VALUES (52, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 52;
DROP TABLE page_drafts;
