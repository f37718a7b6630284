//go:build program

package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Every command refuses a misspelt variable before it does anything.
func TestAnUnknownSettingIsRefused(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	for _, command := range [][]string{{"version"}, {"serve", "--addr", "127.0.0.1:0"}, {"keys", "list"}, {"migrate"}} {
		stdout, stderr, status := p.with("STOREFRONT_CASHE_MB=12", "STOREFRONT_DATEN=x").run(t, "", command...)
		if status == 0 || stdout != "" {
			t.Errorf("%v: status %d, %s", command, status, stdout)
		}
		for _, want := range []string{"STOREFRONT_CASHE_MB is not a setting; the nearest is STOREFRONT_CACHE_MB", "STOREFRONT_DATEN is not a setting; the nearest is STOREFRONT_DATA"} {
			if !strings.Contains(stderr, want) {
				t.Errorf("%v: %s", command, stderr)
			}
		}
	}
}

func TestASettingMayBeInAFile(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	file := filepath.Join(t.TempDir(), "level")
	if err := os.WriteFile(file, []byte("loud\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		env  []string
		want string
	}{
		{[]string{"STOREFRONT_LOG_LEVEL_FILE=" + file}, "but got the content of STOREFRONT_LOG_LEVEL_FILE"}, // which is no level
		{[]string{"STOREFRONT_LOG_LEVEL_FILE=" + file, "STOREFRONT_LOG_LEVEL=info"}, "STOREFRONT_LOG_LEVEL and STOREFRONT_LOG_LEVEL_FILE are both set"},
		{[]string{"DATABASE_URL_FILE=" + file + "x"}, "DATABASE_URL_FILE: open " + file + "x: no such file"},
		{[]string{"STOREFRONT_LOG_LEVEK_FILE=" + file}, "STOREFRONT_LOG_LEVEK is not a setting"},
	} {
		_, stderr, status := p.with(test.env...).run(t, "", "jobs")
		if status == 0 || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: status %d, %s", test.env, status, stderr)
		}
	}
}

// In Kubernetes a service named storefront adds variables.
func TestVariablesOfKubernetesAreNotSettings(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	injected := p.with("STOREFRONT_SERVICE_HOST=10.0.0.1", "STOREFRONT_SERVICE_PORT=8080", "STOREFRONT_SERVICE_PORT_HTTP=8080",
		"STOREFRONT_PORT=tcp://10.0.0.1:8080", "STOREFRONT_PORT_8080_TCP=tcp://10.0.0.1:8080", "STOREFRONT_PORT_8080_TCP_PROTO=tcp",
		"STOREFRONT_PORT_8080_TCP_PORT=8080", "STOREFRONT_PORT_8080_TCP_ADDR=10.0.0.1", "STOREFRONT_API_SERVICE_HOST=10.0.0.2", "STOREFRONT_API_PORT=udp://10.0.0.2:80")
	if _, stderr, status := injected.run(t, "", "version"); status != 0 {
		t.Error(stderr)
	}
	for _, meant := range []string{"STOREFRONT_PORT=8080", "STOREFRONT_HOST=10.0.0.1"} {
		if _, stderr, status := p.with(meant).run(t, "", "version"); status == 0 {
			t.Errorf("%s passes: %s", meant, stderr)
		}
	}
}

func TestNumbersThatCannotWorkAreRefusedByName(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	for variable, complaint := range map[string]string{
		"STOREFRONT_CACHE_MB=-1":            "STOREFRONT_CACHE_MB is -1 and must be from 0 to 1048576",
		"STOREFRONT_CACHE_MB=9000000000000": "STOREFRONT_CACHE_MB is 9000000000000 and must be from 0 to 1048576",
		"STOREFRONT_MAX_CONNECTIONS=0":      "STOREFRONT_MAX_CONNECTIONS is 0 and must be at least 1",
		"STOREFRONT_MAX_CONNECTIONS=-3":     "STOREFRONT_MAX_CONNECTIONS is -3 and must be at least 1",
		"STOREFRONT_CALL_TIMEOUT=0s":        "STOREFRONT_CALL_TIMEOUT is 0s and must be longer than 0s",
		"STOREFRONT_DRAIN_TIMEOUT=-1s":      "STOREFRONT_DRAIN_TIMEOUT is -1s and must not be negative",
		"STOREFRONT_MAX_ADDRESSES=0":        "STOREFRONT_MAX_ADDRESSES is 0 and must be at least 1",
		"STOREFRONT_ANONYMOUS_QUOTA=0":      "STOREFRONT_ANONYMOUS_QUOTA and STOREFRONT_ANONYMOUS_REFILL",
		"STOREFRONT_AUTH_ATTEMPT_REFILL=0s": "STOREFRONT_AUTH_ATTEMPT_QUOTA and STOREFRONT_AUTH_ATTEMPT_REFILL",
		"STOREFRONT_KEY_QUOTA=-1":           "STOREFRONT_KEY_QUOTA and STOREFRONT_KEY_REFILL",
		"STOREFRONT_PAGES_REFILL=-1s":       "STOREFRONT_PAGES_QUOTA and STOREFRONT_PAGES_REFILL",
	} {
		_, stderr, status := p.with(variable).run(t, "", "serve", "--addr", "127.0.0.1:0")
		if status == 0 || !strings.Contains(stderr, complaint) {
			t.Errorf("%s: status %d, %s", variable, status, stderr)
		}
	}
}

func TestTrustingEveryProxyGivesAWarning(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	const warning = "STOREFRONT_TRUSTED_PROXIES trusts every address"
	for proxies, warned := range map[string]bool{"0.0.0.0/0": true, "10.0.0.0/8, ::/0": true, "10.0.0.0/8": false} {
		s := p.with("STOREFRONT_TRUSTED_PROXIES=" + proxies).serve(t)
		s.stop(t)
		if got := strings.Contains(s.log.String(), warning); got != warned {
			t.Errorf("%s: warned %v\n%s", proxies, got, s.log)
		}
	}
}

// No command, and no line of a log, shows anything of DATABASE_URL but host, port and database, nor the content of
// a wrong file.
func TestNoPartOfAConnectionStringIsShown(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	wrong := filepath.Join(t.TempDir(), "wrong")
	if err := os.WriteFile(wrong, []byte("-----BEGIN PRIVATE KEY-----\nhemmeligt\n-----END PRIVATE KEY-----\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, env := range []string{
		"DATABASE_URL=postgres://hemmelig:hemm/eligt@127.0.0.1:1/shop", "DATABASE_URL=host=127.0.0.1 port=1 user=hemmelig password=hemm eligt", "DATABASE_URL_FILE=" + wrong,
		"DATABASE_URL=postgres://hemmelig:hemmeligt@127.0.0.1:1/shop?sslmode=disable", "DATABASE_URL=host=127.0.0.1 port=1 user=hemmelig password='hemm eligt' dbname=shop sslmode=disable",
	} {
		for _, command := range [][]string{
			{"keys", "list"}, {"migrate"}, {"serve", "--addr", "127.0.0.1:0"}, {"serve", "--sandbox", "--addr", "127.0.0.1:0"}, {"backup", filepath.Join(t.TempDir(), "b.tar")}, {"jobs"},
		} {
			stdout, stderr, status := p.with(env, "STOREFRONT_LOG_LEVEL=debug").run(t, "", command...)
			if status == 0 || strings.Contains(stdout+stderr, "hemm") || strings.Contains(stdout+stderr, "eligt") || strings.Contains(stdout+stderr, "PRIVATE") {
				t.Errorf("%s %v: status %d\n%s%s", env, command, status, stdout, stderr)
			}
		}
	}
	for _, setting := range []string{"STOREFRONT_MAX_CONNECTIONS", "STOREFRONT_LOG_FORMAT", "STOREFRONT_ALLOWED_ORIGINS", "STOREFRONT_TRUSTED_PROXIES", "STOREFRONT_CALL_TIMEOUT", "REDIS_URL", "STOREFRONT_SECRETS_KEY", "STOREFRONT_BASE_URL"} {
		_, stderr, status := p.with(setting+"_FILE="+wrong).run(t, "", "serve", "--addr", "127.0.0.1:0")
		if status == 0 || strings.Contains(stderr, "hemm") {
			t.Errorf("%s: status %d\n%s", setting, status, stderr)
		}
	}
}

func TestVersionTellsWhichBuildItIs(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	var build struct{ Version, Go, Platform string }
	if err := json.Unmarshal([]byte(p.ok(t, "", "version", "--json")), &build); err != nil {
		t.Fatal(err)
	}
	if build.Version == "" || strings.HasPrefix(build.Version, "v") || build.Go != runtime.Version() || build.Platform != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("%+v", build)
	}
	if text := p.ok(t, "", "version"); !strings.HasPrefix(text, "storefront "+build.Version+"\n") {
		t.Error(text)
	}
}
