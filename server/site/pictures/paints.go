package pictures

// paint is what a frame looks like.
type paint struct {
	colour  string // "" when a pattern is used
	outline string // the colour of the thin line around it
	pattern string // a pattern or gradient with the id paint
}

// paint returns the value of fill and stroke.
func (p paint) paint() string {
	if p.pattern != "" {
		return "url(#paint)"
	}
	return p.colour
}

func plain(colour, outline string) paint { return paint{colour: colour, outline: outline} }

// mottled returns a paint with spots in two colours.
func mottled(base, spots, others string) paint {
	return paint{outline: others, pattern: `<pattern id="paint" width="64" height="52" patternUnits="userSpaceOnUse"><path fill="` + base + `" d="M0 0h64v52H0z"/>` +
		`<path fill="` + spots + `" d="M4 6q10-9 18 1t-6 13T4 6M38 24q14-6 19 5t-12 13-7-18M14 38q8-5 12 2t-6 9-6-11"/>` +
		`<path fill="` + others + `" d="M34 3q9-4 13 3t-8 8-5-11M56 8q6 2 5 9t-8 3 3-12M0 26q7-2 9 5t-9 6"/></pattern>`}
}

// The paints of frames.
var (
	black    = plain("#26272b", "#121316")
	graphite = plain("#4a4f57", "#30343a")
	silver   = plain("#b4bcc3", "#7f8a93")
	titanium = plain("#8d939b", "#646b74")
	gold     = plain("#c9a24b", "#94742c")
	brass    = plain("#b58a3f", "#82602a")
	brown    = plain("#6d4529", "#472b17")
	burgundy = plain("#6f1f34", "#480f1f")
	red      = plain("#c8372f", "#8e221c")
	rose     = plain("#c98f95", "#9c676d")
	heather  = plain("#b77a9c", "#875571")
	moss     = plain("#56653f", "#384329")
	heath    = plain("#87828c", "#5f5b64")
	navy     = plain("#22386a", "#142347")
	darkBlue = plain("#2b4168", "#192a48")
	skyBlue  = plain("#6fb0d9", "#4483ab")
	iceBlue  = plain("#a9cddd", "#749fb2")
	white    = plain("#f1f2f0", "#8f9a9f")
	clear    = paint{outline: "#7b909b", pattern: `<linearGradient id="paint" gradientUnits="userSpaceOnUse" x1="0" y1="-100" x2="0" y2="100"><stop stop-color="#fff" stop-opacity=".95"/><stop offset="1" stop-color="#cfdde4" stop-opacity=".9"/></linearGradient>`}
	honey    = mottled("#d59a3c", "#b9772a", "#a35f2c")
	amber    = mottled("#d98423", "#b9601a", "#a64c12")
	tortoise = mottled("#a8692f", "#4b2713", "#5f351b")
	walnut   = paint{outline: "#4a2f1b", pattern: `<pattern id="paint" width="90" height="26" patternUnits="userSpaceOnUse"><path fill="#825532" d="M0 0h90v26H0z"/><path d="M0 4q45-7 90 0M0 12q45 6 90 0M0 20q45-5 90 0" fill="none" stroke="#5d3a20" stroke-width="2.4"/></pattern>`}
)

// glass is what a lens looks like.
type glass struct {
	stops []stop
	glare float64 // the opacity of the light on it
}

// stop is a colour of a gradient.
type stop struct {
	At      float64
	Colour  string
	Opacity float64
}

func tinted(above, below string) glass { return glass{[]stop{{0, above, .96}, {1, below, .86}}, .14} }

// The glasses of lenses.
var (
	uncoloured = glass{[]stop{{0, "#dcebf2", .42}, {1, "#f4fafc", .2}}, .5}
	greyGlass  = tinted("#2e3338", "#575f66")
	green      = tinted("#2c3d31", "#5b7460")
	brownGlass = tinted("#3f2a1c", "#80583a")
	blue       = tinted("#28506f", "#6aa0c4")
	yellow     = glass{[]stop{{0, "#e8b326", .78}, {1, "#f6d86a", .6}}, .3}
	greyFade   = glass{[]stop{{0, "#2e3338", .92}, {1, "#a9b2b8", .25}}, .18}
	brownFade  = glass{[]stop{{0, "#40291b", .92}, {1, "#c9a184", .3}}, .18}
	blueMirror = glass{[]stop{{0, "#1d3f9a", .97}, {.45, "#2f8fd6", .95}, {.7, "#66d3e0", .95}, {1, "#3a55b8", .95}}, .2}
	redMirror  = glass{[]stop{{0, "#5b2a1a", .97}, {.5, "#b5652c", .95}, {.75, "#e8b15a", .95}, {1, "#8a4526", .95}}, .2}
)
