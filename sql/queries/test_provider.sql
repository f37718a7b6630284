-- The queries of server/shop/testbank: the books of the provider test.

-- name: TestPaymentInsert :execrows
-- A repetition of the call that began it changes nothing.
INSERT INTO test_payments (reference, payment_id, key, page, status, amount_oere, automatic, messages, return_url, created_at, expires_at)
VALUES (@reference, @payment_id, @key, @page, @status, @amount_oere, @automatic, @messages, @return_url, @created_at, @expires_at)
ON CONFLICT (key) DO NOTHING;

-- name: TestPaymentByKey :one
SELECT * FROM test_payments WHERE key = @key;

-- name: TestPaymentGet :one
SELECT * FROM test_payments WHERE reference = @reference;

-- name: TestPaymentsTaken :many
-- Those whose money was taken, of a time when they were begun, in the order in which that was.
SELECT * FROM test_payments WHERE status = 'captured' AND created_at <= @until AND (created_at, reference) > (@after_at::timestamptz, @after_reference::text)
ORDER BY created_at, reference LIMIT @max_rows;

-- name: TestPaymentLock :one
SELECT * FROM test_payments WHERE reference = @reference FOR UPDATE;

-- name: TestPaymentByPage :one
SELECT * FROM test_payments WHERE page = @page;

-- name: TestPaymentUpdate :exec
UPDATE test_payments SET status = @status, refunded_oere = @refunded_oere, messages = @messages, dispute = @dispute WHERE reference = @reference;

-- name: TestRefundInsert :exec
INSERT INTO test_refunds (reference, payment, key, refund_id, amount_oere, status) VALUES (@reference, @payment, @key, @refund_id, @amount_oere, @status);

-- name: TestRefunds :many
SELECT * FROM test_refunds WHERE payment = @payment ORDER BY reference;

-- name: TestMessageInsert :exec
INSERT INTO test_messages (payment, message, type, due_at) VALUES (@payment, @message, @type, @due_at);

-- name: TestRefundsSettle :exec
UPDATE test_refunds SET status = 'succeeded' WHERE payment = @payment AND status = 'pending';

-- name: TestMessagesClaim :many
WITH due AS (
    SELECT id FROM test_messages WHERE due_at <= greatest(@now::timestamptz, now()) AND (leased_until IS NULL OR leased_until <= clock_timestamp())
    ORDER BY due_at, id LIMIT @max_rows FOR UPDATE SKIP LOCKED
)
UPDATE test_messages m SET leased_until = clock_timestamp() + make_interval(secs => @lease_seconds), attempts = attempts + 1 FROM due, test_payments p
WHERE m.id = due.id AND p.reference = m.payment RETURNING m.*, p.payment_id;

-- name: TestMessageDelete :exec
DELETE FROM test_messages WHERE id = @id;

-- name: TestMessageAgain :exec
UPDATE test_messages SET due_at = @due_at, leased_until = NULL WHERE id = @id;
