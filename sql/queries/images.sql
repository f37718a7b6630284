-- name: ImageGet :one
SELECT * FROM images WHERE digest = @digest AND kept;

-- name: ImagePlace :exec
-- Makes the row of a picture that is not kept yet, or begins its time anew. A call that deletes the same one is waited for.
INSERT INTO images (digest, format, width, height, bytes, file_name, alt, created_at, referred_at, kept)
VALUES (@digest, @format, @width, @height, @bytes, '', NULL, @at, @at, false)
ON CONFLICT (digest) DO UPDATE SET referred_at = EXCLUDED.referred_at;

-- name: ImageKeep :one
-- Keeps a picture whose files are there; no row when it is kept already.
UPDATE images SET kept = true, file_name = @file_name, alt = @alt, created_at = @at, referred_at = @at WHERE digest = @digest AND NOT kept RETURNING *;

-- name: ImageTouch :one
-- Begins the time anew for which a picture that nothing shows is kept.
UPDATE images SET referred_at = @at, alt = coalesce(sqlc.narg(alt), alt) WHERE digest = @digest AND kept RETURNING *;

-- name: ImagesAny :one
-- Whether the shop keeps any picture.
SELECT EXISTS (SELECT FROM images);

-- name: ImagesMark :exec
-- Notes when the pictures were last seen that something shows, deleted things included, which can be restored.
UPDATE images SET referred_at = @at FROM (
    SELECT DISTINCT found.match[1] AS digest FROM (
        SELECT images::text AS text FROM products
        UNION ALL SELECT image FROM product_variants
        UNION ALL SELECT layout::text FROM pages
        UNION ALL SELECT body FROM pages
        UNION ALL SELECT hero_image FROM services
        UNION ALL SELECT body FROM services
        UNION ALL SELECT logo_url FROM settings
    ) AS texts, regexp_matches(texts.text, '/images/([0-9a-f]{64})', 'g') AS found (match)
    WHERE texts.text LIKE '%/images/%'
) AS shown
WHERE images.digest = shown.digest;

-- name: ImagesForgotten :many
-- Pictures that nothing has shown since a moment, locked.
SELECT * FROM images WHERE referred_at < @before::timestamptz ORDER BY referred_at LIMIT @max_rows FOR UPDATE SKIP LOCKED;

-- name: ImageDelete :exec
DELETE FROM images WHERE digest = @digest;

-- name: ImageFileGet :one
SELECT content FROM image_files WHERE name = @name;

-- name: ImageFilePut :exec
INSERT INTO image_files (name, content) VALUES (@name, @content) ON CONFLICT (name) DO NOTHING;

-- name: ImageFilesDelete :exec
DELETE FROM image_files WHERE name = ANY (@names::text[]);

-- name: ImagesGone :one
-- Whether one of these pictures is not there.
SELECT EXISTS (SELECT FROM unnest(@digests::text[]) AS wanted (digest) WHERE NOT EXISTS (SELECT FROM images WHERE images.digest = wanted.digest AND images.kept));
