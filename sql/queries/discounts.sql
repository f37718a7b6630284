-- name: DiscountList :many
-- The newest first; with only_active only those that a buyer could use at the given time.
SELECT * FROM discounts
WHERE deleted_at IS NULL
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

-- name: DiscountLock :one
SELECT * FROM discounts
WHERE code = @code AND deleted_at IS NULL FOR UPDATE;

-- name: DiscountLockByID :one
SELECT * FROM discounts WHERE id = @id AND deleted_at IS NULL FOR UPDATE;

-- name: DiscountInsert :exec
INSERT INTO discounts (id, code, type, value, valid_until, usage_limit, active, created_at, updated_at)
VALUES (@id, @code, @type, @value, @valid_until, @usage_limit, true, @at, @at);

-- name: DiscountSetActive :exec
UPDATE discounts SET active = @active, updated_at = @at WHERE id = @id;

-- name: DiscountRedeem :execrows
-- Counts a use of a code that can be used and is still what the caller saw.
UPDATE discounts SET usage_count = usage_count + 1, updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = @id AND deleted_at IS NULL AND active AND type = @type AND value = @value
  AND coalesce(valid_until, 'infinity') > @at::timestamptz AND usage_count < coalesce(usage_limit, 9223372036854775807);

-- name: DiscountGet :one
SELECT * FROM discounts WHERE code = @code AND deleted_at IS NULL;

-- name: DiscountUpdate :exec
UPDATE discounts SET value = @value, valid_until = @valid_until, usage_limit = @usage_limit, updated_at = @at WHERE id = @id;

-- name: DiscountDelete :exec
UPDATE discounts SET deleted_at = @at, updated_at = @at WHERE id = @id;
