package sandbox

import (
	"context"
	"log/slog"
)

// Quiet returns a log of what only matters if it goes wrong: what begins anew with each reset
// would hide the rest.
func Quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

// warnings passes on what is at least a warning.
type warnings struct{ slog.Handler }

// Enabled reports whether a level is logged.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
