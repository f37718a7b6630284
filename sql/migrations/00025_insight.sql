-- +goose Up
-- What the shop sold, added up for the operations analytics.* (docs/decisions/0014-insight.md). An order counts at the
-- moment at which it was placed. Triggers add a row to insight_open for what a statement changes of any sum, in its
-- transaction; a job folds those rows into insight_things. An answer adds what is not folded yet.

-- The sums of each thing, by quarter hours of UTC, since the days of every time zone consist of them; those of terms and keys by days.
--
-- kind       name                               count                            amount
-- status     status of orders                   orders                           revenue: money taken and not given back
-- shop       paid                               paid orders                      their shipping
--            discounts                          paid orders                      their discounts
--            refunds                            cancelled, money not given back  refunds
--            customers                          customers who are not erased
-- product    id of a product                    pieces                           revenue
-- code       discount code                      orders                           revenue
-- reduction  discount code                      paid orders                      their discounts
-- source     software agent, '' if not named    orders                           revenue
-- term       words of a search                  searches                         products found
-- key        id of an API key                   calls                            refused calls
--
-- Money is in ore, and numeric: no sum of it can be too large.
CREATE TABLE insight_things (
    kind    text NOT NULL COLLATE "C",
    start   timestamptz(0) NOT NULL,
    name    text NOT NULL COLLATE "C",
    count   bigint NOT NULL,
    amount  numeric NOT NULL,
    last_at timestamptz(3),  -- of the searches
    fold    bigint NOT NULL, -- that wrote the row last
    PRIMARY KEY (kind, start, name)
);
CREATE INDEX insight_things_fold ON insight_things (fold);

-- What is to be added to the things and is not folded yet. Rows are only added and deleted, so no transaction waits for another.
CREATE TABLE insight_open (
    kind    text NOT NULL COLLATE "C",
    start   timestamptz(0) NOT NULL,
    name    text NOT NULL COLLATE "C",
    count   bigint NOT NULL,
    amount  numeric NOT NULL,
    last_at timestamptz(3)
);
-- It is read as a whole, many times for each time it is filled.
ALTER TABLE insight_open SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 100000);

-- How often it was folded, and how often all was added up anew: then the rows that a process has read are worth nothing.
CREATE TABLE insight_folds (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    fold     bigint NOT NULL DEFAULT 1,
    rebuilt  bigint NOT NULL DEFAULT 0
);
INSERT INTO insight_folds DEFAULT VALUES;

-- The beginning of the quarter hour of a moment.
-- +goose StatementBegin
CREATE FUNCTION insight_quarter(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin('15 minutes', at, '2000-01-01 00:00:00+00');

-- Whether the money of an order was taken, and not all of it given back.
CREATE FUNCTION insight_kept(paid_at timestamptz, total bigint, refunded bigint) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN paid_at IS NOT NULL AND (refunded < total OR total = 0);

-- What an order adds to the sums, with sign 1, or takes from them, with sign -1.
CREATE FUNCTION insight_order(sign integer, created_at timestamptz, status text, paid_at timestamptz, total bigint, refunded bigint,
    discount bigint, shipping bigint, discount_code text, is_ai_generated boolean, ai_agent_source text)
RETURNS SETOF insight_open LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT added.kind, insight_quarter(created_at), added.name, added.count, added.amount::numeric, NULL::timestamptz
    FROM (SELECT sign::bigint AS one, CASE WHEN paid_at IS NULL THEN 0 ELSE sign END::bigint AS paid) AS n CROSS JOIN LATERAL
    (VALUES
        ('status', status, n.one, n.paid * (total - refunded)),
        ('shop', 'paid', n.paid, n.paid * shipping),
        ('shop', 'discounts', n.paid, n.paid * discount),
        ('shop', 'refunds', CASE WHEN status = 'cancelled' AND refunded < total THEN n.paid ELSE 0 END, n.one * refunded),
        ('code', discount_code, n.one, n.paid * (total - refunded)),
        ('reduction', discount_code, n.paid, n.paid * discount),
        ('source', CASE WHEN is_ai_generated THEN coalesce(ai_agent_source, '') END, n.one, n.paid * (total - refunded))
    ) AS added (kind, name, count, amount)
    WHERE added.name IS NOT NULL AND (added.count <> 0 OR added.amount <> 0)
$$;

-- What the pieces of an item that were not refunded add: their price less their share of the discount. A refund that
-- names no pieces is of no product, unless it is of the whole order.
CREATE FUNCTION insight_item(sign integer, created_at timestamptz, subtotal bigint, discount bigint, product_id uuid,
    unit_price bigint, quantity bigint, refunded_quantity bigint)
RETURNS SETOF insight_open LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT 'product'::text, insight_quarter(created_at), product_id::text, sign * sold.pieces,
        sign * (sold.price - CASE WHEN discount > 0 THEN round(sold.price * discount / subtotal) ELSE 0 END),
        NULL::timestamptz
    FROM (SELECT quantity - refunded_quantity AS pieces, unit_price::numeric * (quantity - refunded_quantity) AS price) AS sold
    WHERE sold.pieces > 0
$$;

-- Orders that are placed or imported have no items yet. Orders and customers are added up row by row: most statements
-- write one, or none that changes a sum, for which a table of the changed rows would cost more than the sums.
CREATE FUNCTION insight_orders_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, a.count, a.amount
    FROM insight_order(1, NEW.created_at, NEW.status, NEW.paid_at, NEW.total_oere, NEW.refunded_oere,
        NEW.discount_oere, NEW.shipping_oere, NEW.discount_code, NEW.is_ai_generated, NEW.ai_agent_source) a;
    RETURN NULL;
END
$$;

CREATE FUNCTION insight_orders_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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

-- The items of an order are deleted before it.
CREATE FUNCTION insight_orders_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO insight_open (kind, start, name, count, amount)
    SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount)
    FROM rows_before o CROSS JOIN LATERAL insight_order(-1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere,
        o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source) a
    GROUP BY a.kind, a.start, a.name;
    RETURN NULL;
END
$$;

-- A change of items waits for one of their orders, and the other way round: what an item adds depends on both. Most
-- items are inserted in the transaction that places their order: nobody else can change it, and it adds nothing until it is paid.
CREATE FUNCTION insight_items_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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

CREATE FUNCTION insight_items_updated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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

CREATE FUNCTION insight_items_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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

CREATE FUNCTION insight_customers_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO insight_open (kind, start, name, count, amount) VALUES ('shop', insight_quarter(NEW.created_at), 'customers', 1, 0);
    RETURN NULL;
END
$$;

CREATE FUNCTION insight_customers_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO insight_open (kind, start, name, count, amount) VALUES ('shop', insight_quarter(OLD.created_at), 'customers', -1, 0);
    RETURN NULL;
END
$$;

-- An amount as the service adds it up: within what bigint has.
CREATE FUNCTION insight_amount(amount numeric) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN least(greatest(coalesce(amount, 0), -9223372036854775807), 9223372036854775807)::bigint;

-- Folds at most so many rows of insight_open, all of them for null, and returns how many. Two folds wait for each other,
-- so that whoever has seen a fold has seen those before it.
CREATE FUNCTION insight_fold(most bigint) RETURNS bigint LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    this bigint;
    folded bigint;
BEGIN
    UPDATE insight_folds SET fold = fold + 1 RETURNING fold INTO this;
    WITH gone AS (
        DELETE FROM insight_open WHERE ctid = ANY (ARRAY(SELECT ctid FROM insight_open LIMIT most)) RETURNING *
    ), things AS (
        INSERT INTO insight_things AS t
        SELECT kind, start, name, sum(count), sum(amount), max(last_at), this FROM gone GROUP BY kind, start, name ORDER BY kind, start, name
        ON CONFLICT (kind, start, name) DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount,
            last_at = greatest(t.last_at, excluded.last_at), fold = excluded.fold
    )
    SELECT count(*) INTO folded FROM gone;
    RETURN folded;
END
$$;

-- Adds all orders and customers up anew, while none of them changes.
CREATE PROCEDURE insight_rebuild() LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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

CREATE FUNCTION insight_truncated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    CALL insight_rebuild();
    RETURN NULL;
END
$$;

-- +goose StatementEnd

CREATE TRIGGER insight_insert AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION insight_orders_inserted();
CREATE TRIGGER insight_update AFTER UPDATE ON orders FOR EACH ROW WHEN (
    (OLD.created_at, OLD.status, OLD.paid_at, OLD.subtotal_oere, OLD.total_oere, OLD.refunded_oere, OLD.discount_oere, OLD.shipping_oere,
        OLD.discount_code, OLD.is_ai_generated, OLD.ai_agent_source)
    IS DISTINCT FROM
    (NEW.created_at, NEW.status, NEW.paid_at, NEW.subtotal_oere, NEW.total_oere, NEW.refunded_oere, NEW.discount_oere, NEW.shipping_oere,
        NEW.discount_code, NEW.is_ai_generated, NEW.ai_agent_source)
) EXECUTE FUNCTION insight_orders_updated();
CREATE TRIGGER insight_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS rows_before
    FOR EACH STATEMENT EXECUTE FUNCTION insight_orders_deleted();

CREATE TRIGGER insight_insert AFTER INSERT ON order_items REFERENCING NEW TABLE AS rows_after
    FOR EACH STATEMENT EXECUTE FUNCTION insight_items_inserted();
CREATE TRIGGER insight_update AFTER UPDATE ON order_items REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
    FOR EACH STATEMENT EXECUTE FUNCTION insight_items_updated();
CREATE TRIGGER insight_delete AFTER DELETE ON order_items REFERENCING OLD TABLE AS rows_before
    FOR EACH STATEMENT EXECUTE FUNCTION insight_items_deleted();

-- A customer counts until the erasure.
CREATE TRIGGER insight_insert AFTER INSERT ON customers FOR EACH ROW
    WHEN (NEW.erased_at IS NULL) EXECUTE FUNCTION insight_customers_inserted();
CREATE TRIGGER insight_count AFTER UPDATE ON customers FOR EACH ROW
    WHEN (NEW.erased_at IS NULL AND (OLD.erased_at IS NOT NULL OR OLD.created_at <> NEW.created_at)) EXECUTE FUNCTION insight_customers_inserted();
CREATE TRIGGER insight_uncount AFTER UPDATE ON customers FOR EACH ROW
    WHEN (OLD.erased_at IS NULL AND (NEW.erased_at IS NOT NULL OR OLD.created_at <> NEW.created_at)) EXECUTE FUNCTION insight_customers_deleted();
CREATE TRIGGER insight_delete AFTER DELETE ON customers FOR EACH ROW
    WHEN (OLD.erased_at IS NULL) EXECUTE FUNCTION insight_customers_deleted();

CREATE TRIGGER insight_truncate AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION insight_truncated();
CREATE TRIGGER insight_truncate AFTER TRUNCATE ON order_items FOR EACH STATEMENT EXECUTE FUNCTION insight_truncated();
CREATE TRIGGER insight_truncate AFTER TRUNCATE ON customers FOR EACH STATEMENT EXECUTE FUNCTION insight_truncated();

CALL insight_rebuild();
TRUNCATE insight_open; -- all is folded
ANALYZE insight_things;

-- Deleted codes and products that were used and sold: by code, and by category.
CREATE INDEX discounts_deleted_code ON discounts (code, deleted_at DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX products_deleted_category ON products (category_id, id) WHERE deleted_at IS NOT NULL;

-- The programs before do not know the tables; the triggers add up what they do.
INSERT INTO schema_compatibility (version, oldest) VALUES (25, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 25;
DROP INDEX products_deleted_category, discounts_deleted_code;
DROP PROCEDURE insight_rebuild();
DROP FUNCTION insight_fold(bigint);
DROP FUNCTION insight_amount(numeric);
DROP FUNCTION insight_truncated() CASCADE;
DROP FUNCTION insight_customers_inserted() CASCADE;
DROP FUNCTION insight_customers_deleted() CASCADE;
DROP FUNCTION insight_items_inserted() CASCADE;
DROP FUNCTION insight_items_updated() CASCADE;
DROP FUNCTION insight_items_deleted() CASCADE;
DROP FUNCTION insight_orders_inserted() CASCADE;
DROP FUNCTION insight_orders_updated() CASCADE;
DROP FUNCTION insight_orders_deleted() CASCADE;
DROP FUNCTION insight_item(integer, timestamptz, bigint, bigint, uuid, bigint, bigint, bigint);
DROP FUNCTION insight_order(integer, timestamptz, text, timestamptz, bigint, bigint, bigint, bigint, text, boolean, text);
DROP FUNCTION insight_kept(timestamptz, bigint, bigint);
DROP FUNCTION insight_quarter(timestamptz);
DROP TABLE insight_folds, insight_open, insight_things;
