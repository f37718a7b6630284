-- +goose Up
-- +goose StatementBegin
-- A change of the stock alone is no product.updated: a shop that sells would send one for each sale.
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

-- The edit of a draft is no event: nobody sees it.
CREATE OR REPLACE FUNCTION outbox_pages_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
    others CONSTANT text[] := '{updated_at,title_sort,rendered}';
BEGIN
    IF wanted && '{page.published,page.unpublished,page.updated}' THEN
        INSERT INTO outbox (type, entity, data)
        SELECT happened.type, a.id, json_build_object('pageId', a.id, 'slug', a.slug)
        FROM rows_before b JOIN rows_after a USING (id)
        CROSS JOIN LATERAL (SELECT b.status = 'published' AND b.deleted_at IS NULL AS was, a.status = 'published' AND a.deleted_at IS NULL AS is_now) AS public
        CROSS JOIN LATERAL (VALUES
            ('page.published', is_now AND NOT was),
            ('page.unpublished', was AND NOT is_now),
            ('page.updated', was AND is_now AND to_jsonb(a) - others <> to_jsonb(b) - others)
        ) AS happened (type, yes)
        WHERE happened.yes AND happened.type = ANY (wanted) ORDER BY a.id;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION outbox_services_update() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active);
    others CONSTANT text[] := '{updated_at,title_sort,rendered}';
BEGIN
    IF 'service.updated' = ANY (wanted) THEN
        INSERT INTO outbox (type, entity, data)
        SELECT 'service.updated', a.id, json_build_object('serviceId', a.id, 'slug', a.slug, 'status', a.status)
        FROM rows_before b JOIN rows_after a USING (id)
        WHERE b.deleted_at IS NULL AND a.deleted_at IS NULL AND 'published' IN (b.status, a.status) AND to_jsonb(a) - others <> to_jsonb(b) - others ORDER BY a.id;
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER outbox_update AFTER UPDATE ON services REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
    FOR EACH STATEMENT EXECUTE FUNCTION outbox_services_update();

-- The programs before write to the shop as usual, and deliver these events too.
INSERT INTO schema_compatibility (version, oldest) VALUES (32, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 32;
DROP FUNCTION outbox_services_update() CASCADE;
