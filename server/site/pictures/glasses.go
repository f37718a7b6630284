package pictures

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"text/template"
)

//go:embed glasses.svg
var glassesText string

var glassesTemplate = template.Must(template.New("glasses").Parse(glassesText))

// rim is how a frame is made. The widths are in units of the picture.
type rim struct {
	Width  float64 // of the rim around a lens; 0 for none
	Bridge float64
	Temple float64
	Thick  bool // of acetate or the like, not of wire
}

// Outer is the width of the rim with its outline.
func (r rim) Outer() float64 { return r.Width + 2 }

// BridgeOuter is the width of the bridge with its outline.
func (r rim) BridgeOuter() float64 { return r.Bridge + 2 }

// The ways in which frames are made.
var (
	acetate = rim{Width: 17, Bridge: 16, Temple: 13, Thick: true}
	light   = rim{Width: 12, Bridge: 12, Temple: 10, Thick: true}
	wire    = rim{Width: 7, Bridge: 7, Temple: 6}
	brow    = rim{Width: 5, Bridge: 8, Temple: 11, Thick: true}
	rimless = rim{Bridge: 6, Temple: 5}
)

// glasses is a pair of glasses.
type glasses struct {
	name   string
	shape  *shape
	width  float64 // of a lens, in mm
	bridge float64 // between the lenses, in mm
	rim    rim
	frame  paint
	glass  glass
}

// Of a millimetre, the lens of an average width is drawn at its natural size.
const (
	averageWidth = 56.0 // mm
	perBridge    = 2.5  // units for each mm between the lenses
)

// drawing is what the template draws.
type drawing struct {
	Shape                *shape
	Rim                  rim
	Glass                []stop
	Glare                float64
	Brow                 bool
	Paint, Pattern       string // of the frame
	Wire, Bow, Outline   string // of the rim, of the bridge and around both
	Ground               string
	Scale, Centre, Reach float64
	Temple, Nose         string
	Bridges              []string
}

// draw returns the picture of a pair of glasses before a background.
func (g *glasses) draw(ground string) (string, error) {
	scale := g.width / averageWidth
	gap := g.bridge * perBridge
	d := drawing{
		Shape: g.shape, Rim: g.rim, Glass: g.glass.stops, Glare: g.glass.glare, Brow: g.rim == brow,
		Paint: g.frame.paint(), Pattern: g.frame.pattern, Wire: g.frame.paint(), Bow: g.frame.paint(), Outline: g.frame.outline,
		Ground: ground, Scale: rounded(scale), Centre: rounded(gap/2 + g.shape.Inner*scale),
	}
	if d.Brow {
		d.Wire, d.Bow = gold.colour, gold.colour
	}
	hinge, height := d.Centre+g.shape.Outer*scale+8, g.shape.Hinge*scale
	d.Reach = rounded(hinge + 20)
	d.Temple = fmt.Sprintf("M%.0f %.0fC%.0f %.0f 40 %.0f %.0f %.0fq-28 6-38 30", hinge, height, hinge*.7, height+14, height+22, -hinge*.45, height+30)
	d.Bridges = g.bridges(gap, scale)
	if !g.rim.Thick || g.rim == brow {
		d.Nose = pads(gap, (g.shape.Bar+44)*scale)
	}
	var out strings.Builder
	err := glassesTemplate.Execute(&out, d)
	return out.String(), err
}

// bridges returns the paths of the bridge, and of the bar above that of a pilot.
func (g *glasses) bridges(gap, scale float64) []string {
	height, half := g.shape.Bar*scale, gap/2+4*scale
	paths := []string{fmt.Sprintf("M%.1f %.1fQ0 %.1f %.1f %.1f", -half, height, height-gap*.55, half, height)}
	if g.shape == &pilot {
		half += 12
		paths = append(paths, fmt.Sprintf("M%.1f %.1fQ0 %.1f %.1f %.1f", -half, -66*scale, -72*scale, half, -66*scale))
	}
	return paths
}

// pads returns the pads on the nose of a frame of wire.
func pads(gap, height float64) string {
	return fmt.Sprintf(`<g fill="#fff" fill-opacity=".75" stroke="#9aa6ad" stroke-width="2"><ellipse cx="%[1]g" cy="%[2]g" rx="6" ry="13" transform="rotate(-16 %[1]g %[2]g)"/>`+
		`<ellipse cx="-%[1]g" cy="%[2]g" rx="6" ry="13" transform="rotate(16 -%[1]g %[2]g)"/></g>`, rounded(gap/2-3), rounded(height))
}

func rounded(x float64) float64 { return math.Round(x*100) / 100 }
