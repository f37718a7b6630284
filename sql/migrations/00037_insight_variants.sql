-- +goose Up
-- What sold of each variant, beside what sold of its product (00025_insight.sql). Orders of before have no variants, so
-- nothing is added up anew. A kind more in insight_things:
--
-- variant    id of a product/id of a variant    pieces    revenue
-- +goose StatementBegin
-- What insight_item adds, which the program before calls, and the same for the variant.
CREATE FUNCTION insight_goods(sign integer, created_at timestamptz, subtotal bigint, discount bigint, product_id uuid, variant_id text,
    unit_price bigint, quantity bigint, refunded_quantity bigint)
RETURNS SETOF insight_open LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT goods.kind, insight_quarter(created_at), goods.name, sign * sold.pieces,
        sign * (sold.price - CASE WHEN discount > 0 THEN round(sold.price * discount / subtotal) ELSE 0 END),
        NULL::timestamptz
    FROM (SELECT quantity - refunded_quantity AS pieces, unit_price::numeric * (quantity - refunded_quantity) AS price) AS sold
    CROSS JOIN LATERAL (VALUES ('product', product_id::text), ('variant', product_id::text || '/' || variant_id)) AS goods (kind, name)
    WHERE sold.pieces > 0 AND goods.name IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION insight_orders_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    before CONSTANT boolean := insight_kept(OLD.paid_at, OLD.total_oere, OLD.refunded_oere);
    after CONSTANT boolean := insight_kept(NEW.paid_at, NEW.total_oere, NEW.refunded_oere);
BEGIN
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM (
        SELECT * FROM insight_order(1, NEW.created_at, NEW.status, NEW.paid_at, NEW.total_oere, NEW.refunded_oere,
            NEW.discount_oere, NEW.shipping_oere, NEW.discount_code, NEW.is_ai_generated, NEW.ai_agent_source)
        UNION ALL
        SELECT * FROM insight_order(-1, OLD.created_at, OLD.status, OLD.paid_at, OLD.total_oere, OLD.refunded_oere,
            OLD.discount_oere, OLD.shipping_oere, OLD.discount_code, OLD.is_ai_generated, OLD.ai_agent_source)
    ) AS a
    GROUP BY a.kind, a.start, a.name
    HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0;

    IF (before OR after) AND (before, OLD.created_at, OLD.subtotal_oere, OLD.discount_oere)
        IS DISTINCT FROM (after, NEW.created_at, NEW.subtotal_oere, NEW.discount_oere) THEN
        INSERT INTO insight_open (kind, start, name, count, amount)
        SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
        FROM (VALUES
            (-1, OLD.created_at, OLD.subtotal_oere, OLD.discount_oere, before),
            (1, NEW.created_at, NEW.subtotal_oere, NEW.discount_oere, after)
        ) AS o (sign, created_at, subtotal, discount, kept)
        JOIN order_items i ON i.order_id = NEW.id
        CROSS JOIN LATERAL insight_goods(o.sign, o.created_at, o.subtotal, o.discount, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
        WHERE o.kept
        GROUP BY a.kind, a.start, a.name
        HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION insight_items_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM rows_after i JOIN orders o ON o.id = i.order_id
        WHERE o.xmin <> pg_current_xact_id()::xid OR insight_kept(o.paid_at, o.total_oere, o.refunded_oere)) THEN
        RETURN NULL;
    END IF;
    PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_after) FOR SHARE;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM rows_after i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    CROSS JOIN LATERAL insight_goods(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    GROUP BY a.kind, a.start, a.name;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION insight_items_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_after UNION SELECT order_id FROM rows_before) FOR SHARE;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM (
        SELECT 1 AS sign, order_id, product_id, variant_id, unit_price_oere, quantity, refunded_quantity FROM rows_after
        UNION ALL
        SELECT -1, order_id, product_id, variant_id, unit_price_oere, quantity, refunded_quantity FROM rows_before
    ) i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    CROSS JOIN LATERAL insight_goods(i.sign, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    GROUP BY a.kind, a.start, a.name
    HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION insight_items_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_before) FOR SHARE;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM rows_before i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    CROSS JOIN LATERAL insight_goods(-1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    GROUP BY a.kind, a.start, a.name;
    RETURN NULL;
END
$$;

CREATE OR REPLACE PROCEDURE insight_rebuild() LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    LOCK TABLE orders, order_items, customers IN SHARE MODE;
    UPDATE insight_folds SET fold = fold + 1, rebuilt = rebuilt + 1;
    DELETE FROM insight_open WHERE kind NOT IN ('key', 'term');
    DELETE FROM insight_things WHERE kind NOT IN ('key', 'term');
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM orders o CROSS JOIN LATERAL insight_order(1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere,
        o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source) a
    GROUP BY a.kind, a.start, a.name;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM orders o JOIN order_items i ON i.order_id = o.id
    CROSS JOIN LATERAL insight_goods(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    WHERE insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    GROUP BY a.kind, a.start, a.name;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT 'shop', insight_quarter(created_at), 'customers', count(*), 0 FROM customers WHERE erased_at IS NULL GROUP BY 2;
    PERFORM insight_fold(NULL);
END
$$;

-- +goose StatementEnd

INSERT INTO schema_compatibility (version, oldest) VALUES (37, 34);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 37;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION insight_orders_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    before CONSTANT boolean := insight_kept(OLD.paid_at, OLD.total_oere, OLD.refunded_oere);
    after CONSTANT boolean := insight_kept(NEW.paid_at, NEW.total_oere, NEW.refunded_oere);
BEGIN
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM (
        SELECT * FROM insight_order(1, NEW.created_at, NEW.status, NEW.paid_at, NEW.total_oere, NEW.refunded_oere,
            NEW.discount_oere, NEW.shipping_oere, NEW.discount_code, NEW.is_ai_generated, NEW.ai_agent_source)
        UNION ALL
        SELECT * FROM insight_order(-1, OLD.created_at, OLD.status, OLD.paid_at, OLD.total_oere, OLD.refunded_oere,
            OLD.discount_oere, OLD.shipping_oere, OLD.discount_code, OLD.is_ai_generated, OLD.ai_agent_source)
    ) AS a
    GROUP BY a.kind, a.start, a.name
    HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0;

    IF (before OR after) AND (before, OLD.created_at, OLD.subtotal_oere, OLD.discount_oere)
        IS DISTINCT FROM (after, NEW.created_at, NEW.subtotal_oere, NEW.discount_oere) THEN
        INSERT INTO insight_open (kind, start, name, count, amount)
        SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
        FROM (VALUES
            (-1, OLD.created_at, OLD.subtotal_oere, OLD.discount_oere, before),
            (1, NEW.created_at, NEW.subtotal_oere, NEW.discount_oere, after)
        ) AS o (sign, created_at, subtotal, discount, kept)
        JOIN order_items i ON i.order_id = NEW.id
        CROSS JOIN LATERAL insight_item(o.sign, o.created_at, o.subtotal, o.discount, i.product_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
        WHERE o.kept
        GROUP BY a.kind, a.start, a.name
        HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION insight_items_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM rows_after i JOIN orders o ON o.id = i.order_id
        WHERE o.xmin <> pg_current_xact_id()::xid OR insight_kept(o.paid_at, o.total_oere, o.refunded_oere)) THEN
        RETURN NULL;
    END IF;
    PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_after) FOR SHARE;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM rows_after i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    CROSS JOIN LATERAL insight_item(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    GROUP BY a.kind, a.start, a.name;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION insight_items_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_after UNION SELECT order_id FROM rows_before) FOR SHARE;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM (
        SELECT 1 AS sign, order_id, product_id, unit_price_oere, quantity, refunded_quantity FROM rows_after
        UNION ALL
        SELECT -1, order_id, product_id, unit_price_oere, quantity, refunded_quantity FROM rows_before
    ) i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    CROSS JOIN LATERAL insight_item(i.sign, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    GROUP BY a.kind, a.start, a.name
    HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION insight_items_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_before) FOR SHARE;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM rows_before i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    CROSS JOIN LATERAL insight_item(-1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    GROUP BY a.kind, a.start, a.name;
    RETURN NULL;
END
$$;

CREATE OR REPLACE PROCEDURE insight_rebuild() LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    LOCK TABLE orders, order_items, customers IN SHARE MODE;
    UPDATE insight_folds SET fold = fold + 1, rebuilt = rebuilt + 1;
    DELETE FROM insight_open WHERE kind NOT IN ('key', 'term');
    DELETE FROM insight_things WHERE kind NOT IN ('key', 'term');
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM orders o CROSS JOIN LATERAL insight_order(1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere,
        o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source) a
    GROUP BY a.kind, a.start, a.name;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM orders o JOIN order_items i ON i.order_id = o.id
    CROSS JOIN LATERAL insight_item(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
    WHERE insight_kept(o.paid_at, o.total_oere, o.refunded_oere)
    GROUP BY a.kind, a.start, a.name;
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT 'shop', insight_quarter(created_at), 'customers', count(*), 0 FROM customers WHERE erased_at IS NULL GROUP BY 2;
    PERFORM insight_fold(NULL);
END
$$;

-- +goose StatementEnd
DROP FUNCTION insight_goods(integer, timestamptz, bigint, bigint, uuid, text, bigint, bigint, bigint);
DELETE FROM insight_open WHERE kind = 'variant';
DELETE FROM insight_things WHERE kind = 'variant';
