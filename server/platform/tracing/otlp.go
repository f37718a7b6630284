package tracing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
)

// endWait is how long the last spans may take when the service stops.
const endWait = 3 * time.Second

// Export returns what makes spans, and what sends the last ones and ends, in three seconds
// at most; nil and a function that does nothing unless an address is configured by the
// standard variables OTEL_…: they say where and how spans are sent, by OTLP over HTTP. The
// error names a variable that cannot work.
//
// Nobody waits for the collector: spans that it does not take in time are dropped, and
// the log says so.
func Export(ctx context.Context, version string, log *slog.Logger) (*Tracer, func(), error) {
	if !configured() {
		return nil, func() {}, nil
	}
	protocol := cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), os.Getenv("OTEL_EXPORTER_OTLP_PROTOCOL"), "http/protobuf")
	if !strings.HasPrefix(protocol, "http/") {
		return nil, nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL is %q and must be http/protobuf", protocol)
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(
		semconv.ServiceName("storefront"), semconv.ServiceVersion(version), semconv.ServiceInstanceID(uuid.NewString())),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err), exporter.Shutdown(ctx))
	}
	otel.SetErrorHandler(&errorLog{log: log})
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	log.Info("traces are sent by OTLP")
	stop := func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endWait)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.Warn("the last traces were not sent", "error", err)
		}
	}
	return New(provider), stop, nil
}

// configured reports whether an address is set, and tracing is not switched off.
func configured() bool {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return false
	}
	return os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
}

// logEvery is the least time between two lines of the log about spans that were not sent.
const logEvery = time.Minute

// errorLog logs what goes wrong while spans are sent, once a minute: a collector that is
// away fails every few seconds.
type errorLog struct {
	log *slog.Logger

	mu   sync.Mutex
	last time.Time
}

// Handle implements otel.ErrorHandler.
func (f *errorLog) Handle(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); now.Sub(f.last) >= logEvery {
		f.last = now
		f.log.Warn("traces were not sent", "error", err)
	}
}
