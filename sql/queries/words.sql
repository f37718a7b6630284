-- What a program before has stored for searches and orders, and this one stores in another way.

-- name: ProductsOfOtherRule :many
-- The first products after the given id that are not stored by this rule, deleted ones too.
SELECT * FROM product_records
WHERE id IN (SELECT p.id FROM products p WHERE p.id > @after AND NOT p.search @@ sqlc.arg(rule)::text::tsquery ORDER BY p.id LIMIT @page)
ORDER BY id
FOR NO KEY UPDATE;

-- name: ProductSetSearch :exec
UPDATE products SET search = stored.search::tsvector
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@searches::text[]) AS search) AS stored
WHERE products.id = stored.id;

-- name: ProductSetNameSort :exec
UPDATE products SET name_sort = stored.name_sort
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@names::text[]) AS name_sort) AS stored
WHERE products.id = stored.id AND products.name_sort <> stored.name_sort;

-- name: CategoriesOfOtherRule :many
SELECT id, name FROM categories WHERE NOT search @@ sqlc.arg(rule)::text::tsquery ORDER BY id LIMIT @page FOR NO KEY UPDATE;

-- name: CategorySetSearch :exec
UPDATE categories SET search = sqlc.arg(search)::text::tsvector, name_sort = @name_sort WHERE id = @id;

-- name: PagesWithAa :many
-- The first pages after the given id in whose order Aa at the beginning of a word is not Å yet.
SELECT id, title FROM pages WHERE id > @after AND title_sort ~ '\maa(?!a)' ORDER BY id LIMIT @page FOR NO KEY UPDATE;

-- name: PageSetTitleSort :execrows
UPDATE pages SET title_sort = @title_sort WHERE id = @id AND title_sort <> @title_sort;

-- name: ServicesWithAa :many
SELECT id, title FROM services WHERE id > @after AND title_sort ~ '\maa(?!a)' ORDER BY id LIMIT @page FOR NO KEY UPDATE;

-- name: ServiceSetTitleSort :execrows
UPDATE services SET title_sort = @title_sort WHERE id = @id AND title_sort <> @title_sort;
