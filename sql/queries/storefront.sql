-- name: StorefrontCampaigns :many
-- What is announced at a moment and later, by the campaign that starts last first.
SELECT announcement, starts_at, ends_at FROM campaigns
WHERE deleted_at IS NULL AND (ends_at IS NULL OR ends_at > @at::timestamptz)
ORDER BY starts_at DESC, id DESC;

-- name: StorefrontCategories :many
SELECT slug, name FROM categories WHERE deleted_at IS NULL ORDER BY name_sort, id LIMIT @max_rows;

-- name: StorefrontHasServices :one
SELECT EXISTS (SELECT FROM services WHERE deleted_at IS NULL AND status = 'published');
