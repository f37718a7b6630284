package servertest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/test/storetest"
)

// Borrow returns a service on a database like the template, which the test gives back when it ends.
// Where another test has ended with one, it is that, with the rows put back: that takes 10 ms, and a
// database and a service of its own a hundred. A test that looks at what the service counts or logs,
// that waits for what it does by itself, or that changes how it works takes one from New.
func Borrow(t testing.TB, template storetest.Template) *Server {
	t.Helper()
	l := idle.take(template.Name)
	if l == nil {
		l = &loan{template: template.Name}
		l.keeper.TB = t
		l.service = New(&l.keeper, Options{Template: template})
		l.rows = l.service.Keep(&l.keeper)
	}
	l.keeper.TB = t
	t.Cleanup(l.giveBack)
	s := *l.service
	return &s
}

// loan is a service that tests borrow one after the other.
type loan struct {
	template string
	service  *Server
	rows     *Rows
	keeper   keeper
}

// giveBack ends the test's use of the service. One that a failed test leaves, or whose database cannot
// be put back, is closed.
func (l *loan) giveBack() {
	t := l.keeper.TB
	l.service.WantFresh(t)
	if t.Failed() || l.putBack() != nil {
		l.keeper.close()
		return
	}
	l.keeper.TB = nil
	idle.put(l)
}

func (l *loan) putBack() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := l.rows.Reset(ctx); err != nil {
		return err
	}
	return l.service.verify(ctx)
}

// keeper is the test that has the service, or nobody. It does what New leaves to the end of its test.
type keeper struct {
	testing.TB
	cleanups []func()
}

// Cleanup has close call fn, which no test does.
func (k *keeper) Cleanup(fn func()) { k.cleanups = append(k.cleanups, fn) }

// Context outlasts the test.
func (k *keeper) Context() context.Context { return context.Background() }

// Helper does nothing: there may be no test whose lines it could mark.
func (k *keeper) Helper() {}

// Errorf fails the test that has the service. When none has it, the error is printed.
func (k *keeper) Errorf(format string, args ...any) {
	if k.TB == nil {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
		return
	}
	k.TB.Errorf(format, args...)
}

func (k *keeper) close() {
	for _, fn := range slices.Backward(k.cleanups) {
		fn()
	}
}

// loans are the services that no test has at the moment.
type loans struct {
	mu  sync.Mutex
	all []*loan
}

var idle loans

func (l *loans) put(one *loan) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		storetest.AtEnd(l.close)
	}
	l.all = append(l.all, one)
}

// take returns a service on a database like this template, or nil.
func (l *loans) take(template string) *loan {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.IndexFunc(l.all, func(one *loan) bool { return one.template == template })
	if at < 0 {
		return nil
	}
	one := l.all[at]
	l.all = slices.Delete(l.all, at, at+1)
	return one
}

func (l *loans) close() {
	for _, one := range l.all {
		one.keeper.close()
	}
}

// Rows are all rows of a database as they once were.
type Rows struct{ session *pgx.Conn }

// Keep copies the rows of the database.
func (s *Server) Keep(t testing.TB) *Rows {
	t.Helper()
	session, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close(context.Background()) })
	if _, err := session.Exec(t.Context(), keepRows); err != nil {
		t.Fatal(err)
	}
	return &Rows{session}
}

// Reset puts the rows back, which the caches of services follow as any other change. It fails when
// more than rows has changed.
func (r *Rows) Reset(ctx context.Context) (err error) {
	for range 3 { // a task of the service may be in the way
		if _, err = r.session.Exec(ctx, "SELECT kept.reset()"); err == nil {
			return nil
		}
	}
	return err
}

// keepRows copies the tables into the schema "kept", and makes a function that puts back those
// that differ. Of the triggers only those fire that caches follow, as when a copy is restored.
// What says that there is something new is not put back: changes, and the number of folds.
// Nor is what says which jobs are due.
const keepRows = `BEGIN ISOLATION LEVEL REPEATABLE READ;
	CREATE SCHEMA kept;
	CREATE FUNCTION kept.relations() RETURNS text LANGUAGE sql AS $$
		SELECT md5(string_agg(concat_ws(' ', o.of, o.xmin), ',' ORDER BY o.of, o.xmin::text)) FROM (
			SELECT oid AS of, xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace
			UNION ALL SELECT a.attrelid, a.xmin FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace
			UNION ALL SELECT oid, xmin FROM pg_constraint WHERE connamespace = 'public'::regnamespace
			UNION ALL SELECT oid, xmin FROM pg_trigger
			UNION ALL SELECT oid, xmin FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		) AS o $$;
	DO $do$
	DECLARE
		body text := '';
		name text;
		columns text;
		tables text[];
	BEGIN
		FOR name, columns IN SELECT table_name, string_agg(quote_ident(column_name), ', ') FILTER (WHERE is_generated = 'NEVER')
			FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
			WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('changes', 'insight_folds', 'jobs', 'goose_db_version')
			GROUP BY table_name ORDER BY table_name
		LOOP
			EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', name);
			tables := tables || format('public.%I', name);
			body := body || format('IF (SELECT count(*) FROM public.%1$I) <> (SELECT count(*) FROM kept.%1$I)
				OR EXISTS (SELECT t::text FROM public.%1$I t EXCEPT ALL SELECT t::text FROM kept.%1$I t) THEN
				DELETE FROM public.%1$I;
				INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$I;
			END IF;', name, columns);
		END LOOP;
		EXECUTE format('CREATE FUNCTION kept.reset() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica SET lock_timeout = ''10s'' AS %L',
			'BEGIN
				UPDATE public.insight_folds SET fold = fold + 1, rebuilt = rebuilt + 1;
				LOCK TABLE ' || array_to_string(tables, ', ') || ' IN SHARE ROW EXCLUSIVE MODE;
				IF kept.relations() <> (SELECT digest FROM kept.before) THEN
					RAISE ''more than rows has changed'';
				END IF;
				' || body || ' END');
	END $do$;
	CREATE TABLE kept.before AS SELECT kept.relations() AS digest;
	COMMIT`
