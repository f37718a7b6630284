-- +goose Up
ALTER TABLE products ADD COLUMN upgrade_grams bigint NOT NULL DEFAULT 0;

INSERT INTO schema_compatibility (version, oldest) VALUES (9002, 28);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 9002;
ALTER TABLE products DROP COLUMN upgrade_grams;
