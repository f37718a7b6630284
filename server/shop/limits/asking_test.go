package limits_test

import (
	"net/http"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// asking is a shop with an agent, whose calls beyond a limit wait.
type asking struct{ shop }

const askingLimits = `{"maxPriceChangePercent": 10, "maxRefundOerePerDay": 1000, "maxDeletesPerDay": 1, "maxWritesPerDay": 50, "approval": true}`

func newAsking(t *testing.T, o servertest.Options) asking {
	t.Helper()
	s := shop{Server: servertest.New(t, o)}
	s.owner = s.Key(t, "owner")
	s.id, s.key = s.Grant(t, auth.Grant{Name: "Price agent", Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(askingLimits)})
	return asking{s}
}

// waits makes a call that is to wait, and returns the id of its approval.
func (s asking) waits(t *testing.T, tool string, body object) string {
	t.Helper()
	p := s.Refused(t, s.key, tool, body, problem.ApprovalRequired)
	if p.ApprovalID == "" || p.Limit == nil || p.RetryAfter == 0 {
		t.Fatalf("%+v", p)
	}
	return p.ApprovalID
}

func (s asking) decide(t *testing.T, id, decision string) {
	t.Helper()
	s.OK(t, s.owner, "approvals.decide", object{"id": id, "decision": decision, "confirm": true}, nil)
}

func (s asking) get(t *testing.T, id string) (a struct {
	Operation, Status, KeyName string
	Args                       object
	NotShownReason, Note       *string
	DecidedBy                  *string
	Limit                      problem.Limit
	Preview                    struct {
		Total   int
		Changes []struct {
			EntityType            string
			EntityID, EntityLabel *string
			Fields                []struct {
				Path                     string
				PreviousValue, NextValue any
			}
		}
	}
}) {
	t.Helper()
	s.OK(t, s.owner, "approvals.get", object{"id": id}, &a)
	return a
}

// wantStatus expects an approval to be so.
func (s asking) wantStatus(t *testing.T, id, status string) {
	t.Helper()
	if is := s.get(t, id).Status; is != status {
		t.Errorf("the approval is %s, want %s", is, status)
	}
}

// told returns what GET /api/v1/key says of the calls of the agent.
func (s asking) told(t *testing.T) (key struct {
	Approvals []struct {
		ID, Status string
		Note       *string
	}
	Limits []problem.Limit
}) {
	t.Helper()
	s.Ask(t, http.MethodGet, "/api/v1/key", "Authorization", "Bearer "+s.key).Result(t, &key)
	return key
}
