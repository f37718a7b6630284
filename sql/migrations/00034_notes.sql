-- +goose NO TRANSACTION
-- +goose Up
-- The words of a note by which people are found in it, and each eight digits in a row (+20123456), whatever is between them.
-- What the package customers finds in the note itself decides; it has the same rules. Letters are in lower case in any
-- locale of the cluster, and without accents.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION note_words(note text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
    body text := translate(lower(normalize(note, NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞĦŊŦƏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
        'æøœðđłþßħŋŧəαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ');
BEGIN
    body := regexp_replace(body, '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g');
    RETURN array_to_tsvector(ARRAY(
        SELECT left(word, 64) FROM regexp_split_to_table(body,
            '[\u0001-/:-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufff0-\uffff\U0001f000-\U0001faff]+') AS word WHERE word <> ''
        UNION
        SELECT '+' || substr(digits, n, 8)
        FROM regexp_matches(body, '[0-9](?:[ \n\r\t.()/+\u2010-\u2015-]{0,3}[0-9]){7,}', 'g') AS run
        CROSS JOIN regexp_replace(run[1], '[^0-9]', '', 'g') AS digits
        CROSS JOIN generate_series(1, length(digits) - 7) AS n));
END
$$;
-- +goose StatementEnd

-- The words of all arguments of a call that takes a note, and of the webhook that it was about, which has one.
CREATE OR REPLACE FUNCTION audit_note_words(entity_type text, args json, before json, after json) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT note_words(coalesce(string_agg(said.value, E'\n\n\n\n'), ''))
    FROM unnest(ARRAY[args, CASE WHEN entity_type = 'webhook' THEN before END, CASE WHEN entity_type = 'webhook' THEN after END]) AS part
    CROSS JOIN LATERAL json_each_text(CASE WHEN json_typeof(part) = 'object' THEN part ELSE '{}' END) AS said
);

-- The operations are those with x-note in the contract, and those whose rows repeat such a text.
SET lock_timeout = 0;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_notes;
CREATE INDEX CONCURRENTLY audit_log_notes ON audit_log USING gin (audit_note_words(entity_type, args, before, after))
    WHERE tool IN ('orders.add_note', 'orders.refund', 'products.adjust_stock', 'webhooks.create', 'webhooks.delete', 'webhooks.rotate_secret');
DROP INDEX CONCURRENTLY IF EXISTS order_history_notes;
CREATE INDEX CONCURRENTLY order_history_notes ON order_history USING gin (note_words(note)) WHERE note IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS order_refunds_reasons;
CREATE INDEX CONCURRENTLY order_refunds_reasons ON order_refunds USING gin (note_words(reason)) WHERE reason IS NOT NULL;
RESET lock_timeout;

-- The programs before leave the notes about others as they are.
INSERT INTO schema_compatibility (version, oldest) VALUES (34, 13) ON CONFLICT DO NOTHING;

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 34;
DROP INDEX CONCURRENTLY IF EXISTS order_refunds_reasons;
DROP INDEX CONCURRENTLY IF EXISTS order_history_notes;
DROP INDEX CONCURRENTLY IF EXISTS audit_log_notes;
DROP FUNCTION IF EXISTS audit_note_words(text, json, json, json);
DROP FUNCTION IF EXISTS note_words(text);
