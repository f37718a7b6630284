-- A shop in which a migration that reads or writes every row has much to do.
SET session_replication_role = replica; -- fires few triggers
INSERT INTO categories (id, slug, name, name_sort, search, created_at, updated_at)
SELECT gen_random_uuid(), 'category-' || n, 'Category ' || n, 'category ' || n, to_tsvector('simple', 'category ' || n), now(), now()
FROM generate_series(0, 99) n;

INSERT INTO products (id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured, category_id, attributes, faq,
    use_cases, comparison_facts, images, search, created_at, updated_at)
SELECT gen_random_uuid(), 'product-' || n, 'Product ' || n, 'product ' || n, 'Brand ' || n % 50, 'brand ' || n % 50, repeat('Some text. ', 20),
    100 + n, n % 50, n % 20 = 0, c.id, '[]', '[]', '[]', '{}', '[]', ('product:1A word' || n % 500 || ':2A')::tsvector, now(), now()
FROM generate_series(1, 10000) n JOIN categories c ON c.slug = 'category-' || n % 100;
INSERT INTO search_words SELECT 'word' || n FROM generate_series(0, 499) n;

INSERT INTO customers (id, email, email_key, created_at)
SELECT gen_random_uuid(), 'a' || n || '@example.com', 'a' || n || '@example.com', now() - interval '1 year' FROM generate_series(0, 999) n;

INSERT INTO orders (id, user_id, email, email_key, status, shipping_name, shipping_address, shipping_zip, shipping_city, subtotal_oere,
    shipping_oere, discount_oere, total_oere, channel, created_at, updated_at)
SELECT gen_random_uuid(), c.id, c.email, c.email_key, (ARRAY['paid', 'completed', 'completed', 'shipped', 'cancelled'])[1 + n % 5],
    'Freja Holm', 'Nørregade 12', '1165', 'København K', 100, 0, 0, 100, 'web', now() - n * interval '3 minutes', now()
FROM generate_series(1, 50000) n JOIN customers c ON c.email_key = 'a' || n % 1000 || '@example.com';

INSERT INTO order_items (id, order_id, ordered_at, line, product_id, product_name, unit_price_oere, quantity)
SELECT gen_random_uuid(), o.id, o.created_at, line, p.id, p.name, 50, 1
FROM (SELECT id, created_at, row_number() OVER (ORDER BY id) AS n FROM orders) o
    JOIN (SELECT id, name, row_number() OVER (ORDER BY id) - 1 AS n FROM products) p ON p.n = o.n % 10000
    CROSS JOIN generate_series(1, 2) line;
RESET session_replication_role;
ANALYZE;
