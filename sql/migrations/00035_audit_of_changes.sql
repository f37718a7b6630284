-- +goose Up
-- From here on the audit keeps of a change what differs (docs/decisions/0013-undo.md). The program before reads that too,
-- those before it do not.
INSERT INTO schema_compatibility (version, oldest) VALUES (35, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 35;
