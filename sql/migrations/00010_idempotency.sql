-- +goose Up
-- The answers of writes that were sent with an Idempotency-Key, for their repetition.
CREATE TABLE idempotent_answers (
    id         bytea PRIMARY KEY CHECK (octet_length(id) = 32), -- SHA-256 of the API key's id, the operation and the value
    key_id     uuid NOT NULL,
    operation  text NOT NULL,
    request    bytea NOT NULL CHECK (octet_length(request) = 32), -- SHA-256 of the body
    answer     json NOT NULL, -- as it was sent
    created_at timestamptz(3) NOT NULL
);
CREATE INDEX idempotent_answers_created ON idempotent_answers (created_at);

INSERT INTO schema_compatibility (version, oldest) VALUES (10, 7);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 10;
DROP TABLE idempotent_answers;
