package images

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"github.com/storefront/storefront/server/platform/schema"
)

const (
	maxPixels = 40_000_000
	maxScans  = 100 // of a JPEG: each costs time, however short it is
	quality   = 85  // of a JPEG, in per cent
)

// picture is what a file shows, encoded anew.
type picture struct {
	format        string
	width, height int
	versions      map[int][]byte // by their width; 0 is its own
}

// decoder reads a type of files.
type decoder struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var decoders = map[string]decoder{
	"image/png": {png.DecodeConfig, png.Decode}, "image/jpeg": {jpeg.DecodeConfig, jpeg.Decode}, "image/webp": {webp.DecodeConfig, webp.Decode},
}

// read decodes a file and encodes it anew, at each of its widths. It waits for its turn.
func (h *Images) read(ctx context.Context, content []byte) (*picture, error) {
	said := describe(content)
	if err := check(content, said); err != nil {
		return nil, err
	}
	select {
	case h.place <- struct{}{}:
		defer func() { <-h.place }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	shown, err := decoders[typeOf(content)].decode(bytes.NewReader(content))
	if err != nil {
		return nil, damaged()
	}
	p := &picture{format: formatOf(content, shown), versions: map[int][]byte{}}
	shown = upright(shown, said.orientation)
	p.width, p.height = shown.Bounds().Dx(), shown.Bounds().Dy()
	if p.versions[0], err = p.encode(shown); err != nil {
		return nil, err
	}
	for _, width := range widths {
		if width >= p.width {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		shown = shrink(shown, width)
		if p.versions[width], err = p.encode(shown); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// check refuses, by its headers, a file that cannot be decoded, or would take too much memory or time.
func check(content []byte, said described) error {
	size, err := decoders[typeOf(content)].config(bytes.NewReader(content))
	switch pixels := int64(size.Width) * int64(size.Height); {
	case said.moves:
		return refused(schema.CodeFormat, "must be one picture, not an animation", `Set "data" to a picture without animation.`)
	case err != nil || pixels == 0:
		return damaged()
	case pixels > maxPixels:
		return refused(schema.CodeMaximum, fmt.Sprintf("must have at most %d pixels; it has %d", maxPixels, pixels),
			fmt.Sprintf(`Set "data" to the picture at a smaller width; it is %d by %d.`, size.Width, size.Height))
	case said.scans > maxScans:
		return refused(schema.CodeMaximum, fmt.Sprintf("must be a JPEG of at most %d scans; it has %d", maxScans, said.scans), `Set "data" to the picture saved anew, not progressive.`)
	}
	return nil
}

func damaged() error {
	return refused(schema.CodeFormat, "must be a whole file; this one is damaged or cut off, or is of a kind that is not read", `Set "data" to the whole file, or to the picture saved anew.`)
}

// formatOf returns the format in which a picture is kept: photographs as JPEG, what is kept exactly, or can be seen through, as PNG.
func formatOf(content []byte, shown image.Image) string {
	_, lossy := shown.(*image.YCbCr)
	if lossy || typeOf(content) == "image/jpeg" {
		return "jpg"
	}
	return "png"
}

func (p *picture) encode(shown image.Image) ([]byte, error) {
	var out bounded
	var err error
	if p.format == "jpg" {
		err = jpeg.Encode(&out, quick(shown), &jpeg.Options{Quality: quality})
	} else {
		err = png.Encode(&out, shown)
	}
	if errors.Is(err, errTooLarge) {
		return nil, refused(schema.CodeMaximum, fmt.Sprintf("must be a picture of at most %d bytes as %s", maxKept, p.format), `Set "data" to the picture at a smaller width.`)
	}
	return out.Bytes(), err
}

// bounded holds at most maxKept bytes.
type bounded struct{ bytes.Buffer }

var errTooLarge = errors.New("the picture is too large")

// Write refuses what is too much.
func (b *bounded) Write(text []byte) (int, error) {
	if b.Len()+len(text) > maxKept {
		return 0, errTooLarge
	}
	return b.Buffer.Write(text)
}

// shrink returns a picture at a smaller width. It is halved until the rest is less than half: then each pixel is the mean of all that
// it stands for, and no memory is needed but for the picture.
func shrink(shown image.Image, width int) image.Image {
	for shown.Bounds().Dx() > width {
		size := shown.Bounds().Size()
		next := max(width, (size.X+1)/2)
		to := image.NewRGBA(image.Rect(0, 0, next, max(1, (size.Y*next+size.X/2)/size.X)))
		draw.ApproxBiLinear.Scale(to, to.Bounds(), quick(shown), shown.Bounds(), draw.Src, nil)
		shown = to
	}
	return shown
}

// quick returns a picture whose pixels are read fast.
func quick(shown image.Image) image.Image {
	switch shown.(type) {
	case *image.RGBA, *image.NRGBA, *image.YCbCr, *image.Gray:
		return shown
	}
	return copied(shown)
}

func copied(shown image.Image) *image.RGBA {
	to := image.NewRGBA(image.Rectangle{Max: shown.Bounds().Size()})
	draw.Draw(to, to.Bounds(), shown, shown.Bounds().Min, draw.Src)
	return to
}

// upright returns a picture as people see it who honour its orientation, 1 to 8 (EXIF 2.3, 4.6.4).
func upright(shown image.Image, orientation int) image.Image {
	if orientation == 1 {
		return shown
	}
	from := copied(shown)
	w, h := from.Rect.Dx(), from.Rect.Dy()
	size := image.Pt(w, h)
	if orientation >= 5 { // turned by a quarter, or mirrored at a diagonal
		size = image.Pt(h, w)
	}
	to := image.NewRGBA(image.Rectangle{Max: size})
	for y := range h {
		for x := range w {
			tx, ty := turned(orientation, x, y, w, h)
			copy(to.Pix[to.PixOffset(tx, ty):][:4], from.Pix[from.PixOffset(x, y):][:4])
		}
	}
	return to
}

// turned returns where a pixel of a picture of w by h goes.
func turned(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	}
	return y, w - 1 - x
}
