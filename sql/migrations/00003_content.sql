-- +goose Up
CREATE TABLE pages (
    id               uuid PRIMARY KEY,
    slug             text NOT NULL COLLATE "C" CONSTRAINT pages_slug_check CHECK (slug ~ '^[a-z0-9-]+$' AND length(slug) BETWEEN 2 AND 200),
    title            text NOT NULL,
    title_sort       text NOT NULL COLLATE "C",
    body             text NOT NULL,
    status           text NOT NULL CONSTRAINT pages_status_check CHECK (status IN ('draft', 'published')),
    layout           json, -- a section tree, or null when the page renders from its body
    meta_description text,
    created_at       timestamptz(3) NOT NULL,
    updated_at       timestamptz(3) NOT NULL,
    deleted_at       timestamptz(3)
);

CREATE UNIQUE INDEX pages_live_slug ON pages (slug) WHERE deleted_at IS NULL;

CREATE TABLE services (
    id                uuid PRIMARY KEY,
    slug              text NOT NULL COLLATE "C" CONSTRAINT services_slug_check CHECK (slug ~ '^[a-z0-9-]+$' AND length(slug) BETWEEN 2 AND 200),
    title             text NOT NULL,
    title_sort        text NOT NULL COLLATE "C",
    body              text NOT NULL,
    short_description text,
    price_string      text,
    hero_image        text,
    features          text[] NOT NULL,
    show_in_nav       boolean NOT NULL,
    nav_order         bigint NOT NULL CONSTRAINT services_nav_order_check CHECK (nav_order BETWEEN -9007199254740991 AND 9007199254740991),
    status            text NOT NULL CONSTRAINT services_status_check CHECK (status IN ('draft', 'published')),
    created_at        timestamptz(3) NOT NULL,
    updated_at        timestamptz(3) NOT NULL,
    deleted_at        timestamptz(3)
);

CREATE UNIQUE INDEX services_live_slug ON services (slug) WHERE deleted_at IS NULL;
CREATE INDEX services_live_nav ON services (nav_order, title_sort, id) WHERE deleted_at IS NULL;

-- +goose Down
DROP TABLE services, pages;
