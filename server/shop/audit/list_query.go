package audit

import (
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
)

// filter is what rows have to be like. The zero value is any row.
type filter struct {
	tool, actor *string // what these begin with
	entityType  *string
	entityID    *string
	outcome     *string
	revertible  *bool
	kinds       []string // change, access, refusal; nil for all
	requestID   *uuid.UUID
	channel     *string
	holder      *string
	label       *string // what the label begins with
	from, to    *time.Time
	since       *paging.SortKey // the rows after this one
}

func newFilter(b *api.AuditListRequest, span calendar.Span) filter {
	f := filter{
		tool: b.ToolPrefix, actor: b.ActorPrefix, entityType: b.EntityType, entityID: b.EntityId,
		outcome: (*string)(b.Outcome), revertible: b.Revertible,
	}
	if b.Kinds != nil {
		for _, k := range *b.Kinds {
			f.kinds = append(f.kinds, string(k))
		}
	}
	f.channel, f.holder, f.label = (*string)(b.Channel), (*string)(b.Holder), b.Q
	if b.RequestId != nil {
		id, _ := store.ParseID(*b.RequestId) // no call has the zero UUID
		f.requestID = &id
	}
	if span.From != nil {
		f.from = &span.From.Time
	}
	if span.To != nil {
		f.to = &span.To.Time
	}
	return f
}

// concernsKind reports whether a row's kind decides about it too.
func (f *filter) concernsKind() bool {
	return f.tool != nil || f.actor != nil || f.entityType != nil || f.outcome != nil || f.revertible != nil || f.kinds != nil || f.channel != nil || f.holder != nil
}

// columns are those of row, in its order.
const columns = `a.id, a.at, a.actor, a.tool, a.entity_type, a.entity_id, a.outcome, a.code, a.channel, a.request_id, a.revert_of,
	k.moved, a.reverted_at, a.actor_name, a.holder, a.entity_label, s.large, CASE WHEN NOT s.large THEN a.before END, CASE WHEN NOT s.large THEN a.after END`

// maxRows is the largest number of rows that a query returns: those of a page
// and one more. Statements contain it as a constant, so that PostgreSQL keeps one
// plan for every limit.
const maxRows = "201"

// newestFirst sorts rows as they are listed.
const newestFirst = " ORDER BY at DESC, id DESC"

// queryBuilder builds the SQL of a listing from fixed pieces; everything from the
// caller becomes an argument. Each combination of filters has its own statement:
// PostgreSQL would find no good plan for one statement with all of them.
type queryBuilder struct {
	*listing
	args store.Args
}

// page selects the first n rows of those whose at and id keys selects.
func (b *queryBuilder) page(keys string, n int64) string {
	return "SELECT " + columns + " FROM (SELECT * FROM (" + keys + newestFirst + " LIMIT " + maxRows + ") AS first LIMIT " + b.args.Add(n) + `) AS p
	JOIN audit_log a ON a.id = p.id
	JOIN audit_kinds k ON k.kind = a.kind
	CROSS JOIN LATERAL (SELECT coalesce(pg_column_size(a.before), 0) + coalesce(pg_column_size(a.after), 0) > ` + strconv.Itoa(largestState) + ` AS large) AS s
	ORDER BY p.at DESC, p.id DESC`
}

// all selects the rows of the thing and the period.
func (b *queryBuilder) all() string {
	return "SELECT at, id FROM audit_log a WHERE " + b.within()
}

// recent selects those of the newest n rows of the thing and the period that match.
func (b *queryBuilder) recent(n int) string {
	where := b.within()
	if b.filter.entityID == nil && b.filter.outcome != nil && *b.filter.outcome != store.AuditSuccess {
		where += " AND outcome <> 'success'"
	}
	columns, labelled := "at, id, kind", ""
	if b.filter.label != nil {
		columns, labelled = columns+", entity_label", " AND "+b.labelled()
	}
	return "SELECT a.at, a.id FROM (SELECT " + columns + " FROM audit_log a WHERE " + where + newestFirst + " LIMIT " + strconv.Itoa(n) + `) AS a
	JOIN audit_kinds k ON k.kind = a.kind WHERE ` + b.ofKind() + labelled
}

// matching selects those of the call, or with the label.
func (b *queryBuilder) matching() string {
	where := b.within()
	if b.filter.label != nil {
		where += " AND " + b.labelled()
	}
	return b.first(where, "true")
}

// labelledFirst selects the rows with the label, which is rare, and then those of them that match.
func (b *queryBuilder) labelledFirst() string { return b.first(b.labelled(), b.within()) }

// first selects the rows where a condition holds, and then those of them that match the rest: PostgreSQL would go through
// all rows in the order of the list instead.
func (b *queryBuilder) first(where, rest string) string {
	return "SELECT a.at, a.id FROM (SELECT at, id, kind, entity_id FROM audit_log a WHERE " + where +
		" OFFSET 0) AS a JOIN audit_kinds k ON k.kind = a.kind WHERE " + rest + " AND " + b.ofKind()
}

// labelled is the condition that the label of a row, a, begins so.
func (b *queryBuilder) labelled() string {
	p := "label_key(" + b.args.Add(*b.filter.label) + "::text)"
	return "a.entity_label IS NOT NULL AND label_key(a.entity_label) >= " + p + " AND label_key(a.entity_label) < " + p + ` || U&'\+10FFFF'`
}

// merged selects the first n rows of these kinds, and few more. The n-th of the
// first rows of all kinds is a bound: no older row is among the first n. So it
// reads about as many entries of the index as there are kinds and rows, however
// many rows match.
func (b *queryBuilder) merged(kinds []int64, n int64) string {
	of := "a.kind = k.kind AND " + b.within()
	rows, each := b.args.Add(n), b.args.Add((n+int64(len(kinds))-1)/int64(max(len(kinds), 1)))
	first := func(where, n string) string {
		return "CROSS JOIN LATERAL (SELECT * FROM (SELECT at, id FROM audit_log a WHERE " + where + newestFirst + " LIMIT " + maxRows + ") AS a LIMIT " + n + ") AS a"
	}
	return `WITH first AS MATERIALIZED (
		SELECT k.kind, a.at, a.id FROM unnest(` + b.args.Add(kinds) + "::bigint[]) AS k (kind) " + first(of, each) + newestFirst + " LIMIT " + rows + `
	), bound AS MATERIALIZED (SELECT at FROM first` + newestFirst + " OFFSET " + rows + ` - 1)
	SELECT a.at, a.id FROM (SELECT DISTINCT kind FROM first) AS k ` + first(of+" AND a.at >= coalesce((SELECT at FROM bound), '-infinity')", rows)
}

// kinds selects the kinds that match, n at most. Those of a thing are read from the
// index of its rows, in their order, one entry for each.
func (b *queryBuilder) kinds(n string) string {
	if b.filter.entityID == nil {
		return "SELECT kind FROM audit_kinds k WHERE " + b.ofKind() + " LIMIT " + n
	}
	where := "a.entity_id = " + b.args.Add(*b.filter.entityID)
	lowest := func(where string) string {
		return "(SELECT a.kind FROM audit_log a WHERE " + where + " ORDER BY a.kind LIMIT 1)"
	}
	return "WITH RECURSIVE of AS (SELECT " + lowest(where) + ` AS kind
		UNION ALL SELECT ` + lowest(where+" AND a.kind > of.kind") + ` FROM of WHERE of.kind IS NOT NULL
	) SELECT k.kind FROM of JOIN audit_kinds k ON k.kind = of.kind WHERE ` + b.ofKind() + " LIMIT " + n
}

// within is the condition of a row, a, that it is of the thing, of the period and of
// the part of the list after the last page.
func (b *queryBuilder) within() string {
	all := []string{"true"}
	if b.filter.entityID != nil {
		all = append(all, "a.entity_id = "+b.args.Add(*b.filter.entityID))
	}
	if b.filter.requestID != nil {
		all = append(all, "a.request_id = "+b.args.Add(*b.filter.requestID))
	}
	if b.filter.since != nil {
		all = append(all, "(a.at, a.id) > ("+b.args.Add(b.filter.since.At)+"::timestamptz, "+b.args.Add(b.filter.since.ID)+"::uuid)")
	}
	if b.filter.from != nil {
		all = append(all, "a.at >= "+b.args.Add(*b.filter.from))
	}
	if b.filter.to != nil {
		all = append(all, "a.at <= "+b.args.Add(*b.filter.to))
	}
	if b.after != nil {
		all = append(all, "(a.at, a.id) < ("+b.args.Add(b.after.At)+"::timestamptz, "+b.args.Add(b.after.ID)+"::uuid)")
	}
	return strings.Join(all, " AND ")
}

// ofKind is the condition of a kind, k.
func (b *queryBuilder) ofKind() string {
	all, f := []string{"true"}, &b.filter
	begins := func(column string, prefix *string) {
		if prefix != nil { // U+10FFFF sorts after every character that is sent
			p := b.args.Add(*prefix) + "::text"
			all = append(all, "k."+column+" >= "+p, "k."+column+" < "+p+` || U&'\+10FFFF'`)
		}
	}
	begins("tool", f.tool)
	begins("actor", f.actor)
	if f.entityType != nil {
		all = append(all, "k.entity_type = "+b.args.Add(*f.entityType))
	}
	if f.outcome != nil {
		all = append(all, "k.outcome = "+b.args.Add(*f.outcome))
	}
	if f.channel != nil {
		all = append(all, "k.channel = "+b.args.Add(*f.channel))
	}
	if f.holder != nil {
		all = append(all, "k.holder = "+b.args.Add(*f.holder))
	}
	if f.kinds != nil {
		var either []string
		for _, one := range f.kinds {
			either = append(either, ofSort[one])
		}
		all = append(all, "("+strings.Join(either, " OR ")+")")
	}
	if f.revertible != nil {
		all = append(all, b.canRevert()+" = "+strconv.FormatBool(*f.revertible))
	}
	return strings.Join(all, " AND ")
}

// ofSort are the conditions of a kind k that is one of the kinds of audit.list.
var ofSort = map[string]string{
	"change":  "k.outcome = 'success' AND k.entity_type IS NOT NULL",
	"access":  "k.outcome = 'success' AND k.entity_type IS NULL",
	"refusal": "k.outcome <> 'success'",
}

// canRevert is the rule of kindReason as a condition of a kind, true or false. Its lists
// are constants, which PostgreSQL hashes; it would walk those of arguments.
func (b *queryBuilder) canRevert() string {
	return "(k.outcome = 'success' AND NOT k.reverted AND coalesce(k.entity_type IN " + sqlList(b.rules.types) + `, false)
	AND (k.tool IN ` + sqlList(b.rules.tools) + " OR starts_with(k.tool, " + b.args.Add(commandPrefix) + `))
	AND (k.moved IS NULL OR starts_with(k.tool, ` + b.args.Add(revertTool) + ") OR k.moved IN " + sqlList(b.rules.moves) + "))"
}

// sqlList is a list of the program's own names in SQL.
func sqlList(names []string) string {
	literals := make([]string, len(names))
	for i, name := range names {
		literals[i] = "'" + strings.ReplaceAll(name, "'", "''") + "'"
	}
	return "(" + strings.Join(literals, ", ") + ")"
}
