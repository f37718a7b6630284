-- +goose Up
-- The search asks this index only for the first seconds of a process, and while
-- the process cannot hear of changes: writing may leave it for later.
ALTER INDEX products_search SET (fastupdate = on, gin_pending_list_limit = 16384);

-- Rows about reads name no entity.
DROP INDEX audit_log_entity;
CREATE INDEX audit_log_entity ON audit_log (entity_type, entity_id, at DESC, id DESC) WHERE entity_id IS NOT NULL;

-- Pages far behind are found by the index alone only where VACUUM has been.
ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.02);

-- +goose Down
ALTER TABLE orders RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
DROP INDEX audit_log_entity;
CREATE INDEX audit_log_entity ON audit_log (entity_type, entity_id, at DESC, id DESC);
ALTER INDEX products_search SET (fastupdate = off);
ALTER INDEX products_search RESET (gin_pending_list_limit);
