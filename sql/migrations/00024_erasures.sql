-- +goose Up
-- Whom the arguments of a call may be about: its e-mail addresses, telephone numbers and ids; of a search also the first
-- letters of any two words (q:fh for Freja Holm, whatever the spelling and however short the words; ? is any letter but a
-- to z) and the numbers, as of parcels (n:). What the package customers finds out from the arguments themselves decides; it
-- has the same rules. They read the arguments in any locale of the cluster: without the escapes of JSON, in lower case, and
-- with accents apart from their letters. PL/pgSQL keeps the plans of a session.
DROP INDEX audit_log_mentions;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION audit_mentions(args json) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
    body  text := args::text;
    q     text := translate(lower(normalize(args ->> 'q', NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞ', 'æøœðđłþß');
    email text := translate(lower(normalize(args ->> 'email', NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞ', 'æøœðđłþß');
    phone text := coalesce(args ->> 'phoneNumber', args ->> 'phone');
    words text[];
BEGIN
    IF strpos(body, '\u') > 0 THEN -- unistr decodes what has one backslash, and takes two for one
        body := unistr(regexp_replace(replace(body, '\', '\\'), '\\+u(?!0000|[dD][89a-fA-F])([0-9a-fA-F]{4})', '\\u\1', 'g'));
    END IF;
    IF strpos(body, '\') > 0 THEN
        body := regexp_replace(body, '\\+[nrtbf]', ' ', 'g');
    END IF;
    body := lower(body COLLATE "C");
    IF octet_length(body) > char_length(body) THEN
        body := translate(lower(normalize(body, NFKD) COLLATE "C"), 'ÆØŒÐĐŁÞẞ', 'æøœðđłþß');
    END IF;
    words := array_remove(regexp_split_to_array(translate(regexp_replace(q, '[\u0300-\u036f]', '', 'g'), 'æøß', 'aos'),
        '[\u0001-/:-@\[-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+'), '');
    RETURN ARRAY(SELECT DISTINCT mention FROM (
        SELECT btrim(hit[1], '.!?''`') FROM regexp_matches(body,
            '[^\u0001- "\\<>(),:;\[\]{}|*\u2000-\u206f]+@[^\u0001- "\\<>(),:;\[\]{}|*\u2000-\u206f]+', 'g') AS hit
        UNION ALL
        SELECT hit[1] FROM regexp_matches(body, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') AS hit
        UNION ALL
        -- Ids, dates and the numbers of JSON are no telephone numbers.
        SELECT phone_key(hit[1]) FROM regexp_matches(regexp_replace(body,
            '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])|":[\u0001- ]*-?[0-9][-0-9.e+]*',
            ' ', 'g'), '\+?[0-9][0-9 .()/-]{6,}[0-9]', 'g') AS hit
        UNION ALL SELECT btrim(email)
        UNION ALL SELECT phone_key(phone) WHERE phone IS NOT NULL
        UNION ALL SELECT part FROM regexp_split_to_table(q, '[\u0001- ]+') AS part WHERE part LIKE '%@%'
        UNION ALL
        SELECT 'q:' || least(one.initial, two.initial) || greatest(one.initial, two.initial)
        FROM (SELECT n, CASE WHEN word ~ '^[a-z0-9]' THEN left(word, 1) ELSE '?' END COLLATE "C" FROM unnest(words) WITH ORDINALITY AS w (word, n)) AS one (n, initial)
        JOIN (SELECT n, CASE WHEN word ~ '^[a-z0-9]' THEN left(word, 1) ELSE '?' END COLLATE "C" FROM unnest(words) WITH ORDINALITY AS w (word, n)) AS two (n, initial)
            ON one.n < two.n
        UNION ALL SELECT 'n:' || word FROM unnest(words) AS word WHERE word ~ '[0-9]' AND char_length(word) >= 4
        UNION ALL
        SELECT 'n:' || number FROM regexp_replace(q, '[^a-z0-9]', '', 'g') AS number WHERE number ~ '[0-9]' AND char_length(number) >= 4
    ) AS mentions (mention) WHERE mention IS NOT NULL);
END
$$;
-- +goose StatementEnd
-- The rows that name nobody by their entity: reads, refused calls, and the carts that were opened, which are deleted after
-- 30 days. Those of orders are not among them.
CREATE INDEX audit_log_mentions ON audit_log USING gin (audit_mentions(args)) WHERE args IS NOT NULL AND (entity_id IS NULL OR tool = 'cart.create');
-- Those of which only the beginning is kept (store.MaxRefusedArgs): whom they name may be in the lost part.
CREATE INDEX audit_log_cut_off ON audit_log (tool, id) WHERE entity_id IS NULL AND args::text LIKE '{"truncated":%';

-- Who was erased a moment ago, until the calls have ended that were under way: what those left is erased then, and the row
-- is deleted.
CREATE TABLE erasures (
    customer_id uuid PRIMARY KEY,
    at          timestamptz(3) NOT NULL,
    person      json NOT NULL -- what the person is recognised by
);

-- The programs before find fewer calls about a person whom they erase, and do not look for those under way.
INSERT INTO schema_compatibility (version, oldest) VALUES (24, 13);

-- +goose Down
DELETE FROM schema_compatibility WHERE version = 24;
DROP TABLE erasures;
DROP INDEX audit_log_cut_off, audit_log_mentions;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION audit_mentions(args json) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT coalesce(array_agg(DISTINCT mention), '{}')
    FROM (SELECT lower(args::text) AS body) AS whole
    CROSS JOIN LATERAL (
        SELECT btrim(found[1], '.!?''`') FROM regexp_matches(body, '[^\s"\\<>(),:;]+@[^\s"\\<>(),:;]+', 'g') AS found
        UNION ALL
        SELECT found[1] FROM regexp_matches(body, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') AS found
        UNION ALL
        SELECT phone_key(found[1]) FROM regexp_matches(body, '\+?[0-9][0-9 .()/-]{6,}[0-9]', 'g') AS found
        UNION ALL
        SELECT lower(args ->> 'email')
        UNION ALL
        SELECT phone_key(coalesce(args ->> 'phoneNumber', args ->> 'phone'))
        UNION ALL
        SELECT 'q:' || regexp_replace(word, '[^bcdfghjklmnpqrstvwxz0-9]', '', 'g')
        FROM regexp_split_to_table(lower(args ->> 'q'), '[-\s!"#$%&''()*+,./:;<=>?@\[\]^_`{|}~]+') AS word
        UNION ALL
        SELECT 'truncated' WHERE body LIKE '{"truncated":%'
        UNION ALL
        SELECT 'escaped' WHERE body ~ '\\u00[2-7]'
    ) AS mentions (mention)
    WHERE mention IS NOT NULL
);
-- +goose StatementEnd
CREATE INDEX audit_log_mentions ON audit_log USING gin (audit_mentions(args)) WHERE args IS NOT NULL AND (entity_id IS NULL OR tool = 'cart.create');
