-- +goose Up
-- What orders.list finds orders by, in the order in which it lists them. The words of the names, of the e-mail
-- address before the @ and of the tracking number are in the spelling of text.Key; migration 9 writes those of the
-- orders that exist.
CREATE TABLE order_words (
    word       text NOT NULL COLLATE "C",
    ordered_at timestamptz(3) NOT NULL, -- created_at of the order
    order_id   uuid NOT NULL REFERENCES orders (id),
    PRIMARY KEY (word, ordered_at, order_id)
);

CREATE INDEX order_words_order ON order_words (order_id);

-- An order is found by each tracking number that it ever had, however it was set. Numbers need no folding but that of
-- text.Key: oe as o and aa as a in words of four characters or more.
-- +goose StatementBegin
CREATE FUNCTION order_words_tracking() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO order_words (word, ordered_at, order_id)
    SELECT CASE WHEN length(part) < 4 THEN part ELSE replace(replace(part, 'oe', 'o'), 'aa', 'a') END, NEW.created_at, NEW.id
    FROM (
        SELECT left(regexp_split_to_table(lower(NEW.tracking_number), '[^a-z0-9]+'), 64) AS part
        UNION SELECT left(regexp_replace(lower(NEW.tracking_number), '[^a-z0-9]+', '', 'g'), 64)
    ) AS parts WHERE part <> ''
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER order_words_tracking AFTER INSERT OR UPDATE OF tracking_number ON orders
    FOR EACH ROW WHEN (NEW.tracking_number IS NOT NULL) EXECUTE FUNCTION order_words_tracking();

-- created_at of the order.
ALTER TABLE order_items ADD ordered_at timestamptz(3);
UPDATE order_items SET ordered_at = orders.created_at FROM orders WHERE orders.id = order_items.order_id;
CREATE INDEX order_items_product_ordered ON order_items (product_id, ordered_at, order_id);
DROP INDEX order_items_product;

-- Whether somebody has to deal with the order: paid or processing and not shipped, contested, held for review, or
-- cancelled with money not given back.
ALTER TABLE orders ADD needs_attention boolean NOT NULL GENERATED ALWAYS AS (
    status IN ('paid', 'processing', 'disputed', 'flagged_review')
    OR status = 'cancelled' AND paid_at IS NOT NULL AND refunded_oere < total_oere
) STORED;
CREATE INDEX orders_attention ON orders (status, created_at DESC, id DESC) WHERE needs_attention;

-- The programs before place no orders but those of the demo.
INSERT INTO schema_compatibility (version, oldest) VALUES (8, 7);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 8;
DROP INDEX orders_attention;
ALTER TABLE orders DROP needs_attention;
CREATE INDEX order_items_product ON order_items (product_id);
DROP INDEX order_items_product_ordered;
ALTER TABLE order_items DROP ordered_at;
DROP TRIGGER order_words_tracking ON orders;
DROP FUNCTION order_words_tracking();
DROP TABLE order_words;
