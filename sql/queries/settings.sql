-- name: SettingsGet :one
SELECT * FROM settings;

-- name: SettingsLock :one
SELECT * FROM settings FOR UPDATE;

-- name: SettingsUpdate :exec
UPDATE settings SET shipping_fee_oere = @shipping_fee_oere, free_shipping_threshold_oere = @free_shipping_threshold_oere,
    vat_rate_ppm = @vat_rate_ppm, store_name = @store_name, tagline = @tagline, announcement = @announcement,
    support_email = @support_email, logo_url = @logo_url, locale = @locale, updated_at = @updated_at;
