package main

import (
	"sync"

	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/ops/cli"
)

// described is the contract as the commands show it. It is read by those alone that do.
var described = sync.OnceValues(func() (*cli.Outline, error) { return cli.ReadOutline(gen.OpenAPIJSON()) })

// inputs are the schemas of the requests, by tool.
var inputs = sync.OnceValues(func() (schemas map[string]struct{ Input json.RawMessage }, err error) {
	err = json.Unmarshal(gen.ToolsJSON(), &schemas)
	return schemas, err
})
