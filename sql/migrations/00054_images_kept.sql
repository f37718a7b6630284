-- +goose Up
-- The row of a picture is there before its files, so that those of an upload that failed are deleted like any that nothing shows.
ALTER TABLE images ADD COLUMN kept boolean NOT NULL DEFAULT true; -- whether its upload ended

-- The programs before keep pictures with the default.
INSERT INTO schema_compatibility (version, oldest) VALUES (54, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 54;
ALTER TABLE images DROP COLUMN kept;
