-- +goose Up
-- What is sold of a product that comes in several sizes or colours. The sums of a product with variants are kept by the
-- triggers below, so that whoever reads price_oere and stock of a product need not know of variants.
ALTER TABLE products
    ADD options json NOT NULL DEFAULT '[]', -- [{name, values}]
    ADD variants_version bigint NOT NULL DEFAULT 0,
    ADD variant_count integer NOT NULL DEFAULT 0,
    ADD price_max_oere bigint, -- the highest price of an active variant; null without one
    ADD skus text NOT NULL DEFAULT '' COLLATE "C"; -- of the variants, one per line, for the search

CREATE TABLE product_variants (
    id         uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    position   integer NOT NULL,
    sku        text COLLATE "C",
    attributes json NOT NULL, -- {option: value}
    price_oere bigint NOT NULL CONSTRAINT product_variants_price_oere_check CHECK (price_oere BETWEEN 1 AND 9007199254740991),
    stock      bigint NOT NULL CONSTRAINT product_variants_stock_check CHECK (stock BETWEEN 0 AND 9007199254740991),
    image      text,
    active     boolean NOT NULL,
    live       boolean NOT NULL, -- false when it or its product is deleted: then its sku is free
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    deleted_at timestamptz(3), -- taken out of its product
    -- Checked at the end of a statement: two variants may exchange their skus.
    CONSTRAINT product_variants_live_sku EXCLUDE USING btree (sku WITH =) WHERE (live) DEFERRABLE INITIALLY IMMEDIATE
);
CREATE INDEX product_variants_product ON product_variants (product_id, position);

-- +goose StatementBegin
CREATE FUNCTION product_variants_sum() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE products p SET variant_count = s.n, price_oere = coalesce(s.lowest, p.price_oere), price_max_oere = s.highest,
        stock = CASE WHEN s.n = 0 THEN p.stock ELSE s.pieces END, skus = s.skus,
        updated_at = greatest(s.at, p.updated_at + CASE WHEN s.differs THEN interval '1 millisecond' ELSE interval '0' END)
    FROM (
        SELECT o.id, t.at, v.*, (v.n, coalesce(v.lowest, o.price_oere), v.highest, CASE WHEN v.n = 0 THEN o.stock ELSE v.pieces END, v.skus)
            IS DISTINCT FROM (o.variant_count, o.price_oere, o.price_max_oere, o.stock, o.skus) AS differs
        FROM (SELECT product_id, max(updated_at) AS at FROM touched_rows GROUP BY product_id) AS t
        JOIN products o ON o.id = t.product_id
        CROSS JOIN LATERAL (
            SELECT count(*) AS n, min(price_oere) FILTER (WHERE active) AS lowest, max(price_oere) FILTER (WHERE active) AS highest,
                least(coalesce(sum(product_variants.stock) FILTER (WHERE active), 0), 9007199254740991) AS pieces,
                coalesce(string_agg(sku, E'\n' ORDER BY position), '') AS skus
            FROM product_variants WHERE product_id = o.id AND deleted_at IS NULL
        ) AS v
    ) AS s
    WHERE p.id = s.id;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- The digest of what processes keep of a product (00015_product_content.sql), with that of its variants.
CREATE FUNCTION product_digest(content bigint, variant_count integer, price_max_oere bigint, options json, skus text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN variant_count = 0 THEN content
    ELSE content # hashtextextended(options::text || skus, variant_count::bigint << 48 # coalesce(price_max_oere, 0)) END;

-- The variants of a product that are sold, as processes keep them: after a first byte, the id and the stock of each.
CREATE FUNCTION product_pieces(product_id uuid) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT '\x01'::bytea || coalesce(string_agg(uuid_send(v.id) || int8send(v.stock), ''::bytea ORDER BY v.id), '')
    FROM product_variants v WHERE v.product_id = product_pieces.product_id AND v.live AND v.active);

-- +goose StatementBegin
-- A program that does not know of variants would sell what is not there.
CREATE FUNCTION products_are_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'price and stock of the product % are those of its variants', OLD.id USING ERRCODE = 'check_violation';
END
$$;
-- +goose StatementEnd

CREATE TRIGGER sums AFTER INSERT ON product_variants REFERENCING NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION product_variants_sum();
CREATE TRIGGER sums_update AFTER UPDATE ON product_variants REFERENCING NEW TABLE AS touched_rows
    FOR EACH STATEMENT EXECUTE FUNCTION product_variants_sum();
CREATE TRIGGER are_sums BEFORE UPDATE OF price_oere, stock ON products FOR EACH ROW
    WHEN (pg_trigger_depth() = 0 AND OLD.variant_count > 0 AND (OLD.price_oere, OLD.stock) IS DISTINCT FROM (NEW.price_oere, NEW.stock))
    EXECUTE FUNCTION products_are_sums();

-- What is sold of a product is content of its page (00033_content_updated.sql).
CREATE OR REPLACE TRIGGER content_updated BEFORE INSERT OR UPDATE OF slug, name, name_sort, brand, brand_key, description, price_oere, featured, frame_color,
    frame_color_key, lens_color, lens_color_key, category_id, attributes, answer_summary, faq, use_cases, comparison_facts, images, created_at, deleted_at,
    options, variants_version, variant_count, price_max_oere, skus
    ON products FOR EACH ROW EXECUTE FUNCTION products_content_updated();

-- The columns of a product that are read, with its variants.
CREATE OR REPLACE VIEW product_records AS
SELECT p.id, p.slug, p.name, p.brand, p.description, p.price_oere, p.stock, p.featured, p.frame_color, p.lens_color,
       p.attributes, p.answer_summary, p.faq, p.use_cases, p.comparison_facts, p.images,
       p.created_at, p.updated_at, p.deleted_at,
       p.category_id, c.slug AS category_slug, c.name AS category_name, c.description AS category_description,
       p.options, p.variants_version, p.variant_count, p.price_max_oere, p.skus,
       (CASE WHEN p.variant_count = 0 THEN '[]' ELSE (
           SELECT json_agg(json_build_object('variantId', v.id, 'sku', v.sku, 'attributes', v.attributes, 'priceOere', v.price_oere,
               'stock', v.stock, 'image', v.image, 'active', v.active) ORDER BY v.position)
           FROM product_variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL) END)::json AS variants
FROM products p
JOIN categories c ON c.id = p.category_id;

-- The lines of carts that are variants. cart_items has the others: a program of before knows no product twice in a cart.
CREATE TABLE cart_variants (
    cart_id         uuid NOT NULL,
    variant_id      uuid NOT NULL,
    quantity        bigint NOT NULL CHECK (quantity BETWEEN 1 AND 999),
    unit_price_oere bigint NOT NULL, -- when it was put in or changed last
    added_at        timestamptz(3) NOT NULL,
    line            integer NOT NULL, -- the place in the cart
    PRIMARY KEY (cart_id, variant_id)
);
CREATE INDEX cart_variants_variant ON cart_variants (variant_id);

-- +goose StatementBegin
-- The stock of a product with variants is watched by variant. What the sums of a set change in the product is no event of its own:
-- the number of the set follows.
CREATE OR REPLACE FUNCTION outbox_products_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
    few CONSTANT integer := 3;
    others CONSTANT text[] := '{stock,updated_at,search}';
BEGIN
    IF wanted && '{product.updated,product.deleted,product.restored,stock.low,stock.out,stock.back}' THEN
        INSERT INTO outbox (type, entity, data)
        SELECT happened.type, a.id, CASE
            WHEN happened.type LIKE 'stock.%' THEN json_build_object('productId', a.id, 'slug', a.slug, 'stock', a.stock)
            ELSE json_build_object('productId', a.id, 'slug', a.slug, 'priceOere', a.price_oere, 'stock', a.stock) END
        FROM rows_before b JOIN rows_after a USING (id)
        CROSS JOIN LATERAL (SELECT a.deleted_at IS NULL AND a.variant_count = 0 AND b.variant_count = 0) AS plain (one)
        CROSS JOIN LATERAL (VALUES
            (1, 'product.deleted', b.deleted_at IS NULL AND a.deleted_at IS NOT NULL),
            (2, 'product.restored', b.deleted_at IS NOT NULL AND a.deleted_at IS NULL),
            (3, 'product.updated', b.deleted_at IS NULL AND a.deleted_at IS NULL AND pg_trigger_depth() = 1
                AND CASE WHEN 'product.updated' = ANY (wanted) THEN to_jsonb(a) - others <> to_jsonb(b) - others END),
            (4, 'stock.low', plain.one AND b.stock > few AND a.stock <= few),
            (5, 'stock.out', plain.one AND b.stock > 0 AND a.stock = 0),
            (6, 'stock.back', plain.one AND b.stock = 0 AND a.stock > 0)
        ) AS happened (place, type, yes)
        WHERE happened.yes AND happened.type = ANY (wanted)
        ORDER BY a.id, happened.place;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_variants_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
    few CONSTANT integer := 3;
BEGIN
    IF wanted && '{stock.low,stock.out,stock.back}' THEN
        INSERT INTO outbox (type, entity, data)
        SELECT happened.type, p.id, json_build_object('productId', p.id, 'slug', p.slug, 'variantId', a.id, 'sku', a.sku, 'stock', a.stock)
        FROM rows_before b JOIN rows_after a USING (id) JOIN products p ON p.id = a.product_id
        CROSS JOIN LATERAL (VALUES
            (1, 'stock.low', b.stock > few AND a.stock <= few),
            (2, 'stock.out', b.stock > 0 AND a.stock = 0),
            (3, 'stock.back', b.stock = 0 AND a.stock > 0)
        ) AS happened (place, type, yes)
        WHERE a.live AND b.live AND a.active AND happened.yes AND happened.type = ANY (wanted)
        ORDER BY p.id, a.position, happened.place;
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER outbox_update AFTER UPDATE ON product_variants REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
    FOR EACH STATEMENT EXECUTE FUNCTION outbox_variants_update();

-- The program before writes products without variants as usual. It neither sells nor sees variants.
INSERT INTO schema_compatibility (version, oldest) VALUES (36, 34);

ALTER TABLE product_variants ADD CONSTRAINT product_variants_product_fkey FOREIGN KEY (product_id) REFERENCES products (id);
ALTER TABLE cart_variants ADD CONSTRAINT cart_variants_variant_fkey FOREIGN KEY (variant_id) REFERENCES product_variants (id),
    ADD CONSTRAINT cart_variants_cart_fkey FOREIGN KEY (cart_id) REFERENCES carts (id) ON DELETE CASCADE;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 36;
DROP TABLE cart_variants;
DROP VIEW product_records;
DROP TRIGGER are_sums ON products;
DROP FUNCTION product_pieces(uuid);
DROP TABLE product_variants;
DROP FUNCTION product_variants_sum(), products_are_sums(), outbox_variants_update(), product_digest(bigint, integer, bigint, json, text);
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION outbox_products_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
    few CONSTANT integer := 3;
    others CONSTANT text[] := '{stock,updated_at,search}';
BEGIN
    IF wanted && '{product.updated,product.deleted,product.restored,stock.low,stock.out,stock.back}' THEN
        INSERT INTO outbox (type, entity, data)
        SELECT happened.type, a.id, CASE
            WHEN happened.type LIKE 'stock.%' THEN json_build_object('productId', a.id, 'slug', a.slug, 'stock', a.stock)
            ELSE json_build_object('productId', a.id, 'slug', a.slug, 'priceOere', a.price_oere, 'stock', a.stock) END
        FROM rows_before b JOIN rows_after a USING (id)
        CROSS JOIN LATERAL (VALUES
            (1, 'product.deleted', b.deleted_at IS NULL AND a.deleted_at IS NOT NULL),
            (2, 'product.restored', b.deleted_at IS NOT NULL AND a.deleted_at IS NULL),
            (3, 'product.updated', b.deleted_at IS NULL AND a.deleted_at IS NULL
                AND CASE WHEN 'product.updated' = ANY (wanted) THEN to_jsonb(a) - others <> to_jsonb(b) - others END),
            (4, 'stock.low', a.deleted_at IS NULL AND b.stock > few AND a.stock <= few),
            (5, 'stock.out', a.deleted_at IS NULL AND b.stock > 0 AND a.stock = 0),
            (6, 'stock.back', a.deleted_at IS NULL AND b.stock = 0 AND a.stock > 0)
        ) AS happened (place, type, yes)
        WHERE happened.yes AND happened.type = ANY (wanted)
        ORDER BY a.id, happened.place;
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER content_updated BEFORE INSERT OR UPDATE OF slug, name, name_sort, brand, brand_key, description, price_oere, featured, frame_color,
    frame_color_key, lens_color, lens_color_key, category_id, attributes, answer_summary, faq, use_cases, comparison_facts, images, created_at, deleted_at
    ON products FOR EACH ROW EXECUTE FUNCTION products_content_updated();
ALTER TABLE products DROP options, DROP variants_version, DROP variant_count, DROP price_max_oere, DROP skus;
CREATE VIEW product_records AS
SELECT p.id, p.slug, p.name, p.brand, p.description, p.price_oere, p.stock, p.featured, p.frame_color, p.lens_color,
       p.attributes, p.answer_summary, p.faq, p.use_cases, p.comparison_facts, p.images,
       p.created_at, p.updated_at, p.deleted_at,
       p.category_id, c.slug AS category_slug, c.name AS category_name, c.description AS category_description
FROM products p
JOIN categories c ON c.id = p.category_id;
