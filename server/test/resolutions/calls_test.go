package resolutions_test

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/text"
)

func sendMeaning(_ *agent, _ *refusal, r *request, _ []string) { r.body = nil }

func sendHeader(_ *agent, _ *refusal, r *request, words []string) { r.header.Set(words[1], words[2]) }

func sendNewKey(_ *agent, _ *refusal, r *request, words []string) { r.header.Set(words[1], "another") }

func sendWithout(a *agent, p *refusal, r *request, words []string) {
	r.header.Del(words[1])
	sendMeaning(a, p, r, nil)
}

// sendLess halves the longest text until the body is small enough.
func sendLess(a *agent, p *refusal, r *request, words []string) {
	most, err := strconv.Atoi(words[1])
	if err != nil {
		a.t.Fatal(err)
	}
	sendMeaning(a, p, r, nil)
	for len(encoded(a.t, r.args)) > most {
		longest := ""
		for name, value := range r.args {
			if text, ok := value.(string); ok && len(text) > len(textOf(r.args[longest])) {
				longest = name
			}
		}
		text := textOf(r.args[longest])
		r.args[longest] = text[:len(text)/2]
	}
}

func sendAllowed(_ *agent, p *refusal, r *request, _ []string) {
	for method := range strings.SplitSeq(p.allow, ",") {
		if method = strings.TrimSpace(method); method == http.MethodGet || method == http.MethodPost {
			r.method, r.args, r.body = method, nil, nil
		}
	}
}

func sendDescribed(a *agent, _ *refusal, r *request, words []string) {
	tools, _ := a.get(words[2])["tools"].([]any)
	if len(tools) != 1 || asObject(tools[0])["inputSchema"] == nil {
		a.t.Fatalf("%s describes %d operations", words[2], len(tools))
	}
	r.method = words[1]
}

func askScope(a *agent, _ *refusal, r *request, words []string) {
	r.header.Del("Authorization")
	a.ask(words[1])
}

// callPath chooses the path that is most similar to the one that was tried.
func callPath(a *agent, _ *refusal, r *request, words []string) {
	best := ""
	paths := asObject(a.get(words[1])["paths"])
	for path := range paths {
		if best == "" || text.Distance(path, r.path) < text.Distance(best, r.path) {
			best = path
		}
	}
	r.path = best
	for method := range asObject(paths[best]) {
		r.method = strings.ToUpper(method)
	}
}

// callListed chooses the anonymous operation whose name is most similar to the
// one that was tried.
func callListed(a *agent, _ *refusal, r *request, words []string) {
	best, wanted := "", strings.TrimPrefix(r.path, contract.ToolPath)
	tools, _ := a.get(words[1])["tools"].([]any)
	for _, tool := range tools {
		name := textOf(asObject(tool)["name"])
		if asObject(tool)["anonymous"] == true && (best == "" || text.Distance(name, wanted) < text.Distance(best, wanted)) {
			best, r.path = name, textOf(asObject(tool)["path"])
		}
	}
}

func asObject(v any) object {
	o, _ := v.(object)
	return o
}

func textOf(v any) string {
	s, _ := v.(string)
	return s
}
