-- +goose Up
-- A process uses this index only in its first seconds, and while it cannot follow
-- changes: so writes may defer its maintenance.
ALTER INDEX products_search SET (fastupdate = on, gin_pending_list_limit = 16384);

-- Rows about reads name no entity.
DROP INDEX audit_log_entity;
CREATE INDEX audit_log_entity ON audit_log (entity_type, entity_id, at DESC, id DESC) WHERE entity_id IS NOT NULL;

-- An index-only scan to a distant page needs a recent VACUUM.
ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.02);

-- +goose Down
ALTER TABLE orders RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
DROP INDEX audit_log_entity;
CREATE INDEX audit_log_entity ON audit_log (entity_type, entity_id, at DESC, id DESC);
ALTER INDEX products_search SET (fastupdate = off);
ALTER INDEX products_search RESET (gin_pending_list_limit);
