package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/contracttest"
)

// The exit statuses of contract-test.
const (
	contractBroken = 1
	couldNotRun    = 2
)

type contractTestCommand struct {
	BaseURL     string        `required:"" placeholder:"URL" help:"The address of the deployment, such as https://shop.example."`
	Operation   []string      `placeholder:"NAME" help:"Test only these operations, such as products.search."`
	Write       bool          `help:"Also carry out the examples of the operations that write, in a shop made for tests. What they wrote stays, and is listed."`
	Junit       string        `name:"junit" placeholder:"FILE" help:"Also write the report as JUnit XML."`
	MaxWait     time.Duration `default:"5m" help:"How long to wait for the limits of the deployment, in all."`
	config.Keys `embed:""`
}

// Run tests a deployment and prints the report. The error of a broken contract
// has the status 1, and one because of which nothing is known of it 2.
func (c *contractTestCommand) Run(ctx context.Context) error {
	report, failure := contracttest.Run(ctx, contracttest.Options{
		BaseURL: c.BaseURL, Key: c.Key, NarrowKey: c.NarrowKey, Operations: c.Operation, Write: c.Write, MaxWait: c.MaxWait,
	})
	if len(report.Results) > 0 {
		failure = errors.Join(failure, report.WriteTable(os.Stdout), c.writeJUnit(report))
	}
	if failure != nil {
		failure = fmt.Errorf("the test could not be completed: %w", failure)
	}
	switch {
	case report.Broken() > 0:
		return exitError{errors.Join(fmt.Errorf("%s does not keep the contract", c.BaseURL), failure), contractBroken}
	case failure != nil:
		return exitError{failure, couldNotRun}
	}
	return nil
}

func (c *contractTestCommand) writeJUnit(report *contracttest.Report) error {
	if c.Junit == "" {
		return nil
	}
	file, err := os.Create(c.Junit)
	if err != nil {
		return err
	}
	return errors.Join(report.WriteJUnit(file), file.Close())
}
