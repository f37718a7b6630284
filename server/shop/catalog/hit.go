package catalog

import (
	"bytes"
	"encoding/json"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/plainjson"
)

// member is a member of a hit's JSON object.
type member struct {
	name  string
	value any
}

// hit returns what the index keeps of a hit. It writes the id, the price, the stock
// and whether it is featured itself, and what categoryMembers returns behind these.
func hit(r *db.MemoryProductsRow) []member {
	return []member{
		{"slug", r.Slug},
		{"name", r.Name},
		{"brand", r.Brand},
		{"frameColor", r.FrameColor},
		{"lensColor", r.LensColor},
		{"firstImage", firstImage(r.Images)},
	}
}

// hitMembers returns the names of the members.
func hitMembers() (names []string) {
	for _, m := range hit(&db.MemoryProductsRow{}) {
		names = append(names, m.name)
	}
	return names
}

// encodedHit returns the values of the members, a line each.
func encodedHit(r *db.MemoryProductsRow) ([]byte, error) {
	var lines bytes.Buffer
	for _, m := range hit(r) {
		if err := plainjson.Encode(&lines, m.value); err != nil {
			return nil, err
		}
	}
	return lines.Bytes(), nil
}

// categoryMembers returns the members of a hit that tell of its category.
func categoryMembers(r *db.MemoryCategoriesRow) ([]byte, error) {
	text, err := plainjson.Marshal(struct {
		Slug string `json:"categorySlug"`
		Name string `json:"categoryName"`
	}{r.Slug, r.Name})
	if err != nil {
		return nil, err
	}
	return text[1 : len(text)-1], nil
}

func firstImage(images []byte) *string {
	var list []struct{ URL string }
	if err := json.Unmarshal(images, &list); err != nil || len(list) == 0 {
		return nil
	}
	return &list[0].URL
}
