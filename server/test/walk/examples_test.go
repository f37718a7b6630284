package walk_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryExampleOfTheContractWorksOnTheDemoShop(t *testing.T) {
	t.Parallel()
	for _, op := range servertest.Contract().Tools() {
		for name, example := range walk.Examples(t, op.Name) {
			t.Run(op.Name+" "+name, func(t *testing.T) {
				t.Parallel()
				s := servertest.New(t, servertest.Options{})
				reply := s.Raw(t, s.Key(t, op.Scope), op.Name, example)
				if reply.Status != 200 {
					t.Errorf("status %d: %s", reply.Status, reply.Body)
				}
			})
		}
	}
}
