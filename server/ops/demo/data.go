package demo

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
)

// data holds the shop in the shape of the requests that create it.
//
//go:embed data
var data embed.FS

// lines returns the values of a file of JSON Lines.
func lines(name string) ([]json.RawMessage, error) {
	text, err := data.ReadFile("data/" + name)
	if err != nil {
		return nil, err
	}
	var values []json.RawMessage
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var value json.RawMessage
		switch err := decoder.Decode(&value); err {
		case nil:
			values = append(values, value)
		case io.EOF:
			return values, nil
		default:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

func readOrders() ([]order, error) {
	const name = "data/orders.json"
	text, err := data.ReadFile(name)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields() // a misspelt field would be lost silently
	var list []order
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}
