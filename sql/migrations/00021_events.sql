-- +goose Up
-- The addresses that are notified of events (docs/agents.md).
CREATE TABLE webhook_endpoints (
    id               uuid PRIMARY KEY,
    url              text NOT NULL CONSTRAINT webhook_endpoints_url_check CHECK (char_length(url) <= 2000),
    description      text,
    events           text[] NOT NULL COLLATE "C",
    secret           bytea NOT NULL, -- encrypted (server/platform/seal); empty: none, and nothing is sent
    old_secret       bytea,          -- encrypted; signs too until old_secret_until
    old_secret_until timestamptz(3),
    active           boolean NOT NULL DEFAULT true, -- false: its events are not recorded
    disabled_reason  text,
    last_delivery_at timestamptz(3),
    created_at       timestamptz(3) NOT NULL,
    deleted_at       timestamptz(3)
);

-- What happened, if an active endpoint subscribed to it. The triggers below write it in the transaction that makes the
-- change, so that no code has to announce anything. seq is the order of the events of one thing: its row is locked
-- from the change to the COMMIT.
CREATE TABLE outbox (
    seq    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id     uuid NOT NULL DEFAULT gen_random_uuid(),
    type   text NOT NULL COLLATE "C",
    entity uuid NOT NULL, -- the thing to which it happened
    at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(), -- not updated_at of the row, which a statement may set to anything, or leave
    data   json NOT NULL
);
CREATE INDEX outbox_at ON outbox (at);

-- An event and an endpoint. There is no foreign key to the endpoint: the transactions of the shop would all lock its row.
CREATE TABLE outbox_deliveries (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    endpoint_id     uuid NOT NULL,
    seq             bigint NOT NULL REFERENCES outbox (seq) ON DELETE CASCADE,
    entity          uuid NOT NULL, -- of the event
    status          text NOT NULL DEFAULT 'pending' COLLATE "C" CONSTRAINT outbox_deliveries_status_check CHECK (status IN ('pending', 'delivered', 'failed')),
    due_at          timestamptz(3) NOT NULL, -- when a pending one is attempted next
    leased_until    timestamptz(3), -- a process is attempting it, and is gone if this has passed, by the clock of the database
    repeated        boolean NOT NULL DEFAULT false, -- asked for by webhooks.redeliver: attempted once
    attempts        integer NOT NULL DEFAULT 0,
    first_at        timestamptz(3), -- of the first attempt, from which the times of the others are counted
    attempted_at    timestamptz(3),
    response_status integer
);

CREATE INDEX outbox_deliveries_seq ON outbox_deliveries (seq);
CREATE INDEX outbox_deliveries_listed ON outbox_deliveries (endpoint_id, status, seq DESC);
CREATE INDEX outbox_deliveries_due ON outbox_deliveries (endpoint_id, due_at, seq) WHERE status = 'pending';
CREATE INDEX outbox_deliveries_entity ON outbox_deliveries (endpoint_id, entity, seq) WHERE status = 'pending';

-- +goose StatementBegin
-- The functions run with the rights of their owner: a role that writes to a table of the shop needs no rights on
-- these. wanted is the types of events to which active endpoints subscribe; without any, a trigger does nothing else.
CREATE FUNCTION outbox_deliver() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO outbox_deliveries (endpoint_id, seq, entity, due_at)
    SELECT e.id, r.seq, r.entity, least(r.at, now()) FROM rows_after r JOIN webhook_endpoints e ON e.active AND r.type = ANY (e.events)
    ORDER BY r.seq;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_products_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'product.created' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'product.created', id, json_build_object('productId', id, 'slug', slug, 'priceOere', price_oere, 'stock', stock)
        FROM rows_after WHERE deleted_at IS NULL ORDER BY id;
    END IF;
    RETURN NULL;
END
$$;

-- A change of the stock alone is no product.updated: a shop that sells would send one for each sale.
CREATE FUNCTION outbox_products_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
    few CONSTANT integer := 3;
    others CONSTANT text[] := '{stock,updated_at,search}';
BEGIN
    IF wanted && '{product.updated,product.deleted,product.restored,stock.low}' THEN
        INSERT INTO outbox (type, entity, data)
        SELECT happened.type, a.id, CASE happened.type
            WHEN 'stock.low' THEN json_build_object('productId', a.id, 'slug', a.slug, 'stock', a.stock)
            ELSE json_build_object('productId', a.id, 'slug', a.slug, 'priceOere', a.price_oere, 'stock', a.stock) END
        FROM rows_before b JOIN rows_after a USING (id)
        CROSS JOIN LATERAL (VALUES
            (1, 'product.deleted', b.deleted_at IS NULL AND a.deleted_at IS NOT NULL),
            (2, 'product.restored', b.deleted_at IS NOT NULL AND a.deleted_at IS NULL),
            (3, 'product.updated', b.deleted_at IS NULL AND a.deleted_at IS NULL
                AND CASE WHEN 'product.updated' = ANY (wanted) THEN to_jsonb(a) - others <> to_jsonb(b) - others END),
            (4, 'stock.low', a.deleted_at IS NULL AND b.stock > few AND a.stock <= few)
        ) AS happened (place, type, yes)
        WHERE happened.yes AND happened.type = ANY (wanted)
        ORDER BY a.id, happened.place;
    END IF;
    RETURN NULL;
END
$$;

-- No operation deletes the row of a product, a discount or a page: somebody with SQL does.
CREATE FUNCTION outbox_products_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'product.deleted' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'product.deleted', id, json_build_object('productId', id, 'slug', slug, 'priceOere', price_oere, 'stock', stock)
        FROM rows_before WHERE deleted_at IS NULL ORDER BY id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_orders_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'order.created' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data) VALUES ('order.created', NEW.id, json_build_object(
            'orderId', NEW.id, 'status', NEW.status, 'totalOere', NEW.total_oere, 'currency', NEW.currency, 'channel', NEW.channel));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_orders_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF NEW.refunded_oere > OLD.refunded_oere AND 'order.refunded' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data) VALUES ('order.refunded', NEW.id, json_build_object(
            'orderId', NEW.id, 'status', NEW.status, 'amountOere', NEW.refunded_oere - OLD.refunded_oere,
            'refundedOere', NEW.refunded_oere, 'totalOere', NEW.total_oere, 'currency', NEW.currency));
    END IF;
    IF NEW.status <> OLD.status AND 'order.status_changed' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data) VALUES ('order.status_changed', NEW.id, json_build_object(
            'orderId', NEW.id, 'previousStatus', OLD.status, 'status', NEW.status));
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_discounts_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'discount.changed' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'discount.changed', id, json_build_object('discountId', id, 'code', code, 'change', 'created', 'active', active)
        FROM rows_after WHERE deleted_at IS NULL ORDER BY id;
    END IF;
    RETURN NULL;
END
$$;

-- A use of the code is no change of the discount.
CREATE FUNCTION outbox_discounts_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
    others CONSTANT text[] := '{usage_count,updated_at}';
BEGIN
    IF 'discount.changed' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'discount.changed', a.id, json_build_object('discountId', a.id, 'code', a.code, 'change', CASE
            WHEN a.deleted_at IS NOT NULL THEN 'deleted' WHEN b.deleted_at IS NOT NULL THEN 'restored' ELSE 'updated' END, 'active', a.active)
        FROM rows_before b JOIN rows_after a USING (id)
        WHERE to_jsonb(a) - others <> to_jsonb(b) - others ORDER BY a.id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_discounts_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'discount.changed' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'discount.changed', id, json_build_object('discountId', id, 'code', code, 'change', 'deleted', 'active', false)
        FROM rows_before WHERE deleted_at IS NULL ORDER BY id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_pages_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'page.published' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'page.published', id, json_build_object('pageId', id, 'slug', slug)
        FROM rows_after WHERE status = 'published' AND deleted_at IS NULL ORDER BY id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_pages_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF wanted && '{page.published,page.unpublished}' THEN
        INSERT INTO outbox (type, entity, data)
        SELECT happened.type, a.id, json_build_object('pageId', a.id, 'slug', a.slug)
        FROM rows_before b JOIN rows_after a USING (id)
        CROSS JOIN LATERAL (SELECT b.status = 'published' AND b.deleted_at IS NULL AS was, a.status = 'published' AND a.deleted_at IS NULL AS is_now) AS public
        CROSS JOIN LATERAL (SELECT CASE WHEN public.is_now THEN 'page.published' ELSE 'page.unpublished' END AS type) AS happened
        WHERE public.was <> public.is_now AND happened.type = ANY (wanted) ORDER BY a.id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_pages_delete() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'page.unpublished' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'page.unpublished', id, json_build_object('pageId', id, 'slug', slug)
        FROM rows_before WHERE status = 'published' AND deleted_at IS NULL ORDER BY id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_audit_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
BEGIN
    IF 'audit.reverted' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data) VALUES ('audit.reverted', NEW.id, json_build_object(
            'auditLogId', NEW.id, 'revertedAuditLogId', NEW.revert_of, 'entityType', NEW.entity_type, 'entityId', NEW.entity_id));
    END IF;
    RETURN NULL;
END
$$;

-- Creates the triggers of a table whose rows may change many at a time.
CREATE PROCEDURE outbox_follow(followed text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER outbox_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS rows_after
        FOR EACH STATEMENT EXECUTE FUNCTION %I()', followed, 'outbox_' || followed || '_insert');
    EXECUTE format('CREATE TRIGGER outbox_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
        FOR EACH STATEMENT EXECUTE FUNCTION %I()', followed, 'outbox_' || followed || '_update');
    EXECUTE format('CREATE TRIGGER outbox_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS rows_before
        FOR EACH STATEMENT EXECUTE FUNCTION %I()', followed, 'outbox_' || followed || '_delete');
END
$$;
-- +goose StatementEnd

CALL outbox_follow('products');
CALL outbox_follow('discounts');
CALL outbox_follow('pages');

-- Orders are placed and moved one at a time, and most of their changes and of the audit's rows are no events: a
-- condition costs them less than a table of the changed rows.
CREATE TRIGGER outbox_insert AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION outbox_orders_insert();
CREATE TRIGGER outbox_update AFTER UPDATE ON orders FOR EACH ROW
    WHEN (OLD.status <> NEW.status OR OLD.refunded_oere <> NEW.refunded_oere) EXECUTE FUNCTION outbox_orders_update();
CREATE TRIGGER outbox_insert AFTER INSERT ON audit_log FOR EACH ROW
    WHEN (NEW.revert_of IS NOT NULL) EXECUTE FUNCTION outbox_audit_insert();

CREATE TRIGGER outbox_deliver AFTER INSERT ON outbox REFERENCING NEW TABLE AS rows_after
    FOR EACH STATEMENT EXECUTE FUNCTION outbox_deliver();

-- The programs before write to the shop as usual, and deliver nothing.
INSERT INTO schema_compatibility (version, oldest) VALUES (21, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 21;
DROP FUNCTION outbox_products_insert(), outbox_products_update(), outbox_products_delete(), outbox_orders_insert(), outbox_orders_update(),
    outbox_discounts_insert(), outbox_discounts_update(), outbox_discounts_delete(),
    outbox_pages_insert(), outbox_pages_update(), outbox_pages_delete(), outbox_audit_insert() CASCADE;
DROP PROCEDURE outbox_follow(text);
DROP TABLE outbox_deliveries, outbox, webhook_endpoints;
DROP FUNCTION outbox_deliver();
