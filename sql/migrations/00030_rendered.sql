-- +goose Up
-- The markdown of the row as HTML, as the renderer of one version wrote it; null in rows that were written before.
ALTER TABLE pages ADD rendered json;
ALTER TABLE services ADD rendered json;

-- The programs before leave it as it is, and it says itself of which texts it is.
INSERT INTO schema_compatibility (version, oldest) VALUES (30, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 30;
ALTER TABLE services DROP rendered;
ALTER TABLE pages DROP rendered;
