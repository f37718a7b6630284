package customers

import (
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/text"
)

// maxWords is the maximum number of words of q that are used; the contract has
// the same.
const maxWords = 8

// statement builds the SQL of a list from fixed pieces; everything from the
// caller becomes an argument.
type statement struct {
	where []string // conditions on customers c
	limit string
	args  []any
}

// newStatement returns the statement for the first n customers after a position,
// from the beginning if that is nil. It is nil when no customer can match.
func newStatement(b *api.CustomerListRequest, after *position, n int) *statement {
	s := &statement{where: []string{"c.erased_at IS NULL"}}
	if b.Q != nil && !s.find(*b.Q) {
		return nil
	}
	if b.FromDate != nil {
		s.where = append(s.where, "c.created_at >= "+s.arg(b.FromDate.Time))
	}
	if b.ToDate != nil {
		s.where = append(s.where, "c.created_at <= "+s.arg(b.ToDate.Time))
	}
	if after != nil {
		s.where = append(s.where, "(c.created_at, c.id) < ("+s.arg(after.At)+"::timestamptz, "+s.arg(after.ID)+"::uuid)")
	}
	s.limit = s.arg(n)
	return s
}

// text returns the SQL. The page is found first: what the orders say is summed
// up for its customers alone.
func (s *statement) text() string {
	return "SELECT r.* FROM (SELECT c.id FROM customers c WHERE " + strings.Join(s.where, " AND ") +
		" ORDER BY c.created_at DESC, c.id DESC LIMIT " + s.limit + ") AS page JOIN customer_records r USING (id)" +
		" ORDER BY r.created_at DESC, r.id DESC"
}

// find requires everything in q: e-mail addresses, and the beginnings of words. A
// blank q requires nothing; it reports whether a customer can match.
func (s *statement) find(q string) bool {
	var rest []string
	for part := range strings.FieldsSeq(q) {
		if strings.Contains(part, "@") {
			s.where = append(s.where, "c.email_key = "+s.arg(text.Case(part)))
		} else {
			rest = append(rest, part)
		}
	}
	words := text.Words(strings.Join(rest, " "))
	for _, word := range words[:min(len(words), maxWords)] {
		s.where = append(s.where, "c.email_key IN (SELECT o.email_key FROM order_words w JOIN orders o ON o.id = w.order_id WHERE "+s.beginning(word)+")")
	}
	return len(rest) == 0 || len(words) > 0
}

// beginning requires that w.word begins with another word, in one of its spellings.
func (s *statement) beginning(word string) string {
	const afterAll = "\U0010FFFF" // sorts after every letter
	var any []string
	for _, start := range text.Starts(word) {
		any = append(any, "w.word >= "+s.arg(start)+" AND w.word < "+s.arg(start+afterAll))
	}
	return "(" + strings.Join(any, " OR ") + ")"
}

func (s *statement) arg(v any) string {
	s.args = append(s.args, v)
	return "$" + strconv.Itoa(len(s.args))
}
