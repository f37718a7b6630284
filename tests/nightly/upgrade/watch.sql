-- What a migration that changes tables read of them. It is recorded in the transaction of the migration, by triggers, so
-- that it does not depend on how fast the machine is.
CREATE SCHEMA watch;

-- A table that was there before the migration and from which it kept reads or writes of rows until its end.
CREATE TABLE watch.locks (
    migration  bigint,
    table_name text,
    mode       text,
    lasted     interval, -- the transaction, with its wait for the lock
    read       jsonb     -- rows of tables, by name, that the migration read
);

-- The rows that this transaction has read, by table. They are counted for each session.
CREATE FUNCTION watch.rows_read() RETURNS jsonb LANGUAGE sql AS $$
    SELECT coalesce(jsonb_object_agg(relid, seq_tup_read + coalesce(idx_tup_fetch, 0)), '{}')
    FROM pg_stat_xact_user_tables WHERE schemaname = 'public' AND relname <> 'goose_db_version'
$$;

-- Before the first statement of a transaction that changes tables.
CREATE FUNCTION watch.begins() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('watch.xid', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        PERFORM set_config('watch.xid', pg_current_xact_id()::text, false), set_config('watch.rows_read', watch.rows_read()::text, false);
    END IF;
END
$$;

-- When the migration records itself, which is its last statement.
CREATE FUNCTION watch.ends() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before jsonb;
BEGIN
    IF current_setting('watch.xid', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        RETURN NULL; -- a file with NO TRANSACTION holds no lock any more
    END IF;
    before := current_setting('watch.rows_read')::jsonb;
    INSERT INTO watch.locks
    SELECT NEW.version, l.relation::regclass::text, l.mode, clock_timestamp() - transaction_timestamp(),
        (SELECT coalesce(jsonb_object_agg(now.relid::oid::regclass, now.n::bigint - (before ->> now.relid)::bigint), '{}')
            FROM jsonb_each_text(watch.rows_read()) AS now (relid, n) WHERE now.n::bigint > (before ->> now.relid)::bigint)
    FROM pg_locks l
    WHERE l.pid = pg_backend_pid() AND l.granted AND l.locktype = 'relation' AND before ? l.relation::text
        AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock');
    RETURN NULL;
END
$$;

CREATE EVENT TRIGGER watch_begins ON ddl_command_start EXECUTE FUNCTION watch.begins();
CREATE TRIGGER watch_ends AFTER INSERT ON schema_compatibility FOR EACH ROW EXECUTE FUNCTION watch.ends();
