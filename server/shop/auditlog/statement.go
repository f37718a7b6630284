package auditlog

import (
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/platform/audit"
)

// columns are those of row, in its order.
const columns = `a.id, a.at, a.actor, a.tool, a.entity_type, a.entity_id, a.outcome, a.code, a.channel, a.request_id, a.revert_of,
	k.moved, (SELECT r.at FROM audit_log r WHERE r.revert_of = a.id AND r.outcome = 'success')`

// most is the largest number of rows that a statement returns: those of a page
// and one more. Statements contain it as a constant, so that PostgreSQL keeps one
// plan for every limit.
const most = "201"

// newest sorts rows as they are listed.
const newest = " ORDER BY at DESC, id DESC"

// statement builds the SQL of a listing from fixed pieces; everything from the
// caller becomes an argument. Each combination of filters has its own statement:
// PostgreSQL would find no good plan for one statement with all of them.
type statement struct {
	*listing
	args []any
}

func (s *statement) arg(v any) string {
	s.args = append(s.args, v)
	return "$" + strconv.Itoa(len(s.args))
}

// page selects the first n rows of those whose at and id keys selects.
func (s *statement) page(keys string, n int64) string {
	return "SELECT " + columns + " FROM (SELECT * FROM (" + keys + newest + " LIMIT " + most + ") AS first LIMIT " + s.arg(n) + `) AS p
	JOIN audit_log a ON a.id = p.id
	JOIN audit_kinds k ON k.kind = a.kind
	ORDER BY p.at DESC, p.id DESC`
}

// all selects the rows of the period.
func (s *statement) all() string {
	return "SELECT at, id FROM audit_log a WHERE " + s.within()
}

// recent selects those of the newest n rows of the period that match.
func (s *statement) recent(n string) string {
	where := s.within()
	if s.filter.outcome != nil && *s.filter.outcome != audit.Success {
		where += " AND outcome <> 'success'"
	}
	return "SELECT a.at, a.id FROM (SELECT at, id, kind FROM audit_log a WHERE " + where + newest + " LIMIT " + n + `) AS a
	JOIN audit_kinds k ON k.kind = a.kind WHERE ` + s.matches("a", "k")
}

// merged selects the first n rows of these kinds, and few more. The n-th of the
// first rows of all kinds is a bound: no older row is among the first n. So it
// reads about as many entries of the index as there are kinds and rows, however
// many rows match.
func (s *statement) merged(kinds []int64, n int64) string {
	of := "a.kind = k.kind AND " + s.within()
	if s.filter.entityID != nil {
		of += " AND a.entity_id = " + s.arg(*s.filter.entityID)
	}
	if yes := s.filter.revertible; yes != nil && *yes {
		of += " AND NOT " + wasReverted("a")
	}
	rows, each := s.arg(n), s.arg((n+int64(len(kinds))-1)/int64(max(len(kinds), 1)))
	first := func(where, n string) string {
		return "CROSS JOIN LATERAL (SELECT * FROM (SELECT at, id FROM audit_log a WHERE " + where + newest + " LIMIT " + most + ") AS a LIMIT " + n + ") AS a"
	}
	return `WITH first AS MATERIALIZED (
		SELECT k.kind, a.at, a.id FROM unnest(` + s.arg(kinds) + "::bigint[]) AS k (kind) " + first(of, each) + newest + " LIMIT " + rows + `
	), bound AS MATERIALIZED (SELECT at FROM first` + newest + " OFFSET " + rows + ` - 1)
	SELECT a.at, a.id FROM (SELECT DISTINCT kind FROM first) AS k ` + first(of+" AND a.at >= coalesce((SELECT at FROM bound), '-infinity')", rows)
}

// kinds selects the kinds that match, n at most.
func (s *statement) kinds(n string) string {
	if s.filter.entityID == nil {
		return "SELECT kind FROM audit_kinds k WHERE " + s.ofKind("k") + " LIMIT " + n
	}
	entity := s.arg(*s.filter.entityID)
	next := "(SELECT kind FROM audit_log WHERE entity_id = " + entity + " AND kind > e.kind ORDER BY kind LIMIT 1)"
	return `WITH RECURSIVE e (kind) AS (
		(SELECT kind FROM audit_log WHERE entity_id = ` + entity + ` ORDER BY kind LIMIT 1)
		UNION ALL SELECT ` + next + ` FROM e WHERE e.kind IS NOT NULL
	) SELECT k.kind FROM e JOIN audit_kinds k ON k.kind = e.kind WHERE ` + s.ofKind("k") + " LIMIT " + n
}

// reverted selects the rows that were reverted and would otherwise be revertible.
// It reads each row that was reverted, unless no kind matches: OFFSET 0 keeps
// PostgreSQL from beginning with all rows of the kinds.
func (s *statement) reverted() string {
	where := s.within() + " AND " + s.ofAnyKind("k") + " AND " + s.canRevert("k")
	if s.filter.entityID != nil {
		where += " AND a.entity_id = " + s.arg(*s.filter.entityID)
	}
	where += " AND EXISTS (SELECT FROM audit_kinds any_kind WHERE " + s.ofAnyKind("any_kind") + " AND " + s.canRevert("any_kind") + ")"
	return `SELECT a.at, a.id FROM audit_log r CROSS JOIN LATERAL (SELECT * FROM audit_log a WHERE a.id = r.revert_of OFFSET 0) AS a
	JOIN audit_kinds k ON k.kind = a.kind WHERE r.revert_of IS NOT NULL AND r.outcome = 'success' AND ` + where
}

// within is the condition of a row, a, that it is of the period and of the part of
// the list after the last page.
func (s *statement) within() string {
	all := []string{"true"}
	if s.filter.from != nil {
		all = append(all, "a.at >= "+s.arg(*s.filter.from))
	}
	if s.filter.to != nil {
		all = append(all, "a.at <= "+s.arg(*s.filter.to))
	}
	if s.after != nil {
		all = append(all, "(a.at, a.id) < ("+s.arg(s.after.At)+"::timestamptz, "+s.arg(s.after.ID)+"::uuid)")
	}
	return strings.Join(all, " AND ")
}

// matches is the condition of a row and its kind.
func (s *statement) matches(a, k string) string {
	switch yes := s.filter.revertible; {
	case yes == nil:
		return s.ofAnyKind(k)
	case *yes:
		return s.ofKind(k) + " AND NOT " + wasReverted(a)
	}
	return s.ofAnyKind(k) + " AND (NOT " + s.canRevert(k) + " OR " + wasReverted(a) + ")"
}

// ofKind is the condition of a kind.
func (s *statement) ofKind(k string) string {
	switch yes := s.filter.revertible; {
	case yes == nil:
		return s.ofAnyKind(k)
	case *yes:
		return s.ofAnyKind(k) + " AND " + s.canRevert(k)
	}
	return s.ofAnyKind(k) + " AND NOT " + s.canRevert(k)
}

// ofAnyKind is the condition of a kind, whether it can be reverted or not.
func (s *statement) ofAnyKind(k string) string {
	all, f := []string{"true"}, &s.filter
	begins := func(column string, prefix *string) {
		if prefix != nil { // U+10FFFF sorts after every character that is sent
			p := s.arg(*prefix) + "::text"
			all = append(all, k+"."+column+" >= "+p, k+"."+column+" < "+p+` || U&'\+10FFFF'`)
		}
	}
	begins("tool", f.tool)
	begins("actor", f.actor)
	if f.entityType != nil {
		all = append(all, k+".entity_type = "+s.arg(*f.entityType))
	}
	if f.outcome != nil {
		all = append(all, k+".outcome = "+s.arg(*f.outcome))
	}
	return strings.Join(all, " AND ")
}

// canRevert is the rule of reason as a condition of a kind.
func (s *statement) canRevert(k string) string {
	return "(" + k + ".outcome = 'success' AND " + k + ".entity_type IS NOT NULL AND " + k + ".entity_type = ANY (" + s.arg(s.rules.types) + `::text[])
	AND (` + k + ".tool = ANY (" + s.arg(s.rules.tools) + "::text[]) OR starts_with(" + k + ".tool, " + s.arg(commands) + `))
	AND (` + k + ".moved IS NULL OR " + k + ".moved = ANY (" + s.arg(s.rules.moves) + "::text[])))"
}

// wasReverted is the condition that a row was reverted, as an expression: as an
// EXISTS it would become a join, which reads more rows than a page has.
func wasReverted(a string) string {
	return "((SELECT true FROM audit_log r WHERE r.revert_of = " + a + ".id AND r.outcome = 'success') IS TRUE)"
}
