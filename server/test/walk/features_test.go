package walk_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// Every operation with a switch is refused while that is off, after the check of
// the scope and before that of the body, over REST and over MCP; and passes both
// checks while it is on.
func TestEverySwitchIsObeyed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key, none := s.Key(t, "all"), s.Key(t, "")
	switched := map[string]bool{}
	for _, op := range s.Contract.Tools() {
		if op.Feature == "" {
			continue
		}
		switched[op.Feature] = true
		set := object{"key": op.Feature, "enabled": false, "confirm": true}
		s.OK(t, key, "features.set", set, nil)
		s.Raw(t, none, op.Name, walk.Example(t, op.Name)).Problem(t, problem.InsufficientScope)
		for _, body := range [][]byte{walk.Example(t, op.Name), walk.UnknownField} {
			p := s.Raw(t, key, op.Name, body).Problem(t, problem.FeatureDisabled)
			if want := `Switch "` + op.Feature + `" on with features.set, then send the call again.`; p.Resolution != want {
				t.Errorf("%s: %q, want %q", op.Name, p.Resolution, want)
			}
		}
		s.CallMCP(t, key, op.MCPName, walk.Example(t, op.Name)).Reply.Problem(t, problem.FeatureDisabled)

		s.OK(t, key, "features.set", servertest.With(set, object{"enabled": true}), nil)
		s.Raw(t, key, op.Name, walk.UnknownField).Problem(t, problem.ValidationFailed)
	}
	if !switched["checkout"] || !switched["campaigns"] {
		t.Errorf("the switches of operations are %v", switched)
	}
}
