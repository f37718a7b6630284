// Package images keeps the pictures that are sent to the shop: decoded, encoded anew and
// at several widths, in the database, in a folder or in a bucket.
package images

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Images answers the operation images.upload, and returns the files of the pictures.
type Images struct {
	store *store.Store
	files files
	place chan struct{} // of the one picture that is decoded: one of 40 megapixels takes half a GiB
}

// New returns the pictures that are kept where the setting says: STOREFRONT_IMAGES.
func New(s *store.Store, setting string) (*Images, error) {
	kept, err := open(s, setting)
	return &Images{store: s, files: kept, place: make(chan struct{}, 1)}, err
}

// maxBytes is the maximum size of a file that is sent, maxKept that of one that is kept.
const (
	maxBytes = 700_000
	maxKept  = 16 << 20
)

// ImagesUpload keeps a picture. The same file again is the same picture.
func (h *Images) ImagesUpload(ctx context.Context, req api.ImagesUploadRequestObject) (api.ImagesUploadResponseObject, error) {
	content, err := contentOf(req.Body)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	digest := hex.EncodeToString(sum[:])
	kept, err := h.isKept(ctx, digest)
	if err != nil {
		return nil, err
	}
	if kept {
		response, err := h.again(ctx, digest, req.Body.Alt)
		if !store.NotFound(err) { // else it was deleted at this moment
			return response, err
		}
	}
	p, err := h.read(ctx, content)
	if err != nil {
		return nil, err
	}
	return h.keep(ctx, digest, p, req.Body)
}

// contentOf returns the file in a request, which is of the type that the request names.
func contentOf(b *api.ImagesUploadRequest) ([]byte, error) {
	content, err := base64.StdEncoding.DecodeString(b.Data)
	if err != nil {
		return nil, refused(schema.CodeFormat, "must be base64 (RFC 4648) with its padding", `Set "data" to a picture, the bytes of its file encoded as base64.`)
	}
	if len(content) > maxBytes {
		return nil, refused(schema.CodeMaxLength, fmt.Sprintf("must be at most %d bytes before it is encoded as base64", maxBytes),
			fmt.Sprintf(`Set "data" to a picture of at most %d bytes, such as this one at a smaller width; it has %d.`, maxBytes, len(content)))
	}
	switch is := typeOf(content); is {
	case string(b.ContentType):
		return content, nil
	case "":
		return nil, refused(schema.CodeFormat, "must be a PNG, JPEG or WebP file", `Set "data" to a picture as PNG, JPEG or WebP.`)
	default:
		return nil, problem.Invalid("/contentType", schema.CodeEnum, "must be "+is+", as the file is", fmt.Sprintf(`Set "contentType" to %q.`, is),
			schema.Correction{Do: schema.Set, Value: `"` + is + `"`})
	}
}

// refused tells the caller what is wrong with the file.
func refused(code, detail, fix string) error {
	return problem.Invalid("/data", code, detail, fix, schema.Correction{Do: schema.Fit, Value: "picture"})
}

// isKept reports whether a picture is kept, with its file.
func (h *Images) isKept(ctx context.Context, digest string) (bool, error) {
	row, err := h.store.Read().ImageGet(ctx, digest)
	if err == nil {
		_, err = h.files.get(ctx, fileName(digest, 0, row.Format))
	}
	if store.NotFound(err) || errors.Is(err, errNoFile) {
		return false, nil
	}
	return err == nil, err
}

// again answers for a picture that is kept. The error is that of no row when it is not any more.
func (h *Images) again(ctx context.Context, digest string, alt *string) (api.ImagesUploadResponseObject, error) {
	return store.Answer(ctx, h.store, func(tx *store.Tx) (api.ImagesUploadResponseObject, error) {
		row, err := tx.ImageTouch(ctx, db.ImageTouchParams{Digest: digest, Alt: alt, At: tx.Now})
		if err != nil {
			return nil, err
		}
		return answer(ctx, &row, true), audit(tx, &row, &row)
	})
}

// keep keeps a picture that was read. Its row is there before its files, which are put outside any transaction: a picture whose
// upload fails or dies here is deleted like one that nothing shows.
func (h *Images) keep(ctx context.Context, digest string, p *picture, b *api.ImagesUploadRequest) (api.ImagesUploadResponseObject, error) {
	place := db.ImagePlaceParams{
		Digest: digest, Format: p.format, Width: int32(p.width), Height: int32(p.height), Bytes: int64(len(p.versions[0])), //nolint:gosec // at most 40 megapixels
		At: h.store.Now(),
	}
	if err := h.store.Task(ctx, "images.place", func(tx *store.Tx) error { return tx.ImagePlace(ctx, place) }); err != nil {
		return nil, err
	}
	for width, content := range p.versions {
		if err := h.files.put(ctx, fileName(digest, width, p.format), content); err != nil {
			return nil, err
		}
	}
	return store.Answer(ctx, h.store, func(tx *store.Tx) (api.ImagesUploadResponseObject, error) {
		var before *db.Image
		row, err := tx.ImageKeep(ctx, db.ImageKeepParams{Digest: digest, FileName: b.FileName, Alt: b.Alt, At: tx.Now})
		if store.NotFound(err) { // another call with the same file was first, or its files were lost
			row, err = tx.ImageTouch(ctx, db.ImageTouchParams{Digest: digest, Alt: b.Alt, At: tx.Now})
			before = &row
		}
		if err != nil {
			return nil, err
		}
		return answer(ctx, &row, before != nil), audit(tx, before, &row)
	})
}

func answer(ctx context.Context, row *db.Image, already bool) api.ImagesUpload200JSONResponse {
	return api.ImagesUpload200JSONResponse{Ok: true, Result: api.ImagesUploadResult{
		Url: wire.Absolute(call.From(ctx).BaseURL, pathOf(row)), Width: int64(row.Width), Height: int64(row.Height), Bytes: row.Bytes, AlreadyStored: already,
	}}
}

// audited is a picture in the audit, which keeps no file.
type audited struct {
	ID     string  `json:"id"` // its digest
	Name   string  `json:"name"`
	URL    string  `json:"url"` // a path: the address of the service depends on the request
	Width  int32   `json:"width"`
	Height int32   `json:"height"`
	Bytes  int64   `json:"bytes"`
	Alt    *string `json:"alt"`
}

func audit(tx *store.Tx, before, after *db.Image) error {
	return tx.Audit(store.ChangeOf("image", before, after, func(r *db.Image) (string, any) {
		return r.Digest, audited{r.Digest, r.FileName, pathOf(r), r.Width, r.Height, r.Bytes, r.Alt}
	}))
}

// File is a file of a picture.
type File struct {
	Content []byte
	Type    string // its media type
}

// Get returns the file with the name in an address; nil when there is none.
func (h *Images) Get(ctx context.Context, name string) (*File, error) {
	digest, width, format := parseName(name)
	if digest == "" {
		return nil, nil
	}
	row, err := h.store.Read().ImageGet(ctx, digest)
	if store.NotFound(err) || err == nil && (row.Format != format || width >= int(row.Width)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	content, err := h.files.get(ctx, name)
	if errors.Is(err, errNoFile) {
		return nil, nil
	}
	return &File{content, mediaTypes[format]}, err
}

// Grace is how long a picture that nothing shows is kept: for as long a change that took it away is reverted as it was.
const Grace = 30 * 24 * time.Hour

// Forget deletes some of the pictures that nothing has shown for the grace, and returns how many.
func (h *Images) Forget(ctx context.Context) (done int64, err error) {
	if there, err := h.store.Read().ImagesAny(ctx); !there || err != nil { // most shops keep none: nothing is gone through
		return 0, err
	}
	now := h.store.Now()
	mark := func(tx *store.Tx) error { return tx.ImagesMark(ctx, now) }
	if err := h.store.Task(ctx, "images.mark", mark); err != nil {
		return 0, err
	}
	const some = 20
	err = h.store.Task(ctx, "images.forget", func(tx *store.Tx) error {
		rows, err := tx.ImagesForgotten(ctx, db.ImagesForgottenParams{Before: now.Add(-Grace), MaxRows: some})
		if err != nil {
			return err
		}
		for i := range rows {
			if err := h.files.remove(ctx, tx, namesOf(&rows[i])); err != nil {
				return err
			}
			if err := tx.ImageDelete(ctx, rows[i].Digest); err != nil {
				return err
			}
		}
		done = int64(len(rows))
		return nil
	})
	return done, err
}
