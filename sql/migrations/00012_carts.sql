-- +goose Up
CREATE TABLE carts (
    id            uuid PRIMARY KEY,
    key_id        uuid NOT NULL, -- the API key that it belongs to
    email         text,
    discount_code text COLLATE "C",
    order_id      uuid CONSTRAINT carts_order UNIQUE REFERENCES orders (id),
    created_at    timestamptz(3) NOT NULL,
    updated_at    timestamptz(3) NOT NULL,
    expires_at    timestamptz(3) NOT NULL
);
CREATE INDEX carts_expires ON carts (expires_at);
CREATE TABLE cart_items (
    cart_id         uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    product_id      uuid NOT NULL REFERENCES products (id),
    quantity        bigint NOT NULL CHECK (quantity BETWEEN 1 AND 999),
    unit_price_oere bigint NOT NULL, -- when it was put in or changed last
    added_at        timestamptz(3) NOT NULL,
    line            integer NOT NULL, -- the place in the cart
    PRIMARY KEY (cart_id, product_id)
);

-- The orders that wait for their payment, which expire.
CREATE INDEX orders_unpaid ON orders (created_at, id) WHERE status = 'pending_payment';

INSERT INTO schema_compatibility (version, oldest) VALUES (12, 7);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 12;
DROP INDEX orders_unpaid;
DROP TABLE cart_items;
DROP TABLE carts;
