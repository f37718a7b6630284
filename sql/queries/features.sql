-- name: FeatureList :many
SELECT key, enabled FROM features;

-- name: FeaturesLock :exec
-- A transaction that sets a switch holds this lock until it ends, so that the state before is what it read.
SELECT pg_advisory_xact_lock('features'::regclass::oid::bigint);

-- name: FeatureOverride :exec
INSERT INTO features (key, enabled, updated_at) VALUES (@key, @enabled, @at)
ON CONFLICT (key) DO UPDATE SET enabled = @enabled, updated_at = @at;

-- name: FeatureReset :exec
DELETE FROM features WHERE key = @key;
