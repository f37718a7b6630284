package imports

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/wire"
)

// An export has the pictures of the program (server/site/pictures) as the paths
// that are stored, because the address of the service is not known. The contract
// refuses paths, so that they have a host while a record is validated.
const (
	pictures     = "/pictures/"
	picturesHost = "https://pictures.invalid"
)

// withHosts returns a request whose images that are pictures of the program have
// a host. One that cannot be read is returned as it is: its validation reports it.
func withHosts(text []byte) []byte {
	if !bytes.Contains(text, []byte(`"`+pictures)) {
		return text
	}
	members := map[string]json.RawMessage{}
	if json.Unmarshal(text, &members) != nil {
		return text
	}
	var images []string
	if json.Unmarshal(members["images"], &images) == nil {
		for i, image := range images {
			if strings.HasPrefix(image, pictures) {
				images[i] = picturesHost + image
			}
		}
		members["images"], _ = wire.Marshal(images) // texts always encode
	}
	var variants []map[string]json.RawMessage
	if json.Unmarshal(members["variants"], &variants) == nil {
		for _, v := range variants {
			var image string
			if json.Unmarshal(v["image"], &image) == nil && strings.HasPrefix(image, pictures) {
				v["image"], _ = wire.Marshal(picturesHost + image)
			}
		}
		members["variants"], _ = wire.Marshal(variants) // what was JSON is JSON
	}
	changed, err := wire.Marshal(members)
	if err != nil {
		return text
	}
	return changed
}

// withoutHosts makes them paths again.
func withoutHosts(body *api.ProductsBulkItem) {
	if body.Images != nil {
		for i, image := range *body.Images {
			(*body.Images)[i] = strings.TrimPrefix(image, picturesHost)
		}
	}
	if body.Variants == nil {
		return
	}
	for i := range *body.Variants {
		if v := &(*body.Variants)[i]; v.Image.IsSpecified() && !v.Image.IsNull() {
			v.Image.Set(strings.TrimPrefix(v.Image.MustGet(), picturesHost))
		}
	}
}
