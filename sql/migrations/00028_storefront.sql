-- +goose Up
-- The pages of the storefront keep what all of them show, and read it again after any change: it needs no ids.
CREATE TRIGGER changes_any AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON settings
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
CREATE TRIGGER changes_any AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON campaigns
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
CREATE TRIGGER changes_any AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON pages
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
CREATE TRIGGER changes_any AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON services
    FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate();
ALTER TABLE settings ENABLE ALWAYS TRIGGER changes_any;
ALTER TABLE campaigns ENABLE ALWAYS TRIGGER changes_any;
ALTER TABLE pages ENABLE ALWAYS TRIGGER changes_any;
ALTER TABLE services ENABLE ALWAYS TRIGGER changes_any;

-- The programs before do not read what is recorded of these tables.
INSERT INTO schema_compatibility (version, oldest) VALUES (28, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 28;
DROP TRIGGER changes_any ON services;
DROP TRIGGER changes_any ON pages;
DROP TRIGGER changes_any ON campaigns;
DROP TRIGGER changes_any ON settings;
