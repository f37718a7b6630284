-- +goose Up
ALTER TABLE orders ADD COLUMN upgrade_note text;

INSERT INTO schema_compatibility (version, oldest) VALUES (9001, 28);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 9001;
ALTER TABLE orders DROP COLUMN upgrade_note;
