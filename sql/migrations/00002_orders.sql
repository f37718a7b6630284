-- +goose Up
CREATE TABLE discounts (
    id          uuid PRIMARY KEY,
    -- server/shop/discounts upper-cases the code. What upper() makes of letters beyond ASCII depends on the
    -- cluster, so that the check can only speak of a to z.
    code        text NOT NULL COLLATE "C" CONSTRAINT discounts_code_check CHECK (code !~ '[a-z]' AND char_length(code) BETWEEN 1 AND 64),
    type        text NOT NULL CONSTRAINT discounts_type_check CHECK (type IN ('percent', 'fixed')),
    value       bigint NOT NULL CONSTRAINT discounts_value_check CHECK (value BETWEEN 1 AND 9007199254740991 AND (type <> 'percent' OR value <= 100)),
    valid_until timestamptz(3),
    usage_limit bigint CONSTRAINT discounts_usage_limit_check CHECK (usage_limit BETWEEN 1 AND 9007199254740991),
    usage_count bigint NOT NULL DEFAULT 0 CONSTRAINT discounts_usage_count_check CHECK (usage_count >= 0 AND usage_count <= coalesce(usage_limit, usage_count)),
    active      boolean NOT NULL,
    created_at  timestamptz(3) NOT NULL,
    updated_at  timestamptz(3) NOT NULL,
    deleted_at  timestamptz(3)
);

CREATE UNIQUE INDEX discounts_live_code ON discounts (code) WHERE deleted_at IS NULL;
CREATE INDEX discounts_live_created ON discounts (created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE orders (
    id                               uuid PRIMARY KEY,
    user_id                          uuid,
    email                            text NOT NULL,
    email_key                        text NOT NULL COLLATE "C",
    status                           text NOT NULL COLLATE "C" CONSTRAINT orders_status_check CHECK (status IN (
        'pending_payment', 'pending', 'paid', 'processing', 'shipped', 'delivered', 'completed',
        'cancelled', 'refunded', 'partial_refund', 'flagged_review', 'disputed')),
    -- How far the parcel got: statuses such as partial_refund do not hide it.
    stage                            text NOT NULL DEFAULT 'none' COLLATE "C" CONSTRAINT orders_stage_check
        CHECK (stage IN ('none', 'processing', 'shipped', 'delivered', 'completed')),
    shipping_name                    text NOT NULL,
    shipping_address                 text NOT NULL,
    shipping_zip                     text NOT NULL,
    shipping_city                    text NOT NULL,
    billing_name                     text,
    billing_address                  text,
    billing_zip                      text,
    billing_city                     text,
    billing_country                  text,
    phone_number                     text,
    subtotal_oere                    bigint NOT NULL CONSTRAINT orders_subtotal_oere_check CHECK (subtotal_oere BETWEEN 0 AND 9007199254740991),
    shipping_oere                    bigint NOT NULL CONSTRAINT orders_shipping_oere_check CHECK (shipping_oere BETWEEN 0 AND 9007199254740991),
    discount_oere                    bigint NOT NULL CONSTRAINT orders_discount_oere_check CHECK (discount_oere BETWEEN 0 AND subtotal_oere),
    total_oere                       bigint NOT NULL CONSTRAINT orders_total_oere_check
        CHECK (total_oere = subtotal_oere - discount_oere + shipping_oere AND total_oere <= 9007199254740991),
    vat_oere                         bigint,
    refunded_oere                    bigint NOT NULL DEFAULT 0 CONSTRAINT orders_refunded_oere_check CHECK (refunded_oere BETWEEN 0 AND total_oere),
    invoice_provider                 text,
    invoice_id                       text,
    invoice_pdf_url                  text,
    discount_code                    text,
    is_ai_generated                  boolean NOT NULL DEFAULT false,
    ai_agent_source                  text,
    carrier                          text,
    tracking_number                  text,
    tracking_url                     text,
    est_delivery_from                timestamptz(3),
    est_delivery_to                  timestamptz(3),
    card_processor_payment_intent_id text,
    payment_method                   text,
    paid_at                          timestamptz(3),
    confirmation_email_sent_at       timestamptz(3),
    refunded_at                      timestamptz(3),
    disputed_at                      timestamptz(3),
    currency                         text NOT NULL DEFAULT 'DKK',
    fx_rate                          double precision NOT NULL DEFAULT 1,
    channel                          text NOT NULL,
    acp_session_id                   text,
    created_at                       timestamptz(3) NOT NULL,
    updated_at                       timestamptz(3) NOT NULL
);

CREATE INDEX orders_created ON orders (created_at DESC, id DESC);
CREATE INDEX orders_status_created ON orders (status, created_at DESC, id DESC);
CREATE INDEX orders_email_created ON orders (email_key, created_at DESC, id DESC);

CREATE TABLE order_items (
    id                 uuid PRIMARY KEY,
    order_id           uuid NOT NULL REFERENCES orders (id),
    line               integer NOT NULL,
    product_id         uuid NOT NULL REFERENCES products (id),
    product_name       text NOT NULL,
    unit_price_oere    bigint NOT NULL CONSTRAINT order_items_unit_price_oere_check CHECK (unit_price_oere BETWEEN 0 AND 9007199254740991),
    quantity           bigint NOT NULL CONSTRAINT order_items_quantity_check CHECK (quantity BETWEEN 1 AND 999),
    -- Pieces given back to the stock so far; never more than were taken.
    restocked_quantity bigint NOT NULL DEFAULT 0 CONSTRAINT order_items_restocked_quantity_check CHECK (restocked_quantity BETWEEN 0 AND quantity),
    variant_id         text,
    variant_sku        text,
    variant_attributes json,
    CONSTRAINT order_items_line UNIQUE (order_id, line)
);

CREATE INDEX order_items_product ON order_items (product_id);

-- +goose Down
DROP TABLE order_items, orders, discounts;
