-- name: CampaignInsert :exec
INSERT INTO campaigns (id, discount_id, announcement, starts_at, ends_at, created_at, updated_at)
VALUES (@id, @discount_id, @announcement, @starts_at, @ends_at, @at, @at);

-- name: CampaignLock :one
-- Locks the campaign and its discount, either of which may be deleted.
SELECT sqlc.embed(campaigns), sqlc.embed(discounts) FROM campaigns JOIN discounts ON discounts.id = campaigns.discount_id
WHERE campaigns.id = @id FOR UPDATE;

-- name: CampaignEnd :exec
UPDATE campaigns SET ends_at = @ends_at, updated_at = @at WHERE id = @id;

-- name: CampaignSetDeleted :exec
UPDATE campaigns SET deleted_at = @deleted_at, updated_at = @at WHERE id = @id;

-- name: CampaignList :many
-- The newest first, from after one of them on, with the code of the discount even if that is deleted.
SELECT sqlc.embed(campaigns), discounts.code FROM campaigns JOIN discounts ON discounts.id = campaigns.discount_id
WHERE campaigns.deleted_at IS NULL
  AND (sqlc.narg(status)::text IS NULL OR sqlc.narg(status) = CASE
      WHEN campaigns.ends_at <= @at::timestamptz THEN 'ended' WHEN campaigns.starts_at <= @at::timestamptz THEN 'running' ELSE 'scheduled' END)
  AND (campaigns.created_at, campaigns.id) < (@before_at::timestamptz, @before_id::uuid)
ORDER BY campaigns.created_at DESC, campaigns.id DESC
LIMIT @max_rows;
