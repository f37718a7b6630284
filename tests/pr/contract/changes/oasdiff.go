package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// levels are the severities that differ from those of oasdiff, so that it keeps
// to docs/contract.md.
var levels = map[string]string{
	// A value may be added to an enumeration of an answer.
	"response-property-enum-value-added": "INFO",
	// What a client may use is not removed within v1, not even when it was deprecated, optional, or a refusal.
	"api-path-removed-with-deprecation":          "ERR",
	"api-removed-with-deprecation":               "ERR",
	"request-parameter-removed-with-deprecation": "ERR",
	"optional-response-header-removed":           "ERR",
	"response-optional-property-removed":         "ERR",
	"response-non-success-status-removed":        "ERR",
	// Generated clients name their functions by it, and agents their tools.
	"api-operation-id-removed": "ERR",
	// A call that leaves the field out would mean something else.
	"request-body-default-value-changed":      "ERR",
	"request-body-default-value-removed":      "ERR",
	"request-parameter-default-value-changed": "ERR",
	"request-parameter-default-value-removed": "ERR",
	"request-property-default-value-changed":  "ERR",
	"request-property-default-value-removed":  "ERR",
	// They repeat that there is another breaking change.
	"api-version-not-bumped":       "NONE",
	"api-version-decreased":        "NONE",
	"api-major-version-not-bumped": "NONE",
	// The order of the reference is no promise.
	"api-tag-added":   "NONE",
	"api-tag-removed": "NONE",
}

// excused are changes of how something is described, by operation and kind, with the reason. What was sent before can be sent, and
// what is answered is the same, byte for byte.
var excused = map[[2]string]string{
	{"system.openapi_yaml", "response-body-type-changed"}:         yamlIsNoObject,
	{"system.openapi_yaml", "response-required-property-removed"}: yamlIsNoObject,
	{"system.list_tools", "request-parameter-became-enum"}:        "the values of a boolean are two of the three",
	{"products.attach_image", "request-property-pattern-changed"}: "any text without NUL matches, and what matched before does",
}

const yamlIsNoObject = "generators take an object for JSON: they stop, or make a model that cannot be read"

// breaks reports whether oasdiff calls the change an error or warns of it, and it is not excused.
func (c change) breaks() bool {
	const info = 1
	return c.Level != info && excused[[2]string{c.Operation, c.ID}] == ""
}

// changes returns what oasdiff reports.
func (o *options) changes(ctx context.Context) ([]change, error) {
	var severities strings.Builder
	for id, level := range levels {
		fmt.Fprintln(&severities, id, level)
	}
	oasdiff := exec.CommandContext(ctx, o.Oasdiff, "changelog", "--format=json", "--severity-levels=/dev/stdin", o.Released, o.Contract)
	oasdiff.Stdin = strings.NewReader(severities.String())
	out, err := oasdiff.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("oasdiff: %w: %s", err, exit.Stderr)
	}
	if err != nil {
		return nil, err
	}
	var found []change
	if err := json.Unmarshal(out, &found); err != nil {
		return nil, fmt.Errorf("oasdiff: %w", err)
	}
	return found, nil
}
