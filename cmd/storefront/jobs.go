package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/store"
)

type jobsCommand struct {
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run lists the jobs of the replicas: when each was done last, how much it did, and how it
// ended.
func (c *jobsCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "jobs", func(ctx context.Context, st *store.Store) error {
		rows, err := st.Read().JobList(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "JOB\tNEXT\tLAST BEGUN\tLAST ENDED\tDONE\tERROR")
		for _, r := range rows {
			done, failed := int64(0), ""
			if r.Done != nil {
				done = *r.Done
			}
			if r.Error != nil {
				failed = *r.Error
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", r.Name, moment(&r.NextAt), moment(r.StartedAt), moment(r.EndedAt), done, cmp.Or(failed, "-"))
		}
		return w.Flush()
	})
}
