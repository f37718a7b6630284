-- Generated from sql/migrations by cmd/generate. Do not edit.

-- Columns
api_keys.id uuid not null
api_keys.name text not null
api_keys.digest bytea not null
api_keys.previous_digest bytea
api_keys.previous_until timestamp(3) with time zone
api_keys.scopes text[] not null
api_keys.quota integer
api_keys.created_at timestamp(3) with time zone not null
api_keys.expires_at timestamp(3) with time zone
api_keys.last_used_at timestamp(3) with time zone
api_keys.revoked_at timestamp(3) with time zone
api_keys.holder text not null default 'program'::text
api_keys.created_by text
api_keys.paused_at timestamp(3) with time zone
api_keys.updated_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp())
api_keys.limits json
approvals.id uuid not null
approvals.at timestamp(3) with time zone not null
approvals.key_id uuid not null
approvals.operation text not null
approvals.digest bytea not null
approvals.args json
approvals.preview json not null
approvals.changes bytea not null
approvals.exceeded json not null
approvals.needs json not null
approvals.status text not null default 'pending'::text
approvals.expires_at timestamp(3) with time zone not null
approvals.decided_at timestamp(3) with time zone
approvals.decided_by text
approvals.note text
audit_kinds.kind bigint not null
audit_kinds.actor text not null
audit_kinds.tool text not null
audit_kinds.entity_type text
audit_kinds.outcome text not null
audit_kinds.moved text
audit_kinds.reverted boolean not null default false
audit_kinds.channel text
audit_kinds.holder text
audit_log.id uuid not null
audit_log.at timestamp(3) with time zone not null
audit_log.actor text not null
audit_log.tool text not null
audit_log.entity_type text
audit_log.entity_id text
audit_log.args json
audit_log.before json
audit_log.after json
audit_log.outcome text not null
audit_log.code text
audit_log.request_id uuid not null
audit_log.ip inet
audit_log.user_agent text
audit_log.channel text not null
audit_log.revert_of uuid
audit_log.kind bigint not null
audit_log.reverted_at timestamp(3) with time zone
audit_log.actor_name text
audit_log.holder text
audit_log.entity_label text
audit_log.session_id uuid
campaigns.id uuid not null
campaigns.discount_id uuid not null
campaigns.announcement text not null
campaigns.starts_at timestamp(3) with time zone not null
campaigns.ends_at timestamp(3) with time zone
campaigns.created_at timestamp(3) with time zone not null
campaigns.updated_at timestamp(3) with time zone not null
campaigns.deleted_at timestamp(3) with time zone
cart_items.cart_id uuid not null
cart_items.product_id uuid not null
cart_items.quantity bigint not null
cart_items.unit_price_oere bigint not null
cart_items.added_at timestamp(3) with time zone not null
cart_items.line integer not null
cart_variants.cart_id uuid not null
cart_variants.variant_id uuid not null
cart_variants.quantity bigint not null
cart_variants.unit_price_oere bigint not null
cart_variants.added_at timestamp(3) with time zone not null
cart_variants.line integer not null
carts.id uuid not null
carts.key_id uuid not null
carts.email text
carts.discount_code text
carts.order_id uuid
carts.created_at timestamp(3) with time zone not null
carts.updated_at timestamp(3) with time zone not null
carts.expires_at timestamp(3) with time zone not null
carts.email_key text
categories.id uuid not null
categories.slug text not null
categories.name text not null
categories.name_sort text not null
categories.description text
categories.search tsvector not null
categories.created_at timestamp(3) with time zone not null
categories.updated_at timestamp(3) with time zone not null
categories.deleted_at timestamp(3) with time zone
changes.xid xid8 not null default pg_current_xact_id()
changes.table_name text not null
changes.ids uuid[]
customers.id uuid not null
customers.email text not null
customers.email_key text not null
customers.created_at timestamp(3) with time zone not null
customers.erased_at timestamp(3) with time zone
discounts.id uuid not null
discounts.code text not null
discounts.type text not null
discounts.value bigint not null
discounts.valid_until timestamp(3) with time zone
discounts.usage_limit bigint
discounts.usage_count bigint not null default 0
discounts.active boolean not null
discounts.created_at timestamp(3) with time zone not null
discounts.updated_at timestamp(3) with time zone not null
discounts.deleted_at timestamp(3) with time zone
erasures.customer_id uuid not null
erasures.at timestamp(3) with time zone not null
erasures.person json not null
features.key text not null
features.enabled boolean not null
features.updated_at timestamp(3) with time zone not null
idempotent_answers.id bytea not null
idempotent_answers.key_id uuid not null
idempotent_answers.operation text not null
idempotent_answers.request bytea not null
idempotent_answers.answer json not null
idempotent_answers.created_at timestamp(3) with time zone not null
image_files.name text not null
image_files.content bytea not null
images.digest text not null
images.format text not null
images.width integer not null
images.height integer not null
images.bytes bigint not null
images.file_name text not null
images.alt text
images.created_at timestamp(3) with time zone not null
images.referred_at timestamp(3) with time zone not null
images.kept boolean not null default true
insight_folds.only_row boolean not null default true
insight_folds.fold bigint not null default 1
insight_folds.rebuilt bigint not null default 0
insight_open.kind text not null
insight_open.start timestamp(0) with time zone not null
insight_open.name text not null
insight_open.count bigint not null
insight_open.amount numeric not null
insight_open.last_at timestamp(3) with time zone
insight_things.kind text not null
insight_things.start timestamp(0) with time zone not null
insight_things.name text not null
insight_things.count bigint not null
insight_things.amount numeric not null
insight_things.last_at timestamp(3) with time zone
insight_things.fold bigint not null
jobs.name text not null
jobs.next_at timestamp(3) with time zone not null
jobs.started_at timestamp(3) with time zone
jobs.ended_at timestamp(3) with time zone
jobs.done bigint
jobs.error text
jobs.leased_until timestamp(3) with time zone
key_calls.key_id uuid not null
key_calls.hour timestamp(0) with time zone not null
key_calls.operation text not null
key_calls.code text not null
key_calls.calls bigint not null
key_calls.last_at timestamp(3) with time zone not null
key_counters.key_id uuid not null
key_counters.day date not null
key_counters.name text not null
key_counters.used bigint not null
key_sessions.id uuid not null
key_sessions.key_id uuid not null
key_sessions.opened_with bytea
key_sessions.cookie bytea not null
key_sessions.created_at timestamp(3) with time zone not null
key_sessions.expires_at timestamp(3) with time zone not null
key_stops.id uuid not null
key_stops.holder text not null
key_stops.at timestamp(3) with time zone not null
order_history.id uuid not null
order_history.order_id uuid not null
order_history.at timestamp(3) with time zone not null
order_history.from_status text
order_history.to_status text
order_history.actor text not null
order_history.note text
order_items.id uuid not null
order_items.order_id uuid not null
order_items.line integer not null
order_items.product_id uuid not null
order_items.product_name text not null
order_items.unit_price_oere bigint not null
order_items.quantity bigint not null
order_items.restocked_quantity bigint not null default 0
order_items.variant_id text
order_items.variant_sku text
order_items.variant_attributes json
order_items.ordered_at timestamp(3) with time zone
order_items.refunded_quantity bigint not null default 0
order_refunds.id uuid not null
order_refunds.order_id uuid not null
order_refunds.at timestamp(3) with time zone not null
order_refunds.amount_oere bigint not null
order_refunds.reason text
order_refunds.actor text not null
order_refunds.items json
order_refunds.restocked bigint not null
order_words.word text not null
order_words.ordered_at timestamp(3) with time zone not null
order_words.order_id uuid not null
orders.id uuid not null
orders.user_id uuid
orders.email text not null
orders.email_key text not null
orders.status text not null
orders.stage text not null default 'none'::text
orders.shipping_name text not null
orders.shipping_address text not null
orders.shipping_zip text not null
orders.shipping_city text not null
orders.billing_name text
orders.billing_address text
orders.billing_zip text
orders.billing_city text
orders.billing_country text
orders.phone_number text
orders.subtotal_oere bigint not null
orders.shipping_oere bigint not null
orders.discount_oere bigint not null
orders.total_oere bigint not null
orders.vat_oere bigint
orders.refunded_oere bigint not null default 0
orders.invoice_provider text
orders.invoice_id text
orders.invoice_pdf_url text
orders.discount_code text
orders.is_ai_generated boolean not null default false
orders.ai_agent_source text
orders.carrier text
orders.tracking_number text
orders.tracking_url text
orders.est_delivery_from timestamp(3) with time zone
orders.est_delivery_to timestamp(3) with time zone
orders.card_processor_payment_intent_id text
orders.payment_method text
orders.paid_at timestamp(3) with time zone
orders.confirmation_email_sent_at timestamp(3) with time zone
orders.refunded_at timestamp(3) with time zone
orders.disputed_at timestamp(3) with time zone
orders.currency text not null default 'DKK'::text
orders.fx_rate double precision not null default 1
orders.channel text not null
orders.acp_session_id text
orders.created_at timestamp(3) with time zone not null
orders.updated_at timestamp(3) with time zone not null
orders.needs_attention boolean not null default ((status = ANY (ARRAY['paid'::text, 'processing'::text, 'disputed'::text, 'flagged_review'::text])) OR ((status = 'cancelled'::text) AND (paid_at IS NOT NULL) AND (refunded_oere < total_oere)))
orders.discount_id uuid
orders.vat_rate_ppm integer
outbox.seq bigint not null
outbox.id uuid not null default gen_random_uuid()
outbox.type text not null
outbox.entity uuid not null
outbox.at timestamp(3) with time zone not null default clock_timestamp()
outbox.data json not null
outbox_deliveries.id uuid not null default gen_random_uuid()
outbox_deliveries.endpoint_id uuid not null
outbox_deliveries.seq bigint not null
outbox_deliveries.entity uuid not null
outbox_deliveries.status text not null default 'pending'::text
outbox_deliveries.due_at timestamp(3) with time zone not null
outbox_deliveries.leased_until timestamp(3) with time zone
outbox_deliveries.repeated boolean not null default false
outbox_deliveries.attempts integer not null default 0
outbox_deliveries.first_at timestamp(3) with time zone
outbox_deliveries.attempted_at timestamp(3) with time zone
outbox_deliveries.response_status integer
page_drafts.digest bytea not null
page_drafts.key_id uuid not null
page_drafts.slug text not null
page_drafts.title text not null
page_drafts.body text not null
page_drafts.layout json
page_drafts.created_at timestamp(3) with time zone not null
page_drafts.expires_at timestamp(3) with time zone not null
pages.id uuid not null
pages.slug text not null
pages.title text not null
pages.title_sort text not null
pages.body text not null
pages.status text not null
pages.layout json
pages.meta_description text
pages.created_at timestamp(3) with time zone not null
pages.updated_at timestamp(3) with time zone not null
pages.deleted_at timestamp(3) with time zone
pages.rendered json
payment_effects.id bigint not null
payment_effects.key uuid not null default gen_random_uuid()
payment_effects.payment_id uuid not null
payment_effects.refund_id uuid
payment_effects.kind text not null
payment_effects.token bytea
payment_effects.status text not null default 'pending'::text
payment_effects.attempts integer not null default 0
payment_effects.due_at timestamp(3) with time zone not null default now()
payment_effects.leased_until timestamp(3) with time zone
payment_effects.error text
payment_messages.provider text not null
payment_messages.id text not null
payment_messages.payment_id uuid not null
payment_messages.type text not null
payment_messages.at timestamp(3) with time zone not null
payment_refunds.id uuid not null
payment_refunds.payment_id uuid not null
payment_refunds.order_id uuid not null
payment_refunds.at timestamp(3) with time zone not null
payment_refunds.amount_oere bigint not null
payment_refunds.items json
payment_refunds.restock boolean not null default false
payment_refunds.reason text not null
payment_refunds.actor text not null
payment_refunds.status text not null
payment_refunds.reference text
payment_refunds.ended_at timestamp(3) with time zone
payment_refunds.failure text
payment_refunds.dispute boolean not null default false
payment_refunds.came_back boolean not null default false
payments.id uuid not null
payments.order_id uuid not null
payments.provider text not null
payments.livemode boolean not null default false
payments.rehearsal boolean not null default false
payments.status text not null
payments.amount_oere bigint not null
payments.captured_oere bigint not null default 0
payments.refunded_oere bigint not null default 0
payments.fee_oere bigint
payments.capture_on text not null
payments.reference text
payments.method text
payments.url text
payments.return_url text
payments.failure text
payments.surplus boolean not null default false
payments.released boolean not null default false
payments.dispute text
payments.disputed_status text
payments.created_at timestamp(3) with time zone not null
payments.updated_at timestamp(3) with time zone not null
payments.expires_at timestamp(3) with time zone
payments.authorized_until timestamp(3) with time zone
payments.looked_at timestamp(3) with time zone not null
product_variants.id uuid not null
product_variants.product_id uuid not null
product_variants.position integer not null
product_variants.sku text
product_variants.attributes json not null
product_variants.price_oere bigint not null
product_variants.stock bigint not null
product_variants.image text
product_variants.active boolean not null
product_variants.live boolean not null
product_variants.created_at timestamp(3) with time zone not null
product_variants.updated_at timestamp(3) with time zone not null
product_variants.deleted_at timestamp(3) with time zone
products.id uuid not null
products.slug text not null
products.name text not null
products.name_sort text not null
products.brand text
products.brand_key text
products.description text not null
products.price_oere bigint not null
products.stock bigint not null
products.featured boolean not null
products.frame_color text
products.frame_color_key text
products.lens_color text
products.lens_color_key text
products.category_id uuid not null
products.attributes json not null
products.answer_summary text
products.faq json not null
products.use_cases json not null
products.comparison_facts json not null
products.images json not null
products.search tsvector not null
products.created_at timestamp(3) with time zone not null
products.updated_at timestamp(3) with time zone not null
products.deleted_at timestamp(3) with time zone
products.content bigint not null default hashtextextended(name, hashtextextended(name_sort, hashtextextended(slug, hashtextextended(description, hashtextextended(COALESCE(brand, ''::text), hashtextextended(COALESCE(brand_key, ''::text), hashtextextended(COALESCE(frame_color, ''::text), hashtextextended(COALESCE(frame_color_key, ''::text), hashtextextended(COALESCE(lens_color, ''::text), hashtextextended(COALESCE(lens_color_key, ''::text), hashtextextended(COALESCE(answer_summary, ''::text), hashtextextended(COALESCE(((images -> 0) ->> 'url'::text), ''::text), hashtextextended((attributes)::text, hashtextextended((category_id)::text, hashtextextended((EXTRACT(epoch FROM (created_at - '2000-01-01 00:00:00+00'::timestamp with time zone)))::text, (0)::bigint)))))))))))))))
products.content_updated_at timestamp(3) with time zone
products.options json not null default '[]'::json
products.variants_version bigint not null default 0
products.variant_count integer not null default 0
products.price_max_oere bigint
products.skus text not null default ''::text
redirects.id uuid not null
redirects.from_path text not null
redirects.to_path text not null
redirects.status integer not null
redirects.created_at timestamp(3) with time zone not null
redirects.updated_at timestamp(3) with time zone not null
redirects.deleted_at timestamp(3) with time zone
schema_compatibility.version bigint not null
schema_compatibility.oldest bigint not null
search_settings.only_row boolean not null default true
search_settings.synonyms jsonb not null
search_settings.updated_at timestamp(3) with time zone not null default now()
search_words.word text not null
services.id uuid not null
services.slug text not null
services.title text not null
services.title_sort text not null
services.body text not null
services.short_description text
services.price_string text
services.hero_image text
services.features text[] not null
services.show_in_nav boolean not null
services.nav_order bigint not null
services.status text not null
services.created_at timestamp(3) with time zone not null
services.updated_at timestamp(3) with time zone not null
services.deleted_at timestamp(3) with time zone
services.rendered json
session_tokens.digest bytea not null
session_tokens.session_id uuid not null
session_tokens.expires_at timestamp(3) with time zone not null
settings.only_row boolean not null default true
settings.shipping_fee_oere bigint not null default 4900
settings.free_shipping_threshold_oere bigint not null default 49900
settings.vat_rate_ppm integer not null default 250000
settings.store_name text not null default 'Storefront'::text
settings.tagline text
settings.announcement text
settings.support_email text
settings.logo_url text
settings.locale text not null default 'da'::text
settings.updated_at timestamp(3) with time zone not null default now()
settings.capture_on text not null default 'payment'::text
settings.refund_late_payments boolean not null default true
sign_in_codes.digest bytea not null
sign_in_codes.name text not null
sign_in_codes.created_by text not null
sign_in_codes.expires_at timestamp(3) with time zone not null
sign_in_codes.used_at timestamp(3) with time zone
test_messages.id bigint not null
test_messages.payment text not null
test_messages.message text not null
test_messages.type text not null
test_messages.due_at timestamp(3) with time zone not null
test_messages.leased_until timestamp(3) with time zone
test_messages.attempts integer not null default 0
test_payments.reference text not null
test_payments.payment_id uuid not null
test_payments.key text not null
test_payments.page text not null
test_payments.status text not null
test_payments.amount_oere bigint not null
test_payments.refunded_oere bigint not null default 0
test_payments.automatic boolean not null
test_payments.messages text not null
test_payments.return_url text
test_payments.dispute text
test_payments.created_at timestamp(3) with time zone not null
test_payments.expires_at timestamp(3) with time zone
test_refunds.reference text not null
test_refunds.payment text not null
test_refunds.key text not null
test_refunds.refund_id uuid
test_refunds.amount_oere bigint not null
test_refunds.status text not null
webhook_attempts.delivery_id uuid not null
webhook_attempts.number integer not null
webhook_attempts.at timestamp(3) with time zone not null
webhook_attempts.duration_ms integer not null
webhook_attempts.status integer
webhook_attempts.response_body text
webhook_attempts.error text
webhook_endpoints.id uuid not null
webhook_endpoints.url text not null
webhook_endpoints.description text
webhook_endpoints.events text[] not null
webhook_endpoints.secret bytea not null
webhook_endpoints.old_secret bytea
webhook_endpoints.old_secret_until timestamp(3) with time zone
webhook_endpoints.active boolean not null default true
webhook_endpoints.disabled_reason text
webhook_endpoints.last_delivery_at timestamp(3) with time zone
webhook_endpoints.created_at timestamp(3) with time zone not null
webhook_endpoints.deleted_at timestamp(3) with time zone

-- Views
category_records.id uuid
category_records.slug text
category_records.name text
category_records.name_sort text
category_records.description text
category_records.created_at timestamp(3) with time zone
category_records.updated_at timestamp(3) with time zone
category_records.deleted_at timestamp(3) with time zone
customer_records.id uuid
customer_records.email text
customer_records.email_key text
customer_records.created_at timestamp(3) with time zone
customer_records.order_count bigint
customer_records.total_spent_oere bigint
customer_records.last_order_at timestamp(3) with time zone
customer_records.shipping_name text
customer_records.shipping_address text
customer_records.shipping_zip text
customer_records.shipping_city text
customer_records.phone_number text
order_rehearsals.order_id uuid
product_records.id uuid
product_records.slug text
product_records.name text
product_records.brand text
product_records.description text
product_records.price_oere bigint
product_records.stock bigint
product_records.featured boolean
product_records.frame_color text
product_records.lens_color text
product_records.attributes json
product_records.answer_summary text
product_records.faq json
product_records.use_cases json
product_records.comparison_facts json
product_records.images json
product_records.created_at timestamp(3) with time zone
product_records.updated_at timestamp(3) with time zone
product_records.deleted_at timestamp(3) with time zone
product_records.category_id uuid
product_records.category_slug text
product_records.category_name text
product_records.category_description text
product_records.options json
product_records.variants_version bigint
product_records.variant_count integer
product_records.price_max_oere bigint
product_records.skus text
product_records.variants json

-- Constraints
api_keys.api_keys_digest_check CHECK ((octet_length(digest) = 32))
api_keys.api_keys_holder_check CHECK ((holder = ANY (ARRAY['person'::text, 'agent'::text, 'program'::text])))
api_keys.api_keys_pkey PRIMARY KEY (id)
api_keys.api_keys_quota_check CHECK ((quota > 0))
approvals.approvals_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
approvals.approvals_pkey PRIMARY KEY (id)
approvals.approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'used'::text, 'rejected'::text, 'stale'::text, 'expired'::text])))
audit_kinds.audit_kinds_pkey PRIMARY KEY (kind)
audit_log.audit_log_channel_check CHECK ((channel = ANY (ARRAY['rest'::text, 'mcp'::text, 'cli'::text, 'system'::text])))
audit_log.audit_log_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text, 'denied'::text])))
audit_log.audit_log_pkey PRIMARY KEY (id)
campaigns.campaigns_announcement_check CHECK (((char_length(announcement) >= 5) AND (char_length(announcement) <= 200)))
campaigns.campaigns_discount UNIQUE (discount_id)
campaigns.campaigns_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id)
campaigns.campaigns_pkey PRIMARY KEY (id)
cart_items.cart_items_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE
cart_items.cart_items_pkey PRIMARY KEY (cart_id, product_id)
cart_items.cart_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
cart_items.cart_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999)))
cart_variants.cart_variants_cart_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE
cart_variants.cart_variants_pkey PRIMARY KEY (cart_id, variant_id)
cart_variants.cart_variants_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999)))
cart_variants.cart_variants_variant_fkey FOREIGN KEY (variant_id) REFERENCES product_variants(id)
carts.carts_order UNIQUE (order_id)
carts.carts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
carts.carts_pkey PRIMARY KEY (id)
categories.categories_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 300)))
categories.categories_pkey PRIMARY KEY (id)
categories.categories_slug_check CHECK (((slug ~ '^[a-z0-9-]+$'::text) AND ((length(slug) >= 2) AND (length(slug) <= 200))))
customers.customers_email UNIQUE (email_key)
customers.customers_pkey PRIMARY KEY (id)
discounts.discounts_code_check CHECK (((code !~ '[a-z]'::text) AND ((char_length(code) >= 1) AND (char_length(code) <= 64))))
discounts.discounts_pkey PRIMARY KEY (id)
discounts.discounts_type_check CHECK ((type = ANY (ARRAY['percent'::text, 'fixed'::text])))
discounts.discounts_usage_count_check CHECK (((usage_count >= 0) AND (usage_count <= COALESCE(usage_limit, usage_count))))
discounts.discounts_usage_limit_check CHECK (((usage_limit >= 1) AND (usage_limit <= '9007199254740991'::bigint)))
discounts.discounts_value_check CHECK ((((value >= 1) AND (value <= '9007199254740991'::bigint)) AND ((type <> 'percent'::text) OR (value <= 100))))
erasures.erasures_pkey PRIMARY KEY (customer_id)
features.features_pkey PRIMARY KEY (key)
idempotent_answers.idempotent_answers_id_check CHECK ((octet_length(id) = 32))
idempotent_answers.idempotent_answers_pkey PRIMARY KEY (id)
idempotent_answers.idempotent_answers_request_check CHECK ((octet_length(request) = 32))
image_files.image_files_pkey PRIMARY KEY (name)
images.images_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
images.images_format_check CHECK ((format = ANY (ARRAY['jpg'::text, 'png'::text])))
images.images_pkey PRIMARY KEY (digest)
insight_folds.insight_folds_only_row_check CHECK (only_row)
insight_folds.insight_folds_pkey PRIMARY KEY (only_row)
insight_things.insight_things_pkey PRIMARY KEY (kind, start, name)
jobs.jobs_pkey PRIMARY KEY (name)
key_calls.key_calls_pkey PRIMARY KEY (key_id, hour, operation, code)
key_counters.key_counters_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
key_counters.key_counters_pkey PRIMARY KEY (key_id, day, name)
key_counters.key_counters_used_check CHECK ((used >= 0))
key_sessions.key_sessions_cookie_key UNIQUE (cookie)
key_sessions.key_sessions_key_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
key_sessions.key_sessions_pkey PRIMARY KEY (id)
key_stops.key_stops_holder_check CHECK ((holder = ANY (ARRAY['agent'::text, 'program'::text])))
key_stops.key_stops_holder_key UNIQUE (holder)
key_stops.key_stops_pkey PRIMARY KEY (id)
order_history.order_history_actor_check CHECK ((actor <> ''::text))
order_history.order_history_note_check CHECK (((to_status IS NOT NULL) OR ((from_status IS NULL) AND (note IS NOT NULL))))
order_history.order_history_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
order_history.order_history_pkey PRIMARY KEY (id)
order_items.order_items_line UNIQUE (order_id, line)
order_items.order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
order_items.order_items_pkey PRIMARY KEY (id)
order_items.order_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
order_items.order_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 999)))
order_items.order_items_refunded_quantity_check CHECK (((refunded_quantity >= 0) AND (refunded_quantity <= quantity)))
order_items.order_items_restocked_quantity_check CHECK (((restocked_quantity >= 0) AND (restocked_quantity <= quantity)))
order_items.order_items_unit_price_oere_check CHECK (((unit_price_oere >= 0) AND (unit_price_oere <= '9007199254740991'::bigint)))
order_refunds.order_refunds_amount_oere_check CHECK (((amount_oere >= 0) AND (amount_oere <= '9007199254740991'::bigint)))
order_refunds.order_refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
order_refunds.order_refunds_pkey PRIMARY KEY (id)
order_words.order_words_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
order_words.order_words_pkey PRIMARY KEY (word, ordered_at, order_id)
orders.orders_customer FOREIGN KEY (user_id) REFERENCES customers(id)
orders.orders_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id)
orders.orders_discount_oere_check CHECK (((discount_oere >= 0) AND (discount_oere <= subtotal_oere)))
orders.orders_pkey PRIMARY KEY (id)
orders.orders_refunded_oere_check CHECK (((refunded_oere >= 0) AND (refunded_oere <= total_oere)))
orders.orders_shipping_oere_check CHECK (((shipping_oere >= 0) AND (shipping_oere <= '9007199254740991'::bigint)))
orders.orders_stage_check CHECK ((stage = ANY (ARRAY['none'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'completed'::text])))
orders.orders_status_check CHECK ((status = ANY (ARRAY['pending_payment'::text, 'pending'::text, 'paid'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'completed'::text, 'cancelled'::text, 'refunded'::text, 'partial_refund'::text, 'flagged_review'::text, 'disputed'::text])))
orders.orders_subtotal_oere_check CHECK (((subtotal_oere >= 0) AND (subtotal_oere <= '9007199254740991'::bigint)))
orders.orders_total_oere_check CHECK (((total_oere = ((subtotal_oere - discount_oere) + shipping_oere)) AND (total_oere <= '9007199254740991'::bigint)))
outbox.outbox_pkey PRIMARY KEY (seq)
outbox_deliveries.outbox_deliveries_pkey PRIMARY KEY (id)
outbox_deliveries.outbox_deliveries_seq_fkey FOREIGN KEY (seq) REFERENCES outbox(seq) ON DELETE CASCADE
outbox_deliveries.outbox_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
page_drafts.page_drafts_pkey PRIMARY KEY (digest)
pages.pages_pkey PRIMARY KEY (id)
pages.pages_slug_check CHECK (((slug ~ '^[a-z0-9-]+$'::text) AND ((length(slug) >= 2) AND (length(slug) <= 200))))
pages.pages_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
payment_effects.payment_effects_kind_check CHECK ((kind = ANY (ARRAY['begin'::text, 'capture'::text, 'cancel'::text, 'refund'::text])))
payment_effects.payment_effects_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
payment_effects.payment_effects_pkey PRIMARY KEY (id)
payment_effects.payment_effects_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES payment_refunds(id)
payment_effects.payment_effects_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'refused'::text])))
payment_messages.payment_messages_pkey PRIMARY KEY (provider, id)
payment_refunds.payment_refunds_amount_check CHECK ((amount_oere > 0))
payment_refunds.payment_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
payment_refunds.payment_refunds_pkey PRIMARY KEY (id)
payment_refunds.payment_refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
payments.payments_dispute_check CHECK ((dispute = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
payments.payments_money_check CHECK (((amount_oere >= 0) AND ((captured_oere >= 0) AND (captured_oere <= amount_oere)) AND ((refunded_oere >= 0) AND (refunded_oere <= captured_oere))))
payments.payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
payments.payments_pkey PRIMARY KEY (id)
payments.payments_provider_check CHECK ((provider = ANY (ARRAY['stripe'::text, 'manual'::text, 'test'::text, 'none'::text])))
payments.payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'requires_action'::text, 'authorized'::text, 'captured'::text, 'partially_refunded'::text, 'refunded'::text, 'cancelled'::text, 'failed'::text, 'expired'::text])))
product_variants.product_variants_live_sku EXCLUDE USING btree (sku WITH =) WHERE (live) DEFERRABLE
product_variants.product_variants_pkey PRIMARY KEY (id)
product_variants.product_variants_price_oere_check CHECK (((price_oere >= 1) AND (price_oere <= '9007199254740991'::bigint)))
product_variants.product_variants_product_fkey FOREIGN KEY (product_id) REFERENCES products(id)
product_variants.product_variants_stock_check CHECK (((stock >= 0) AND (stock <= '9007199254740991'::bigint)))
products.products_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id)
products.products_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 300)))
products.products_pkey PRIMARY KEY (id)
products.products_price_oere_check CHECK (((price_oere >= 1) AND (price_oere <= '9007199254740991'::bigint)))
products.products_slug_check CHECK (((slug ~ '^[a-z0-9-]+$'::text) AND (length(slug) <= 200)))
products.products_stock_check CHECK (((stock >= 0) AND (stock <= '9007199254740991'::bigint)))
redirects.redirects_from_path_check CHECK (((from_path ~~ '/%'::text) AND (char_length(from_path) <= 1500)))
redirects.redirects_pkey PRIMARY KEY (id)
redirects.redirects_status_check CHECK ((status = ANY (ARRAY[301, 302, 307, 308])))
redirects.redirects_to_path_check CHECK (((to_path ~~ '/%'::text) OR (to_path ~~ 'https://%'::text)))
schema_compatibility.schema_compatibility_oldest_check CHECK (((oldest >= 1) AND (oldest <= version)))
schema_compatibility.schema_compatibility_pkey PRIMARY KEY (version)
search_settings.search_settings_only_row_check CHECK (only_row)
search_settings.search_settings_pkey PRIMARY KEY (only_row)
search_settings.search_settings_synonyms_check CHECK ((jsonb_typeof(synonyms) = 'array'::text))
search_words.search_words_pkey PRIMARY KEY (word)
services.services_nav_order_check CHECK (((nav_order >= '-9007199254740991'::bigint) AND (nav_order <= '9007199254740991'::bigint)))
services.services_pkey PRIMARY KEY (id)
services.services_slug_check CHECK (((slug ~ '^[a-z0-9-]+$'::text) AND ((length(slug) >= 2) AND (length(slug) <= 200))))
services.services_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
session_tokens.session_tokens_pkey PRIMARY KEY (digest)
session_tokens.session_tokens_session_fkey FOREIGN KEY (session_id) REFERENCES key_sessions(id) ON DELETE CASCADE
settings.settings_free_shipping_threshold_oere_check CHECK (((free_shipping_threshold_oere >= 0) AND (free_shipping_threshold_oere <= 1000000)))
settings.settings_locale_check CHECK ((locale = ANY (ARRAY['da'::text, 'en'::text])))
settings.settings_only_row_check CHECK (only_row)
settings.settings_pkey PRIMARY KEY (only_row)
settings.settings_shipping_fee_oere_check CHECK (((shipping_fee_oere >= 0) AND (shipping_fee_oere <= 50000)))
settings.settings_vat_rate_ppm_check CHECK (((vat_rate_ppm >= 0) AND (vat_rate_ppm <= 1000000)))
sign_in_codes.sign_in_codes_pkey PRIMARY KEY (digest)
test_messages.test_messages_payment_fkey FOREIGN KEY (payment) REFERENCES test_payments(reference)
test_messages.test_messages_pkey PRIMARY KEY (id)
test_payments.test_payments_key_key UNIQUE (key)
test_payments.test_payments_page_key UNIQUE (page)
test_payments.test_payments_pkey PRIMARY KEY (reference)
test_payments.test_payments_refunded_check CHECK (((refunded_oere >= 0) AND (refunded_oere <= amount_oere)))
test_payments.test_payments_status_check CHECK ((status = ANY (ARRAY['requires_action'::text, 'authorized'::text, 'captured'::text, 'cancelled'::text, 'failed'::text])))
test_refunds.test_refunds_key_key UNIQUE (key)
test_refunds.test_refunds_payment_fkey FOREIGN KEY (payment) REFERENCES test_payments(reference)
test_refunds.test_refunds_pkey PRIMARY KEY (reference)
test_refunds.test_refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
webhook_attempts.webhook_attempts_delivery_fkey FOREIGN KEY (delivery_id) REFERENCES outbox_deliveries(id) ON DELETE CASCADE
webhook_attempts.webhook_attempts_pkey PRIMARY KEY (delivery_id, number)
webhook_endpoints.webhook_endpoints_pkey PRIMARY KEY (id)
webhook_endpoints.webhook_endpoints_url_check CHECK ((char_length(url) <= 2000))

-- Indexes
CREATE INDEX api_keys_created ON public.api_keys USING btree (created_at DESC, id DESC)
CREATE UNIQUE INDEX api_keys_digest ON public.api_keys USING btree (digest)
CREATE INDEX api_keys_holder ON public.api_keys USING btree (holder) WHERE (revoked_at IS NULL)
CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (id)
CREATE UNIQUE INDEX api_keys_previous_digest ON public.api_keys USING btree (previous_digest)
CREATE INDEX approvals_call ON public.approvals USING btree (key_id, operation, digest, at DESC)
CREATE INDEX approvals_newest ON public.approvals USING btree (at DESC, id DESC)
CREATE UNIQUE INDEX approvals_open ON public.approvals USING btree (key_id, operation, digest) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]))
CREATE INDEX approvals_pending ON public.approvals USING btree (expires_at) WHERE (status = 'pending'::text)
CREATE UNIQUE INDEX approvals_pkey ON public.approvals USING btree (id)
CREATE INDEX audit_kinds_actor ON public.audit_kinds USING btree (actor)
CREATE INDEX audit_kinds_entity_type ON public.audit_kinds USING btree (entity_type)
CREATE UNIQUE INDEX audit_kinds_pkey ON public.audit_kinds USING btree (kind)
CREATE INDEX audit_kinds_tool ON public.audit_kinds USING btree (tool)
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id DESC) INCLUDE (kind)
CREATE INDEX audit_log_cut_off ON public.audit_log USING btree (tool, id) WHERE ((entity_id IS NULL) AND ((args)::text ~~ '{"truncated":%'::text))
CREATE INDEX audit_log_decisions ON public.audit_log USING btree (id) WHERE (tool = 'approvals.decide'::text)
CREATE INDEX audit_log_entity ON public.audit_log USING btree (entity_id, at DESC, id DESC) INCLUDE (kind) WHERE (entity_id IS NOT NULL)
CREATE INDEX audit_log_entity_kind ON public.audit_log USING btree (entity_id, kind, at DESC, id DESC) WHERE (entity_id IS NOT NULL)
CREATE INDEX audit_log_kind ON public.audit_log USING btree (kind, at DESC, id DESC)
CREATE INDEX audit_log_label ON public.audit_log USING btree (label_key(entity_label), at DESC, id DESC) INCLUDE (kind, entity_label) WHERE (entity_label IS NOT NULL)
CREATE INDEX audit_log_mentions ON public.audit_log USING gin (audit_mentions(args)) WHERE ((args IS NOT NULL) AND ((entity_id IS NULL) OR (tool = 'cart.create'::text)))
CREATE INDEX audit_log_notes ON public.audit_log USING gin (audit_note_words(entity_type, args, before, after)) WHERE (tool = ANY (ARRAY['orders.add_note'::text, 'orders.refund'::text, 'products.adjust_stock'::text, 'webhooks.create'::text, 'webhooks.delete'::text, 'webhooks.rotate_secret'::text]))
CREATE INDEX audit_log_payment_notes ON public.audit_log USING gin (audit_note_words(entity_type, args, before, after)) WHERE (tool = ANY (ARRAY['payments.confirm_manual'::text, 'payments.refund'::text]))
CREATE UNIQUE INDEX audit_log_pkey ON public.audit_log USING btree (id)
CREATE INDEX audit_log_refused ON public.audit_log USING btree (at DESC, id DESC) INCLUDE (kind) WHERE (outcome <> 'success'::text)
CREATE INDEX audit_log_request ON public.audit_log USING btree (request_id, at DESC, id DESC) INCLUDE (kind)
CREATE UNIQUE INDEX audit_log_revert_of ON public.audit_log USING btree (revert_of) WHERE (revert_of IS NOT NULL)
CREATE UNIQUE INDEX campaigns_discount ON public.campaigns USING btree (discount_id)
CREATE INDEX campaigns_newest ON public.campaigns USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX campaigns_pkey ON public.campaigns USING btree (id)
CREATE INDEX campaigns_started ON public.campaigns USING btree (starts_at DESC, id DESC) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX cart_items_pkey ON public.cart_items USING btree (cart_id, product_id)
CREATE UNIQUE INDEX cart_variants_pkey ON public.cart_variants USING btree (cart_id, variant_id)
CREATE INDEX cart_variants_variant ON public.cart_variants USING btree (variant_id)
CREATE INDEX carts_email ON public.carts USING btree (COALESCE(email_key, lower(email))) WHERE (email IS NOT NULL)
CREATE INDEX carts_expires ON public.carts USING btree (expires_at)
CREATE UNIQUE INDEX carts_order ON public.carts USING btree (order_id)
CREATE UNIQUE INDEX carts_pkey ON public.carts USING btree (id)
CREATE UNIQUE INDEX categories_live_slug ON public.categories USING btree (slug) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX categories_pkey ON public.categories USING btree (id)
CREATE INDEX changes_xid ON public.changes USING btree (xid)
CREATE INDEX customers_created ON public.customers USING btree (created_at DESC, id DESC) WHERE (erased_at IS NULL)
CREATE UNIQUE INDEX customers_email ON public.customers USING btree (email_key)
CREATE UNIQUE INDEX customers_pkey ON public.customers USING btree (id)
CREATE INDEX discounts_deleted_code ON public.discounts USING btree (code, deleted_at DESC) WHERE (deleted_at IS NOT NULL)
CREATE UNIQUE INDEX discounts_live_code ON public.discounts USING btree (code) WHERE (deleted_at IS NULL)
CREATE INDEX discounts_live_created ON public.discounts USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX discounts_pkey ON public.discounts USING btree (id)
CREATE UNIQUE INDEX erasures_pkey ON public.erasures USING btree (customer_id)
CREATE UNIQUE INDEX features_pkey ON public.features USING btree (key)
CREATE INDEX idempotent_answers_created ON public.idempotent_answers USING btree (created_at)
CREATE UNIQUE INDEX idempotent_answers_pkey ON public.idempotent_answers USING btree (id)
CREATE UNIQUE INDEX image_files_pkey ON public.image_files USING btree (name)
CREATE UNIQUE INDEX images_pkey ON public.images USING btree (digest)
CREATE INDEX images_referred ON public.images USING btree (referred_at)
CREATE UNIQUE INDEX insight_folds_pkey ON public.insight_folds USING btree (only_row)
CREATE INDEX insight_things_fold ON public.insight_things USING btree (fold)
CREATE UNIQUE INDEX insight_things_pkey ON public.insight_things USING btree (kind, start, name)
CREATE UNIQUE INDEX jobs_pkey ON public.jobs USING btree (name)
CREATE INDEX key_calls_hour ON public.key_calls USING btree (hour)
CREATE UNIQUE INDEX key_calls_pkey ON public.key_calls USING btree (key_id, hour, operation, code)
CREATE INDEX key_counters_day ON public.key_counters USING btree (day)
CREATE UNIQUE INDEX key_counters_pkey ON public.key_counters USING btree (key_id, day, name)
CREATE UNIQUE INDEX key_sessions_cookie_key ON public.key_sessions USING btree (cookie)
CREATE INDEX key_sessions_expires ON public.key_sessions USING btree (expires_at)
CREATE UNIQUE INDEX key_sessions_pkey ON public.key_sessions USING btree (id)
CREATE UNIQUE INDEX key_stops_holder_key ON public.key_stops USING btree (holder)
CREATE UNIQUE INDEX key_stops_pkey ON public.key_stops USING btree (id)
CREATE INDEX order_history_notes ON public.order_history USING gin (note_words(note)) WHERE (note IS NOT NULL)
CREATE INDEX order_history_order ON public.order_history USING btree (order_id, at, id)
CREATE UNIQUE INDEX order_history_pkey ON public.order_history USING btree (id)
CREATE UNIQUE INDEX order_items_line ON public.order_items USING btree (order_id, line)
CREATE UNIQUE INDEX order_items_pkey ON public.order_items USING btree (id)
CREATE INDEX order_items_product_ordered ON public.order_items USING btree (product_id, ordered_at, order_id)
CREATE INDEX order_refunds_order ON public.order_refunds USING btree (order_id, at, id)
CREATE UNIQUE INDEX order_refunds_pkey ON public.order_refunds USING btree (id)
CREATE INDEX order_refunds_reasons ON public.order_refunds USING gin (note_words(reason)) WHERE (reason IS NOT NULL)
CREATE INDEX order_words_order ON public.order_words USING btree (order_id)
CREATE UNIQUE INDEX order_words_pkey ON public.order_words USING btree (word, ordered_at, order_id)
CREATE INDEX orders_agent_created ON public.orders USING btree (is_ai_generated, created_at DESC, id DESC)
CREATE INDEX orders_attention ON public.orders USING btree (status, created_at DESC, id DESC) WHERE needs_attention
CREATE INDEX orders_channel_created ON public.orders USING btree (channel, created_at DESC, id DESC)
CREATE INDEX orders_created ON public.orders USING btree (created_at DESC, id DESC)
CREATE INDEX orders_discount_created ON public.orders USING btree (discount_code, created_at DESC, id DESC) WHERE (discount_code IS NOT NULL)
CREATE INDEX orders_email_created ON public.orders USING btree (email_key, created_at DESC, id DESC)
CREATE INDEX orders_phone_created ON public.orders USING btree (phone_key(phone_number), created_at DESC, id DESC) WHERE (phone_number IS NOT NULL)
CREATE UNIQUE INDEX orders_pkey ON public.orders USING btree (id)
CREATE INDEX orders_returned ON public.orders USING btree (created_at) WHERE ((paid_at IS NOT NULL) AND ((status = 'cancelled'::text) OR ((status = 'refunded'::text) AND (total_oere = 0))))
CREATE INDEX orders_status_created ON public.orders USING btree (status, created_at DESC, id DESC)
CREATE INDEX orders_to_do ON public.orders USING btree (status, created_at DESC, id DESC) WHERE (needs_attention OR (status = 'pending'::text) OR ((status = 'partial_refund'::text) AND (stage = ANY (ARRAY['none'::text, 'processing'::text]))))
CREATE INDEX orders_total ON public.orders USING btree (total_oere DESC, id DESC) INCLUDE (created_at)
CREATE INDEX orders_unpaid ON public.orders USING btree (created_at, id) WHERE (status = 'pending_payment'::text)
CREATE INDEX outbox_at ON public.outbox USING btree (at)
CREATE UNIQUE INDEX outbox_pkey ON public.outbox USING btree (seq)
CREATE INDEX outbox_deliveries_due ON public.outbox_deliveries USING btree (endpoint_id, due_at, seq) WHERE (status = 'pending'::text)
CREATE INDEX outbox_deliveries_entity ON public.outbox_deliveries USING btree (endpoint_id, entity, seq) WHERE (status = 'pending'::text)
CREATE INDEX outbox_deliveries_listed ON public.outbox_deliveries USING btree (endpoint_id, status, seq DESC)
CREATE UNIQUE INDEX outbox_deliveries_pkey ON public.outbox_deliveries USING btree (id)
CREATE INDEX outbox_deliveries_seq ON public.outbox_deliveries USING btree (seq)
CREATE INDEX page_drafts_expiry ON public.page_drafts USING btree (expires_at)
CREATE INDEX page_drafts_key ON public.page_drafts USING btree (key_id, created_at)
CREATE UNIQUE INDEX page_drafts_pkey ON public.page_drafts USING btree (digest)
CREATE UNIQUE INDEX pages_live_slug ON public.pages USING btree (slug) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX pages_pkey ON public.pages USING btree (id)
CREATE INDEX payment_effects_due ON public.payment_effects USING btree (due_at, id) WHERE (status = 'pending'::text)
CREATE INDEX payment_effects_of_payment ON public.payment_effects USING btree (payment_id, id)
CREATE UNIQUE INDEX payment_effects_pkey ON public.payment_effects USING btree (id)
CREATE INDEX payment_messages_of_payment ON public.payment_messages USING btree (payment_id, at DESC, id DESC)
CREATE UNIQUE INDEX payment_messages_pkey ON public.payment_messages USING btree (provider, id)
CREATE INDEX payment_refunds_failed ON public.payment_refunds USING btree (ended_at) WHERE (status = 'failed'::text)
CREATE INDEX payment_refunds_of_order ON public.payment_refunds USING btree (order_id)
CREATE INDEX payment_refunds_of_payment ON public.payment_refunds USING btree (payment_id, at DESC, id DESC)
CREATE INDEX payment_refunds_pending ON public.payment_refunds USING btree (payment_id) WHERE (status = 'pending'::text)
CREATE UNIQUE INDEX payment_refunds_pkey ON public.payment_refunds USING btree (id)
CREATE INDEX payment_refunds_reasons ON public.payment_refunds USING gin (note_words(reason))
CREATE UNIQUE INDEX payment_refunds_reference ON public.payment_refunds USING btree (payment_id, reference)
CREATE INDEX payments_by_status ON public.payments USING btree (status, created_at DESC, id DESC)
CREATE INDEX payments_newest ON public.payments USING btree (created_at DESC, id DESC)
CREATE INDEX payments_of_order ON public.payments USING btree (order_id, created_at DESC, id DESC)
CREATE UNIQUE INDEX payments_open ON public.payments USING btree (order_id) WHERE (status = ANY (ARRAY['created'::text, 'requires_action'::text, 'authorized'::text]))
CREATE UNIQUE INDEX payments_pkey ON public.payments USING btree (id)
CREATE UNIQUE INDEX payments_reference ON public.payments USING btree (provider, reference) WHERE (provider <> 'manual'::text)
CREATE INDEX payments_rehearsals ON public.payments USING btree (order_id) WHERE (rehearsal AND (captured_oere > 0) AND (NOT surplus))
CREATE INDEX payments_released ON public.payments USING btree (updated_at) WHERE released
CREATE INDEX payments_surplus ON public.payments USING btree (id) WHERE (surplus AND (captured_oere > refunded_oere))
CREATE INDEX payments_to_read ON public.payments USING btree (looked_at) WHERE ((status = ANY (ARRAY['created'::text, 'requires_action'::text, 'authorized'::text])) OR (dispute = 'open'::text))
CREATE INDEX product_variants_live_sku ON public.product_variants USING btree (sku) WHERE live
CREATE UNIQUE INDEX product_variants_pkey ON public.product_variants USING btree (id)
CREATE INDEX product_variants_product ON public.product_variants USING btree (product_id, "position")
CREATE INDEX products_deleted ON public.products USING btree (deleted_at DESC, id DESC) INCLUDE (name_sort, slug) WHERE (deleted_at IS NOT NULL)
CREATE INDEX products_deleted_category ON public.products USING btree (category_id, id) WHERE (deleted_at IS NOT NULL)
CREATE INDEX products_deleted_slug ON public.products USING btree (slug, deleted_at DESC, id) WHERE (deleted_at IS NOT NULL)
CREATE INDEX products_live_brand ON public.products USING btree (brand_key, name_sort, id) WHERE (deleted_at IS NULL)
CREATE INDEX products_live_category ON public.products USING btree (category_id, name_sort, id) WHERE (deleted_at IS NULL)
CREATE INDEX products_live_name ON public.products USING btree (name_sort, id) WHERE (deleted_at IS NULL)
CREATE INDEX products_live_price ON public.products USING btree (price_oere) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX products_live_slug ON public.products USING btree (slug) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX products_pkey ON public.products USING btree (id)
CREATE INDEX products_search ON public.products USING gin (search) WITH (fastupdate='on', gin_pending_list_limit='16384') WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX redirects_live_path ON public.redirects USING btree (from_path) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX redirects_pkey ON public.redirects USING btree (id)
CREATE UNIQUE INDEX schema_compatibility_pkey ON public.schema_compatibility USING btree (version)
CREATE UNIQUE INDEX search_settings_pkey ON public.search_settings USING btree (only_row)
CREATE UNIQUE INDEX search_words_pkey ON public.search_words USING btree (word)
CREATE INDEX search_words_similar ON public.search_words USING gin (word gin_trgm_ops)
CREATE INDEX services_live_nav ON public.services USING btree (nav_order, title_sort, id) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX services_live_slug ON public.services USING btree (slug) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX services_pkey ON public.services USING btree (id)
CREATE UNIQUE INDEX session_tokens_pkey ON public.session_tokens USING btree (digest)
CREATE INDEX session_tokens_session ON public.session_tokens USING btree (session_id, expires_at)
CREATE UNIQUE INDEX settings_pkey ON public.settings USING btree (only_row)
CREATE INDEX sign_in_codes_expires ON public.sign_in_codes USING btree (expires_at)
CREATE UNIQUE INDEX sign_in_codes_pkey ON public.sign_in_codes USING btree (digest)
CREATE INDEX test_messages_due ON public.test_messages USING btree (due_at, id)
CREATE UNIQUE INDEX test_messages_pkey ON public.test_messages USING btree (id)
CREATE UNIQUE INDEX test_payments_key_key ON public.test_payments USING btree (key)
CREATE UNIQUE INDEX test_payments_page_key ON public.test_payments USING btree (page)
CREATE UNIQUE INDEX test_payments_pkey ON public.test_payments USING btree (reference)
CREATE UNIQUE INDEX test_refunds_key_key ON public.test_refunds USING btree (key)
CREATE INDEX test_refunds_of_payment ON public.test_refunds USING btree (payment)
CREATE UNIQUE INDEX test_refunds_pkey ON public.test_refunds USING btree (reference)
CREATE UNIQUE INDEX webhook_attempts_pkey ON public.webhook_attempts USING btree (delivery_id, number)
CREATE UNIQUE INDEX webhook_endpoints_pkey ON public.webhook_endpoints USING btree (id)

-- Functions and triggers
CREATE TRIGGER are_sums BEFORE UPDATE OF price_oere, stock ON public.products FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND (old.variant_count > 0) AND ((old.price_oere IS DISTINCT FROM new.price_oere) OR (old.stock IS DISTINCT FROM new.stock)))) EXECUTE FUNCTION products_are_sums()
CREATE TRIGGER audit_log_kind BEFORE INSERT OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_kind()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR TRUNCATE ON public.discounts FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.campaigns FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.features FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.search_settings FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.services FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_any AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_delete AFTER DELETE ON public.api_keys REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_delete AFTER DELETE ON public.key_sessions REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_delete AFTER DELETE ON public.key_stops REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_insert AFTER INSERT ON public.api_keys REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_insert AFTER INSERT ON public.key_sessions REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_insert AFTER INSERT ON public.key_stops REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()
CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.key_sessions FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.key_stops FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_update AFTER UPDATE ON public.api_keys REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update('last_used_at')
CREATE TRIGGER changes_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update()
CREATE TRIGGER changes_update AFTER UPDATE ON public.discounts FOR EACH ROW WHEN (((((old.active IS DISTINCT FROM new.active) OR (old.valid_until IS DISTINCT FROM new.valid_until)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR ((old.usage_count < old.usage_limit) IS DISTINCT FROM (new.usage_count < new.usage_limit)))) EXECUTE FUNCTION changes_record_truncate()
CREATE TRIGGER changes_update AFTER UPDATE ON public.key_sessions REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update()
CREATE TRIGGER changes_update AFTER UPDATE ON public.key_stops REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update()
CREATE TRIGGER changes_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update()
CREATE TRIGGER content_updated BEFORE INSERT OR UPDATE OF slug, name, name_sort, brand, brand_key, description, price_oere, featured, frame_color, frame_color_key, lens_color, lens_color_key, category_id, attributes, answer_summary, faq, use_cases, comparison_facts, images, created_at, deleted_at, options, variants_version, variant_count, price_max_oere, skus ON public.products FOR EACH ROW EXECUTE FUNCTION products_content_updated()
CREATE TRIGGER content_updated_first BEFORE UPDATE ON public.products FOR EACH ROW WHEN ((old.content_updated_at IS NULL)) EXECUTE FUNCTION products_content_updated()
CREATE TRIGGER insight_count AFTER UPDATE ON public.customers FOR EACH ROW WHEN (((new.erased_at IS NULL) AND ((old.erased_at IS NOT NULL) OR (old.created_at <> new.created_at)))) EXECUTE FUNCTION insight_customers_inserted()
CREATE TRIGGER insight_delete AFTER DELETE ON public.customers FOR EACH ROW WHEN ((old.erased_at IS NULL)) EXECUTE FUNCTION insight_customers_deleted()
CREATE TRIGGER insight_delete AFTER DELETE ON public.order_items REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION insight_items_deleted()
CREATE TRIGGER insight_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION insight_orders_deleted()
CREATE TRIGGER insight_insert AFTER INSERT ON public.customers FOR EACH ROW WHEN ((new.erased_at IS NULL)) EXECUTE FUNCTION insight_customers_inserted()
CREATE TRIGGER insight_insert AFTER INSERT ON public.order_items REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION insight_items_inserted()
CREATE TRIGGER insight_insert AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION insight_orders_inserted()
CREATE TRIGGER insight_truncate AFTER TRUNCATE ON public.customers FOR EACH STATEMENT EXECUTE FUNCTION insight_truncated()
CREATE TRIGGER insight_truncate AFTER TRUNCATE ON public.order_items FOR EACH STATEMENT EXECUTE FUNCTION insight_truncated()
CREATE TRIGGER insight_truncate AFTER TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION insight_truncated()
CREATE TRIGGER insight_uncount AFTER UPDATE ON public.customers FOR EACH ROW WHEN (((old.erased_at IS NULL) AND ((new.erased_at IS NOT NULL) OR (old.created_at <> new.created_at)))) EXECUTE FUNCTION insight_customers_deleted()
CREATE TRIGGER insight_update AFTER UPDATE ON public.order_items REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION insight_items_updated()
CREATE TRIGGER insight_update AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((((((((((((old.created_at IS DISTINCT FROM new.created_at) OR (old.status IS DISTINCT FROM new.status)) OR (old.paid_at IS DISTINCT FROM new.paid_at)) OR (old.subtotal_oere IS DISTINCT FROM new.subtotal_oere)) OR (old.total_oere IS DISTINCT FROM new.total_oere)) OR (old.refunded_oere IS DISTINCT FROM new.refunded_oere)) OR (old.discount_oere IS DISTINCT FROM new.discount_oere)) OR (old.shipping_oere IS DISTINCT FROM new.shipping_oere)) OR (old.discount_code IS DISTINCT FROM new.discount_code)) OR (old.is_ai_generated IS DISTINCT FROM new.is_ai_generated)) OR (old.ai_agent_source IS DISTINCT FROM new.ai_agent_source))) EXECUTE FUNCTION insight_orders_updated()
CREATE TRIGGER order_words_tracking AFTER INSERT OR UPDATE OF tracking_number ON public.orders FOR EACH ROW WHEN ((new.tracking_number IS NOT NULL)) EXECUTE FUNCTION order_words_tracking()
CREATE TRIGGER outbox_delete AFTER DELETE ON public.discounts REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION outbox_discounts_delete()
CREATE TRIGGER outbox_delete AFTER DELETE ON public.pages REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION outbox_pages_delete()
CREATE TRIGGER outbox_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION outbox_products_delete()
CREATE TRIGGER outbox_deliver AFTER INSERT ON public.outbox REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_deliver()
CREATE TRIGGER outbox_insert AFTER INSERT ON public.approvals REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_approvals_insert()
CREATE TRIGGER outbox_insert AFTER INSERT ON public.audit_log FOR EACH ROW WHEN ((new.revert_of IS NOT NULL)) EXECUTE FUNCTION outbox_audit_insert()
CREATE TRIGGER outbox_insert AFTER INSERT ON public.discounts REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_discounts_insert()
CREATE TRIGGER outbox_insert AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION outbox_orders_insert()
CREATE TRIGGER outbox_insert AFTER INSERT ON public.pages REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_pages_insert()
CREATE TRIGGER outbox_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_products_insert()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.approvals REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_approvals_update()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.discounts REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_discounts_update()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.status <> new.status) OR (old.refunded_oere <> new.refunded_oere))) EXECUTE FUNCTION outbox_orders_update()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.pages REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_pages_update()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION outbox_payments_update()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.product_variants REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_variants_update()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_products_update()
CREATE TRIGGER outbox_update AFTER UPDATE ON public.services REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION outbox_services_update()
CREATE TRIGGER payments_follow_order AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text)) OR ((new.stage = ANY (ARRAY['shipped'::text, 'delivered'::text, 'completed'::text])) AND (old.stage <> ALL (ARRAY['shipped'::text, 'delivered'::text, 'completed'::text]))))) EXECUTE FUNCTION payments_follow_order()
CREATE TRIGGER sums AFTER INSERT ON public.product_variants REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION product_variants_sum()
CREATE TRIGGER sums_update AFTER UPDATE ON public.product_variants REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION product_variants_sum()
audit_kind:  SELECT pg_catalog.hashtextextended(actor, pg_catalog.hashtextextended(tool, pg_catalog.hashtextextended(coalesce(entity_type, E'\x01'), pg_catalog.hashtextextended(outcome, pg_catalog.hashtextextended(coalesce(moved, E'\x01'), reverted::int))))) 
audit_log_kind:  DECLARE moved text := CASE WHEN NEW.entity_type = 'order' THEN coalesce(NEW.before ->> 'status', '') || '>' || coalesce(NEW.after ->> 'status', '') WHEN NEW.entity_type = 'feature' AND NEW.entity_id IN ('agent_writes', 'manual_payment') THEN NEW.entity_id END; BEGIN NEW.kind := hashtextextended(NEW.channel, hashtextextended(coalesce(NEW.holder, E'\x01'), audit_kind(NEW.actor, NEW.tool, NEW.entity_type, NEW.outcome, moved, NEW.reverted_at IS NOT NULL))); IF NOT EXISTS (SELECT FROM audit_kinds WHERE kind = NEW.kind) THEN INSERT INTO audit_kinds (kind, actor, tool, entity_type, outcome, moved, reverted, channel, holder) VALUES (NEW.kind, NEW.actor, NEW.tool, NEW.entity_type, NEW.outcome, moved, NEW.reverted_at IS NOT NULL, NEW.channel, NEW.holder) ON CONFLICT DO NOTHING; END IF; IF TG_OP = 'INSERT' AND NEW.revert_of IS NOT NULL AND NEW.outcome = 'success' THEN UPDATE audit_log SET reverted_at = NEW.at WHERE id = NEW.revert_of; END IF; RETURN NEW; END 
audit_mentions:  DECLARE body text := args::text; q text := translate(lower(normalize(args ->> 'q', NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞ', 'æøœðđłþß'); email text := translate(lower(normalize(args ->> 'email', NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞ', 'æøœðđłþß'); phone text := coalesce(args ->> 'phoneNumber', args ->> 'phone'); words text[]; BEGIN IF strpos(body, '\u') > 0 THEN -- unistr decodes what has one backslash, and takes two for one body := unistr(regexp_replace(replace(body, '\', '\\'), '\\+u(?!0000|[dD][89a-fA-F])([0-9a-fA-F]{4})', '\\u\1', 'g')); END IF; IF strpos(body, '\') > 0 THEN body := regexp_replace(body, '\\+[nrtbf]', ' ', 'g'); END IF; body := lower(body COLLATE "C"); IF octet_length(body) > char_length(body) THEN body := translate(lower(normalize(body, NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞ', 'æøœðđłþß'); END IF; words := array_remove(regexp_split_to_array(translate(regexp_replace(q, '[\u0300-\u036f]', '', 'g'), 'æøß', 'aos'), '[\u0001-/:-@\[-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+'), ''); RETURN ARRAY(SELECT DISTINCT mention FROM ( SELECT btrim(hit[1], '.!?''`') FROM regexp_matches(body, '[^\u0001- "\\<>(),:;\[\]{}|*\u2000-\u206f]+@[^\u0001- "\\<>(),:;\[\]{}|*\u2000-\u206f]+', 'g') AS hit UNION ALL SELECT hit[1] FROM regexp_matches(body, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') AS hit UNION ALL -- Ids, dates and the numbers of JSON are no telephone numbers. SELECT phone_key(hit[1]) FROM regexp_matches(regexp_replace(body, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])|":[\u0001- ]*-?[0-9][-0-9.e+]*', ' ', 'g'), '\+?[0-9][0-9 .()/-]{6,}[0-9]', 'g') AS hit UNION ALL SELECT btrim(email) UNION ALL SELECT phone_key(phone) WHERE phone IS NOT NULL UNION ALL SELECT part FROM regexp_split_to_table(q, '[\u0001- ]+') AS part WHERE part LIKE '%@%' UNION ALL SELECT 'q:' || least(one.initial, two.initial) || greatest(one.initial, two.initial) FROM (SELECT n, CASE WHEN word ~ '^[a-z0-9]' THEN left(word, 1) ELSE '?' END COLLATE "C" FROM unnest(words) WITH ORDINALITY AS w (word, n)) AS one (n, initial) JOIN (SELECT n, CASE WHEN word ~ '^[a-z0-9]' THEN left(word, 1) ELSE '?' END COLLATE "C" FROM unnest(words) WITH ORDINALITY AS w (word, n)) AS two (n, initial) ON one.n < two.n UNION ALL SELECT 'n:' || word FROM unnest(words) AS word WHERE word ~ '[0-9]' AND char_length(word) >= 4 UNION ALL SELECT 'n:' || number FROM regexp_replace(q, '[^a-z0-9]', '', 'g') AS number WHERE number ~ '[0-9]' AND char_length(number) >= 4 ) AS mentions (mention) WHERE mention IS NOT NULL); END 
audit_note_words: 
changes_follow:  BEGIN EXECUTE format('CREATE TRIGGER changes_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()', followed); EXECUTE format('CREATE TRIGGER changes_update AFTER UPDATE ON %s REFERENCING OLD TABLE AS rows_before NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record_update()', followed); EXECUTE format('CREATE TRIGGER changes_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION changes_record()', followed); EXECUTE format('CREATE TRIGGER changes_truncate AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()', followed); EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER changes_insert, ENABLE ALWAYS TRIGGER changes_update, ENABLE ALWAYS TRIGGER changes_delete, ENABLE ALWAYS TRIGGER changes_truncate', followed); END 
changes_record:  DECLARE most CONSTANT integer := 1000; touched uuid[]; BEGIN SELECT array_agg(id) INTO touched FROM (SELECT id FROM touched_rows LIMIT most + 1) AS first_rows; IF touched IS NOT NULL THEN INSERT INTO changes (table_name, ids) VALUES (TG_TABLE_NAME, CASE WHEN cardinality(touched) <= most THEN touched END); END IF; RETURN NULL; END 
changes_record_truncate:  BEGIN INSERT INTO changes (table_name) VALUES (TG_TABLE_NAME); RETURN NULL; END 
changes_record_update:  DECLARE most CONSTANT integer := 1000; touched uuid[]; BEGIN SELECT array_agg(id) INTO touched FROM ( SELECT coalesce(b.id, a.id) AS id FROM rows_before AS b FULL JOIN touched_rows AS a ON a.id = b.id WHERE TG_NARGS = 0 OR to_jsonb(b) - TG_ARGV IS DISTINCT FROM to_jsonb(a) - TG_ARGV LIMIT most + 1 ) AS first_rows; IF touched IS NOT NULL THEN INSERT INTO changes (table_name, ids) VALUES (TG_TABLE_NAME, CASE WHEN cardinality(touched) <= most THEN touched END); END IF; RETURN NULL; END 
insight_amount: 
insight_customers_deleted:  BEGIN INSERT INTO insight_open (kind, start, name, count, amount) VALUES ('shop', insight_quarter(OLD.created_at), 'customers', -1, 0); RETURN NULL; END 
insight_customers_inserted:  BEGIN INSERT INTO insight_open (kind, start, name, count, amount) VALUES ('shop', insight_quarter(NEW.created_at), 'customers', 1, 0); RETURN NULL; END 
insight_fold:  DECLARE this bigint; folded bigint; BEGIN UPDATE insight_folds SET fold = fold + 1 RETURNING fold INTO this; WITH gone AS ( DELETE FROM insight_open WHERE ctid = ANY (ARRAY(SELECT ctid FROM insight_open LIMIT most)) RETURNING * ), things AS ( INSERT INTO insight_things AS t SELECT kind, start, name, sum(count), sum(amount), max(last_at), this FROM gone GROUP BY kind, start, name ORDER BY kind, start, name ON CONFLICT (kind, start, name) DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount, last_at = greatest(t.last_at, excluded.last_at), fold = excluded.fold ) SELECT count(*) INTO folded FROM gone; RETURN folded; END 
insight_goods:  SELECT goods.kind, insight_quarter(created_at), goods.name, sign * sold.pieces, sign * (sold.price - CASE WHEN discount > 0 THEN round(sold.price * discount / subtotal) ELSE 0 END), NULL::timestamptz FROM (SELECT quantity - refunded_quantity AS pieces, unit_price::numeric * (quantity - refunded_quantity) AS price) AS sold CROSS JOIN LATERAL (VALUES ('product', product_id::text), ('variant', product_id::text || '/' || variant_id)) AS goods (kind, name) WHERE sold.pieces > 0 AND goods.name IS NOT NULL 
insight_item:  SELECT 'product'::text, insight_quarter(created_at), product_id::text, sign * sold.pieces, sign * (sold.price - CASE WHEN discount > 0 THEN round(sold.price * discount / subtotal) ELSE 0 END), NULL::timestamptz FROM (SELECT quantity - refunded_quantity AS pieces, unit_price::numeric * (quantity - refunded_quantity) AS price) AS sold WHERE sold.pieces > 0 
insight_items_deleted:  BEGIN PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_before) FOR SHARE; INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM rows_before i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere) CROSS JOIN LATERAL insight_goods(-1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a GROUP BY a.kind, a.start, a.name; RETURN NULL; END 
insight_items_inserted:  BEGIN IF NOT EXISTS (SELECT FROM rows_after i JOIN orders o ON o.id = i.order_id WHERE o.xmin <> pg_current_xact_id()::xid OR insight_kept(o.paid_at, o.total_oere, o.refunded_oere)) THEN RETURN NULL; END IF; PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_after) FOR SHARE; INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM rows_after i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere) CROSS JOIN LATERAL insight_goods(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a GROUP BY a.kind, a.start, a.name; RETURN NULL; END 
insight_items_updated:  BEGIN PERFORM FROM orders WHERE id IN (SELECT order_id FROM rows_after UNION SELECT order_id FROM rows_before) FOR SHARE; INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM ( SELECT 1 AS sign, order_id, product_id, variant_id, unit_price_oere, quantity, refunded_quantity FROM rows_after UNION ALL SELECT -1, order_id, product_id, variant_id, unit_price_oere, quantity, refunded_quantity FROM rows_before ) i JOIN orders o ON o.id = i.order_id AND insight_kept(o.paid_at, o.total_oere, o.refunded_oere) CROSS JOIN LATERAL insight_goods(i.sign, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a GROUP BY a.kind, a.start, a.name HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0; RETURN NULL; END 
insight_kept: 
insight_order:  SELECT added.kind, insight_quarter(created_at), added.name, added.count, added.amount::numeric, NULL::timestamptz FROM (SELECT sign::bigint AS one, CASE WHEN paid_at IS NULL THEN 0 ELSE sign END::bigint AS paid) AS n CROSS JOIN LATERAL (VALUES ('status', status, n.one, n.paid * (total - refunded)), ('shop', 'paid', n.paid, n.paid * shipping), ('shop', 'discounts', n.paid, n.paid * discount), ('shop', 'refunds', CASE WHEN status = 'cancelled' AND refunded < total THEN n.paid ELSE 0 END, n.one * refunded), ('code', discount_code, n.one, n.paid * (total - refunded)), ('reduction', discount_code, n.paid, n.paid * discount), ('source', CASE WHEN is_ai_generated THEN coalesce(ai_agent_source, '') END, n.one, n.paid * (total - refunded)) ) AS added (kind, name, count, amount) WHERE added.name IS NOT NULL AND (added.count <> 0 OR added.amount <> 0) 
insight_orders_deleted:  BEGIN INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM rows_before o CROSS JOIN LATERAL insight_order(-1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere, o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source) a GROUP BY a.kind, a.start, a.name; RETURN NULL; END 
insight_orders_inserted:  BEGIN INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, a.count, a.amount FROM insight_order(1, NEW.created_at, NEW.status, NEW.paid_at, NEW.total_oere, NEW.refunded_oere, NEW.discount_oere, NEW.shipping_oere, NEW.discount_code, NEW.is_ai_generated, NEW.ai_agent_source) a; RETURN NULL; END 
insight_orders_updated:  DECLARE before CONSTANT boolean := insight_kept(OLD.paid_at, OLD.total_oere, OLD.refunded_oere); after CONSTANT boolean := insight_kept(NEW.paid_at, NEW.total_oere, NEW.refunded_oere); BEGIN INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM ( SELECT * FROM insight_order(1, NEW.created_at, NEW.status, NEW.paid_at, NEW.total_oere, NEW.refunded_oere, NEW.discount_oere, NEW.shipping_oere, NEW.discount_code, NEW.is_ai_generated, NEW.ai_agent_source) UNION ALL SELECT * FROM insight_order(-1, OLD.created_at, OLD.status, OLD.paid_at, OLD.total_oere, OLD.refunded_oere, OLD.discount_oere, OLD.shipping_oere, OLD.discount_code, OLD.is_ai_generated, OLD.ai_agent_source) ) AS a GROUP BY a.kind, a.start, a.name HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0; IF (before OR after) AND (before, OLD.created_at, OLD.subtotal_oere, OLD.discount_oere) IS DISTINCT FROM (after, NEW.created_at, NEW.subtotal_oere, NEW.discount_oere) THEN INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM (VALUES (-1, OLD.created_at, OLD.subtotal_oere, OLD.discount_oere, before), (1, NEW.created_at, NEW.subtotal_oere, NEW.discount_oere, after) ) AS o (sign, created_at, subtotal, discount, kept) JOIN order_items i ON i.order_id = NEW.id CROSS JOIN LATERAL insight_goods(o.sign, o.created_at, o.subtotal, o.discount, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a WHERE o.kept GROUP BY a.kind, a.start, a.name HAVING sum(a.count) <> 0 OR sum(a.amount) <> 0; END IF; RETURN NULL; END 
insight_quarter: 
insight_rebuild:  BEGIN LOCK TABLE orders, order_items, customers IN SHARE MODE; UPDATE insight_folds SET fold = fold + 1, rebuilt = rebuilt + 1; DELETE FROM insight_open WHERE kind NOT IN ('key', 'term'); DELETE FROM insight_things WHERE kind NOT IN ('key', 'term'); INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM orders o CROSS JOIN LATERAL insight_order(1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere, o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source) a GROUP BY a.kind, a.start, a.name; INSERT INTO insight_open (kind, start, name, count, amount) SELECT a.kind, a.start, a.name, sum(a.count), sum(a.amount) FROM orders o JOIN order_items i ON i.order_id = o.id CROSS JOIN LATERAL insight_goods(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.variant_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a WHERE insight_kept(o.paid_at, o.total_oere, o.refunded_oere) GROUP BY a.kind, a.start, a.name; INSERT INTO insight_open (kind, start, name, count, amount) SELECT 'shop', insight_quarter(created_at), 'customers', count(*), 0 FROM customers WHERE erased_at IS NULL GROUP BY 2; PERFORM insight_fold(NULL); END 
insight_truncated:  BEGIN CALL insight_rebuild(); RETURN NULL; END 
label_key: 
note_words:  DECLARE body text := translate(lower(normalize(note, NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞĦŊŦƏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ', 'æøœðđłþßħŋŧəαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'); BEGIN body := regexp_replace(body, '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'); RETURN array_to_tsvector(ARRAY( SELECT left(word, 64) FROM regexp_split_to_table(body, '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufff0-\uffff\U0001f000-\U0001faff]+') AS word WHERE word <> '' UNION SELECT '+' || substr(digits, n, 8) FROM regexp_matches(body, '[0-9](?:[ \n\r\t.()/+\u2010-\u2015-]{0,3}[0-9]){7,}', 'g') AS run CROSS JOIN regexp_replace(run[1], '[^0-9]', '', 'g') AS digits CROSS JOIN generate_series(1, length(digits) - 7) AS n)); END 
order_words_tracking:  BEGIN INSERT INTO order_words (word, ordered_at, order_id) SELECT CASE WHEN length(part) < 4 THEN part ELSE replace(replace(part, 'oe', 'o'), 'aa', 'a') END, NEW.created_at, NEW.id FROM ( SELECT left(regexp_split_to_table(lower(NEW.tracking_number), '[^a-z0-9]+'), 64) AS part UNION SELECT left(regexp_replace(lower(NEW.tracking_number), '[^a-z0-9]+', '', 'g'), 64) ) AS parts WHERE part <> '' ON CONFLICT DO NOTHING; RETURN NULL; END 
outbox_approvals_insert:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'approval.requested' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'approval.requested', id, json_build_object('approvalId', id, 'keyId', key_id, 'operation', operation, 'status', status) FROM rows_after ORDER BY id; END IF; RETURN NULL; END 
outbox_approvals_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'approval.decided' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'approval.decided', a.id, json_build_object('approvalId', a.id, 'keyId', a.key_id, 'operation', a.operation, 'status', a.status) FROM rows_before b JOIN rows_after a USING (id) WHERE a.status IN ('approved', 'rejected') AND a.status <> b.status ORDER BY a.id; END IF; RETURN NULL; END 
outbox_audit_insert:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'audit.reverted' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) VALUES ('audit.reverted', NEW.id, json_build_object( 'auditLogId', NEW.id, 'revertedAuditLogId', NEW.revert_of, 'entityType', NEW.entity_type, 'entityId', NEW.entity_id)); END IF; RETURN NULL; END 
outbox_deliver:  BEGIN INSERT INTO outbox_deliveries (endpoint_id, seq, entity, due_at) SELECT e.id, r.seq, r.entity, least(r.at, now()) FROM rows_after r JOIN webhook_endpoints e ON e.active AND r.type = ANY (e.events) WHERE r.type <> 'webhook.test' ORDER BY r.seq; RETURN NULL; END 
outbox_discounts_delete:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'discount.changed' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'discount.changed', id, json_build_object('discountId', id, 'code', code, 'change', 'deleted', 'active', false) FROM rows_before WHERE deleted_at IS NULL ORDER BY id; END IF; RETURN NULL; END 
outbox_discounts_insert:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'discount.changed' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'discount.changed', id, json_build_object('discountId', id, 'code', code, 'change', 'created', 'active', active) FROM rows_after WHERE deleted_at IS NULL ORDER BY id; END IF; RETURN NULL; END 
outbox_discounts_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); others CONSTANT text[] := '{usage_count,updated_at}'; BEGIN IF 'discount.changed' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'discount.changed', a.id, json_build_object('discountId', a.id, 'code', a.code, 'change', CASE WHEN a.deleted_at IS NOT NULL THEN 'deleted' WHEN b.deleted_at IS NOT NULL THEN 'restored' ELSE 'updated' END, 'active', a.active) FROM rows_before b JOIN rows_after a USING (id) WHERE to_jsonb(a) - others <> to_jsonb(b) - others ORDER BY a.id; END IF; RETURN NULL; END 
outbox_follow:  BEGIN EXECUTE format('CREATE TRIGGER outbox_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION %I()', followed, 'outbox_' || followed || '_insert'); EXECUTE format('CREATE TRIGGER outbox_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION %I()', followed, 'outbox_' || followed || '_update'); EXECUTE format('CREATE TRIGGER outbox_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION %I()', followed, 'outbox_' || followed || '_delete'); END 
outbox_orders_insert:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'order.created' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) VALUES ('order.created', NEW.id, json_build_object( 'orderId', NEW.id, 'status', NEW.status, 'totalOere', NEW.total_oere, 'currency', NEW.currency, 'channel', NEW.channel)); END IF; RETURN NULL; END 
outbox_orders_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF NEW.refunded_oere > OLD.refunded_oere AND 'order.refunded' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) VALUES ('order.refunded', NEW.id, json_build_object( 'orderId', NEW.id, 'status', NEW.status, 'amountOere', NEW.refunded_oere - OLD.refunded_oere, 'refundedOere', NEW.refunded_oere, 'totalOere', NEW.total_oere, 'currency', NEW.currency)); END IF; IF NEW.status <> OLD.status AND 'order.status_changed' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) VALUES ('order.status_changed', NEW.id, json_build_object( 'orderId', NEW.id, 'previousStatus', OLD.status, 'status', NEW.status)); END IF; RETURN NULL; END 
outbox_pages_delete:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'page.unpublished' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'page.unpublished', id, json_build_object('pageId', id, 'slug', slug) FROM rows_before WHERE status = 'published' AND deleted_at IS NULL ORDER BY id; END IF; RETURN NULL; END 
outbox_pages_insert:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'page.published' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'page.published', id, json_build_object('pageId', id, 'slug', slug) FROM rows_after WHERE status = 'published' AND deleted_at IS NULL ORDER BY id; END IF; RETURN NULL; END 
outbox_pages_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); others CONSTANT text[] := '{updated_at,title_sort,rendered}'; BEGIN IF wanted && '{page.published,page.unpublished,page.updated}' THEN INSERT INTO outbox (type, entity, data) SELECT happened.type, a.id, json_build_object('pageId', a.id, 'slug', a.slug) FROM rows_before b JOIN rows_after a USING (id) CROSS JOIN LATERAL (SELECT b.status = 'published' AND b.deleted_at IS NULL AS was, a.status = 'published' AND a.deleted_at IS NULL AS is_now) AS public CROSS JOIN LATERAL (VALUES ('page.published', is_now AND NOT was), ('page.unpublished', was AND NOT is_now), ('page.updated', was AND is_now AND to_jsonb(a) - others <> to_jsonb(b) - others) ) AS happened (type, yes) WHERE happened.yes AND happened.type = ANY (wanted) ORDER BY a.id; END IF; RETURN NULL; END 
outbox_payments_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN INSERT INTO outbox (type, entity, data) SELECT happened.type, NEW.id, json_build_object('paymentId', NEW.id, 'orderId', NEW.order_id, 'provider', NEW.provider, 'status', NEW.status, 'amountOere', NEW.amount_oere, 'capturedOere', NEW.captured_oere, 'refundedOere', NEW.refunded_oere, 'currency', 'DKK') FROM (VALUES (1, 'payment.captured', NEW.captured_oere > OLD.captured_oere OR NEW.status = 'captured' AND OLD.status = 'created'), (2, 'payment.failed', NEW.status = 'failed' AND OLD.status <> 'failed'), (3, 'payment.disputed', NEW.dispute = 'open' AND OLD.dispute IS NULL), (4, 'payment.refunded', NEW.refunded_oere > OLD.refunded_oere) ) AS happened (place, type, yes) WHERE happened.yes AND happened.type = ANY (wanted) ORDER BY happened.place; RETURN NULL; END 
outbox_products_delete:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'product.deleted' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'product.deleted', id, json_build_object('productId', id, 'slug', slug, 'priceOere', price_oere, 'stock', stock) FROM rows_before WHERE deleted_at IS NULL ORDER BY id; END IF; RETURN NULL; END 
outbox_products_insert:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); BEGIN IF 'product.created' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'product.created', id, json_build_object('productId', id, 'slug', slug, 'priceOere', price_oere, 'stock', stock) FROM rows_after WHERE deleted_at IS NULL ORDER BY id; END IF; RETURN NULL; END 
outbox_products_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); few CONSTANT integer := 3; others CONSTANT text[] := '{stock,updated_at,search}'; BEGIN IF wanted && '{product.updated,product.deleted,product.restored,stock.low,stock.out,stock.back}' THEN INSERT INTO outbox (type, entity, data) SELECT happened.type, a.id, CASE WHEN happened.type LIKE 'stock.%' THEN json_build_object('productId', a.id, 'slug', a.slug, 'stock', a.stock) ELSE json_build_object('productId', a.id, 'slug', a.slug, 'priceOere', a.price_oere, 'stock', a.stock) END FROM rows_before b JOIN rows_after a USING (id) CROSS JOIN LATERAL (SELECT a.deleted_at IS NULL AND a.variant_count = 0 AND b.variant_count = 0) AS plain (one) CROSS JOIN LATERAL (VALUES (1, 'product.deleted', b.deleted_at IS NULL AND a.deleted_at IS NOT NULL), (2, 'product.restored', b.deleted_at IS NOT NULL AND a.deleted_at IS NULL), (3, 'product.updated', b.deleted_at IS NULL AND a.deleted_at IS NULL AND pg_trigger_depth() = 1 AND CASE WHEN 'product.updated' = ANY (wanted) THEN to_jsonb(a) - others <> to_jsonb(b) - others END), (4, 'stock.low', plain.one AND b.stock > few AND a.stock <= few), (5, 'stock.out', plain.one AND b.stock > 0 AND a.stock = 0), (6, 'stock.back', plain.one AND b.stock = 0 AND a.stock > 0) ) AS happened (place, type, yes) WHERE happened.yes AND happened.type = ANY (wanted) ORDER BY a.id, happened.place; END IF; RETURN NULL; END 
outbox_services_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); others CONSTANT text[] := '{updated_at,title_sort,rendered}'; BEGIN IF 'service.updated' = ANY (wanted) THEN INSERT INTO outbox (type, entity, data) SELECT 'service.updated', a.id, json_build_object('serviceId', a.id, 'slug', a.slug, 'status', a.status) FROM rows_before b JOIN rows_after a USING (id) WHERE b.deleted_at IS NULL AND a.deleted_at IS NULL AND 'published' IN (b.status, a.status) AND to_jsonb(a) - others <> to_jsonb(b) - others ORDER BY a.id; END IF; RETURN NULL; END 
outbox_variants_update:  DECLARE wanted CONSTANT text[] := ARRAY(SELECT unnest(events) FROM webhook_endpoints WHERE active); few CONSTANT integer := 3; BEGIN IF wanted && '{stock.low,stock.out,stock.back}' THEN INSERT INTO outbox (type, entity, data) SELECT happened.type, p.id, json_build_object('productId', p.id, 'slug', p.slug, 'variantId', a.id, 'sku', a.sku, 'stock', a.stock) FROM rows_before b JOIN rows_after a USING (id) JOIN products p ON p.id = a.product_id CROSS JOIN LATERAL (VALUES (1, 'stock.low', b.stock > few AND a.stock <= few), (2, 'stock.out', b.stock > 0 AND a.stock = 0), (3, 'stock.back', b.stock = 0 AND a.stock > 0) ) AS happened (place, type, yes) WHERE a.live AND b.live AND a.active AND happened.yes AND happened.type = ANY (wanted) ORDER BY p.id, a.position, happened.place; END IF; RETURN NULL; END 
payments_follow_order:  BEGIN INSERT INTO payment_effects (payment_id, kind) SELECT p.id, wanted.kind FROM payments p, (SELECT CASE WHEN NEW.status = 'cancelled' THEN 'cancel' ELSE 'capture' END AS kind) AS wanted WHERE p.order_id = NEW.id AND (p.status = 'authorized' OR wanted.kind = 'cancel' AND p.status IN ('created', 'requires_action')) AND NOT EXISTS (SELECT FROM payment_effects e WHERE e.payment_id = p.id AND e.status = 'pending' AND e.kind = wanted.kind); RETURN NULL; END 
phone_key: 
product_digest: 
product_pieces: 
product_variants_sum:  BEGIN UPDATE products p SET variant_count = s.n, price_oere = coalesce(s.lowest, p.price_oere), price_max_oere = s.highest, stock = CASE WHEN s.n = 0 THEN p.stock ELSE s.pieces END, skus = s.skus, updated_at = greatest(s.at, p.updated_at + CASE WHEN s.differs THEN interval '1 millisecond' ELSE interval '0' END) FROM ( SELECT o.id, t.at, v.*, (v.n, coalesce(v.lowest, o.price_oere), v.highest, CASE WHEN v.n = 0 THEN o.stock ELSE v.pieces END, v.skus) IS DISTINCT FROM (o.variant_count, o.price_oere, o.price_max_oere, o.stock, o.skus) AS differs FROM (SELECT product_id, max(updated_at) AS at FROM touched_rows GROUP BY product_id) AS t JOIN products o ON o.id = t.product_id CROSS JOIN LATERAL ( SELECT count(*) AS n, min(price_oere) FILTER (WHERE active) AS lowest, max(price_oere) FILTER (WHERE active) AS highest, least(coalesce(sum(product_variants.stock) FILTER (WHERE active), 0), 9007199254740991) AS pieces, coalesce(string_agg(sku, E'\n' ORDER BY position), '') AS skus FROM product_variants WHERE product_id = o.id AND deleted_at IS NULL ) AS v ) AS s WHERE p.id = s.id; RETURN NULL; END 
products_are_sums:  BEGIN RAISE EXCEPTION 'price and stock of the product % are those of its variants', OLD.id USING ERRCODE = 'check_violation'; END 
products_content_updated:  DECLARE others CONSTANT text[] := '{stock,updated_at,search,content,content_updated_at}'; BEGIN IF TG_OP = 'INSERT' OR to_jsonb(NEW) - others <> to_jsonb(OLD) - others THEN NEW.content_updated_at := NEW.updated_at; ELSIF NEW.content_updated_at IS NULL THEN NEW.content_updated_at := OLD.updated_at; END IF; RETURN NEW; END 

-- Extensions
pg_trgm
plpgsql
