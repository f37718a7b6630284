package logline

import (
	"fmt"
	"log/slog"
	"strings"
)

// shortened returns the record with at most budget bytes of each text; without
// attributes when budget is 0.
func shortened(r slog.Record, budget int) slog.Record {
	short := slog.NewRecord(r.Time, r.Level, cut(r.Message, max(budget, given)), r.PC)
	if budget > 0 {
		r.Attrs(func(a slog.Attr) bool {
			short.AddAttrs(cutAttr(a, budget))
			return true
		})
	}
	return short
}

func cutAttr(a slog.Attr, budget int) slog.Attr {
	return slog.Attr{Key: cut(a.Key, budget), Value: cutValue(a.Value.Resolve(), budget)}
}

func cutValue(v slog.Value, budget int) slog.Value {
	switch v.Kind() {
	case slog.KindString:
		return slog.StringValue(cut(v.String(), budget))
	case slog.KindGroup:
		var short []slog.Attr
		for _, a := range v.Group() {
			short = append(short, cutAttr(a, budget))
		}
		return slog.GroupValue(short...)
	case slog.KindAny:
		if text := fmt.Sprint(v.Any()); len(text) > budget {
			return slog.StringValue(cut(text, budget))
		}
	}
	return v
}

// cut returns at most budget bytes of a text, in whole characters.
func cut(text string, budget int) string {
	if len(text) <= budget {
		return text
	}
	return strings.ToValidUTF8(text[:budget], "") + "…"
}
