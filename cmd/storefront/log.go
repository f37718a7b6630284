package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/logline"
)

// logger writes to standard error; standard output is for results.
func logger(c config.Log) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	return slog.New(logline.New(os.Stderr, func(w io.Writer) slog.Handler {
		options := &slog.HandlerOptions{Level: level}
		if c.LogFormat == "json" {
			return slog.NewJSONHandler(w, options)
		}
		return slog.NewTextHandler(w, options)
	}))
}
