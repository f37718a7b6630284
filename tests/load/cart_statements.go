package main

import "math/rand/v2"

// cartSQL is the look-up of a cart; $1 is its id, $2 that of its key.
const cartSQL = `SELECT carts.*, settings.*, discounts.id AS discount_id, discounts.type, discounts.value, discounts.active, discounts.valid_until,
	discounts.usage_limit, discounts.usage_count
	FROM carts CROSS JOIN settings LEFT JOIN discounts ON discounts.code = carts.discount_code AND discounts.deleted_at IS NULL
	WHERE carts.id = $1 AND carts.key_id = $2 AND carts.expires_at > now()`

const cartLinesSQL = `SELECT cart_items.product_id, cart_items.line, cart_items.quantity, cart_items.unit_price_oere AS seen_price_oere,
	products.slug, products.name, products.price_oere, products.stock, products.deleted_at IS NOT NULL AS gone,
	coalesce(products.images -> 0 ->> 'url', '') AS first_image
	FROM cart_items JOIN products ON products.id = cart_items.product_id WHERE cart_items.cart_id = $1 ORDER BY cart_items.line;`

// newID makes an id as UUIDv7 does: it ascends with time.
const newID = `(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid`

// takeSQL locks two products, takes a piece of each, and returns both in one row.
const takeSQL = `SELECT id FROM products WHERE slug = ANY (ARRAY[$3, $4]::text[]) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE;
WITH taken AS (
	UPDATE products SET stock = stock - wanted.quantity, updated_at = greatest(now(), updated_at + interval '1 millisecond')
	FROM (SELECT unnest(ARRAY[$3, $4]::text[]) AS slug, unnest(ARRAY[1, 1]::bigint[]) AS quantity) AS wanted
	WHERE products.slug = wanted.slug AND deleted_at IS NULL AND stock >= wanted.quantity
	RETURNING products.id, products.slug, products.name, products.price_oere
) SELECT a.id AS a_id, a.name AS a_name, a.price_oere AS a_price, b.id AS b_id, b.name AS b_name, b.price_oere AS b_price
	FROM taken a, taken b WHERE a.slug = $3 AND b.slug = $4 \gset`

const itemSQL = `INSERT INTO order_items (id, order_id, ordered_at, line, product_id, product_name, unit_price_oere, quantity) VALUES (` + newID + `, :o_id, now()`

// orderSQL orders a cart with two products, the average; $3 and $4 are their slugs in
// order, $5 is the e-mail address of a customer, and one buyer in eight is another. The
// cart may have been ordered before: its order is replaced. The look-up of the cart also
// makes the id of the order, which the service makes by itself.
const orderSQL = `BEGIN;
SELECT c.id, ` + newID + ` AS o_id, CASE WHEN random() < 0.125 THEN 'buyer' || md5(random()::text) || '@example.com' ELSE $5 END AS o_email
	FROM (` + cartSQL + ` FOR UPDATE OF carts) AS c \gset
` + cartLinesSQL + `
` + takeSQL + `
INSERT INTO customers (id, email, email_key, created_at) VALUES (` + newID + `, :o_email, :o_email, now()) ON CONFLICT (email_key) DO NOTHING;
INSERT INTO orders (id, user_id, email, email_key, status, stage, shipping_name, shipping_address, shipping_zip, shipping_city,
	subtotal_oere, shipping_oere, discount_oere, total_oere, vat_oere, is_ai_generated, payment_method, channel, created_at, updated_at)
	VALUES (:o_id, (SELECT id FROM customers WHERE email_key = :o_email), :o_email, :o_email, 'pending_payment', 'none',
	'Freja Nielsen', 'Nørregade 12, 2. tv.', '1165', 'København K',
	:a_price::bigint + :b_price::bigint, 4900, 0, :a_price::bigint + :b_price::bigint + 4900, 5000, false, 'card', 'api', now(), now());
INSERT INTO order_history (id, order_id, at, to_status, actor) VALUES (` + newID + `, :o_id, now(), 'pending_payment', 'apikey-01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10');
` + itemSQL + `, 1, :a_id, :a_name, :a_price, 1);
` + itemSQL + `, 2, :b_id, :b_name, :b_price, 1);
INSERT INTO order_words (word, ordered_at, order_id) SELECT unnest(ARRAY['freja', 'nielsen', split_part(:o_email, '@', 1)]), now(), :o_id;
UPDATE carts SET discount_code = NULL, order_id = :o_id, updated_at = now(), expires_at = now() + interval '30 days' WHERE id = $1;
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, request_id, ip, user_agent, channel)
	VALUES (` + newID + `, now(), 'apikey-01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10', 'orders.create', 'order', :o_id,
	'{"cartId": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10", "paymentMethod": "card"}', NULL,
	'{"id": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10", "status": "pending_payment", "stage": "none", "paidAt": null, "refundedAt": null, "disputedAt": null, "refundedOere": 0, "channel": "api", "subtotalOere": 10000, "discountOere": 0, "shippingOere": 4900, "totalOere": 14900, "discountCode": null, "items": [{"productId": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10", "quantity": 1, "unitPriceOere": 5000}, {"productId": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10", "quantity": 1, "unitPriceOere": 5000}]}',
	'success', gen_random_uuid(), '127.0.0.1', 'fasthttp', 'rest');
COMMIT;`

// read draws a cart for cartSQL.
func (c *carts) read(r *rand.Rand) []string {
	return []string{cartID(r.IntN(openCarts)).String(), c.key.String()}
}

// order draws a cart with two products, and a customer, for orderSQL.
func (c *carts) order(customers []string, r *rand.Rand) []string {
	number := r.IntN(openCarts/3)*3 + 1
	products := c.productsOf(number)
	first, second := products[0].Slug, products[1].Slug
	return []string{cartID(number).String(), c.key.String(), min(first, second), max(first, second), customers[r.IntN(len(customers))]}
}
