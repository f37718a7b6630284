-- +goose NO TRANSACTION
-- +goose Up
-- Decisions about approvals, whose notes an erasure reads. They are few.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_decisions;
CREATE INDEX CONCURRENTLY audit_log_decisions ON audit_log (id) WHERE tool = 'approvals.decide';
RESET lock_timeout;

-- The programs before do not notice it.
INSERT INTO schema_compatibility (version, oldest) VALUES (45, 34) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 45;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_decisions;
