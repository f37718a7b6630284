-- +goose NO TRANSACTION
-- +goose Up
-- Orders that somebody has to deal with; beside those with needs_attention the ones of which a part was refunded before they were
-- sent. orders_attention is for the programs before.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS orders_to_do;
CREATE INDEX CONCURRENTLY orders_to_do ON orders (status, created_at DESC, id DESC)
    WHERE needs_attention OR status = 'partial_refund' AND stage IN ('none', 'processing');
RESET lock_timeout;

-- The programs before do not notice it.
INSERT INTO schema_compatibility (version, oldest) VALUES (53, 34) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 53;
DROP INDEX CONCURRENTLY IF EXISTS orders_to_do;
