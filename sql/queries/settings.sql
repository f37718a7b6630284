-- name: SettingsGet :one
SELECT * FROM settings;

-- name: SettingsShown :one
-- The settings, with the announcement of the running campaign that started last and whose code can be used, '' if there is none.
SELECT sqlc.embed(settings), coalesce((
    SELECT campaigns.announcement FROM campaigns JOIN discounts ON discounts.id = campaigns.discount_id
    WHERE campaigns.deleted_at IS NULL AND starts_at <= @at::timestamptz AND coalesce(least(ends_at, valid_until), 'infinity') > @at::timestamptz
      AND discounts.deleted_at IS NULL AND active AND usage_count < coalesce(usage_limit, 9223372036854775807)
    ORDER BY starts_at DESC, campaigns.id DESC LIMIT 1), '')::text AS campaign
FROM settings;

-- name: SettingsLock :one
SELECT * FROM settings FOR UPDATE;

-- name: SettingsUpdate :exec
UPDATE settings SET shipping_fee_oere = @shipping_fee_oere, free_shipping_threshold_oere = @free_shipping_threshold_oere,
    vat_rate_ppm = @vat_rate_ppm, store_name = @store_name, tagline = @tagline, announcement = @announcement,
    support_email = @support_email, logo_url = @logo_url, locale = @locale, capture_on = @capture_on, refund_late_payments = @refund_late_payments, updated_at = @updated_at;

-- name: SearchSettingsGet :one
SELECT * FROM search_settings;

-- name: SearchSettingsLock :one
SELECT * FROM search_settings FOR UPDATE;

-- name: SearchSettingsUpdate :exec
UPDATE search_settings SET synonyms = @synonyms, updated_at = @updated_at;
