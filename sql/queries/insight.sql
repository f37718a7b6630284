-- name: InsightFold :one
SELECT insight_fold(@most::bigint) AS folded;

-- name: InsightWaiting :one
SELECT EXISTS (SELECT FROM insight_open) AS waiting;

-- name: InsightThings :many
-- The things that a process has not read yet: what was folded after the last fold that it saw, and what is not folded.
-- At least one row, so that the number of the last fold is always seen.
SELECT f.fold, f.rebuilt, coalesce(t.folded, false)::boolean AS folded, coalesce(t.kind, '')::text AS kind, coalesce(t.start, 'epoch')::timestamptz AS start,
    coalesce(t.name, '')::text AS name, coalesce(t.count, 0)::bigint AS count, insight_amount(t.amount) AS amount
FROM insight_folds f LEFT JOIN LATERAL (
    SELECT true AS folded, kind, start, name, count, amount FROM insight_things WHERE insight_things.fold > @seen::bigint
    UNION ALL
    SELECT false, kind, start, name, count, amount FROM insight_open
) AS t ON true;

-- name: InsightThingsAfter :many
-- The things after one, in the order of their keys.
SELECT kind, start, name, count, insight_amount(amount) AS amount FROM insight_things
WHERE (kind, start, name) > (@kind::text, @start::timestamptz, @name::text) ORDER BY kind, start, name LIMIT @most::bigint;

-- name: InsightFolds :one
SELECT fold, rebuilt FROM insight_folds;

-- name: InsightEdge :many
-- What the orders that were placed in short periods add to the things, for each of the periods, which have numbers. OFFSET 0 has
-- the orders of each period found by the index.
SELECT p.part::bigint AS part, a.kind::text AS kind, a.name::text AS name, sum(a.count)::bigint AS count, insight_amount(sum(a.amount)) AS amount
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
CROSS JOIN LATERAL (SELECT * FROM orders WHERE orders.created_at >= p.since AND orders.created_at < p.until OFFSET 0) AS o
CROSS JOIN LATERAL insight_order(1, o.created_at, o.status, o.paid_at, o.total_oere, o.refunded_oere,
    o.discount_oere, o.shipping_oere, o.discount_code, o.is_ai_generated, o.ai_agent_source) a
WHERE a.kind = ANY(@kinds::text[])
GROUP BY p.part, a.kind, a.name;

-- name: InsightEdgeCustomers :many
SELECT p.part::bigint AS part, count(*) AS count
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
CROSS JOIN LATERAL (SELECT FROM customers WHERE customers.created_at >= p.since AND customers.created_at < p.until AND erased_at IS NULL OFFSET 0) AS c
GROUP BY p.part;

-- name: InsightEdgeProducts :many
SELECT p.part::bigint AS part, a.name::text AS name, sum(a.count)::bigint AS count, insight_amount(sum(a.amount)) AS amount
FROM (SELECT unnest(@parts::bigint[]) AS part, unnest(@since::timestamptz[]) AS since, unnest(@until::timestamptz[]) AS until) AS p
CROSS JOIN LATERAL (SELECT * FROM orders WHERE orders.created_at >= p.since AND orders.created_at < p.until
    AND insight_kept(orders.paid_at, orders.total_oere, orders.refunded_oere) OFFSET 0) AS o
JOIN order_items i ON i.order_id = o.id
CROSS JOIN LATERAL insight_item(1, o.created_at, o.subtotal_oere, o.discount_oere, i.product_id, i.unit_price_oere, i.quantity, i.refunded_quantity) a
GROUP BY p.part, a.name;

-- name: InsightProducts :many
SELECT id, slug, name, brand FROM products WHERE id = ANY(@ids::uuid[]);

-- name: InsightProductsOf :many
-- Products of a live category, deleted ones too; one row with null for a category that has none.
SELECT p.id FROM categories c LEFT JOIN products p ON p.category_id = c.id AND p.deleted_at IS NULL WHERE c.slug = @slug AND c.deleted_at IS NULL
UNION ALL
SELECT p.id FROM categories c JOIN products p ON p.category_id = c.id AND p.deleted_at IS NOT NULL WHERE c.slug = @slug AND c.deleted_at IS NULL
LIMIT @most::bigint;

-- name: InsightProductsIn :many
-- Those of the products that are in a live category.
SELECT p.id FROM products p JOIN categories c ON c.id = p.category_id
WHERE p.id = ANY(@ids::uuid[]) AND c.slug = @slug AND c.deleted_at IS NULL;

-- name: InsightDiscounts :many
-- The discounts with these codes: of each the one that was deleted last, and then the live one.
SELECT code, usage_count, usage_limit FROM (
    SELECT DISTINCT ON (code) code, usage_count, usage_limit FROM discounts WHERE deleted_at IS NOT NULL AND code = ANY(@codes::text[]) ORDER BY code, deleted_at DESC
) AS deleted
UNION ALL
SELECT code, usage_count, usage_limit FROM discounts WHERE deleted_at IS NULL AND code = ANY(@codes::text[]);

-- name: InsightKeys :many
SELECT id, name, last_used_at FROM api_keys WHERE id = ANY(@ids::uuid[]);

-- name: InsightSeen :many
-- When terms were searched last in a period.
SELECT name, max(last_at)::timestamptz AS last_at FROM (
    SELECT t.name, t.last_at FROM insight_things t WHERE t.kind = 'term' AND t.start >= @since AND t.start < @until AND t.name = ANY(@names::text[])
    UNION ALL
    SELECT o.name, o.last_at FROM insight_open o WHERE o.kind = 'term' AND o.start >= @since AND o.start < @until AND o.name = ANY(@names::text[])
) AS seen GROUP BY name;

-- name: InsightTermsLock :exec
-- Until the end of the transaction no other one writes terms.
SELECT pg_advisory_xact_lock('insight_open'::regclass::oid::bigint);

-- name: InsightTerms :many
-- The terms of a day, the rarest first.
SELECT name, sum(count)::bigint AS count, insight_amount(sum(amount)) AS amount FROM (
    SELECT t.name, t.count, t.amount FROM insight_things t WHERE t.kind = 'term' AND t.start = @day
    UNION ALL
    SELECT o.name, o.count, o.amount FROM insight_open o WHERE o.kind = 'term' AND o.start = @day
) AS searched GROUP BY name HAVING sum(count) > 0 ORDER BY sum(count), name DESC;

-- name: InsightCount :exec
-- Adds what was counted in a process.
INSERT INTO insight_open (kind, start, name, count, amount, last_at)
SELECT unnest(@kinds::text[]), unnest(@starts::timestamptz[]), unnest(@names::text[]), unnest(@counts::bigint[]), unnest(@amounts::bigint[]), unnest(@lasts::timestamptz[]);

-- name: InsightPrune :execrows
-- Deletes some of the counts of searches and calls of days before one.
DELETE FROM insight_things WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM insight_things t WHERE t.kind IN ('key', 'term') AND t.start < @before LIMIT @max_rows));

-- name: ProductScarce :many
-- The live products with at most so many pieces, after one of them.
SELECT id, name_sort, stock FROM products
WHERE deleted_at IS NULL AND stock <= @threshold::bigint AND (stock, name_sort, id) > (@after_stock::bigint, @after_name::text, @after_id::uuid)
ORDER BY stock, name_sort, id LIMIT @max_rows;

-- name: ProductScarceCount :one
SELECT count(*) AS live, count(*) FILTER (WHERE stock <= @threshold) AS scarce FROM products WHERE deleted_at IS NULL;
