-- name: CustomerAwait :exec
-- Waits for an erasure of the customer with an e-mail, and makes a later one wait for this transaction.
SELECT pg_advisory_xact_lock_shared(hashtextextended(@email_key::text, 1));

-- name: CustomerMake :exec
-- Makes the customer with an e-mail unless there is one. Waits for another transaction that makes it; the next statement
-- sees the customer.
INSERT INTO customers (id, email, email_key, created_at) VALUES (@id, @email, @email_key, @at) ON CONFLICT (email_key) DO NOTHING;

-- name: CustomerGet :one
SELECT * FROM customer_records WHERE id = @id;

-- name: CustomerByEmail :one
SELECT * FROM customer_records WHERE email_key = @email_key;

-- name: CustomerByPhone :one
-- Of customers who share the number, the one who ordered last; all orders with the number are counted.
SELECT customers.id, orders.shipping_name, orders.shipping_address, orders.shipping_zip, orders.shipping_city,
    (SELECT count(*) FROM orders same WHERE phone_key(same.phone_number) = phone_key(@phone::text) AND same.phone_number IS NOT NULL) AS order_count
FROM orders JOIN customers ON customers.email_key = orders.email_key
WHERE phone_key(orders.phone_number) = phone_key(@phone::text) AND orders.phone_number IS NOT NULL AND customers.erased_at IS NULL
ORDER BY orders.created_at DESC, orders.id DESC LIMIT 1;
