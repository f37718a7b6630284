-- +goose Up
-- The pictures that images.upload has kept.
CREATE TABLE images (
    digest      text PRIMARY KEY COLLATE "C" CONSTRAINT images_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'), -- of the file as it was sent
    format      text NOT NULL COLLATE "C" CONSTRAINT images_format_check CHECK (format IN ('jpg', 'png')),
    width       integer NOT NULL,
    height      integer NOT NULL,
    bytes       bigint NOT NULL, -- as it is kept, at its whole width
    file_name   text NOT NULL,
    alt         text,
    created_at  timestamptz(3) NOT NULL,
    referred_at timestamptz(3) NOT NULL -- when it was sent, or was last seen where something shows it
);
CREATE INDEX images_referred ON images (referred_at);

-- Their files, unless a folder or a bucket has them.
CREATE TABLE image_files (
    name    text PRIMARY KEY COLLATE "C", -- as in the address
    content bytea NOT NULL
);
ALTER TABLE image_files ALTER content SET STORAGE EXTERNAL; -- it is compressed already

-- The programs before know no pictures.
INSERT INTO schema_compatibility (version, oldest) VALUES (51, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 51;
DROP TABLE image_files, images;
