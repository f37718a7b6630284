package sandbox

import (
	"context"
	"log/slog"
)

// warnings passes on what is at least a warning.
type warnings struct{ slog.Handler }

// Enabled reports whether a level is logged.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}
