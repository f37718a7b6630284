package metrics

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"
	"time"
)

// AdminServer returns a server of the metrics, and of the profiles of the process. The listener
// is the one that it will be given: on a loopback address it refuses names that are not those of
// the machine itself, so that no page in a browser can reach it by a name that leads here (DNS
// rebinding). It asks for no key: who may reach it is a matter of the network.
func AdminServer(listener net.Listener, metrics http.Handler, log *slog.Logger) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	// Not /debug/pprof/cmdline: secrets may be given as flags.
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", bounded(pprof.Profile))
	mux.HandleFunc("GET /debug/pprof/trace", bounded(pprof.Trace))
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	var handler http.Handler = mux
	if own, err := netip.ParseAddrPort(listener.Addr().String()); err == nil && own.Addr().Unmap().IsLoopback() {
		handler = ownNamesOnly(mux)
	}
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// longest is how long a profile may take, whatever its caller asks for.
const longest = 5 * time.Minute

func bounded(profile http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), longest)
		defer cancel()
		profile(w, r.WithContext(ctx))
	}
}

func ownNamesOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isOwnName(r.Host) {
			http.Error(w, "This address is reached as localhost, or by its number.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOwnName reports whether nobody but the machine itself can have given the name: it is
// localhost, or an address.
func isOwnName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil
}
