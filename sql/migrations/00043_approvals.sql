-- +goose Up
-- The calls that go beyond a limit of their key and wait for a person, with what they would change.
CREATE TABLE approvals (
    id          uuid PRIMARY KEY,
    at          timestamptz(3) NOT NULL,
    key_id      uuid NOT NULL REFERENCES api_keys (id),
    operation   text NOT NULL COLLATE "C",
    digest      bytea NOT NULL, -- of the body
    args        json, -- the body, without people who were erased
    preview     json NOT NULL, -- what would change, as approvals.get shows it
    changes     bytea NOT NULL, -- a digest of all that would change, and from what
    exceeded    json NOT NULL, -- the limit that the call goes beyond, and what is left of it
    needs       json NOT NULL, -- by the name of each limit of the key: what the call needs of it at most
    status      text NOT NULL COLLATE "C" DEFAULT 'pending'
        CONSTRAINT approvals_status_check CHECK (status IN ('pending', 'approved', 'used', 'rejected', 'stale', 'expired')),
    expires_at  timestamptz(3) NOT NULL, -- until when it can be decided, approved be used, or rejected holds
    decided_at  timestamptz(3),
    decided_by  text COLLATE "C", -- as the actor in audit_log
    note        text
);
-- One of a call waits, or is approved.
CREATE UNIQUE INDEX approvals_open ON approvals (key_id, operation, digest) WHERE status IN ('pending', 'approved');
CREATE INDEX approvals_call ON approvals (key_id, operation, digest, at DESC);
CREATE INDEX approvals_newest ON approvals (at DESC, id DESC);
CREATE INDEX approvals_pending ON approvals (expires_at) WHERE status = 'pending';

-- The programs before refuse what is beyond a limit, or know none.
INSERT INTO schema_compatibility (version, oldest) VALUES (43, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 43;
DROP TABLE approvals;
