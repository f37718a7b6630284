-- +goose Up
-- Processes cache how many orders match a filter, until an order changes. Every change may change every number, so no
-- ids are recorded. The words and the items of an order change only together with it.
CREATE TRIGGER changes_any AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON orders
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
ALTER TABLE orders ENABLE ALWAYS TRIGGER changes_any;

-- The programs before read the changes of orders and ignore them.
INSERT INTO schema_compatibility (version, oldest) VALUES (14, 7);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 14;
DROP TRIGGER changes_any ON orders;
