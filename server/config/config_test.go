package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/ratelimit"
)

func TestTheDefaultLimitsAreThoseOfTheSpecification(t *testing.T) {
	t.Parallel()
	limits := config.DefaultLimits()
	var fromTags struct {
		config.Serve `embed:""`
	}
	parser, err := kong.New(&fromTags)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(nil); err != nil || fromTags.Limits != limits {
		t.Errorf("the flags' defaults are %+v, want %+v; %v", fromTags.Limits, limits, err)
	}
	for _, pair := range [][2]ratelimit.Policy{
		{limits.Anonymous(), {Name: "anonymous", Quota: 60, Refill: time.Second}},
		{limits.AuthAttempt(), {Name: "auth-attempt", Quota: 120, Refill: 500 * time.Millisecond}},
		{limits.Key(0), {Name: "api-key", Quota: 600, Refill: 100 * time.Millisecond}},
		{limits.Key(5), {Name: "api-key", Quota: 5, Refill: 100 * time.Millisecond}},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%+v, want %+v", pair[0], pair[1])
		}
	}
}

// Each text of a line is cut, and none is more than one line.
func TestNoTextOfALineIsLong(t *testing.T) {
	t.Parallel()
	const most = 8000 // six bytes for a control character in JSON
	long := strings.Repeat("a", 9000)
	for name, write := range map[string]func(*slog.Logger){
		"a path":        func(l *slog.Logger) { l.Info("refused", "path", long, "code", "endpoint_not_found") },
		"control bytes": func(l *slog.Logger) { l.Info("refused", "path", strings.Repeat("\x00\xff\n\u2028", 3000), "code", "x") },
		"Danish":        func(l *slog.Logger) { l.Info("refused", "path", strings.Repeat("æ", 4500), "code", "x") },
		"a message":     func(l *slog.Logger) { l.Info(long, "code", "x") },
		"an error":      func(l *slog.Logger) { l.Error("failed", "cause", errors.New(long), "code", "x") },
		"a group":       func(l *slog.Logger) { l.Info("refused", slog.Group("of", "path", long), "code", "x") },
		"a list":        func(l *slog.Logger) { l.Info("refused", "paths", []string{long, long}, "code", "x") },
		"given before":  func(l *slog.Logger) { l.With("path", long).Info("refused", "code", "x") },
	} {
		for _, form := range []string{"text", "json"} {
			var out bytes.Buffer
			write(config.Log{LogFormat: form}.Logger(&out))
			text, whole := strings.CutSuffix(out.String(), "\n")
			if !whole || strings.Contains(text, "\n") || out.Len() > most || !utf8.ValidString(text) || !strings.Contains(text, "code") || !strings.Contains(text, "…") {
				t.Errorf("%s as %s: %d bytes: %.100q", name, form, out.Len(), text)
			}
			if form == "json" && !json.Valid(out.Bytes()) {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}

// What is short is written as slog writes it, and a level chooses the lines.
func TestAShortLineIsNotChanged(t *testing.T) {
	t.Parallel()
	for form, handler := range map[string]func(*bytes.Buffer) slog.Handler{
		"text": func(out *bytes.Buffer) slog.Handler {
			return slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelWarn})
		},
		"json": func(out *bytes.Buffer) slog.Handler {
			return slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelWarn})
		},
	} {
		var plain, ours bytes.Buffer
		for _, l := range []*slog.Logger{slog.New(handler(&plain)), config.Log{LogFormat: form, LogLevel: "warn"}.Logger(&ours)} {
			l = l.With("request", "1").WithGroup("of")
			r := slog.Record{Level: slog.LevelWarn, Message: "refused"}
			r.AddAttrs(slog.Int("status", 404), slog.Any("cause", errors.New("it \"broke\"")), slog.Any("list", []int{1, 2}), slog.Duration("took", 12), slog.Bool("b", true))
			if err := l.Handler().Handle(t.Context(), r); err != nil {
				t.Error(err)
			}
			l.Info("not written")
		}
		if plain.String() != ours.String() || ours.Len() == 0 {
			t.Errorf("%s: %s became %s", form, &plain, &ours)
		}
	}
}
