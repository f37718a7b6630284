# Everything a developer does here. "make help" lists it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# Without C, as the program is for every system: so no package is compiled twice when a test builds it.
export CGO_ENABLED := 0
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' $(MAKEFILE_LIST))

MODULES := . gen/client tests/load tests/nightly/deploy
GENERATED := gen sql/schema.sql docs/errors.md docs/configuration.md
SUITES := $(patsubst %/run,%,$(wildcard tests/*/*/run))
PRODUCTS ?= 19406
ORDERS ?= 100000
CONNECTIONS ?= 1 16 64
export TESTED_PROGRAM := $(CURDIR)/bin/storefront

help: ## List the targets.
	@grep -hE '^[a-z%-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-18s %s\n", $$1, $$2}'
	@echo "  suites:            $(sort $(notdir $(SUITES)))"

run: postgres build ## Serve the demo shop on http://127.0.0.1:8080, with its own PostgreSQL.
	@STOREFRONT_DEMO="$${STOREFRONT_DEMO:-true}" bin/storefront serve

build: ## Build bin/storefront.
	@go build -trimpath -ldflags='-s -w' -o bin/storefront ./cmd/storefront

postgres: ## Install PostgreSQL if the machine has none and DATABASE_URL is not set.
	@if [ -z "$${DATABASE_URL:-}" ]; then go run ./server/ops/postgres/fetch; fi

# Tests wait more than they compute: more of them run at a time than there are cores.
test: postgres ## Run the tests.
	go test -p 4 -parallel 4 -timeout 20m ./...
	go test -C tests/load ./...

# A suite gets the program and, in TOOLS, a folder for what it installs.
test-%: postgres build ## Run one suite of tests/pr or tests/nightly: docs/testing.md. WHOLE=1 runs all of it.
	@TOOLS=$(CURDIR)/.tools/$* $(or $(addsuffix /run,$(filter %/$*,$(SUITES))),$(error there is no suite $*))

generate: postgres ## Generate gen/, sql/schema.sql and the generated pages of docs/.
	go run ./cmd/generate

verify: generate ## Fail unless generated files, formatting and go.mod match the commit.
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); exit 1; }
	@for module in $(MODULES); do (cd $$module && go mod tidy -diff && go list -m all >/dev/null) || { echo "run go mod tidy in $$module"; exit 1; }; done
	@git diff --exit-code -- $(GENERATED) || { echo "run make generate and commit what it writes"; exit 1; }
	@test -z "$$(git status --porcelain -- $(GENERATED))" || { git status --porcelain -- $(GENERATED); exit 1; }

console: ## Build the owner's console, console/ into gen/console/. It needs Node.
	@TOOLS=$(CURDIR)/.tools/console tests/install/npm console
	@ln -sfn ../.tools/console/node_modules console/node_modules
	@cd console && npm run --silent types && npm run --silent check && rm -rf ../gen/console/assets && npm run --silent build

verify-console: console ## Test what of the console needs no page, and fail unless gen/console is what console/ builds.
	@cd console && npm run --silent test
	@git diff --exit-code -- gen/console || { echo "run make console and commit what it writes"; exit 1; }
	@test -z "$$(git status --porcelain -- gen/console)" || { git status --porcelain -- gen/console; exit 1; }

# actionlint runs other linters too when the machine has them: not here.
lint: .tools/bin/golangci-lint .tools/bin/actionlint ## Run the linters of the Go code and of .github/workflows.
	@for module in $(MODULES); do echo "$$module" && (cd $$module && go vet ./... && $(CURDIR)/$< run --allow-parallel-runners) || exit 1; done
	.tools/bin/actionlint -shellcheck= -pyflakes=

contract-changes: .tools/bin/oasdiff ## Compare the contract with the released one: nothing breaks, and CHANGELOG.md announces what is new.
	OASDIFF=$(CURDIR)/$< go test -count=1 -tags oasdiff ./tests/pr/contract/changes
	@go run ./tests/pr/contract/changes --oasdiff=$<

fuzz: postgres ## Fuzz each target: FUZZTIME calls (20000x) or a time (30s).
	@git grep -E '^func Fuzz' -- '*_test.go' | sed -E 's|(.*)/[^/]*:func (Fuzz[A-Za-z]*).*|\1 \2|' | while read -r package target; do \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(or $(FUZZTIME),20000x) -fuzzminimizetime 100x "./$$package"; \
	done

bench: postgres ## Run the benchmarks that BENCH matches 6 times, or compare two runs: make -s bench > new.txt; make bench OLD=old.txt NEW=new.txt.
	$(if $(OLD),@go run "$$(sed -n 's/.*"benchstat": *"\(.*\)",/\1/p' tools.go)" $(OLD) $(NEW),go test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem -count $(or $(BENCHCOUNT),6) ./...)

load: postgres build ## Measure the built binary and what it is compared with: PRODUCTS, ORDERS, CONNECTIONS="1 16", SECONDS, OPERATIONS=regexp, OUT=file.json, SERVER_ENV, REPLICAS=3 SHARE=0.2.
	@go build -C tests/load -o $(CURDIR)/bin/load .
	@bin/load --products=$(PRODUCTS) --orders=$(ORDERS) --connections="$(CONNECTIONS)" --time=$(or $(SECONDS),5)s --operations='$(or $(OPERATIONS),.)' \
		--catalogue="$(or $(CATALOGUE),../shared/data)" --server-env="$(SERVER_ENV)" --out="$(OUT)" \
		--replicas=$(or $(REPLICAS),1) --share=$(or $(SHARE),0)

load-%: postgres build ## Measure audit.list with each filter, load-audit ROWS=5000000, or nDCG@10 of the search, load-quality FLOOR=0.8 CATALOGUE=DIR.
	@go build -C tests/load -o $(CURDIR)/bin/load-$* ./$*
	@bin/load-$* $(ROWS:%=--rows=%) $(FLOOR:%=--floor=%) $(CATALOGUE:%=--catalogue=%) $(if $(SERVER_ENV),--server-env="$(SERVER_ENV)")

release-contract: ## Make the contract the released one. Only a release does that: docs/contract.md.
	@version=$$(sed -n 's/^  version: //p' openapi/openapi.yaml); \
		grep -qxF "## $$version" CHANGELOG.md || { echo "CHANGELOG.md has no section $$version"; exit 1; }; \
		! git rev-parse --quiet --verify "refs/tags/v$$version" >/dev/null || { echo "$$version is released; set another info.version in openapi/openapi.yaml"; exit 1; }; \
		cp gen/openapi.json "openapi/released/v$${version%%.*}.json"

# The tags, of the service and of the client, have to name the version of the contract, which has a section in CHANGELOG.md.
release: .tools/bin/goreleaser .tools/bin/cyclonedx-gomod ## Publish the release of the tag that is checked out, on GitHub: docs/contract.md.
	@version=$$(sed -n 's/^  version: //p' openapi/openapi.yaml); \
		for tag in v$$version gen/client/v$$version; do \
			git tag --points-at HEAD | grep -qxF "$$tag" || { echo "the commit has no tag $$tag, for info.version in openapi/openapi.yaml"; exit 1; }; done; \
		mkdir -p .tools && sed -n "/^## $$version\$$/,/^## /{/^## /!p}" CHANGELOG.md > .tools/release-notes.md; \
		grep -q '[^[:space:]]' .tools/release-notes.md || { echo "CHANGELOG.md says nothing under $$version"; exit 1; }
	PATH=$(CURDIR)/.tools/bin:$$PATH goreleaser release --clean --release-notes=.tools/release-notes.md

house: ## Count files, folders, lines and targets, and fail beyond what the house may have.
	@.ci/house

clean: ## Remove what was built. The data folder stays.
	rm -rf bin .tools

# The programs of tools.go.
.tools/bin/%: tools.go
	@echo "building $*, once"
	@mkdir -p $@.new && GOBIN=$(CURDIR)/$@.new go install "$$(sed -n 's/.*"$*": *"\(.*\)",/\1/p' tools.go)"
	@mv $@.new/* $@ && rmdir $@.new && touch $@
