package config

import (
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/storefront/storefront/server/platform/store"
)

// Logger returns a log that writes lines to out.
func (c Log) Logger(out io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: logged}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}

// longestText is how many bytes of a text a line has at most: callers choose paths, and errors quote their input.
const longestText = 1000

// logged returns an attribute of a line as it is written: cut, and without what an error repeats of DATABASE_URL.
func logged(_ []string, a slog.Attr) slog.Attr {
	if kind := a.Value.Kind(); kind != slog.KindString && kind != slog.KindAny {
		return a
	}
	if a.Key == slog.LevelKey {
		return a
	}
	text := fmt.Sprint(a.Value.Any())
	shown := store.Printable(text)
	if len(shown) > longestText {
		shown = strings.ToValidUTF8(shown[:longestText], "") + "…"
	}
	if shown != text {
		a.Value = slog.StringValue(shown)
	}
	return a
}
