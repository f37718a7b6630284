-- +goose NO TRANSACTION
-- +goose Up
-- Orders that somebody has to deal with: also those whose money is reserved until they are shipped.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS orders_to_do_next;
CREATE INDEX CONCURRENTLY orders_to_do_next ON orders (status, created_at DESC, id DESC)
    WHERE needs_attention OR status = 'pending' OR status = 'partial_refund' AND stage IN ('none', 'processing');
DROP INDEX CONCURRENTLY IF EXISTS orders_to_do;
ALTER INDEX orders_to_do_next RENAME TO orders_to_do;
RESET lock_timeout;

-- The programs before find theirs among them.
INSERT INTO schema_compatibility (version, oldest) VALUES (57, 34) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 57;
DROP INDEX CONCURRENTLY IF EXISTS orders_to_do_next;
CREATE INDEX CONCURRENTLY orders_to_do_next ON orders (status, created_at DESC, id DESC)
    WHERE needs_attention OR status = 'partial_refund' AND stage IN ('none', 'processing');
DROP INDEX CONCURRENTLY IF EXISTS orders_to_do;
ALTER INDEX orders_to_do_next RENAME TO orders_to_do;
