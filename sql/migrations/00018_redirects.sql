-- +goose Up
-- Old addresses of the storefront, and where they lead now.
CREATE TABLE redirects (
    id         uuid PRIMARY KEY,
    from_path  text NOT NULL COLLATE "C" CONSTRAINT redirects_from_path_check CHECK (from_path LIKE '/%' AND char_length(from_path) <= 1500),
    to_path    text NOT NULL CONSTRAINT redirects_to_path_check CHECK (to_path LIKE '/%' OR to_path LIKE 'https://%'),
    status     integer NOT NULL CONSTRAINT redirects_status_check CHECK (status IN (301, 302, 307, 308)),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    deleted_at timestamptz(3)
);

CREATE UNIQUE INDEX redirects_live_path ON redirects (from_path) WHERE deleted_at IS NULL;

-- The programs before do not know the table.
INSERT INTO schema_compatibility (version, oldest) VALUES (18, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 18;
DROP TABLE redirects;
