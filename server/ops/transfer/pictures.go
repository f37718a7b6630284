package transfer

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
	members, images := map[string]json.RawMessage{}, []string{}
	if json.Unmarshal(text, &members) != nil || json.Unmarshal(members["images"], &images) != nil {
		return text
	}
	for i, image := range images {
		if strings.HasPrefix(image, pictures) {
			images[i] = picturesHost + image
		}
	}
	var err error
	if members["images"], err = wire.Marshal(images); err != nil {
		return text
	}
	changed, err := wire.Marshal(members)
	if err != nil {
		return text
	}
	return changed
}

// withoutHosts makes them paths again.
func withoutHosts(images *api.ImageUrls) {
	if images == nil {
		return
	}
	for i, image := range *images {
		(*images)[i] = strings.TrimPrefix(image, picturesHost)
	}
}
