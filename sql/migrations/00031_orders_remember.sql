-- +goose Up
-- Which discount an order used, of those that had its code; null in orders of programs before, and without a code.
ALTER TABLE orders ADD discount_id uuid REFERENCES discounts (id);

-- The programs before leave it null.
INSERT INTO schema_compatibility (version, oldest) VALUES (31, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 31;
ALTER TABLE orders DROP discount_id;
