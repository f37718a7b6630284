-- What a database has that a sandbox has made: the schema sandbox is the mark of it, and the schema
-- sandbox_first holds its first state. Both are made before the shop is.
CREATE SCHEMA sandbox;
CREATE SCHEMA sandbox_first;

CREATE TABLE sandbox.made (
    identity text NOT NULL, -- of the program and the seed that it was made with
    seed     text NOT NULL,
    ids      bigint NOT NULL DEFAULT 0, -- how many ids the first state took
    complete boolean NOT NULL DEFAULT false,
    fixed    timestamptz, -- where the clock stands; null when it runs
    ahead    interval NOT NULL DEFAULT interval '0' -- of the machine, when it runs
);

CREATE SEQUENCE sandbox.ids;

CREATE FUNCTION sandbox.now() RETURNS timestamptz LANGUAGE sql AS
$$ SELECT coalesce(fixed, clock_timestamp() + ahead) FROM sandbox.made $$;

CREATE FUNCTION sandbox.new_id() RETURNS uuid LANGUAGE sql AS
$$ SELECT overlay(overlay(md5(seed || ' ' || nextval('sandbox.ids')) placing '4' from 13) placing '8' from 17)::uuid FROM sandbox.made $$;

CREATE VIEW sandbox.tables AS
SELECT c.oid, c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r';

-- Makes the schema of a shop that of a sandbox: what the database itself gives a time or an id follows
-- the clock and the seed, and what the migrations have written is of the given time.
CREATE FUNCTION sandbox.adopt(at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE c record;
BEGIN
    FOR c IN
        SELECT d.adrelid::regclass AS name, a.attname AS field, pg_get_expr(d.adbin, d.adrelid) AS value
        FROM pg_attrdef d JOIN sandbox.tables t ON t.oid = d.adrelid JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
        WHERE a.attgenerated = ''
    LOOP
        CASE c.value
            WHEN 'gen_random_uuid()' THEN EXECUTE format('ALTER TABLE %s ALTER %I SET DEFAULT sandbox.new_id()', c.name, c.field);
            WHEN 'now()', 'clock_timestamp()', 'CURRENT_TIMESTAMP' THEN EXECUTE format('ALTER TABLE %s ALTER %I SET DEFAULT sandbox.now()', c.name, c.field);
            ELSE NULL;
        END CASE;
    END LOOP;
    FOR c IN SELECT t.oid::regclass AS name, a.attname AS field FROM sandbox.tables t JOIN pg_attribute a ON a.attrelid = t.oid
        WHERE a.atttypid = 'timestamptz'::regtype AND NOT a.attisdropped
    LOOP
        EXECUTE format('UPDATE %s SET %I = $1 WHERE %2$I IS NOT NULL', c.name, c.field) USING at;
    END LOOP;
END $$;

-- Keeps every table and sequence as it is.
CREATE FUNCTION sandbox.keep() RETURNS void LANGUAGE plpgsql AS $$
DECLARE t record;
BEGIN
    FOR t IN SELECT name FROM sandbox.tables LOOP
        EXECUTE format('CREATE TABLE sandbox_first.%I AS TABLE public.%1$I', t.name);
    END LOOP;
    CREATE TABLE sandbox.sequences AS
    SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS called
    FROM pg_sequences WHERE schemaname IN ('public', 'sandbox');
END $$;

-- Writes back every table and sequence, with all times moved. No trigger and no check of a foreign key
-- runs: the rows are those that were there.
CREATE FUNCTION sandbox.restore(moved interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE t record;
BEGIN
    PERFORM set_config('session_replication_role', 'replica', true);
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM sandbox.tables);
    FOR t IN
        SELECT s.name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS fields,
            string_agg(CASE a.atttypid WHEN 'timestamptz'::regtype THEN format('%I + $1', a.attname) ELSE quote_ident(a.attname) END, ', ' ORDER BY a.attnum) AS "values"
        FROM sandbox.tables s JOIN pg_attribute a ON a.attrelid = s.oid
        WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        GROUP BY s.name
    LOOP
        EXECUTE format('INSERT INTO public.%I (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM sandbox_first.%1$I', t.name, t.fields, t."values") USING moved;
    END LOOP;
    PERFORM setval(name::regclass, value, called) FROM sandbox.sequences;
END $$;
