package main

import (
	"fmt"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/ops/cli"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help implements kong.HelpProvider.
func (*completionCommand) Help() string {
	return `The script completes commands, flags, tools, their fields and values, and scopes. For the shell that runs:

    source <(storefront completion bash)
    source <(storefront completion zsh)
    storefront completion fish | source

Written into ~/.bashrc, ~/.zshrc (after compinit) or ~/.config/fish/config.fish the line is for every shell to come.`
}

// Run prints the script of a shell.
func (c *completionCommand) Run() error {
	script, err := cli.CompletionScript(c.Shell)
	if err != nil {
		return err
	}
	_, err = fmt.Print(script)
	return err
}

// completeArgument is the first argument by which the scripts ask what can be offered.
const completeArgument = "__complete"

// complete prints what can be offered for the last word of a command line, which follows the name
// of the shell. Nobody sees an error there: what is not known is not offered.
func complete(program *kong.Application, all *commands, args []string) {
	if len(args) < 2 {
		return
	}
	words, trim := cli.CompletionWords(args[0], args[1:])
	if len(words) == 0 {
		return
	}
	_ = describeCall(program, &all.Call, words[:len(words)-1])
	fmt.Print(cli.Complete(program.Node, words, candidates).Format(args[0], trim))
}

// candidates returns the values of a flag or an argument that are known from the contract.
func candidates(v *kong.Value) (known []cli.Candidate) {
	if field, ok := v.Mapper.(fieldMapper); ok {
		for _, value := range field.Values {
			known = append(known, cli.Candidate{Word: value})
		}
		return known
	}
	if !slices.Contains([]string{"tool", "operation", "scope", "scopes"}, v.Name) {
		return nil
	}
	contract, err := outline()
	if err != nil {
		return nil
	}
	if v.Name == "tool" || v.Name == "operation" {
		for _, t := range contract.Tools {
			known = append(known, cli.Candidate{Word: t.Name, Description: t.Title})
		}
		return known
	}
	if v.Name == "scopes" {
		known = append(known, cli.Candidate{Word: "all"}, cli.Candidate{Word: "owner"})
	}
	for _, s := range contract.Scopes {
		known = append(known, cli.Candidate{Word: s.Name, Description: s.Description})
	}
	return known
}
