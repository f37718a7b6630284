-- name: CustomerMake :exec
-- Makes the customer with an e-mail unless there is one. Waits for another transaction that
-- makes it; the next statement sees it.
INSERT INTO customers (id, email, email_key, created_at) VALUES (@id, @email, @email_key, @at) ON CONFLICT (email_key) DO NOTHING;
