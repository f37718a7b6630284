package deploy

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

const root = "../../../"

// The Dockerfile is parsed, and linted, as docker build does.
func TestBuildKitUnderstandsTheDockerfile(t *testing.T) {
	for name, wrong := range map[string][2]string{
		"as it is": {}, "a misspelt instruction": {"EXPOSE", "EXPOSES"}, "a misspelt flag": {"--interval", "--every"}, "an unknown mount": {"type=cache", "type=cash"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(root + "Dockerfile")
			if err != nil {
				t.Fatal(err)
			}
			stages, faults := parsed(bytes.Replace(text, []byte(wrong[0]), []byte(wrong[1]), 1))
			if (len(faults) > 0) != (wrong[0] != "") {
				t.Errorf("the faults are %q", faults)
			}
			if wrong[0] == "" {
				verifyStages(t, stages)
			}
		})
	}
}

func parsed(text []byte) (stages []instructions.Stage, faults []string) {
	tree, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, []string{err.Error()}
	}
	warn := func(rule, description, url, message string, where []parser.Range) {
		faults = append(faults, rule+": "+message)
	}
	stages, _, err = instructions.Parse(tree.AST, linter.New(&linter.Config{Warn: warn}))
	if err != nil {
		faults = append(faults, err.Error())
	}
	for _, stage := range stages {
		for _, command := range stage.Commands {
			if c, ok := command.(instructions.SupportsSingleWordExpansion); ok { // reads the flags of RUN
				if err := c.Expand(func(word string) (string, error) { return word, nil }); err != nil {
					faults = append(faults, err.Error())
				}
			}
		}
	}
	for _, w := range tree.Warnings {
		faults = append(faults, w.Short)
	}
	return stages, faults
}

// verifyStages verifies that the program is built by the Go of go.mod.
func verifyStages(t *testing.T, stages []instructions.Stage) {
	t.Helper()
	module, err := os.ReadFile(root + "go.mod")
	if err != nil {
		t.Fatal(err)
	}
	wanted := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	if len(stages) != 2 || wanted == nil || !strings.HasPrefix(stages[0].BaseName, "golang:"+string(wanted[1])+".") || stages[1].BaseName != "scratch" {
		t.Errorf("the stages are not of Go %s and scratch: %v", wanted, stages)
	}
}

func TestComposeUnderstandsTheFile(t *testing.T) {
	project, err := composed(t, "POSTGRES_PASSWORD=secret")
	if err != nil {
		t.Fatal(err)
	}
	service := project.Services["storefront"]
	known := settings(t)
	for name := range service.Environment {
		if name != "PGPASSWORD" && !slices.Contains(known, name) {
			t.Errorf("%s is no setting of docs/configuration.md", name)
		}
	}
	if !service.ReadOnly || len(service.Tmpfs) != 1 || !slices.Equal(service.CapDrop, []string{"ALL"}) || service.Privileged || len(service.Volumes) > 0 {
		t.Error("the service may do more than it needs")
	}
	if service.DependsOn["postgres"].Condition != types.ServiceConditionHealthy || project.Services["postgres"].HealthCheck == nil {
		t.Error("the service does not wait for its database")
	}
	if len(project.Services["postgres"].Ports) > 0 || len(service.Ports) != 1 || service.Ports[0].HostIP != "127.0.0.1" {
		t.Error("others than this machine reach the service or its database")
	}
	if _, err := composed(t); err == nil || !strings.Contains(err.Error(), "POSTGRES_PASSWORD") {
		t.Errorf("without a password: %v", err)
	}
}

// composed loads compose.yaml as docker compose does: an unknown key is an error.
func composed(t *testing.T, env ...string) (*types.Project, error) {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{root + "compose.yaml"}, cli.WithEnv(env))
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(t.Context())
}
