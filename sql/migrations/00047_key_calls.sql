-- +goose Up
-- What API keys called, for analytics.key_activity: by hours of UTC, of which the days of the shop's zone consist. A process adds
-- what it counted every few seconds.
CREATE TABLE key_calls (
    key_id    uuid NOT NULL,
    hour      timestamptz(0) NOT NULL,
    operation text NOT NULL COLLATE "C",
    code      text NOT NULL COLLATE "C", -- of the problem; '' for what was carried out
    calls     bigint NOT NULL,
    last_at   timestamptz(3) NOT NULL,
    PRIMARY KEY (key_id, hour, operation, code)
);
CREATE INDEX key_calls_hour ON key_calls (hour); -- for what has outlived its time

-- The programs before do not know it.
INSERT INTO schema_compatibility (version, oldest) VALUES (47, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 47;
DROP TABLE key_calls;
