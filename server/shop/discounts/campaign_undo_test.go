package discounts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// campaigning is an empty shop, and a key that may do everything.
type campaigning struct {
	*servertest.Server
	key string
}

func newCampaigning(t *testing.T) campaigning {
	t.Helper()
	s := servertest.Borrow(t, storetest.Empty)
	return campaigning{s, s.Key(t, "all")}
}

// do carries out a write that leaves one row in the audit, and returns the id of that.
func (s campaigning) do(t *testing.T, tool string, body object) string {
	t.Helper()
	before := s.AuditCount(t)
	s.OK(t, s.key, tool, body, nil)
	if n := s.AuditCount(t) - before; n != 1 {
		t.Errorf("%s left %d rows", tool, n)
	}
	return s.LastAudit(t, 1)[0].ID.String()
}

func (s campaigning) revert(t *testing.T, entry string) string {
	t.Helper()
	return s.do(t, "audit.revert", object{"auditLogId": entry, "confirm": true})
}

func (s campaigning) refused(t *testing.T, entry string, code problem.Code) problem.Document {
	t.Helper()
	return s.Refused(t, s.key, "audit.revert", object{"auditLogId": entry, "confirm": true}, code)
}

// want compares the campaign SOMMER and its code: its status, and whether the code is on; "" for what is deleted.
func (s campaigning) want(t *testing.T, when, status, active string) {
	t.Helper()
	var campaigns struct{ Items []struct{ Status string } }
	var codes []struct{ Active bool }
	s.OK(t, s.key, "marketing.list_campaigns", object{}, &campaigns)
	s.OK(t, s.key, "discounts.list", object{}, &codes)
	got := [2]string{}
	if len(campaigns.Items) > 0 {
		got[0] = campaigns.Items[0].Status
	}
	if len(codes) > 0 {
		got[1] = map[bool]string{true: "on", false: "off"}[codes[0].Active]
	}
	if got != [2]string{status, active} {
		t.Errorf("%s: the campaign is %q and its code %q, want %q and %q", when, got[0], got[1], status, active)
	}
}

// older makes of the row of a campaign what a program before left: a row about the campaign, and one about its discount. It returns the
// id of the latter.
func (s campaigning) older(t *testing.T, entry string) string {
	t.Helper()
	s.Execute(t, `INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, request_id, channel)
		SELECT md5(id::text)::uuid, at, actor, tool, 'discount', after #>> '{discount,id}', args,
			(before::jsonb -> 'discount' || '{"usageCount": 0}')::json, (after::jsonb -> 'discount' || '{"usageCount": 0}')::json, outcome, request_id, channel
		FROM audit_log WHERE id = $1`, entry)
	s.Execute(t, "UPDATE audit_log SET before = (before::jsonb - 'discount')::json, after = (after::jsonb - 'discount')::json WHERE id = $1", entry)
	return servertest.One[string](t, s.Server, "SELECT md5($1::text)::uuid::text", entry)
}

func (s campaigning) create(t *testing.T) (entry string, end object) {
	t.Helper()
	entry = s.do(t, "marketing.create_campaign", campaign("SOMMER", nil))
	return entry, object{"campaignId": *s.LastAudit(t, 1)[0].EntityID, "confirm": true}
}

// A campaign and its code are made, ended and taken back together, also as programs before recorded it: reverting either row reverts
// both.
func TestACampaignIsRevertedWithItsCode(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"one row", "two rows, by the campaign's", "two rows, by the code's"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			s := newCampaigning(t)
			// recorded returns the rows that the call of an entry left, that which is to be reverted first.
			recorded := func(entry string) []string {
				switch way {
				case "two rows, by the campaign's":
					return []string{entry, s.older(t, entry)}
				case "two rows, by the code's":
					return []string{s.older(t, entry), entry}
				}
				return []string{entry}
			}
			revert := func(rows []string) string {
				t.Helper()
				by := s.revert(t, rows[0])
				for _, row := range rows {
					if p := s.refused(t, row, problem.AlreadyReverted); !strings.Contains(p.Resolution, by) {
						t.Errorf("%q does not name %s", p.Resolution, by)
					}
					var entry struct {
						Revertible bool
						RevertedAt *string
					}
					if s.OK(t, s.key, "audit.get", object{"auditLogId": row}, &entry); entry.Revertible || entry.RevertedAt == nil {
						t.Errorf("the row %s: %+v", row, entry)
					}
				}
				var page struct{ Items []struct{ ID string } }
				s.OK(t, s.key, "audit.list", object{"toolPrefix": "marketing.", "revertible": true}, &page)
				for _, item := range page.Items {
					if item.ID == rows[len(rows)-1] {
						t.Errorf("the row %s is listed as revertible", item.ID)
					}
				}
				return by
			}
			made, end := s.create(t)
			created := recorded(made)
			s.want(t, "created", "running", "on")
			undone := revert(created)
			s.want(t, "reverted", "", "")
			redone := s.revert(t, undone)
			s.want(t, "done again", "running", "on")

			ended := recorded(s.do(t, "marketing.end_campaign", end))
			s.want(t, "ended", "ended", "off")
			if p := s.refused(t, redone, problem.RevertConflict); len(p.Conflicts) == 0 {
				t.Errorf("%+v", p)
			}
			undone = revert(ended)
			s.want(t, "not ended", "running", "on")
			undone = s.revert(t, undone)
			s.want(t, "ended again", "ended", "off")
			s.revert(t, undone)
			s.want(t, "not ended again", "running", "on")
			s.revert(t, redone) // all that was done since was taken back
			s.want(t, "gone", "", "")
			s.do(t, "discounts.create", object{"code": "SOMMER", "type": "fixed", "value": 100})
			s.refused(t, s.LastAudit(t, 2)[1].ID.String(), problem.CodeTaken)
		})
	}
}

// A program before took back one of the two rows alone; the other can still be.
func TestHalfOfACampaignWasReverted(t *testing.T) {
	t.Parallel()
	const reverted = `INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, before, outcome, request_id, channel, revert_of)
		SELECT gen_random_uuid(), now(), actor, 'audit.revert', entity_type, entity_id, after, outcome, gen_random_uuid(), channel, id FROM audit_log WHERE id = $1`
	for _, table := range []string{"campaigns", "discounts"} {
		s := newCampaigning(t)
		first, _ := s.create(t)
		second := s.older(t, first)
		if table == "discounts" {
			first, second = second, first
		}
		s.Execute(t, reverted, first)
		s.Execute(t, fmt.Sprintf("UPDATE %s SET deleted_at = now()", table))
		s.refused(t, first, problem.AlreadyReverted)
		s.revert(t, second)
		s.want(t, "reverted", "", "")
	}
}

// What was done since to the code alone stays, also where it is again as it was, and can be left out.
func TestTheCodeOfACampaignWasChangedSince(t *testing.T) {
	t.Parallel()
	for _, older := range []bool{false, true} {
		s := newCampaigning(t)
		toggle := func(active bool) string {
			return s.do(t, "discounts.toggle", object{"code": "SOMMER", "active": active})
		}
		created, end := s.create(t)
		ended := s.do(t, "marketing.end_campaign", end)
		if older {
			s.older(t, created)
			s.older(t, ended)
		}
		toggle(true)
		off := toggle(false)
		if p := s.refused(t, ended, problem.RevertConflict); len(p.Conflicts) != 1 || p.Conflicts[0].Path != "/discount/active" {
			t.Errorf("%+v", p.Conflicts)
		}
		s.do(t, "audit.revert", object{"auditLogId": ended, "fields": []string{"/endsAt"}, "confirm": true})
		s.want(t, "the end alone", "running", "off")
		s.revert(t, off)
		s.want(t, "switched on", "running", "on")
		s.refused(t, created, problem.RevertConflict)

		s = newCampaigning(t)
		created, _ = s.create(t)
		if older {
			s.older(t, created)
		}
		raised := s.do(t, "discounts.update", object{"code": "SOMMER", "patch": object{"value": 50}})
		s.refused(t, created, problem.RevertConflict)
		s.revert(t, raised)
		s.revert(t, created)
		s.want(t, "reverted", "", "")
	}
}

// Of callers who revert the two rows of a call at once, one does it.
func TestBothRowsOfACampaignAtOnce(t *testing.T) {
	t.Parallel()
	s := newCampaigning(t)
	first, _ := s.create(t)
	rows := []string{first, s.older(t, first)}
	const callers = 8
	statuses, replies := servertest.Together(callers, func(i int) servertest.Reply {
		return s.Call(t, s.key, "audit.revert", object{"auditLogId": rows[i%2], "confirm": true})
	})
	if statuses[200] != 1 || statuses[409] != callers-1 {
		t.Errorf("%v", statuses)
	}
	for _, reply := range replies {
		if reply.Status == 409 {
			reply.Problem(t, problem.AlreadyReverted)
		}
	}
	s.want(t, "reverted", "", "")
}
