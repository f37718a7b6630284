package logline_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/logline"
)

var forms = map[string]func(io.Writer) slog.Handler{
	"text": func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
	"json": func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
}

// Every log call writes one line of at most 2,000 characters.
func TestNoLineIsLong(t *testing.T) {
	t.Parallel()
	var many []any
	for range 500 {
		many = append(many, "name", "value")
	}
	long := strings.Repeat("a", 9000)
	for name, write := range map[string]func(*slog.Logger){
		"a path":           func(l *slog.Logger) { l.Info("refused", "path", long, "code", "endpoint_not_found") },
		"control bytes":    func(l *slog.Logger) { l.Info("refused", "path", strings.Repeat("\x00\xff\n\u2028", 3000)) },
		"Danish":           func(l *slog.Logger) { l.Info("refused", "path", strings.Repeat("æ", 4500)) },
		"a message":        func(l *slog.Logger) { l.Info(long) },
		"a message of NUL": func(l *slog.Logger) { l.Info(strings.Repeat("\x00", 9000)) },
		"an error":         func(l *slog.Logger) { l.Error("failed", "cause", errors.New(long)) },
		"a name":           func(l *slog.Logger) { l.Info("refused", long, 1) },
		"a group": func(l *slog.Logger) {
			l.Info("refused", slog.Group("of", "path", long, slog.Group("in", "path", long)))
		},
		"a list":       func(l *slog.Logger) { l.Info("refused", "paths", []string{long, long}) },
		"many":         func(l *slog.Logger) { l.Info("refused", many...) },
		"given before": func(l *slog.Logger) { l.With("path", long).WithGroup(long).Info("refused", "path", long) },
	} {
		for form, handler := range forms {
			var out bytes.Buffer
			write(slog.New(logline.New(&out, handler)))
			text, whole := strings.CutSuffix(out.String(), "\n")
			if !whole || strings.Contains(text, "\n") || out.Len() > logline.Longest || !utf8.ValidString(text) {
				t.Errorf("%s as %s: %d bytes: %.100q", name, form, out.Len(), text)
			}
			if form == "json" && !json.Valid(out.Bytes()) {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}

func TestAShortLineIsNotChanged(t *testing.T) {
	t.Parallel()
	for form, handler := range forms {
		var plain, short bytes.Buffer
		for _, l := range []*slog.Logger{slog.New(handler(&plain)), slog.New(logline.New(&short, handler))} {
			l = l.With("request", "1").WithGroup("of")
			r := slog.Record{Level: slog.LevelInfo, Message: "refused"}
			r.AddAttrs(slog.Int("status", 404), slog.Any("cause", errors.New("it \"broke\"")), slog.Any("list", []int{1, 2}))
			if err := l.Handler().Handle(t.Context(), r); err != nil {
				t.Error(err)
			}
		}
		if plain.String() != short.String() {
			t.Errorf("%s: %s became %s", form, &plain, &short)
		}
	}
}

// As much is kept as fits, and the attributes that identify the call are kept.
func TestALongLineKeepsAsMuchAsFits(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	slog.New(logline.New(&out, forms["text"])).Info("refused", "path", strings.Repeat("a", 9000), "code", "endpoint_not_found")
	if !strings.Contains(out.String(), "code=endpoint_not_found") || !strings.Contains(out.String(), strings.Repeat("a", 1500)+"…") {
		t.Error(out.String())
	}
}
