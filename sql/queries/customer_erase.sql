-- name: ErasureCartsLock :exec
-- Locks the carts with an e-mail.
SELECT id FROM carts WHERE email IS NOT NULL AND coalesce(email_key, lower(email)) = @email_key::text ORDER BY id FOR UPDATE;

-- name: ErasureLock :exec
-- Waits for the orders that are being placed with an e-mail, and makes later ones wait for the erasure.
SELECT pg_advisory_xact_lock(hashtextextended(@email_key::text, 1));

-- name: ErasureCustomerLock :one
SELECT id FROM customers WHERE email_key = @email_key AND erased_at IS NULL FOR UPDATE;

-- name: ErasureOrdersLock :many
-- The orders of a customer, with what the audit may repeat of them, and whether somebody has to deal with them or deliver them.
SELECT id, shipping_name, shipping_address, billing_name, coalesce(phone_key(phone_number), '')::text AS phone_key, tracking_number,
    (needs_attention OR status IN ('shipped', 'partial_refund') AND stage NOT IN ('delivered', 'completed')
        OR EXISTS (SELECT FROM payments p WHERE p.order_id = orders.id AND p.status IN ('created', 'requires_action', 'authorized')))::boolean AS open
FROM orders WHERE email_key = @email_key ORDER BY id FOR UPDATE;

-- name: ErasureOrders :exec
UPDATE orders SET email = @erased_email::text, email_key = @erased_email::text,
    shipping_name = 'erased', shipping_address = 'erased', shipping_zip = 'erased', shipping_city = 'erased',
    billing_name = NULL, billing_address = NULL, billing_zip = NULL, billing_city = NULL, billing_country = NULL, phone_number = NULL,
    carrier = NULL, tracking_number = NULL, tracking_url = NULL, est_delivery_from = NULL, est_delivery_to = NULL,
    invoice_pdf_url = NULL, card_processor_payment_intent_id = NULL, acp_session_id = NULL,
    updated_at = greatest(@at::timestamptz, updated_at + interval '1 millisecond')
WHERE id = ANY(@order_ids::uuid[]) AND (email_key <> @erased_email::text
    OR num_nonnulls(carrier, tracking_number, tracking_url, est_delivery_from, est_delivery_to, invoice_pdf_url,
        card_processor_payment_intent_id, acp_session_id) > 0);

-- name: ErasurePayments :many
-- How was paid, which stays, is what the caller liked to write.
SELECT id, payment_method::text AS payment_method FROM orders WHERE id = ANY(@order_ids::uuid[]) AND payment_method IS NOT NULL;

-- name: ErasurePayment :batchexec
UPDATE orders SET payment_method = @payment_method::text WHERE id = @id;

-- name: ErasurePaymentDetails :many
-- The books keep the payments, with amounts and what the provider calls them. Where the buyer paid, and with what, goes.
UPDATE payments SET url = NULL, return_url = NULL, method = NULL WHERE order_id = ANY(@order_ids::uuid[]) RETURNING id;

-- name: ErasurePaymentMethods :exec
-- Of how an order was paid by a payment its provider stays.
UPDATE orders SET payment_method = p.provider FROM payments p
WHERE p.order_id = orders.id AND orders.id = ANY(@order_ids::uuid[]) AND starts_with(orders.payment_method, p.provider || ':');

-- name: ErasurePaymentReasons :many
UPDATE payment_refunds SET reason = 'erased' WHERE order_id = ANY(@order_ids::uuid[]) RETURNING id;

-- name: ErasureTestPayments :exec
UPDATE test_payments t SET return_url = NULL FROM payments p WHERE p.id = t.payment_id AND p.order_id = ANY(@order_ids::uuid[]) AND t.return_url IS NOT NULL;

-- name: ErasureWordsDelete :exec
DELETE FROM order_words WHERE order_id = ANY(@order_ids::uuid[]);

-- name: ErasureWordsInsert :exec
INSERT INTO order_words (word, ordered_at, order_id)
SELECT word, orders.created_at, orders.id FROM orders CROSS JOIN unnest(@words::text[]) AS word WHERE orders.id = ANY(@order_ids::uuid[]);

-- name: ErasureHistory :exec
-- A note is its text, so that it remains one.
UPDATE order_history SET note = CASE WHEN to_status IS NULL THEN 'erased' END
WHERE order_id = ANY(@order_ids::uuid[]) AND note <> 'erased';

-- name: ErasureRefunds :exec
UPDATE order_refunds SET reason = NULL WHERE order_id = ANY(@order_ids::uuid[]) AND reason IS NOT NULL;

-- name: ErasureItems :exec
-- The attributes of a variant may be the words of the buyer, as an engraving is.
UPDATE order_items SET variant_attributes = NULL WHERE order_id = ANY(@order_ids::uuid[]) AND variant_attributes IS NOT NULL;

-- name: ErasureCarts :many
-- The carts with an e-mail that were opened until a moment, and those that became orders.
UPDATE carts SET email = @erased_email::text, email_key = @erased_email::text
WHERE id = ANY (ARRAY(
    SELECT named.id FROM carts named
    WHERE named.email IS NOT NULL AND coalesce(named.email_key, lower(named.email)) = @email_key::text AND named.created_at <= @until::timestamptz
    UNION SELECT ordered.id FROM carts ordered WHERE ordered.order_id = ANY(@order_ids::uuid[])))
RETURNING id;

-- name: ErasureOpenedCarts :many
-- The carts that were opened with an e-mail until a moment, those too that are deleted.
SELECT DISTINCT entity_id::text FROM audit_log
WHERE args IS NOT NULL AND tool = 'cart.create' AND entity_id IS NOT NULL AND audit_mentions(args) && @mentions::text[] AND at <= @until::timestamptz;

-- name: ErasureTraces :many
-- What the audit alone knows of orders: their carts, which are deleted, and their former tracking numbers.
SELECT DISTINCT trace::text FROM audit_log
CROSS JOIN LATERAL unnest(ARRAY['cart ' || (args ->> 'cartId'), 'parcel ' || (args ->> 'trackingNumber'),
    'parcel ' || (before ->> 'trackingNumber'), 'parcel ' || (after ->> 'trackingNumber')]) AS trace
WHERE entity_type = 'order' AND entity_id = ANY(@order_ids::text[]) AND trace IS NOT NULL;

-- name: ErasureCustomer :exec
UPDATE customers SET email = @erased_email::text, email_key = @erased_email::text, erased_at = @at WHERE id = @id;

-- name: ErasureAnswers :execrows
-- Deletes the answers about the orders and carts of a customer, also those of reverts. Other answers, which may be
-- long, are not read.
DELETE FROM idempotent_answers WHERE CASE
    WHEN operation LIKE 'orders.%' OR operation LIKE 'cart.%' OR operation LIKE 'customer.%'
        THEN answer #>> '{result,id}' = ANY(@entity_ids::text[]) OR answer #>> '{result,cartId}' = ANY(@entity_ids::text[])
    WHEN operation LIKE 'payments.%'
        THEN answer #>> '{result,id}' = ANY(@entity_ids::text[]) OR answer #>> '{result,paymentId}' = ANY(@entity_ids::text[]) OR answer #>> '{result,refundId}' = ANY(@entity_ids::text[])
    WHEN operation = 'audit.revert'
        THEN answer #>> '{result,revertedAuditLogId}' IN (SELECT id::text FROM audit_log WHERE entity_id = ANY(@entity_ids::text[]))
    WHEN operation = 'audit.revert_many'
        THEN EXISTS (SELECT FROM json_array_elements(answer #> '{result,results}') AS reverted
            WHERE reverted ->> 'auditLogId' IN (SELECT id::text FROM audit_log WHERE entity_id = ANY(@entity_ids::text[])))
    ELSE false END;

-- name: ErasureAuditRows :many
-- The rows about orders, carts, approvals and payments, and those of reads and refused calls that may name the customer: by something that is
-- mentioned, or, of some tools, in arguments of which a part is lost.
SELECT id FROM audit_log WHERE entity_type IN ('order', 'cart', 'approval', 'payment', 'payment_refund') AND entity_id = ANY(@entity_ids::text[])
UNION
SELECT id FROM audit_log WHERE args IS NOT NULL AND entity_id IS NULL AND audit_mentions(args) && @mentions::text[]
UNION
SELECT id FROM audit_log WHERE entity_id IS NULL AND args::text LIKE '{"truncated":%' AND tool = ANY(@cut_off_tools::text[])
ORDER BY id;

-- name: ErasureAuditLock :many
-- In the order of the ids, in which all erasures lock rows.
SELECT id, (entity_id IS NOT NULL)::boolean AS about, args, before, after FROM audit_log WHERE id = ANY(@ids::uuid[]) ORDER BY id FOR NO KEY UPDATE;

-- name: ErasureAuditRow :batchexec
UPDATE audit_log SET args = @args, before = @before, after = @after WHERE id = @id;

-- name: ErasureApprovals :many
-- The approvals until a moment that are about a person, or may name one: by patterns in lower case, or by telephone numbers, a regular
-- expression. jsonb has no escaped letters.
SELECT a.id FROM approvals a CROSS JOIN LATERAL (SELECT concat_ws(E'\n\n\n\n', a.args::jsonb, a.preview::jsonb, a.note) AS said) AS whole
WHERE a.at <= @until::timestamptz AND (a.id::text = ANY(@entity_ids::text[]) OR lower(said COLLATE "C") LIKE ANY(@patterns::text[])
    OR @numbers::text <> '' AND regexp_replace(said, '\\[nrt]', ' ', 'g') ~ @numbers::text)
ORDER BY a.id;

-- name: ErasureApprovalsLock :many
-- In the order of the ids. about is the order that would change, or the customer; the names and the number are of whose order that is,
-- or would be.
SELECT a.id, a.operation, a.args, a.preview, a.note, (o.id IS NOT NULL)::boolean AS of_order,
    coalesce(CASE WHEN thing.type = 'order' THEN thing.id ELSE a.args ->> 'customerId' END, '')::text AS about,
    coalesce(o.shipping_name, a.args ->> 'shippingName', '')::text AS shipping_name,
    coalesce(o.billing_name, a.args ->> 'billingName', '')::text AS billing_name,
    coalesce(phone_key(coalesce(o.phone_number, a.args ->> 'phoneNumber')), '')::text AS phone_key
FROM approvals a
CROSS JOIN LATERAL (SELECT a.preview #>> '{changes,0,entityType}' AS type, a.preview #>> '{changes,0,entityId}' AS id) AS thing
LEFT JOIN orders o ON o.id = CASE WHEN thing.type = 'order' THEN thing.id::uuid END
WHERE a.id = ANY(@ids::uuid[]) ORDER BY a.id FOR NO KEY UPDATE OF a;

-- name: ErasureApproval :batchexec
UPDATE approvals SET args = @args, preview = @preview, note = @note WHERE id = @id;

-- name: ErasureKeep :exec
INSERT INTO erasures (customer_id, at, person) VALUES (@customer_id, @at, @person);

-- name: ErasureNext :one
-- The oldest erasure before a moment that no other process completes.
SELECT * FROM erasures WHERE at < @before ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED;

-- name: ErasureDone :exec
DELETE FROM erasures WHERE customer_id = @customer_id;
