-- +goose Up
-- Until when the replica that runs the job is taken to be alive, by the clock of the database, which all replicas share. It
-- moves the time while it runs; null: no replica runs the job.
ALTER TABLE jobs ADD COLUMN leased_until timestamptz(3);

-- The programs before run a job that a replica of this version runs too, which is safe.
INSERT INTO schema_compatibility (version, oldest) VALUES (26, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 26;
ALTER TABLE jobs DROP COLUMN leased_until;
