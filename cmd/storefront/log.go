package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/logline"
	"github.com/storefront/storefront/server/platform/store"
)

// logger writes to standard error; standard output is for results.
func logger(c config.Log) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	return slog.New(logline.New(os.Stderr, func(w io.Writer) slog.Handler {
		options := &slog.HandlerOptions{Level: level, ReplaceAttr: printable}
		if c.LogFormat == "json" {
			return slog.NewJSONHandler(w, options)
		}
		return slog.NewTextHandler(w, options)
	}))
}

// printable returns an attribute of a line as it may be shown.
func printable(_ []string, a slog.Attr) slog.Attr {
	switch value := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(store.Printable(value))
	case error:
		a.Value = slog.StringValue(store.Printable(value.Error()))
	}
	return a
}
