-- +goose Up
-- A digest of what processes keep of a product, without what changes most often: price, stock and whether it is featured.
-- A process that is told of a change reads the rest of the product only if the digest differs. PostgreSQL computes it
-- anew only when one of its columns is written, so an order does not.
ALTER TABLE products ADD content bigint NOT NULL GENERATED ALWAYS AS (
    hashtextextended(name, hashtextextended(name_sort, hashtextextended(slug, hashtextextended(description,
    hashtextextended(coalesce(brand, E'\x01'), hashtextextended(coalesce(brand_key, E'\x01'),
    hashtextextended(coalesce(frame_color, E'\x01'), hashtextextended(coalesce(frame_color_key, E'\x01'),
    hashtextextended(coalesce(lens_color, E'\x01'), hashtextextended(coalesce(lens_color_key, E'\x01'),
    hashtextextended(coalesce(answer_summary, E'\x01'), hashtextextended(coalesce(images -> 0 ->> 'url', E'\x01'),
    hashtextextended(attributes::text, hashtextextended(category_id::text,
    hashtextextended(extract(epoch FROM created_at - timestamptz '2000-01-01 00:00:00+00')::text, 0)))))))))))))))
) STORED;

-- The programs before do not read it.
INSERT INTO schema_compatibility (version, oldest) VALUES (15, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 15;
ALTER TABLE products DROP content;
