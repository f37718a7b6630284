package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
)

// ParseURL reads DATABASE_URL, in either form that PostgreSQL's own programs read. The error shows nothing of it.
func ParseURL(text string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(text) //nolint:forbidigo // here is where it is read
	if err != nil || misread(text) || !isHost(config.ConnConfig.Host) {
		return nil, errConnString
	}
	for _, other := range config.ConnConfig.Fallbacks {
		if !isHost(other.Host) {
			return nil, errConnString
		}
	}
	return config, nil
}

// errConnString says nothing of the text: it may be a password with characters that have a meaning in an address,
// or the content of a wrong file.
var errConnString = errors.New("DATABASE_URL cannot be read. Write postgres://user:password@host:5432/database, with % and two digits for each other " +
	"character than letters and digits in the user and the password (@ is %40, : is %3A, / is %2F, # is %23, ? is %3F, % is %25, a blank is %20), " +
	"or host=… port=5432 dbname=… user=… password='…', with a blank between two of them and none around =")

// isHost reports whether a text is a name, an address or the folder of a socket.
func isHost(text string) bool {
	return !strings.ContainsAny(text, "@`?#\n") && (strings.HasPrefix(text, "/") || !strings.Contains(text, "/"))
}

// misread reports whether an address seems to be read in another way than it was meant, as by a password with a
// slash in it: then a part of the password would be the name of the host or of the database.
func misread(text string) bool {
	if !strings.HasPrefix(text, "postgres://") && !strings.HasPrefix(text, "postgresql://") {
		return false
	}
	u, err := url.Parse(text)
	if err != nil || strings.Contains(u.EscapedPath(), "@") || u.Fragment != "" {
		return true
	}
	for parameter := range strings.SplitSeq(u.RawQuery, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		if strings.Contains(parameter, "@") && !slices.Contains([]string{"user", "options", "application_name"}, name) {
			return true
		}
	}
	return false
}

// Printable returns the text of an error, such as a line of a log, without what it repeats of DATABASE_URL besides
// host, port and database.
func Printable(text string) string {
	if !strings.Contains(text, "failed to connect to") {
		return text
	}
	text = connecting.ReplaceAllLiteralString(text, "failed to connect to `database=")
	return serverSaid.ReplaceAllStringFunc(text, func(said string) string {
		state := serverSaid.FindStringSubmatch(said)[1]
		if reason, known := reasons[state]; known {
			return "): the server refuses: " + reason + " (SQLSTATE " + state + ")"
		}
		return "): the server refuses (SQLSTATE " + state + ")"
	})
}

// What pgx says of a connection that could not be made, and what the server said.
var (
	connecting = regexp.MustCompile("failed to connect to `user=[^\n]* database=")
	serverSaid = regexp.MustCompile(`\): [^\n]*? \(SQLSTATE ([0-9A-Z]{5})\)`)
)

// reasons are what a server may mean, in our words: its own repeat parts of the connection string.
var reasons = map[string]string{
	"28P01": "the user or the password is wrong", "28000": "there is no such user, or it may not connect from here", "3D000": "there is no such database",
	"42501": "this user may not connect to the database", "53300": "it has no connection to spare", "57P03": "it starts or stops",
}

// sessionSettings hold in every session of the pool. They are sent when a connection
// is made. Times are in milliseconds.
var sessionSettings = []struct{ name, value string }{
	{"default_transaction_read_only", "on"}, // a write outside Write or Task fails in PostgreSQL itself
	{"statement_timeout", "15000"},
	{"lock_timeout", "5000"},
	{"idle_in_transaction_session_timeout", "30000"},
}

// SessionError says that a pooler on the way to the database drops what a session of
// the service needs.
type SessionError struct {
	Dropped []string // the settings
	Refused string   // the pooler's words when it refuses the connection because of them
}

func (e *SessionError) Error() string {
	var b strings.Builder
	if e.Refused != "" {
		names := make([]string, len(sessionSettings))
		for i, s := range sessionSettings {
			names[i] = s.name
		}
		fmt.Fprintf(&b, "the pooler at DATABASE_URL refuses the connection: %s. Add to pgbouncer.ini: ignore_startup_parameters = %s. Then",
			e.Refused, strings.Join(names, ","))
	} else {
		fmt.Fprintf(&b, "the pooler at DATABASE_URL drops the settings %s;", strings.Join(e.Dropped, ", "))
	}
	b.WriteString(" give them to the role that DATABASE_URL names, directly in PostgreSQL:")
	for _, s := range sessionSettings {
		fmt.Fprintf(&b, " ALTER ROLE <role> SET %s = %s;", s.name, s.value)
	}
	return b.String()
}

// refusedByPooler explains a connection that was refused for its settings; other
// errors are returned as they are.
func refusedByPooler(err error) error {
	const protocolViolation = "08P01" // PgBouncer's code for it
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if ok && pg.Code == protocolViolation && strings.Contains(pg.Message, "startup parameter") {
		return &SessionError{Refused: pg.Message}
	}
	return err
}

// Dedicated returns a connection of its own, outside the pool, so that its user
// never waits for a place there. The caller closes it.
func (s *Store) Dedicated(ctx context.Context) (*pgx.Conn, error) {
	config := s.pool.Config()
	config.ConnConfig.Tracer = nil // what is asked all the time would hide the rest
	if err := s.cacheDescriptions(ctx, config.ConnConfig); err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return nil, refusedByPooler(err)
	}
	if err := config.AfterConnect(ctx, conn); err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// Verify fails when the database cannot be used as the service needs it: it is away,
// or a pooler drops the settings of sessions (a SessionError). Behind a pooler the
// connections made from then on prepare no statements, of which another session would
// know nothing. Call it before the first statement.
func (s *Store) Verify(ctx context.Context) error {
	conn, err := s.Dedicated(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var pid uint32
	if err := conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeExec).Scan(&pid); err != nil {
		return err
	}
	s.pooled.Store(pid != conn.PgConn().PID()) // a pooler tells its clients numbers of its own
	return nil
}

// cacheDescriptions has a connection behind a pooler keep descriptions of statements alone.
func (s *Store) cacheDescriptions(_ context.Context, config *pgx.ConnConfig) error {
	if s.pooled.Load() && config.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return nil
}

// registerTypes has moments come back in UTC instead of the machine's zone, and UUIDs
// go as 16 bytes instead of text.
func registerTypes(m *pgtype.Map) {
	pgxuuid.Register(m)
	m.RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
}

// verifySession fails when a new session lacks a setting.
func verifySession(ctx context.Context, conn *pgx.Conn) error {
	names := make([]string, len(sessionSettings))
	for i, s := range sessionSettings {
		names[i] = s.name
	}
	rows, err := conn.Query(ctx, "SELECT name, setting FROM pg_settings WHERE name = ANY ($1)", pgx.QueryExecModeExec, names)
	if err != nil {
		return err
	}
	found := map[string]string{}
	var name, value string
	if _, err := pgx.ForEachRow(rows, []any{&name, &value}, func() error { found[name] = value; return nil }); err != nil {
		return err
	}
	var dropped []string
	for _, s := range sessionSettings {
		if found[s.name] != s.value {
			dropped = append(dropped, s.name)
		}
	}
	if len(dropped) > 0 {
		return &SessionError{Dropped: dropped}
	}
	return nil
}
