-- +goose Up
-- A telephone number as it is compared: + with the country and the number. One of eight digits is Danish.
-- +goose StatementBegin
CREATE FUNCTION phone_key(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT CASE
        WHEN digits LIKE '+%' THEN '+' || replace(digits, '+', '')
        WHEN digits LIKE '00%' THEN '+' || substr(digits, 3)
        WHEN digits ~ '^(45)?[0-9]{8}$' THEN '+45' || right(digits, 8)
        ELSE nullif(digits, '')
    END
    FROM regexp_replace(phone, '[^0-9+]', '', 'g') AS digits
);
-- +goose StatementEnd
CREATE INDEX orders_phone_created ON orders (phone_key(phone_number), created_at DESC, id DESC) WHERE phone_number IS NOT NULL;

-- A customer who was erased keeps the id, which the orders refer to, and nothing else.
ALTER TABLE customers ADD erased_at timestamptz(3);
CREATE INDEX customers_created ON customers (created_at DESC, id DESC) WHERE erased_at IS NULL;

-- The customers with what their orders say of them. Money counts when it was taken and not given back.
CREATE VIEW customer_records AS
SELECT c.id, c.email, c.email_key, c.created_at, sums.order_count, sums.total_spent_oere, newest.created_at AS last_order_at,
    newest.shipping_name, newest.shipping_address, newest.shipping_zip, newest.shipping_city,
    (SELECT p.phone_number FROM orders p WHERE p.email_key = c.email_key AND p.phone_number IS NOT NULL
        ORDER BY p.created_at DESC, p.id DESC LIMIT 1) AS phone_number
FROM customers c
CROSS JOIN LATERAL (
    SELECT count(*) AS order_count,
        least(coalesce(sum(o.total_oere - o.refunded_oere) FILTER (WHERE o.paid_at IS NOT NULL), 0), 9007199254740991)::bigint AS total_spent_oere
    FROM orders o WHERE o.email_key = c.email_key
) AS sums
CROSS JOIN LATERAL (
    SELECT o.created_at, o.shipping_name, o.shipping_address, o.shipping_zip, o.shipping_city
    FROM orders o WHERE o.email_key = c.email_key ORDER BY o.created_at DESC, o.id DESC LIMIT 1
) AS newest
WHERE c.erased_at IS NULL;

-- The e-mail address of a cart in the spelling of text.Case; null in carts of programs before.
ALTER TABLE carts ADD email_key text COLLATE "C";
CREATE INDEX carts_email ON carts (coalesce(email_key, lower(email))) WHERE email IS NOT NULL;

-- Whom the arguments of a call may be about: its e-mail addresses, telephone numbers and ids, and the consonants of each
-- word of a search, which all spellings of a name have in common (q:nrrgrd for Nørregård). A text in which they cannot be found so is 'truncated' (store.MaxRefusedArgs) or 'escaped' (ASCII as \u002b).
-- +goose StatementBegin
CREATE FUNCTION audit_mentions(args json) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT coalesce(array_agg(DISTINCT mention), '{}')
    FROM (SELECT lower(args::text) AS body) AS whole
    CROSS JOIN LATERAL (
        SELECT btrim(found[1], '.!?''`') FROM regexp_matches(body, '[^\s"\\<>(),:;]+@[^\s"\\<>(),:;]+', 'g') AS found
        UNION ALL
        SELECT found[1] FROM regexp_matches(body, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') AS found
        UNION ALL
        SELECT phone_key(found[1]) FROM regexp_matches(body, '\+?[0-9][0-9 .()/-]{6,}[0-9]', 'g') AS found
        UNION ALL
        SELECT lower(args ->> 'email')
        UNION ALL
        SELECT phone_key(coalesce(args ->> 'phoneNumber', args ->> 'phone'))
        UNION ALL
        SELECT 'q:' || regexp_replace(word, '[^bcdfghjklmnpqrstvwxz0-9]', '', 'g')
        FROM regexp_split_to_table(lower(args ->> 'q'), '[-\s!"#$%&''()*+,./:;<=>?@\[\]^_`{|}~]+') AS word
        UNION ALL
        SELECT 'truncated' WHERE body LIKE '{"truncated":%'
        UNION ALL
        SELECT 'escaped' WHERE body ~ '\\u00[2-7]'
    ) AS mentions (mention)
    WHERE mention IS NOT NULL
);
-- +goose StatementEnd
-- The rows that name nobody by their entity: reads, refused calls, and the carts that were opened, which are deleted after
-- 30 days. Those of orders are not among them.
CREATE INDEX audit_log_mentions ON audit_log USING gin (audit_mentions(args)) WHERE args IS NOT NULL AND (entity_id IS NULL OR tool = 'cart.create');

-- The programs before do not wait for an erasure when they place an order of that customer.
INSERT INTO schema_compatibility (version, oldest) VALUES (17, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 17;
DROP INDEX audit_log_mentions;
DROP FUNCTION audit_mentions(json);
DROP INDEX carts_email;
ALTER TABLE carts DROP email_key;
DROP VIEW customer_records;
DROP INDEX customers_created;
ALTER TABLE customers DROP erased_at;
DROP INDEX orders_phone_created;
DROP FUNCTION phone_key(text);
