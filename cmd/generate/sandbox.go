package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"

	"go.yaml.in/yaml/v3"

	programs "github.com/storefront/storefront"
	"github.com/storefront/storefront/openapi/bundle"
)

// overlaySandbox writes the contract of a sandbox: the bundled one with an overlay.
func overlaySandbox() error {
	const overlay = "openapi/sandbox.overlay.yaml"
	cmd := exec.CommandContext(context.Background(), "go", "run", programs.Programs["openapi-overlay"], "apply", overlay, "gen/openapi.yaml")
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text.Bytes(), &doc); err != nil {
		return err
	}
	unfold(&doc)
	asYAML, err := bundle.YAML(doc.Content[0])
	if err != nil {
		return err
	}
	asJSON, err := bundle.JSON(doc.Content[0])
	if err != nil {
		return err
	}
	return errors.Join(valid(asJSON), write("gen/openapi.sandbox.yaml", asYAML), write("gen/openapi.sandbox.json", asJSON))
}

// unfold has every mapping and list stand on lines of its own, as in the bundled contract.
func unfold(n *yaml.Node) {
	n.Style &^= yaml.FlowStyle
	for _, inner := range n.Content {
		unfold(inner)
	}
}
