-- +goose Up
-- Text has the collation "C" everywhere. The columns *_key and *_sort contain the folded text of
-- server/platform/text, so that the order and the matching of Danish letters never depend on the
-- locale of the cluster.

-- +goose StatementBegin
DO $$
BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database must be encoded in UTF8, this one is %', current_setting('server_encoding')
            USING HINT = 'Create it with: CREATE DATABASE storefront ENCODING ''UTF8'' TEMPLATE template0';
    END IF;
    IF NOT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
        RAISE EXCEPTION 'the extension pg_trgm is missing'
            USING HINT = 'Install the contrib package of PostgreSQL, such as postgresql-contrib.';
    END IF;
END
$$;
-- +goose StatementEnd

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE categories (
    id          uuid PRIMARY KEY,
    slug        text NOT NULL COLLATE "C" CONSTRAINT categories_slug_check CHECK (slug ~ '^[a-z0-9-]+$' AND length(slug) BETWEEN 2 AND 200),
    name        text NOT NULL CONSTRAINT categories_name_check CHECK (char_length(name) BETWEEN 2 AND 300),
    name_sort   text NOT NULL COLLATE "C",
    description text,
    search      tsvector NOT NULL, -- the words of the name; not repeated in the products
    created_at  timestamptz(3) NOT NULL,
    updated_at  timestamptz(3) NOT NULL,
    deleted_at  timestamptz(3)
);

CREATE UNIQUE INDEX categories_live_slug ON categories (slug) WHERE deleted_at IS NULL;

-- The columns of a category that are read: all but the search vector.
CREATE VIEW category_records AS
SELECT id, slug, name, name_sort, description, created_at, updated_at, deleted_at FROM categories;

CREATE TABLE products (
    id               uuid PRIMARY KEY,
    slug             text NOT NULL COLLATE "C" CONSTRAINT products_slug_check CHECK (slug ~ '^[a-z0-9-]+$' AND length(slug) <= 200),
    name             text NOT NULL CONSTRAINT products_name_check CHECK (char_length(name) BETWEEN 2 AND 300),
    name_sort        text NOT NULL COLLATE "C",
    brand            text,
    brand_key        text COLLATE "C",
    description      text NOT NULL,
    price_oere       bigint NOT NULL CONSTRAINT products_price_oere_check CHECK (price_oere BETWEEN 1 AND 9007199254740991),
    stock            bigint NOT NULL CONSTRAINT products_stock_check CHECK (stock BETWEEN 0 AND 9007199254740991),
    featured         boolean NOT NULL,
    frame_color      text,
    frame_color_key  text COLLATE "C",
    lens_color       text,
    lens_color_key   text COLLATE "C",
    category_id      uuid NOT NULL REFERENCES categories (id),
    -- json, not jsonb: the text is returned as it was written (6.0 stays 6.0).
    attributes       json NOT NULL,
    answer_summary   text,
    faq              json NOT NULL,
    use_cases        json NOT NULL,
    comparison_facts json NOT NULL,
    images           json NOT NULL, -- [{url, alt, sourceId}]
    -- Weights: A name, B brand, D everything else. C is for the category, whose
    -- words are stored only with it, so that renaming it changes no product.
    search           tsvector NOT NULL,
    created_at       timestamptz(3) NOT NULL,
    updated_at       timestamptz(3) NOT NULL,
    deleted_at       timestamptz(3)
);

CREATE UNIQUE INDEX products_live_slug ON products (slug) WHERE deleted_at IS NULL;
CREATE INDEX products_deleted_slug ON products (slug, deleted_at DESC, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX products_live_name ON products (name_sort, id) WHERE deleted_at IS NULL;
CREATE INDEX products_live_category ON products (category_id, name_sort, id) WHERE deleted_at IS NULL;
CREATE INDEX products_live_brand ON products (brand_key, name_sort, id) WHERE deleted_at IS NULL;
CREATE INDEX products_live_price ON products (price_oere) WHERE deleted_at IS NULL;
CREATE INDEX products_search ON products USING gin (search) WITH (fastupdate = off) WHERE deleted_at IS NULL;

-- The columns of a product that are read: all but the search vector, with its category.
CREATE VIEW product_records AS
SELECT p.id, p.slug, p.name, p.brand, p.description, p.price_oere, p.stock, p.featured, p.frame_color, p.lens_color,
       p.attributes, p.answer_summary, p.faq, p.use_cases, p.comparison_facts, p.images,
       p.created_at, p.updated_at, p.deleted_at,
       p.category_id, c.slug AS category_slug, c.name AS category_name, c.description AS category_description
FROM products p
JOIN categories c ON c.id = p.category_id;

-- Every word under which a product or category was ever indexed: misspelt words are compared
-- with them. Words are never deleted.
CREATE TABLE search_words (
    word text COLLATE "C" PRIMARY KEY
);

CREATE INDEX search_words_similar ON search_words USING gin (word gin_trgm_ops);

-- +goose Down
DROP VIEW product_records, category_records;
DROP TABLE search_words, products, categories;
DROP EXTENSION pg_trgm;
