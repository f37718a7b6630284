-- +goose Up
-- When what a page shows of a product was changed last, apart from the stock, which each sale changes; null while nothing was
-- changed since this migration, not even the stock: then it is updated_at.
ALTER TABLE products ADD content_updated_at timestamptz(3);

-- +goose StatementBegin
CREATE FUNCTION products_content_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    others CONSTANT text[] := '{stock,updated_at,search,content,content_updated_at}';
BEGIN
    IF TG_OP = 'INSERT' OR to_jsonb(NEW) - others <> to_jsonb(OLD) - others THEN
        NEW.content_updated_at := NEW.updated_at;
    ELSIF NEW.content_updated_at IS NULL THEN
        NEW.content_updated_at := OLD.updated_at;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd

-- A statement that sets none of these, such as that of a sale, costs nothing,
CREATE TRIGGER content_updated BEFORE INSERT OR UPDATE OF slug, name, name_sort, brand, brand_key, description, price_oere, featured, frame_color,
    frame_color_key, lens_color, lens_color_key, category_id, attributes, answer_summary, faq, use_cases, comparison_facts, images, created_at, deleted_at
    ON products FOR EACH ROW EXECUTE FUNCTION products_content_updated();
-- but the first one of a product, which keeps the time from before.
CREATE TRIGGER content_updated_first BEFORE UPDATE ON products FOR EACH ROW WHEN (OLD.content_updated_at IS NULL) EXECUTE FUNCTION products_content_updated();

-- The programs before write products as usual.
INSERT INTO schema_compatibility (version, oldest) VALUES (33, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 33;
DROP FUNCTION products_content_updated() CASCADE;
ALTER TABLE products DROP content_updated_at;
