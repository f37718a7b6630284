-- name: DiscountList :many
-- The newest first, after a place in the list; with only_active only those that a buyer could use at the given time.
SELECT * FROM discounts
WHERE deleted_at IS NULL AND (created_at, id) < (@after_at::timestamptz, @after_id::uuid)
  AND (NOT @only_active::boolean OR (active
      AND coalesce(valid_until, 'infinity') > @at::timestamptz
      AND usage_count < coalesce(usage_limit, 9223372036854775807)))
ORDER BY created_at DESC, id DESC
LIMIT @max_rows OFFSET @skip;

-- name: DiscountCount :one
-- How many DiscountList could list, counted up to most; in its order, by its index.
SELECT count(*) FROM (
    SELECT FROM discounts
    WHERE deleted_at IS NULL
      AND (NOT @only_active::boolean OR (active
          AND coalesce(valid_until, 'infinity') > @at::timestamptz
          AND usage_count < coalesce(usage_limit, 9223372036854775807)))
    ORDER BY created_at DESC, id DESC
    LIMIT @most
) AS counted;

-- name: DiscountListByCode :many
-- DiscountList of the codes from one until before another.
SELECT * FROM discounts
WHERE deleted_at IS NULL AND code >= @since::text AND code < @until::text AND (created_at, id) < (@after_at::timestamptz, @after_id::uuid)
  AND (NOT @only_active::boolean OR (active
      AND coalesce(valid_until, 'infinity') > @at::timestamptz
      AND usage_count < coalesce(usage_limit, 9223372036854775807)))
ORDER BY created_at DESC, id DESC
LIMIT @max_rows OFFSET @skip;

-- name: DiscountCountByCode :one
-- How many DiscountListByCode could list, counted up to most.
SELECT count(*) FROM (
    SELECT FROM discounts
    WHERE deleted_at IS NULL AND code >= @since::text AND code < @until::text
      AND (NOT @only_active::boolean OR (active
          AND coalesce(valid_until, 'infinity') > @at::timestamptz
          AND usage_count < coalesce(usage_limit, 9223372036854775807)))
    LIMIT @most
) AS counted;

-- name: DiscountLock :one
SELECT * FROM discounts
WHERE code = @code AND deleted_at IS NULL FOR UPDATE;

-- name: DiscountGetByID :one
SELECT * FROM discounts WHERE id = @id;

-- name: DiscountLockByID :one
SELECT * FROM discounts WHERE id = @id FOR UPDATE;

-- name: DiscountInsert :exec
INSERT INTO discounts (id, code, type, value, valid_until, usage_limit, active, created_at, updated_at)
VALUES (@id, @code, @type, @value, @valid_until, @usage_limit, true, @at, @at);

-- name: DiscountRedeem :execrows
-- Counts a use of a code that can be used and is still what the caller saw.
UPDATE discounts SET usage_count = usage_count + 1, updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = @id AND deleted_at IS NULL AND active AND type = @type AND value = @value
  AND coalesce(valid_until, 'infinity') > @at::timestamptz AND usage_count < coalesce(usage_limit, 9223372036854775807);

-- name: DiscountReturn :exec
-- Takes back the use of a code, also of a deleted one. An order of a program before migration 31 does not say which discount it
-- was: of those with its code, the one that was live when it was placed.
UPDATE discounts SET usage_count = usage_count - 1, updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE usage_count > 0 AND id = coalesce(sqlc.narg(id)::uuid,
    (SELECT live.id FROM discounts live WHERE live.code = @code AND live.deleted_at IS NULL AND live.created_at <= @ordered_at),
    (SELECT old.id FROM discounts old WHERE old.code = @code AND old.deleted_at > @ordered_at ORDER BY old.deleted_at LIMIT 1));

-- name: DiscountGet :one
SELECT * FROM discounts WHERE code = @code AND deleted_at IS NULL;

-- name: DiscountUpdate :exec
UPDATE discounts SET value = @value, valid_until = @valid_until, usage_limit = @usage_limit, active = @active, updated_at = @at
WHERE id = @id;

-- name: DiscountSetDeleted :exec
UPDATE discounts SET deleted_at = @deleted_at, updated_at = @at WHERE id = @id;
