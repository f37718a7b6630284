-- +goose NO TRANSACTION
-- +goose Up
-- It waits for transactions, and nobody waits for it.
SET lock_timeout = 0;
-- What a process left that was killed is not valid.
DROP INDEX CONCURRENTLY IF EXISTS orders_upgrade_note;
CREATE INDEX CONCURRENTLY orders_upgrade_note ON orders (upgrade_note, created_at, id);
RESET lock_timeout;

INSERT INTO schema_compatibility (version, oldest) VALUES (9003, 28) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 9003;
DROP INDEX CONCURRENTLY orders_upgrade_note;
