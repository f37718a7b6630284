-- +goose Up
-- Which programs may use the database after a migration: those that know the schema of version `oldest` or a later
-- one. A program that meets migrations it does not know reads this before it starts. See docs/adding-an-operation.md.
CREATE TABLE schema_compatibility (
    version bigint PRIMARY KEY, -- of the migration
    oldest  bigint NOT NULL CONSTRAINT schema_compatibility_oldest_check CHECK (oldest BETWEEN 1 AND version)
);

INSERT INTO schema_compatibility (version, oldest) VALUES (7, 6);

-- +goose Down
DROP TABLE schema_compatibility;
