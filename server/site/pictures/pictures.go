// Package pictures serves the pictures of the demo shop, which the program draws
// itself: each pair of glasses from its shape, measures and colours, the other
// things from files.
package pictures

import (
	"embed"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

// Register adds the route /pictures/:name, for GET and HEAD; limit counts its
// requests.
func Register(e *echo.Echo, limit echo.MiddlewareFunc) {
	e.GET("/pictures/:name", servePicture, limit)
	e.HEAD("/pictures/:name", servePicture, limit)
}

func servePicture(c echo.Context) error {
	pictures, err := documents()
	if err != nil {
		return err
	}
	picture := pictures[c.Param("name")]
	if picture == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // it has no script, even when it is opened by itself
	h.Set("X-Content-Type-Options", "nosniff")
	return picture.Send(c, "image/svg+xml")
}

// documents are the pictures by their names, such as round-metal.svg. They are drawn for
// the first request.
var documents = sync.OnceValues(func() (map[string]*document.Document, error) {
	pictures := map[string]*document.Document{}
	for i := range allGlasses {
		text, err := allGlasses[i].draw(backgrounds[i%len(backgrounds)])
		if err != nil {
			return nil, err
		}
		pictures[allGlasses[i].name+".svg"] = document.New([]byte(text))
	}
	files, err := drawnFiles.ReadDir("drawn")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := drawnFiles.ReadFile("drawn/" + file.Name())
		if err != nil {
			return nil, err
		}
		pictures[file.Name()] = document.New(text)
	}
	return pictures, nil
})

// drawnFiles are the pictures that are not of glasses.
//
//go:embed drawn
var drawnFiles embed.FS

// allGlasses are the glasses of the demo shop, each with the measures and the colours
// of the product.
var allGlasses = []glasses{
	{"round-metal", &round, 50, 21, wire, gold, green},
	{"cat-eye", &catEye, 54, 18, acetate, black, greyGlass},
	{"retro-square", &square, 55, 17, acetate, tortoise, brownGlass},
	{"kystvagt", &square, 58, 16, light, black, greyGlass},
	{"strandvejen", &oval, 55, 19, acetate, tortoise, brownGlass},
	{"marehalm", &panto, 49, 22, acetate, honey, brownGlass},
	{"pilot-klassik", &pilot, 58, 14, wire, silver, greyFade},
	{"sejler", &square, 57, 17, acetate, navy, blueMirror},
	{"ravjaeger", &round, 48, 21, acetate, amber, yellow},
	{"minuet", &oversize, 59, 16, acetate, burgundy, brownFade},
	{"solhverv", &panto, 48, 22, wire, titanium, green},
	{"lille-skipper", &oval, 44, 15, light, red, greyGlass},
	{"dyrehaven", &panto, 50, 20, acetate, moss, green},
	{"hedegaard", &square, 53, 18, light, heath, greyGlass},
	{"bro-og-boelge", &round, 49, 21, acetate, clear, blue},
	{"halvmaane", &panto, 51, 20, brow, black, green},
	{"sneblind", &round, 52, 19, acetate, white, redMirror},
	{"arkitekt", &round, 46, 22, acetate, black, uncoloured},
	{"bibliotekar", &angular, 51, 18, acetate, tortoise, uncoloured},
	{"let-titan", &oval, 49, 20, wire, silver, uncoloured},
	{"skaermtid", &square, 52, 18, light, graphite, uncoloured},
	{"kontur", &angular, 52, 18, rimless, gold, uncoloured},
	{"langelinie", &panto, 48, 21, acetate, clear, uncoloured},
	{"tusmoerke", &square, 53, 18, acetate, darkBlue, uncoloured},
	{"kaptajn", &square, 57, 19, acetate, brown, uncoloured},
	{"lyng", &oval, 50, 18, acetate, heather, uncoloured},
	{"skrivestue", &panto, 48, 21, acetate, walnut, uncoloured},
	{"rundetaarn", &round, 43, 24, wire, brass, uncoloured},
	{"lille-laerke", &oval, 43, 16, light, skyBlue, uncoloured},
	{"isflage", &angular, 52, 17, acetate, iceBlue, uncoloured},
	{"torvedag", &panto, 50, 20, acetate, burgundy, uncoloured},
	{"soendagsavis", &panto, 50, 19, light, tortoise, uncoloured},
	{"foldeben", &square, 48, 19, light, black, uncoloured},
	{"godnathistorie", &oval, 49, 19, light, rose, uncoloured},
	{"krydsord", &halfMoon, 47, 22, wire, graphite, uncoloured},
	{"opskrift", &panto, 50, 19, light, moss, uncoloured},
	{"nodeblad", &square, 54, 19, wire, brass, uncoloured},
	// Those in several colours.
	{"langelinie-klar", &panto, 48, 21, acetate, clear, uncoloured},
	{"langelinie-rav", &panto, 48, 21, acetate, amber, uncoloured},
	{"langelinie-mos", &panto, 48, 21, acetate, moss, uncoloured},
	{"lyng-lyng", &oval, 50, 18, acetate, heather, uncoloured},
	{"lyng-rosa", &oval, 50, 18, acetate, rose, uncoloured},
	{"lyng-valnoed", &oval, 50, 18, acetate, walnut, uncoloured},
}

// backgrounds are the backgrounds, one after the other.
var backgrounds = []string{"#e9e4da", "#dfe6e8", "#e6e8de", "#ece1dd", "#e3e3ea"}
