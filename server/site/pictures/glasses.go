package pictures

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"text/template"
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

// shape is the form of one lens, that of the wearer's left eye: the nose is at
// negative x. The middle of the lens is at 0,0, and it is about 200 units wide.
type shape struct {
	Edge  string  // a path around the lens
	Brow  string  // a path along its upper edge, where the frame is made for one
	Inner float64 // how far the edge reaches towards the nose
	Outer float64 // where the hinge is, towards the temple
	Hinge float64 // how high it is; negative is above the middle
	Bar   float64 // how high the bridge is
}

// The shapes of lenses.
var (
	round = shape{Edge: "M-94 0A94 94 0 1 1 94 0A94 94 0 1 1-94 0Z", Inner: 94, Outer: 88, Hinge: -38, Bar: -26}
	oval  = shape{Edge: "M-104 0C-104-48-60-72 0-72S104-48 104 0S60 72 0 72S-104 48-104 0Z", Inner: 104, Outer: 97, Hinge: -30, Bar: -16}
	panto = shape{
		Edge:  "M-96-36C-97-76-64-88 0-88C66-88 101-77 100-36C99 40 62 91 2 91C-58 91-95 40-96-36Z",
		Brow:  "M-94-30C-98-76-62-87 0-87C64-87 97-78 100-36",
		Inner: 96, Outer: 100, Hinge: -50, Bar: -46,
	}
	square   = shape{Edge: "M-99-36C-99-66-88-71-54-72C-10-74 40-75 76-73C104-71 110-62 108-34L100 28C95 62 78 71 44 72H-36C-74 72-89 60-93 26Z", Inner: 98, Outer: 107, Hinge: -46, Bar: -34}
	angular  = shape{Edge: "M-97-50Q-98-58-90-62L-62-80H74L106-62Q112-58 110-50L95 42L60 80H-52L-86 44Z", Inner: 96, Outer: 108, Hinge: -52, Bar: -36}
	catEye   = shape{Edge: "M-98-26C-97-56-70-66-28-68C28-70 68-84 104-97C120-101 126-92 122-72C114-28 108 10 88 40C64 74 20 82-22 74C-72 65-98 26-98-26Z", Inner: 97, Outer: 120, Hinge: -78, Bar: -32}
	pilot    = shape{Edge: "M-90-62C-60-82 40-85 84-72C110-63 111-30 104 8C94 66 54 99 12 99C-48 99-96 22-90-62Z", Inner: 92, Outer: 104, Hinge: -50, Bar: -20}
	oversize = shape{Edge: "M-102-46C-101-92-68-102 2-102C78-102 113-92 112-46C111 42 84 104 8 104C-68 104-103 38-102-46Z", Inner: 101, Outer: 111, Hinge: -56, Bar: -46}
	halfMoon = shape{Edge: "M-98-38H100Q109-38 107-25C100 32 54 54 0 54C-52 54-98 32-105-25Q-107-38-98-38Z", Inner: 104, Outer: 105, Hinge: -28, Bar: -30}
)
