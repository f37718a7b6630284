package cli_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/problem"
)

func answer(status int, media string) *cli.Answer {
	return &cli.Answer{Status: status, Header: http.Header{"Content-Type": {media}}}
}

// Every problem of the catalogue has a class that says its status.
func TestEveryProblemHasAClass(t *testing.T) {
	t.Parallel()
	rare := map[int]cli.Class{http.StatusMethodNotAllowed: cli.Invalid, http.StatusNotAcceptable: cli.Invalid}
	for code, kind := range problem.Catalogue {
		class := answer(kind.Status, problem.MediaType).Class()
		said := strings.Contains(class.Meaning, fmt.Sprint(kind.Status)) || kind.Status >= 500 && class == cli.Unavailable || rare[kind.Status] == class
		if !said {
			t.Errorf("%s, with status %d, is %d: %s", code, kind.Status, class.Status, class.Meaning)
		}
	}
}

func TestWhatIsNoStorefront(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status int
		media  string
		want   cli.Class
	}{
		{200, "application/json; charset=utf-8", cli.Done}, {200, "text/html", cli.NotReached}, {404, "text/html", cli.NotReached},
		{307, "", cli.NotReached}, {429, "text/html", cli.Limited}, {502, "text/html", cli.Unavailable}, {401, "text/html", cli.NotReached},
	} {
		if got := answer(test.status, test.media).Class(); got != test.want {
			t.Errorf("%d %s is %d, want %d", test.status, test.media, got.Status, test.want.Status)
		}
	}
}
