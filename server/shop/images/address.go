package images

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// folder begins the path of every picture.
const folder = "/images/"

// widths are those at which a picture is kept beside its own, the widest first.
var widths = []int{1280, 640, 320}

// name is the name of a file: the digest, the width unless it is the picture's own, and the format.
var name = regexp.MustCompile(`^([0-9a-f]{64})(?:-(320|640|1280))?\.(jpg|png)$`)

// shown finds the pictures of the shop in what shows them.
var shown = regexp.MustCompile(folder + `([0-9a-f]{64})`)

// mediaTypes are those of the formats.
var mediaTypes = map[string]string{"jpg": "image/jpeg", "png": "image/png"}

// Stored returns an address as it is stored: that of a picture of the shop, whose address is base, as a path, so that it stays
// right when that changes; any other as it is.
func Stored(base, address string) string {
	if path, own := strings.CutPrefix(address, base); own && IsOwn(path) {
		return path
	}
	return address
}

// IsOwn reports whether a stored address is that of a picture of the shop.
func IsOwn(stored string) bool {
	file, own := strings.CutPrefix(stored, folder)
	return own && name.MatchString(file)
}

// IsSafe reports whether a stored address may be where pages load nothing over http: https, or a picture of the shop.
func IsSafe(stored string) bool { return strings.HasPrefix(stored, "https://") || IsOwn(stored) }

// NotSafe is the fault of a field with an address that is not safe.
func NotSafe(pointer, field string) schema.Fault {
	return schema.Fault{
		Pointer: pointer, Code: schema.CodePattern, Detail: "must begin with https://, or be an address from images.upload",
		Fix: fmt.Sprintf(`Set %q to an address that matches ^https://.`, field), Correction: schema.Correction{Do: schema.Match, Value: "^https://"},
	}
}

// AltOf returns what the picture with a stored address shows; nil for any other, and for one of which that is not known.
func AltOf(ctx context.Context, tx *store.Tx, stored string) (*string, error) {
	file, _ := strings.CutPrefix(stored, folder)
	digest, _, _ := parseName(file)
	if digest == "" {
		return nil, nil
	}
	row, err := tx.ImageGet(ctx, digest)
	if store.NotFound(err) {
		return nil, nil
	}
	return row.Alt, err
}

// parseName returns the parts of the name of a file, and width 0 for the picture's own; digest "" for what is no name.
func parseName(text string) (digest string, width int, format string) {
	parts := name.FindStringSubmatch(text)
	if parts == nil {
		return "", 0, ""
	}
	width, _ = strconv.Atoi(parts[2]) // digits, or none
	return parts[1], width, parts[3]
}

func fileName(digest string, width int, format string) string {
	if width > 0 {
		digest = fmt.Sprintf("%s-%d", digest, width)
	}
	return digest + "." + format
}

// pathOf returns the path of a picture.
func pathOf(row *db.Image) string { return folder + fileName(row.Digest, 0, row.Format) }

// namesOf returns the names of the files of a picture.
func namesOf(row *db.Image) []string {
	names := []string{fileName(row.Digest, 0, row.Format)}
	for _, width := range widths {
		if width < int(row.Width) {
			names = append(names, fileName(row.Digest, width, row.Format))
		}
	}
	return names
}

// Undoing has a kind of things put none back that would show a picture of the shop which is there no more.
func Undoing(kind undo.Kind) undo.Kind {
	put := kind.Put
	kind.Put = func(ctx context.Context, tx *store.Tx, id string, decide undo.Decide) error {
		return put(ctx, tx, id, func(now json.RawMessage) (json.RawMessage, error) {
			target, err := decide(now)
			if err == nil {
				err = allThere(ctx, tx, now, target)
			}
			return target, err
		})
	}
	return kind
}

// allThere refuses a target that shows a picture which the thing does not show now and which is gone.
func allThere(ctx context.Context, tx *store.Tx, now, target []byte) error {
	var digests []string
	for _, match := range shown.FindAllSubmatch(target, -1) {
		if !bytes.Contains(now, match[0]) {
			digests = append(digests, string(match[1]))
		}
	}
	if digests == nil {
		return nil
	}
	gone, err := tx.ImagesGone(ctx, digests)
	if err == nil && gone {
		err = problem.New(problem.NotRevertible, "It would show a picture that was deleted after 30 days in which nothing showed it.",
			"Upload that picture with images.upload, or revert the other fields.")
	}
	return err
}
