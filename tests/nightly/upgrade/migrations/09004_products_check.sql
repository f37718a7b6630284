-- +goose Up
ALTER TABLE products ADD CONSTRAINT products_upgrade_grams_check CHECK (upgrade_grams >= 0) NOT VALID;

INSERT INTO schema_compatibility (version, oldest) VALUES (9004, 28);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 9004;
ALTER TABLE products DROP CONSTRAINT products_upgrade_grams_check;
