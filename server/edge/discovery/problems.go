package discovery

import (
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/plainjson"
	"github.com/storefront/storefront/server/platform/problem"
)

// explanation is the document at the address of a problem type.
type explanation struct {
	Code       problem.Code `json:"code"`
	Status     int          `json:"status"`
	Title      string       `json:"title"`
	Meaning    string       `json:"meaning"`
	Resolution string       `json:"resolution"`
}

// explained is an explanation as a page.
type explained struct {
	explanation
	Notice string // "" but in a sandbox
}

// notice is what every page says of the service.
func (o *Options) notice() string {
	if o.Sandbox {
		return document.SandboxNotice
	}
	return ""
}

// meaning explains a problem code, as a page or, where that is preferred, as
// JSON.
func (o *Options) meaning(c echo.Context) error {
	code := problem.Code(c.Param("code"))
	kind, ok := problem.Catalogue[code]
	if !ok {
		return problem.Newf(problem.ProblemNotFound, "There is no problem with the code %.100q.", string(code))
	}
	return o.send(c, source{
		name: "problem " + string(code), mediaTypes: []string{typeHTML, typeJSON}, forms: true, everywhere: true,
		write: func(_, mediaType string) ([]byte, error) {
			told := explanation{code, kind.Status, kind.Title, kind.Meaning, kind.Action}
			if mediaType != typeHTML {
				return plainjson.Marshal(told)
			}
			return page("problem", explained{told, o.notice()})
		},
	})
}
