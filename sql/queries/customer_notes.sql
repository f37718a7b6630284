-- name: ErasureNotesLock :exec
-- One erasure at a time goes on to the notes about others, which may name several people.
SELECT pg_advisory_xact_lock(hashtextextended('erasure of notes', 1));

-- name: ErasureAuditNotes :many
-- The rows of the audit whose note, or that of their webhook, may name somebody. The operations are those of the index, and one that
-- has few rows.
SELECT id FROM audit_log
WHERE tool IN ('orders.add_note', 'orders.refund', 'products.adjust_stock', 'webhooks.create', 'webhooks.delete', 'webhooks.rotate_secret')
    AND audit_note_words(entity_type, args, before, after) @@ (@words::text)::tsquery
UNION
SELECT payment.id FROM audit_log payment
WHERE payment.tool IN ('payments.confirm_manual', 'payments.refund') AND audit_note_words(payment.entity_type, payment.args, payment.before, payment.after) @@ (@words::text)::tsquery
UNION
SELECT decision.id FROM audit_log decision
WHERE decision.tool = 'approvals.decide' AND audit_note_words(NULL, decision.args, NULL, NULL) @@ (@words::text)::tsquery
ORDER BY id;

-- name: ErasureAuditNotesLock :many
-- Of the states those that have a note. An order may be that of somebody with the same name or telephone number.
SELECT a.id, a.args, (CASE WHEN a.entity_type IN ('approval', 'webhook') THEN a.before END)::json AS before,
    (CASE WHEN a.entity_type IN ('approval', 'webhook') THEN a.after END)::json AS after,
    o.shipping_name, o.billing_name, coalesce(phone_key(o.phone_number), '')::text AS phone_key
FROM audit_log a LEFT JOIN orders o ON o.id = CASE WHEN a.entity_type = 'order' THEN a.entity_id::uuid END
WHERE a.id = ANY(@ids::uuid[]) ORDER BY a.id FOR NO KEY UPDATE OF a;

-- name: ErasureAuditNote :batchexec
UPDATE audit_log SET args = @args, before = coalesce(sqlc.narg('before'), before), after = coalesce(sqlc.narg('after'), after) WHERE id = @id;

-- name: ErasureOrderNotes :many
-- The notes on orders, and the reasons of refunds, that may name somebody, with whose order it is.
SELECT h.id, h.note::text AS said, false AS refund, o.shipping_name, o.billing_name, coalesce(phone_key(o.phone_number), '')::text AS phone_key
FROM order_history h JOIN orders o ON o.id = h.order_id WHERE h.note IS NOT NULL AND note_words(h.note) @@ (@words::text)::tsquery
UNION ALL
SELECT r.id, r.reason::text, true, o.shipping_name, o.billing_name, coalesce(phone_key(o.phone_number), '')
FROM order_refunds r JOIN orders o ON o.id = r.order_id WHERE r.reason IS NOT NULL AND note_words(r.reason) @@ (@words::text)::tsquery
UNION ALL
SELECT p.id, p.reason::text, true, o.shipping_name, o.billing_name, coalesce(phone_key(o.phone_number), '')
FROM payment_refunds p JOIN orders o ON o.id = p.order_id WHERE note_words(p.reason) @@ (@words::text)::tsquery
ORDER BY id;

-- name: ErasureOrderNote :batchexec
UPDATE order_history SET note = @said::text WHERE id = @id;

-- name: ErasureRefundReason :batchexec
-- The refund of an order, or of a payment, with this id.
WITH of_order AS (UPDATE order_refunds SET reason = @said::text WHERE order_refunds.id = @id)
UPDATE payment_refunds SET reason = @said::text WHERE payment_refunds.id = @id;

-- name: ErasureWebhooks :many
-- There are few.
SELECT id, description::text AS said FROM webhook_endpoints WHERE description IS NOT NULL AND note_words(description) @@ (@words::text)::tsquery ORDER BY id FOR UPDATE;

-- name: ErasureWebhook :batchexec
UPDATE webhook_endpoints SET description = @said::text WHERE id = @id;

-- name: PublicProducts :many
-- The next products, with their texts where these may name somebody: by patterns in lower case, or by telephone numbers, a regular expression.
SELECT p.id, p.slug, (CASE WHEN lower(said COLLATE "C") LIKE ANY(@patterns::text[]) OR @numbers::text <> '' AND said ~ @numbers::text THEN said ELSE '' END)::text AS said
FROM (SELECT id, slug, concat_ws(E'\n\n\n\n', name, slug, brand, description, frame_color, lens_color, attributes, answer_summary, faq,
    use_cases, comparison_facts, images) AS said FROM products WHERE deleted_at IS NULL AND products.id > @after::uuid ORDER BY products.id LIMIT @max_rows) AS p
ORDER BY p.id;

-- name: PublicServices :many
-- The same for services,
SELECT s.id, s.slug, (CASE WHEN lower(said COLLATE "C") LIKE ANY(@patterns::text[]) OR @numbers::text <> '' AND said ~ @numbers::text THEN said ELSE '' END)::text AS said
FROM (SELECT id, slug, concat_ws(E'\n\n\n\n', title, slug, body, short_description, price_string, hero_image, array_to_string(features, E'\n\n\n\n')) AS said
    FROM services WHERE deleted_at IS NULL AND services.id > @after::uuid ORDER BY services.id LIMIT @max_rows) AS s
ORDER BY s.id;

-- name: PublicPages :many
-- for pages,
SELECT g.id, g.slug, (CASE WHEN lower(said COLLATE "C") LIKE ANY(@patterns::text[]) OR @numbers::text <> '' AND said ~ @numbers::text THEN said ELSE '' END)::text AS said
FROM (SELECT id, slug, concat_ws(E'\n\n\n\n', title, slug, body, meta_description, layout) AS said
    FROM pages WHERE deleted_at IS NULL AND pages.id > @after::uuid ORDER BY pages.id LIMIT @max_rows) AS g
ORDER BY g.id;

-- name: PublicOthers :many
-- and for what there is little of: all of it.
SELECT 'category'::text AS entity_type, id::text AS id, slug::text AS slug, concat_ws(E'\n\n\n\n', name, slug, description)::text AS said FROM categories WHERE deleted_at IS NULL
UNION ALL SELECT 'campaign', id::text, '', announcement FROM campaigns WHERE deleted_at IS NULL
UNION ALL SELECT 'redirect', id::text, from_path, concat_ws(E'\n\n\n\n', from_path, to_path) FROM redirects WHERE deleted_at IS NULL
UNION ALL SELECT 'settings', 'shop', '', concat_ws(E'\n\n\n\n', store_name, tagline, announcement, support_email, logo_url) FROM settings
ORDER BY entity_type, id;
