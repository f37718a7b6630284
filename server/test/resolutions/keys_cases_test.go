package resolutions_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// aboutKeys are the problems of operations on keys, and of calls with a key that is paused.
var aboutKeys = map[problem.Code]map[string]provoke{
	problem.KeyNotFound: {
		"revoke":   calls("keys:write keys:read", "keys.revoke", object{"id": "findes-ikke", "confirm": true}),
		"rotate":   calls("keys:write keys:read", "keys.rotate", object{"id": "findes-ikke", "confirm": true}),
		"update":   calls("keys:write keys:read", "keys.update", object{"id": "findes-ikke", "patch": object{"name": "x"}}),
		"activity": calls("analytics:read keys:read", "analytics.key_activity", object{"keyId": "findes-ikke", "interval": "hour"}),
	},
	problem.BeyondLimit: {
		"quota": owning(auth.Grant{Quota: 50}, func(*agent, string) *request {
			return toolCall("keys.create", object{"name": "x", "scopes": []string{"keys:read"}, "quota": 51})
		}),
	},
	problem.OwnKey: {
		"revoke": owning(auth.Grant{}, func(_ *agent, id string) *request {
			return toolCall("keys.revoke", object{"id": id, "confirm": true})
		}),
	},
	problem.AgentsPaused: {
		"create": owning(auth.Grant{}, func(a *agent, _ string) *request {
			a.call("keys.pause_all", object{"confirm": true})
			return toolCall("keys.create", object{"name": "x", "scopes": []string{"keys:read"}})
		}),
	},
	problem.KeyPaused: {
		"any call": owning(auth.Grant{}, func(a *agent, _ string) *request {
			id, secret := a.s.Grant(a.t, auth.Grant{Scopes: []string{"keys:read"}})
			a.call("keys.update", object{"id": id, "patch": object{"paused": true}})
			a.key = secret
			return toolCall("keys.list", object{})
		}),
	},
}

// owning is a call of a person whose key, with this id, keeps keys.
func owning(g auth.Grant, then func(a *agent, id string) *request) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		g := g
		g.Scopes = []string{"keys:read", "keys:write"}
		var id string
		id, a.key = a.s.Grant(t, g)
		return a, then(a, id)
	}
}
