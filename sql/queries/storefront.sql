-- name: StorefrontCampaigns :many
-- What is announced and when, by the campaign that starts last first: as long as its code can be used.
SELECT campaigns.announcement, campaigns.starts_at, campaigns.ends_at, discounts.valid_until
FROM campaigns JOIN discounts ON discounts.id = campaigns.discount_id
WHERE campaigns.deleted_at IS NULL AND discounts.deleted_at IS NULL AND active AND usage_count < coalesce(usage_limit, 9223372036854775807)
ORDER BY starts_at DESC, campaigns.id DESC;

-- name: StorefrontCategories :many
SELECT slug, name, description FROM categories WHERE deleted_at IS NULL ORDER BY name_sort, id;

-- name: StorefrontAddresses :many
-- The paths of the live categories, pages and services.
SELECT ('/categories/' || slug)::text AS path, updated_at FROM categories WHERE deleted_at IS NULL
UNION ALL SELECT '/info/' || slug, updated_at FROM pages WHERE deleted_at IS NULL AND status = 'published'
UNION ALL SELECT '/services/' || slug, updated_at FROM services WHERE deleted_at IS NULL AND status = 'published'
ORDER BY path;

-- name: StorefrontProducts :many
-- The live products after the given id, in the order of their ids.
SELECT id, slug, coalesce(content_updated_at, updated_at)::timestamptz AS content_updated_at FROM products WHERE deleted_at IS NULL AND id > @after ORDER BY id LIMIT @page;

-- name: StorefrontProductUpdated :one
SELECT coalesce(content_updated_at, updated_at)::timestamptz FROM products WHERE slug = @slug AND deleted_at IS NULL;

-- name: StorefrontPageRendered :one
SELECT rendered FROM pages WHERE slug = @slug AND deleted_at IS NULL;

-- name: StorefrontServiceRendered :one
SELECT rendered FROM services WHERE slug = @slug AND deleted_at IS NULL;
