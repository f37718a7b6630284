//go:build program

package main_test

import (
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// spanReceiver takes spans as a collector does.
type spanReceiver struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*traces.Span
	about string // the resource
}

func newSpanReceiver(t *testing.T) *spanReceiver {
	t.Helper()
	r := &spanReceiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		var body io.Reader = request.Body
		if request.Header.Get("Content-Encoding") == "gzip" {
			unzipped, err := gzip.NewReader(body)
			if err != nil {
				t.Error(err)
				return
			}
			body = unzipped
		}
		text, err := io.ReadAll(body)
		var sent collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(text, &sent)
		}
		if err != nil || request.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", request.URL, err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, resource := range sent.ResourceSpans {
			r.about = resource.Resource.String()
			for _, scope := range resource.ScopeSpans {
				r.spans = append(r.spans, scope.Spans...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(r.Close)
	return r
}

// of returns the spans of a trace received so far, by their paths: the names from the
// first of the service down, such as "products.update/store.Write/batch start/AuditInsert".
func (r *spanReceiver) of(trace string) map[string]*traces.Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	byID := map[string]*traces.Span{}
	for _, span := range r.spans {
		if hex.EncodeToString(span.TraceId) == trace {
			byID[string(span.SpanId)] = span
		}
	}
	all := map[string]*traces.Span{}
	for _, span := range byID {
		path := span.Name
		for above := byID[string(span.ParentSpanId)]; above != nil; above = byID[string(above.ParentSpanId)] {
			path = above.Name + "/" + path
		}
		all[path] = span
	}
	return all
}

// await waits until the spans of a trace have these paths.
func (r *spanReceiver) await(t *testing.T, trace string, paths ...string) map[string]*traces.Span {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		all, missing := r.of(trace), []string{}
		for _, path := range paths {
			if all[path] == nil {
				missing = append(missing, path)
			}
		}
		if len(missing) == 0 {
			return all
		}
		if time.Now().After(deadline) {
			t.Fatalf("the trace %s lacks %q; it has %v", trace, missing, keysOf(all))
		}
	}
}

func keysOf(all map[string]*traces.Span) (paths []string) {
	for path := range all {
		paths = append(paths, path)
	}
	return paths
}

// sendTraced sends a request as part of a trace, and returns its id.
func (s *serving) sendTraced(t *testing.T, number int, key, path, body string) (trace string) {
	t.Helper()
	trace = fmt.Sprintf("%032x", number)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Traceparent", "00-"+trace+"-00000000000000aa-01")
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return trace
}

func TestTraces(t *testing.T) {
	t.Parallel()
	r := newSpanReceiver(t)
	delivered := make(chan string, 100)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case delivered <- r.Header.Get("Traceparent"):
		default:
		}
	}))
	t.Cleanup(hook.Close)
	s := withDatabase(t).with("OTEL_EXPORTER_OTLP_ENDPOINT="+r.URL, "OTEL_BSP_SCHEDULE_DELAY=50", "OTEL_RESOURCE_ATTRIBUTES=deployment.environment.name=test",
		"STOREFRONT_WEBHOOK_ALLOW_LOOPBACK=true").serve(t, "--demo", "--no-search-index", "--cache-mb=0")
	key := keyPattern.FindString(s.output)

	// A write: what the checks, the store and PostgreSQL took, below the span of the caller.
	write := s.sendTraced(t, 1, key, "/api/v1/tools/products.update", `{"slug":"round-metal","patch":{"name":"Hemmelig","stock":4711}}`)
	spans := r.await(t, write, "products.update", "products.update/admit", "products.update/validate", "products.update/store.Write", "products.update/store.Write/batch start/AuditInsert")
	request := spans["products.update"]
	if request.Kind != traces.Span_SPAN_KIND_SERVER || hex.EncodeToString(request.ParentSpanId) != "00000000000000aa" {
		t.Errorf("the span of the request: %v", request)
	}
	for _, want := range []string{`"http.route"`, `"http.request.method"`, "storefront.channel", "storefront.request.id", "apikey:", "int_value:200"} {
		if !strings.Contains(strings.ReplaceAll(request.String(), `key:http`, `"http`), strings.Trim(want, `"`)) {
			t.Errorf("the span of the request lacks %s: %v", want, request)
		}
	}
	for path, span := range spans { // names of statements alone
		if text := span.String(); strings.Contains(text, "Hemmelig") || strings.Contains(text, "4711") || strings.Contains(text, "UPDATE ") || strings.Contains(text, key) {
			t.Errorf("%s tells too much: %s", path, text)
		}
	}
	if !strings.Contains(r.about, "storefront") || !strings.Contains(r.about, "deployment.environment.name") {
		t.Errorf("the resource is %s", r.about)
	}

	// A read, from PostgreSQL.
	r.await(t, s.sendTraced(t, 2, "", "/api/v1/tools/products.get", `{"slug":"round-metal"}`), "products.get", "products.get/ProductGet")

	// The operation of a message of MCP is below the span of the message.
	r.await(t, s.sendTraced(t, 3, "", "/api/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"round-metal"}}}`),
		"/api/mcp", "/api/mcp/products.get", "/api/mcp/products.get/ProductGet")

	// A refusal is no error of the service, and the log has the id of the trace.
	refused := s.sendTraced(t, 4, "", "/api/v1/tools/products.get", `{"slug":"no-such-product"}`)
	if span := r.await(t, refused, "products.get")["products.get"]; span.Status.GetCode() == traces.Status_STATUS_CODE_ERROR || !strings.Contains(span.String(), "product_not_found") {
		t.Errorf("the span of a refused call: %v", span)
	}
	if !strings.Contains(s.log.String(), "trace="+refused) {
		t.Errorf("the log lacks the trace %s", refused)
	}

	// What callers send is no name of a span.
	r.await(t, s.sendTraced(t, 5, "", "/api/v1/tools/no.such", `{}`), "no such address")

	// A message to a webhook names the trace that it belongs to.
	s.want(t, key, "webhooks.create", object{"url": hook.URL, "events": []string{"product.updated"}}, nil)
	s.want(t, key, "products.update", object{"slug": "round-metal", "patch": object{"name": "Anden"}}, nil)
	select {
	case parent := <-delivered:
		parts := strings.Split(parent, "-")
		if len(parts) != 4 {
			t.Fatalf("traceparent %q", parent)
		}
		r.await(t, parts[1], "webhook product.updated")
	case <-time.After(20 * time.Second):
		t.Error("nothing was delivered")
	}

	// The last spans are sent when the service stops.
	last := s.sendTraced(t, 6, "", "/api/v1/tools/products.get", `{"slug":"round-metal"}`)
	s.stop(t)
	if r.of(last)["products.get"] == nil {
		t.Error("the last spans were not sent")
	}
}

// Nobody waits for a collector that hangs or is away, neither a call nor the end.
func TestACollectorThatHangsDelaysNothing(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(hanging.Close)
	t.Cleanup(func() { close(release) })
	away := httptest.NewServer(http.NotFoundHandler())
	away.Close()
	p := withDatabase(t)
	for _, address := range []string{hanging.URL, away.URL} {
		s := p.with("OTEL_EXPORTER_OTLP_ENDPOINT="+address, "OTEL_BSP_SCHEDULE_DELAY=1", "OTEL_BSP_MAX_QUEUE_SIZE=10", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE=5").serve(t, "--demo")
		for range 50 { // more than the queue holds
			s.want(t, "", "products.get", object{"slug": "round-metal"}, nil)
		}
		s.stop(t)
		if !strings.Contains(s.log.String(), "traces were not sent") && !strings.Contains(s.log.String(), "the last traces were not sent") {
			t.Errorf("the log says nothing: %s", s.log)
		}
	}
}

func TestTracesThatCannotBeSentAreRefused(t *testing.T) {
	t.Parallel()
	_, stderr, status := newProgram(t).with("OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4317", "OTEL_EXPORTER_OTLP_PROTOCOL=grpc").run(t, "", "serve", "--addr", "127.0.0.1:0")
	if status == 0 || !strings.Contains(stderr, `OTEL_EXPORTER_OTLP_PROTOCOL is "grpc" and must be http/protobuf`) {
		t.Errorf("status %d, %s", status, stderr)
	}
}
