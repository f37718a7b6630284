-- +goose Up
ALTER TABLE products VALIDATE CONSTRAINT products_upgrade_grams_check;

INSERT INTO schema_compatibility (version, oldest) VALUES (9005, 28);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 9005;
