package audit

import (
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/platform/store"
)

// columns are those of row, in its order.
const columns = `a.id, a.at, a.actor, a.tool, a.entity_type, a.entity_id, a.outcome, a.code, a.channel, a.request_id, a.revert_of,
	k.moved, a.reverted_at`

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

// all selects the rows of the thing and the period.
func (s *statement) all() string {
	return "SELECT at, id FROM audit_log a WHERE " + s.within()
}

// recent selects those of the newest n rows of the thing and the period that match.
func (s *statement) recent(n int) string {
	where := s.within()
	if s.filter.entityID == nil && s.filter.outcome != nil && *s.filter.outcome != store.AuditSuccess {
		where += " AND outcome <> 'success'"
	}
	return "SELECT a.at, a.id FROM (SELECT at, id, kind FROM audit_log a WHERE " + where + newest + " LIMIT " + strconv.Itoa(n) + `) AS a
	JOIN audit_kinds k ON k.kind = a.kind WHERE ` + s.ofKind("k")
}

// merged selects the first n rows of these kinds, and few more. The n-th of the
// first rows of all kinds is a bound: no older row is among the first n. So it
// reads about as many entries of the index as there are kinds and rows, however
// many rows match.
func (s *statement) merged(kinds []int64, n int64) string {
	of := "a.kind = k.kind AND " + s.within()
	rows, each := s.arg(n), s.arg((n+int64(len(kinds))-1)/int64(max(len(kinds), 1)))
	first := func(where, n string) string {
		return "CROSS JOIN LATERAL (SELECT * FROM (SELECT at, id FROM audit_log a WHERE " + where + newest + " LIMIT " + most + ") AS a LIMIT " + n + ") AS a"
	}
	return `WITH first AS MATERIALIZED (
		SELECT k.kind, a.at, a.id FROM unnest(` + s.arg(kinds) + "::bigint[]) AS k (kind) " + first(of, each) + newest + " LIMIT " + rows + `
	), bound AS MATERIALIZED (SELECT at FROM first` + newest + " OFFSET " + rows + ` - 1)
	SELECT a.at, a.id FROM (SELECT DISTINCT kind FROM first) AS k ` + first(of+" AND a.at >= coalesce((SELECT at FROM bound), '-infinity')", rows)
}

// kinds selects the kinds that match, n at most. Those of a thing are read from the
// index of its rows, in their order, one entry for each.
func (s *statement) kinds(n string) string {
	if s.filter.entityID == nil {
		return "SELECT kind FROM audit_kinds k WHERE " + s.ofKind("k") + " LIMIT " + n
	}
	where := "a.entity_id = " + s.arg(*s.filter.entityID)
	lowest := func(where string) string {
		return "(SELECT a.kind FROM audit_log a WHERE " + where + " ORDER BY a.kind LIMIT 1)"
	}
	return "WITH RECURSIVE of AS (SELECT " + lowest(where) + ` AS kind
		UNION ALL SELECT ` + lowest(where+" AND a.kind > of.kind") + ` FROM of WHERE of.kind IS NOT NULL
	) SELECT k.kind FROM of JOIN audit_kinds k ON k.kind = of.kind WHERE ` + s.ofKind("k") + " LIMIT " + n
}

// within is the condition of a row, a, that it is of the thing, of the period and of
// the part of the list after the last page.
func (s *statement) within() string {
	all := []string{"true"}
	if s.filter.entityID != nil {
		all = append(all, "a.entity_id = "+s.arg(*s.filter.entityID))
	}
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

// ofKind is the condition of a kind.
func (s *statement) ofKind(k string) string {
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
	if f.revertible != nil {
		all = append(all, s.canRevert(k)+" = "+strconv.FormatBool(*f.revertible))
	}
	return strings.Join(all, " AND ")
}

// canRevert is the rule of reason as a condition of a kind, true or false. Its lists
// are constants, which PostgreSQL hashes; it would walk those of arguments.
func (s *statement) canRevert(k string) string {
	return "(" + k + ".outcome = 'success' AND NOT " + k + ".reverted AND coalesce(" + k + ".entity_type IN " + constants(s.rules.types) + `, false)
	AND (` + k + ".tool IN " + constants(s.rules.tools) + " OR starts_with(" + k + ".tool, " + s.arg(commands) + `))
	AND (` + k + ".moved IS NULL OR " + k + ".tool = " + s.arg(revertTool) + " OR " + k + ".moved IN " + constants(s.rules.moves) + "))"
}

// constants is a list of the program's own names in SQL.
func constants(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "'" + strings.ReplaceAll(name, "'", "''") + "'"
	}
	return "(" + strings.Join(quoted, ", ") + ")"
}
