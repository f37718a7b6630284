package store

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// errConnString says nothing of the text: it may be a password with characters that have a meaning in an address,
// or the content of a wrong file.
var errConnString = errors.New("DATABASE_URL cannot be read. Write postgres://user:password@host:5432/database, with % and two digits for each other " +
	"character than letters and digits in the user and the password (@ is %40, : is %3A, / is %2F, # is %23, ? is %3F, % is %25, a blank is %20), " +
	"or host=… port=5432 dbname=… user=… password='…', with a blank between two of them and none around =")

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
