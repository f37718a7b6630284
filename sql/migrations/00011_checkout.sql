-- +goose Up
-- What the owner has set: one row.
CREATE TABLE settings (
    only_row                     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    shipping_fee_oere            bigint NOT NULL DEFAULT 4900 CHECK (shipping_fee_oere BETWEEN 0 AND 50000),
    free_shipping_threshold_oere bigint NOT NULL DEFAULT 49900 CHECK (free_shipping_threshold_oere BETWEEN 0 AND 1000000),
    vat_rate_ppm                 integer NOT NULL DEFAULT 250000 CHECK (vat_rate_ppm BETWEEN 0 AND 1000000), -- parts per million: 250000 is 25 %
    store_name                   text NOT NULL DEFAULT 'Storefront',
    tagline                      text,
    announcement                 text,
    support_email                text,
    logo_url                     text,
    locale                       text NOT NULL DEFAULT 'da' CHECK (locale IN ('da', 'en')),
    updated_at                   timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO settings DEFAULT VALUES;

-- The people who ordered, one for each e-mail.
CREATE TABLE customers (
    id         uuid PRIMARY KEY,
    email      text NOT NULL,
    email_key  text COLLATE "C" NOT NULL CONSTRAINT customers_email UNIQUE,
    created_at timestamptz(3) NOT NULL
);
-- The user of existing orders is kept where it belongs to one e-mail alone.
INSERT INTO customers (id, email, email_key, created_at)
SELECT coalesce(users.id, gen_random_uuid()), people.email, people.email_key, people.created_at
FROM (
    SELECT email_key, (array_agg(email ORDER BY created_at DESC, id DESC))[1] AS email, min(created_at) AS created_at,
        CASE WHEN count(DISTINCT user_id) = 1 THEN (array_agg(DISTINCT user_id) FILTER (WHERE user_id IS NOT NULL))[1] END AS user_id
    FROM orders GROUP BY email_key
) AS people
LEFT JOIN (SELECT user_id AS id FROM orders GROUP BY user_id HAVING count(DISTINCT email_key) = 1) AS users ON users.id = people.user_id;
UPDATE orders SET user_id = customers.id FROM customers
WHERE customers.email_key = orders.email_key AND orders.user_id IS DISTINCT FROM customers.id;
ALTER TABLE orders ADD CONSTRAINT orders_customer FOREIGN KEY (user_id) REFERENCES customers (id);

-- The work that the replicas share: when it was done last, and how it ended.
CREATE TABLE jobs (
    name       text PRIMARY KEY,
    next_at    timestamptz(3) NOT NULL,
    started_at timestamptz(3),
    ended_at   timestamptz(3), -- of the last run that ended
    done       bigint,         -- how much it did
    error      text            -- why it failed
);

INSERT INTO schema_compatibility (version, oldest) VALUES (11, 7);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 11;
DROP TABLE jobs;
ALTER TABLE orders DROP CONSTRAINT orders_customer;
DROP TABLE customers;
DROP TABLE settings;
