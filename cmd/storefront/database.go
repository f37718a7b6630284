package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/user"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/customers"
)

// database is one that is in use until close.
type database struct {
	url    string
	folder string // of the service's own PostgreSQL; "" for one that was configured
	close  func()
}

// databaseName is the database on the service's own PostgreSQL.
const databaseName = "storefront"

// openDatabase returns the configured database, or that of the service's own PostgreSQL,
// which is started if it is not running.
func openDatabase(ctx context.Context, c config.Database, log *slog.Logger) (database, error) {
	if c.DatabaseURL != "" {
		return database{url: c.DatabaseURL, close: func() {}}, nil
	}
	instance, err := postgres.Open(ctx, postgres.Options{DataDir: c.Data, Logger: log})
	if errors.Is(err, fs.ErrPermission) { // as in a container
		return database{}, fmt.Errorf("%w; set DATABASE_URL to the address of a PostgreSQL server, or STOREFRONT_DATA to a folder that can be written", err)
	}
	if err != nil {
		return database{}, err
	}
	if err := instance.EnsureDatabase(ctx, databaseName); err != nil {
		closeInstance(instance, log)
		return database{}, err
	}
	return database{instance.URL(databaseName), instance.DataDir(), func() { closeInstance(instance, log) }}, nil
}

func closeInstance(instance *postgres.Instance, log *slog.Logger) {
	if instance == nil {
		return
	}
	if err := instance.Close(); err != nil {
		log.Error("PostgreSQL was not released", "error", err)
	}
}

// withStore runs fn, on behalf of the operator, on a migrated database.
func withStore(ctx context.Context, c config.Database, l config.Log, command string, fn func(context.Context, *store.Store) error) error {
	log := l.Logger(os.Stderr)
	db, err := openDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer db.close()
	if _, err := store.Migrate(ctx, db.url); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	st, err := store.Open(db.url, store.Options{})
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Verify(ctx); err != nil {
		return err
	}
	return fn(call.With(ctx, call.Command(command, operator())), st)
}

// operator returns the name of the user at the terminal, for the audit.
func operator() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "unknown"
}

type migrateCommand struct {
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run applies the pending migrations.
func (c *migrateCommand) Run(ctx context.Context) error {
	db, err := openDatabase(ctx, c.Database, c.Logger(os.Stderr))
	if err != nil {
		return err
	}
	defer db.close()
	applied, err := store.Migrate(ctx, db.url)
	if err != nil {
		return err
	}
	fmt.Printf("applied %d migrations\n", applied)
	return nil
}

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
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", r.Name, timeText(&r.NextAt), timeText(r.StartedAt), timeText(r.EndedAt), done, cmp.Or(failed, "-"))
		}
		return w.Flush()
	})
}

type eraseCustomerCommand struct {
	Email           string `required:"" help:"The whole e-mail address of the person."`
	Confirm         bool   `help:"Erase. Without it the command does nothing."`
	Force           bool   `help:"Erase somebody with open orders too."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run forgets the person as customer.erase does, also one who never ordered and has no
// id. The audit has a row of it without the address.
func (c *eraseCustomerCommand) Run(ctx context.Context) error {
	if !strings.Contains(c.Email, "@") {
		return fmt.Errorf("--email %q is no e-mail address", c.Email)
	}
	if !c.Confirm {
		return errors.New("nobody was erased; add --confirm to erase the person for good")
	}
	return withStore(ctx, c.Database, c.Log, "customers.erase", func(ctx context.Context, st *store.Store) error {
		erased, err := customers.EraseByEmail(ctx, st, text.Visible(c.Email), c.Force)
		if err != nil {
			return err
		}
		fmt.Printf("%d orders, %d carts, %d notes and %d rows of the audit were made anonymous, %d kept answers deleted. The id is %s.\n",
			erased.OrdersAnonymized, erased.CartsAnonymized, erased.NotesAnonymized, erased.AuditEntriesAnonymized, erased.AnswersDeleted, erased.CustomerId)
		for _, p := range erased.PublicTexts {
			name := p.Id
			if p.Slug != nil {
				name = *p.Slug
			}
			fmt.Printf("In public the person is named by: %s %s.\n", p.EntityType, name)
		}
		if !erased.PublicTextsComplete {
			fmt.Println("There may be more.")
		}
		return nil
	})
}

func timeText(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return wire.TimeOf(*t).String()
}
