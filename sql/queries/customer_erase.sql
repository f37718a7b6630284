-- name: ErasureCartsLock :exec
-- Locks the carts with an e-mail. orders.create locks a cart before it makes the customer.
SELECT id FROM carts WHERE email IS NOT NULL AND coalesce(email_key, lower(email)) = @email_key::text ORDER BY id FOR UPDATE;

-- name: ErasureLock :exec
-- Waits for the orders that are being placed with an e-mail, and makes later ones wait for the erasure.
SELECT pg_advisory_xact_lock(hashtextextended(@email_key::text, 1));

-- name: ErasureCustomerLock :one
SELECT * FROM customers WHERE id = @id AND erased_at IS NULL FOR UPDATE;

-- name: ErasureOrdersLock :many
-- The orders of a customer, with what the audit may repeat of them.
SELECT id, shipping_name, shipping_address, billing_name, coalesce(phone_key(phone_number), '')::text AS phone_key, tracking_number
FROM orders WHERE email_key = @email_key ORDER BY id FOR UPDATE;

-- name: ErasureOrders :exec
UPDATE orders SET email = @erased_email::text, email_key = @erased_email::text,
    shipping_name = 'erased', shipping_address = 'erased', shipping_zip = 'erased', shipping_city = 'erased',
    billing_name = NULL, billing_address = NULL, billing_zip = NULL, billing_city = NULL, billing_country = NULL, phone_number = NULL,
    carrier = NULL, tracking_number = NULL, tracking_url = NULL, est_delivery_from = NULL, est_delivery_to = NULL,
    invoice_pdf_url = NULL, card_processor_payment_intent_id = NULL, acp_session_id = NULL,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = ANY(@order_ids::uuid[]);

-- name: ErasureWordsDelete :exec
DELETE FROM order_words WHERE order_id = ANY(@order_ids::uuid[]);

-- name: ErasureWordsInsert :exec
INSERT INTO order_words (word, ordered_at, order_id)
SELECT word, orders.created_at, orders.id FROM orders CROSS JOIN unnest(@words::text[]) AS word WHERE orders.id = ANY(@order_ids::uuid[]);

-- name: ErasureHistory :exec
-- A note is its text, so that it remains one.
UPDATE order_history SET note = CASE WHEN to_status IS NULL THEN 'erased' END WHERE order_id = ANY(@order_ids::uuid[]) AND note IS NOT NULL;

-- name: ErasureRefunds :exec
UPDATE order_refunds SET reason = NULL WHERE order_id = ANY(@order_ids::uuid[]) AND reason IS NOT NULL;

-- name: ErasureItems :exec
-- The attributes of a variant may be the words of the buyer, as an engraving is.
UPDATE order_items SET variant_attributes = NULL WHERE order_id = ANY(@order_ids::uuid[]) AND variant_attributes IS NOT NULL;

-- name: ErasureCarts :many
UPDATE carts SET email = @erased_email::text, email_key = @erased_email::text
WHERE id = ANY (ARRAY(
    SELECT named.id FROM carts named WHERE named.email IS NOT NULL AND coalesce(named.email_key, lower(named.email)) = @email_key::text
    UNION SELECT ordered.id FROM carts ordered WHERE ordered.order_id = ANY(@order_ids::uuid[])))
RETURNING id;

-- name: ErasureOpenedCarts :many
-- The carts that were opened with an e-mail, those too that are deleted.
SELECT DISTINCT entity_id::text FROM audit_log
WHERE args IS NOT NULL AND tool = 'cart.create' AND entity_id IS NOT NULL AND audit_mentions(args) && @mentions::text[];

-- name: ErasureCustomer :exec
UPDATE customers SET email = @erased_email::text, email_key = @erased_email::text, erased_at = @at WHERE id = @id;

-- name: ErasureAnswers :execrows
-- Deletes the answers about the orders and carts of a customer, also those of audit.revert.
DELETE FROM idempotent_answers WHERE answer #>> '{result,id}' = ANY(@entity_ids::text[]) OR answer #>> '{result,cartId}' = ANY(@entity_ids::text[])
    OR answer #>> '{result,revertedAuditLogId}' IN (SELECT id::text FROM audit_log WHERE entity_id = ANY(@entity_ids::text[]));

-- name: ErasureAuditEntities :many
SELECT id, args, before, after FROM audit_log WHERE entity_type IN ('order', 'cart') AND entity_id = ANY(@entity_ids::text[]);

-- name: ErasureAuditCalls :many
-- Reads and refused calls: those that name the customer, and those that may and have to be looked at.
SELECT id, args, (audit_mentions(args) && @mentions::text[])::boolean AS named FROM audit_log
WHERE args IS NOT NULL AND entity_id IS NULL AND audit_mentions(args) && (@mentions::text[] || @hints::text[]);

-- name: ErasureAuditSearches :many
-- The searches with both words of a pair.
SELECT DISTINCT ON (audit_log.id) audit_log.id, audit_log.args FROM unnest(@firsts::text[]) WITH ORDINALITY AS one (word, n)
JOIN unnest(@seconds::text[]) WITH ORDINALITY AS two (word, n) USING (n)
JOIN audit_log ON args IS NOT NULL AND entity_id IS NULL AND audit_mentions(args) @> ARRAY[one.word, two.word];

-- name: ErasureAuditRow :batchexec
UPDATE audit_log SET args = @args, before = @before, after = @after WHERE id = @id;
