-- +goose NO TRANSACTION
-- +goose Up
-- orders.list by the total, and by where an order came from.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS orders_total;
CREATE INDEX CONCURRENTLY orders_total ON orders (total_oere DESC, id DESC) INCLUDE (created_at);
DROP INDEX CONCURRENTLY IF EXISTS orders_channel_created;
CREATE INDEX CONCURRENTLY orders_channel_created ON orders (channel, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS orders_agent_created;
CREATE INDEX CONCURRENTLY orders_agent_created ON orders (is_ai_generated, created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS orders_discount_created;
CREATE INDEX CONCURRENTLY orders_discount_created ON orders (discount_code, created_at DESC, id DESC) WHERE discount_code IS NOT NULL;
RESET lock_timeout;

-- The programs before do not notice them.
INSERT INTO schema_compatibility (version, oldest) VALUES (46, 34) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 46;
DROP INDEX CONCURRENTLY IF EXISTS orders_discount_created;
DROP INDEX CONCURRENTLY IF EXISTS orders_agent_created;
DROP INDEX CONCURRENTLY IF EXISTS orders_channel_created;
DROP INDEX CONCURRENTLY IF EXISTS orders_total;
