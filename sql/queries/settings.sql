-- name: SettingsGet :one
SELECT * FROM settings;

-- name: SettingsShown :one
-- The settings, with the announcement of the running campaign that started last, '' if none runs.
SELECT sqlc.embed(settings), coalesce((
    SELECT announcement FROM campaigns
    WHERE deleted_at IS NULL AND starts_at <= @at::timestamptz AND (ends_at IS NULL OR ends_at > @at::timestamptz)
    ORDER BY starts_at DESC, id DESC LIMIT 1), '')::text AS campaign
FROM settings;

-- name: SettingsLock :one
SELECT * FROM settings FOR UPDATE;

-- name: SettingsUpdate :exec
UPDATE settings SET shipping_fee_oere = @shipping_fee_oere, free_shipping_threshold_oere = @free_shipping_threshold_oere,
    vat_rate_ppm = @vat_rate_ppm, store_name = @store_name, tagline = @tagline, announcement = @announcement,
    support_email = @support_email, logo_url = @logo_url, locale = @locale, updated_at = @updated_at;

-- name: SearchSettingsGet :one
SELECT * FROM search_settings;

-- name: SearchSettingsLock :one
SELECT * FROM search_settings FOR UPDATE;

-- name: SearchSettingsUpdate :exec
UPDATE search_settings SET synonyms = @synonyms, updated_at = @updated_at;
