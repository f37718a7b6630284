-- name: CustomerFindOrMake :one
-- The customer with an e-mail. Returns no row while another transaction makes it; the
-- next statement sees it.
WITH made AS (
    INSERT INTO customers (id, email, email_key, created_at) VALUES (@id, @email, @email_key, @at)
    ON CONFLICT (email_key) DO NOTHING RETURNING id
)
SELECT id FROM made UNION ALL SELECT id FROM customers WHERE email_key = @email_key LIMIT 1;
