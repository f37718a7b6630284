-- +goose NO TRANSACTION
-- +goose Up
-- products.list_deleted, the newest deletion first. It has what is searched, because the rows are wide.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS products_deleted;
CREATE INDEX CONCURRENTLY products_deleted ON products (deleted_at DESC, id DESC) INCLUDE (name_sort, slug) WHERE deleted_at IS NOT NULL;
RESET lock_timeout;

-- The programs before do not notice it.
INSERT INTO schema_compatibility (version, oldest) VALUES (40, 34) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 40;
DROP INDEX CONCURRENTLY IF EXISTS products_deleted;
