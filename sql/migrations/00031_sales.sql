-- +goose Up
-- Which discount an order used, of those that had its code; null in orders of programs before, and without a code.
ALTER TABLE orders ADD discount_id uuid REFERENCES discounts (id);
-- The VAT rate of which vat_oere was computed, in parts per million; null in orders of programs before, of which it is not known.
ALTER TABLE orders ADD vat_rate_ppm integer;

-- A campaign is announced as long as its code can be used, so the pages of the storefront follow the discounts too. A use is no change
-- but the last one, and the one that comes back.
CREATE TRIGGER changes_update AFTER UPDATE ON discounts FOR EACH ROW WHEN (
    (OLD.active, OLD.valid_until, OLD.deleted_at, OLD.usage_count < OLD.usage_limit)
    IS DISTINCT FROM (NEW.active, NEW.valid_until, NEW.deleted_at, NEW.usage_count < NEW.usage_limit)
) EXECUTE FUNCTION changes_record_truncate();
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR TRUNCATE ON discounts
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
ALTER TABLE discounts ENABLE ALWAYS TRIGGER changes_update, ENABLE ALWAYS TRIGGER changes_any;

-- The programs before leave the columns null, and read nothing that is recorded of the discounts.
INSERT INTO schema_compatibility (version, oldest) VALUES (31, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 31;
DROP TRIGGER changes_any ON discounts;
DROP TRIGGER changes_update ON discounts;
ALTER TABLE orders DROP discount_id, DROP vat_rate_ppm;
