-- +goose Up
-- What a mistake of a key may cost at most: KeyLimits of the contract; null for no limits.
ALTER TABLE api_keys ADD limits json;

-- How much of its limits a day a key has used, on a day of the shop.
CREATE TABLE key_counters (
    key_id uuid NOT NULL REFERENCES api_keys (id),
    day    date NOT NULL,
    name   text NOT NULL COLLATE "C", -- of the limit
    used   bigint NOT NULL CONSTRAINT key_counters_used_check CHECK (used >= 0),
    PRIMARY KEY (key_id, day, name)
);
CREATE INDEX key_counters_day ON key_counters (day);

-- The programs before ask nobody what a key has left.
INSERT INTO schema_compatibility (version, oldest) VALUES (42, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 42;
DROP TABLE key_counters;
ALTER TABLE api_keys DROP limits;
