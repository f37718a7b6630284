package discovery

import (
	"maps"
	"slices"

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

// problems is the catalogue of problems.
type problems struct {
	Problems []explanation `json:"problems"` // by code
}

// catalogue explains every problem code, as a page or, where that is preferred, as
// JSON.
func (o *Options) catalogue(c echo.Context) error {
	return o.send(c, source{
		name: "problems", mediaTypes: []string{typeHTML, typeJSON}, forms: true, everywhere: true,
		write: func(_, mediaType string) ([]byte, error) {
			var all problems
			for _, code := range slices.Sorted(maps.Keys(problem.Catalogue)) {
				all.Problems = append(all.Problems, explained(code, problem.Catalogue[code]))
			}
			return o.pageOrJSON("problems", all, mediaType)
		},
	})
}

func explained(code problem.Code, kind problem.Kind) explanation {
	return explanation{code, kind.Status, kind.Title, kind.Meaning, kind.Action}
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
			return o.pageOrJSON("problem", explained(code, kind), mediaType)
		},
	})
}
