-- +goose NO TRANSACTION
-- +goose Up
-- A campaign is announced as long as its code can be used, so the pages of the storefront follow the discounts too. A use is no change
-- but the last one, and the one that comes back.
CREATE OR REPLACE TRIGGER changes_update AFTER UPDATE ON discounts FOR EACH ROW WHEN (
    (OLD.active, OLD.valid_until, OLD.deleted_at, OLD.usage_count < OLD.usage_limit)
    IS DISTINCT FROM (NEW.active, NEW.valid_until, NEW.deleted_at, NEW.usage_count < NEW.usage_limit)
) EXECUTE FUNCTION changes_record_truncate();
CREATE OR REPLACE TRIGGER changes_any AFTER INSERT OR DELETE OR TRUNCATE ON discounts
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
ALTER TABLE discounts ENABLE ALWAYS TRIGGER changes_update, ENABLE ALWAYS TRIGGER changes_any;

-- Which discount an order used, of those that had its code; null in orders of programs before, and without a code.
ALTER TABLE orders ADD IF NOT EXISTS discount_id uuid REFERENCES discounts (id);
-- The VAT rate of which vat_oere was computed, in parts per million; null in orders of programs before, of which it is not known.
ALTER TABLE orders ADD IF NOT EXISTS vat_rate_ppm integer;

-- The orders whose goods came back although their amounts do not say so: few.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS orders_returned;
CREATE INDEX CONCURRENTLY orders_returned ON orders (created_at) WHERE paid_at IS NOT NULL AND (status = 'cancelled' OR status = 'refunded' AND total_oere = 0);
RESET lock_timeout;

-- The programs before leave the columns null, and read nothing that is recorded of the discounts.
INSERT INTO schema_compatibility (version, oldest) VALUES (31, 13) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 31;
DROP INDEX CONCURRENTLY IF EXISTS orders_returned;
ALTER TABLE orders DROP IF EXISTS discount_id, DROP IF EXISTS vat_rate_ppm;
DROP TRIGGER IF EXISTS changes_any ON discounts;
DROP TRIGGER IF EXISTS changes_update ON discounts;
