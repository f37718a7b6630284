package settings_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const featureScopes = "features:read,features:write"

func listFeatures(t *testing.T, s *servertest.Server, key string) map[string]api.FeatureSwitch {
	t.Helper()
	var result api.FeaturesGetResult
	s.OK(t, key, "features.get", object{}, &result)
	found := map[string]api.FeatureSwitch{}
	for _, f := range result.Features {
		found[f.Key] = f
	}
	return found
}

func TestFeaturesOfANewShopAreOn(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	found := listFeatures(t, s, s.Key(t, featureScopes))
	for _, key := range []string{"checkout", "campaigns", "typo_search", "agent_writes", "manual_payment", "storefront_pages"} {
		if f := found[key]; !f.Enabled || !f.Default || f.Overridden || f.Label == "" || f.Description == "" {
			t.Errorf("%s: %+v", key, f)
		}
		for _, other := range found[key].DependsOn {
			if found[other].Key == "" {
				t.Errorf("%s depends on %q, which does not exist", key, other)
			}
		}
	}
	if len(found) != 6 {
		t.Errorf("%d switches", len(found))
	}
}

// A switch that is set back leaves nothing in the database.
func TestFeaturesSet(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, featureScopes)
	for _, on := range []bool{false, false, true, true} {
		was := listFeatures(t, s, key)["campaigns"].Enabled
		var set object
		s.OK(t, key, "features.set", object{"key": "campaigns", "enabled": on, "confirm": true}, &set)
		if !servertest.SameJSON(set, object{"key": "campaigns", "enabled": on}) {
			t.Errorf("set %v", set)
		}
		before, after := s.Wrote(t, "features.set", "feature", "campaigns")
		if !servertest.SameJSON(before, object{"key": "campaigns", "enabled": was}) || !servertest.SameJSON(after, set) {
			t.Errorf("%v → %v", before, after)
		}
		if f := listFeatures(t, s, key)["campaigns"]; f.Enabled != on || f.Overridden == on {
			t.Errorf("after %v: %+v", on, f)
		}
	}
	if rows := servertest.One[int](t, s, "SELECT count(*) FROM features"); rows != 0 {
		t.Errorf("%d rows are left", rows)
	}
	s.Refused(t, key, "features.set", object{"key": "weather", "enabled": true, "confirm": true}, problem.FeatureNotFound)
	for _, bad := range []object{{}, {"key": "campaigns", "enabled": true}, {"key": "campaigns", "enabled": true, "confirm": false}, {"key": "campaigns", "enabled": nil, "confirm": true}} {
		s.Refused(t, key, "features.set", bad, problem.ValidationFailed)
	}
}

// The state before is what the call before it left, also when many are under way.
func TestFeaturesSetAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, featureScopes)
	statuses, _ := servertest.Together(16, func(i int) servertest.Reply {
		return s.Call(t, key, "features.set", object{"key": "campaigns", "enabled": i%2 == 0, "confirm": true})
	})
	if statuses[200] != 16 {
		t.Errorf("%v", statuses)
	}
	// Each row begins where another one ended, so together they lead from on to the last state.
	steps := servertest.One[int](t, s, `SELECT sum((after->>'enabled')::boolean::int - (before->>'enabled')::boolean::int)::int FROM audit_log WHERE tool = 'features.set'`)
	if on := listFeatures(t, s, key)["campaigns"].Enabled; on != (steps == 0) || !on != (steps == -1) {
		t.Errorf("enabled %v after %d steps", on, steps)
	}
}

// With typo_search off a misspelt word finds nothing, in memory and in the
// database; a word that is right finds what it found.
func TestTypoSearch(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	unaided := s.Beside(t, servertest.Options{Unaided: true})
	key := s.Key(t, "features:write")
	found := func(s *servertest.Server, q string) (hits int, page api.SearchPage) {
		reply := s.OK(t, "", "products.search", object{"q": q}, nil)
		var answer struct {
			Result []api.ProductHit
			Page   api.SearchPage
		}
		if err := json.Unmarshal(reply.Body, &answer); err != nil {
			t.Fatal(err)
		}
		return len(answer.Result), answer.Page
	}
	for _, on := range []bool{true, false, true} {
		s.OK(t, key, "features.set", object{"key": "typo_search", "enabled": on, "confirm": true}, nil)
		s.WantFresh(t)
		unaided.WantFresh(t)
		for _, replica := range []*servertest.Server{s, unaided} {
			hits, page := found(replica, "solbriler")
			if hits > 0 != on || (page.Respelled != nil) != on || (page.Matched == api.SearchMatchedSimilar) != on {
				t.Errorf("on %v: %d hits, %+v", on, hits, page)
			}
			if hits, page = found(replica, "solbriller"); hits == 0 || page.Matched != api.SearchMatchedExact {
				t.Errorf("on %v: solbriller: %d hits, %+v", on, hits, page)
			}
		}
	}
}

// With agent_writes off, every write over MCP and of an agent is refused, reads are not, and programs go on over REST,
// where alone they can switch it on again.
func TestAgentWrites(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, strings.Join(append(contract.ShopScopes(), "payments:write"), ","))
	set := object{"key": "agent_writes", "enabled": false, "confirm": true}
	if o := s.CallMCP(t, key, "features_set", set); o.Refused {
		t.Fatalf("%s", o.Reply.Body)
	}
	for _, op := range s.Contract.Tools() {
		if op.ReadOnly || op.RESTOnly {
			continue
		}
		o := s.CallMCP(t, key, op.MCPName, object{})
		p := o.Reply.Problem(t, problem.FeatureDisabled)
		if !o.Refused || p.Resolution != `Have a person switch "agent_writes" on with features.set over REST, then send the call again.` {
			t.Errorf("%s: %s", op.Name, o.Reply.Body)
		}
	}
	if o := s.CallMCP(t, key, "features_get", object{}); o.Refused {
		t.Errorf("a read: %s", o.Reply.Body)
	}
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 4}}, nil)
	row := s.LastAudit(t, 2)[1]
	if row.Outcome != "denied" || row.Code == nil || *row.Code != "feature_disabled" || row.Channel != "mcp" {
		t.Errorf("a refused write left %+v", row)
	}
	_, agent := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: []string{"features:write", "products:write", "catalog:read"}})
	s.OK(t, agent, "products.search", object{}, nil)
	s.Refused(t, agent, "products.update", object{"slug": "round-metal", "patch": object{"stock": 3}}, problem.FeatureDisabled)
	s.Refused(t, agent, "features.set", servertest.With(set, object{"enabled": true}), problem.FeatureDisabled)
	s.OK(t, key, "features.set", servertest.With(set, object{"enabled": true}), nil)
	s.OK(t, agent, "products.update", object{"slug": "round-metal", "patch": object{"stock": 3}}, nil)
	if o := s.CallMCP(t, key, "products_update", object{"slug": "round-metal", "patch": object{"stock": 5}}); o.Refused {
		t.Errorf("on again: %s", o.Reply.Body)
	}
}
