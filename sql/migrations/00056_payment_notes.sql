-- +goose NO TRANSACTION
-- +goose Up
-- As audit_log_notes, for the notes on payments.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_payment_notes;
CREATE INDEX CONCURRENTLY audit_log_payment_notes ON audit_log USING gin (audit_note_words(entity_type, args, before, after))
    WHERE tool IN ('payments.confirm_manual', 'payments.refund');
RESET lock_timeout;

-- The programs before know no payment.
INSERT INTO schema_compatibility (version, oldest) VALUES (56, 34) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 56;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_payment_notes;
