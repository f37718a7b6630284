package images_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("images")) }

type object = servertest.Object

// drawn is a picture with a red corner at the top left, which tells how it was turned. seed makes it differ from others.
func drawn(width, height, seed int) *image.RGBA {
	shown := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{30, 90, uint8(seed), 255}
			if x < width/2 && y < height/2 {
				c = color.RGBA{220, 20, uint8(seed), 255}
			}
			shown.SetRGBA(x, y, c)
		}
	}
	return shown
}

func asPNG(t *testing.T, shown image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, shown); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asJPEG(t *testing.T, shown image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, shown, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// webps are the smallest WebP files of each kind.
var webps = map[string]string{
	"lossy": "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "lossless": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
	"transparent": "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==",
	"animated":    "UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA",
}

// withEXIF returns a JPEG with an orientation, and the place where it was taken.
func withEXIF(jpg []byte, orientation uint16) []byte {
	var tiff bytes.Buffer
	tiff.WriteString("MM\x00*\x00\x00\x00\x08\x00\x02")
	for _, field := range [][4]uint16{{0x0112, 3, 1, orientation}, {0x8825, 3, 1, 0}} {
		_ = binary.Write(&tiff, binary.BigEndian, field[0])
		_ = binary.Write(&tiff, binary.BigEndian, field[1])
		_ = binary.Write(&tiff, binary.BigEndian, uint32(field[2]))
		_ = binary.Write(&tiff, binary.BigEndian, field[3])
		_ = binary.Write(&tiff, binary.BigEndian, uint16(0))
	}
	tiff.WriteString("\x00\x00\x00\x00secret place")
	segment := append([]byte("Exif\x00\x00"), tiff.Bytes()...)
	out := append([]byte{}, jpg[:2]...)
	out = append(out, 0xff, 0xe1, byte((len(segment)+2)>>8), byte(len(segment)+2))
	return append(append(out, segment...), jpg[2:]...)
}

func body(contentType string, content []byte) object {
	return object{"fileName": "a picture", "contentType": contentType, "data": base64.StdEncoding.EncodeToString(content)}
}

func upload(t *testing.T, s *servertest.Server, key, contentType string, content []byte) (kept api.ImagesUploadResult) {
	t.Helper()
	s.OK(t, key, "images.upload", body(contentType, content), &kept)
	return kept
}

// pathOf returns the path of a picture, at a width or at its own.
func pathOf(s *servertest.Server, address string, width int) string {
	path := strings.TrimPrefix(address, s.URL)
	if width == 0 {
		return path
	}
	at := strings.LastIndexByte(path, '.')
	return fmt.Sprintf("%s-%d%s", path[:at], width, path[at:])
}

// shownAt returns the picture at a path.
func shownAt(t *testing.T, s *servertest.Server, path string) (image.Image, string, servertest.Reply) {
	t.Helper()
	reply := s.Get(t, path)
	if reply.Status != 200 {
		t.Fatalf("%s: %d %s", path, reply.Status, reply.Body)
	}
	shown, format, err := image.Decode(bytes.NewReader(reply.Body))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if want := "image/" + format; reply.Header.Get("Content-Type") != want {
		t.Errorf("%s is %s, sent as %s", path, want, reply.Header.Get("Content-Type"))
	}
	return shown, format, reply
}

// noise is a picture that no format makes small.
func noise(width, height int) *image.RGBA {
	shown := image.NewRGBA(image.Rect(0, 0, width, height))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range shown.Pix {
		shown.Pix[i] = byte(random.Uint32())
		if i%4 == 3 {
			shown.Pix[i] = 255
		}
	}
	return shown
}
