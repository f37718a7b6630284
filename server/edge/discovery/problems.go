package discovery

import (
	"github.com/labstack/echo/v4"

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
			return pageOrJSON("problem", explanation{code, kind.Status, kind.Title, kind.Meaning, kind.Action}, mediaType)
		},
	})
}
