# Everything a developer does here. "make help" lists it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' $(MAKEFILE_LIST))

TOOLS := $(CURDIR)/.tools/bin
BROWSER := $(CURDIR)/.tools/browser
CLIENTS := $(CURDIR)/.tools/clients
WEBHOOKS := $(CURDIR)/.tools/webhooks
GENERATORS := $(CURDIR)/.tools/generators
CONTRACT := $(CURDIR)/.tools/contract
SCHEMATHESIS := $(CURDIR)/.tools/schemathesis
MODULES := . gen/client tests/load tests/nightly/deploy
GENERATED := gen sql/schema.sql docs/errors.md docs/configuration.md
FUZZTIME ?= 20000x
BENCHCOUNT ?= 6
CATALOGUE ?= ../shared/data
PRODUCTS ?= 19406
ORDERS ?= 100000
CONNECTIONS ?= 1 16 64
ROUNDS ?= 5
LANGCHAIN4J ?= yes
TARGETS ?= all

# debian installs packages of Debian unless a program is there, or fails: $(call debian,PROGRAM,PACKAGES).
debian = { command -v $(1) || { [ "$$(id -u)" = 0 ] && command -v apt-get && apt-get update -qq && apt-get install -y -qq --no-install-recommends $(2); }; } >/dev/null

help: ## List the targets.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-24s %s\n", $$1, $$2}'

run: postgres build ## Serve the demo shop on http://127.0.0.1:8080, with its own PostgreSQL.
	@STOREFRONT_DEMO="$${STOREFRONT_DEMO:-true}" bin/storefront serve

build: ## Build bin/storefront.
	@CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o bin/storefront ./cmd/storefront

# What people build and what a release has: the program, of each system. The tests drive it on Linux.
build-all: ## Build and vet the program for Linux, macOS and Windows, on amd64 and arm64.
	@for os in linux darwin windows; do for arch in amd64 arm64; do \
		echo "$$os/$$arch"; GOOS=$$os GOARCH=$$arch CGO_ENABLED=0 go build -o /dev/null ./cmd/storefront; done; \
		GOOS=$$os CGO_ENABLED=0 go vet ./cmd/storefront; done

postgres: ## Install PostgreSQL if the machine has none and DATABASE_URL is not set.
	@if [ -z "$${DATABASE_URL:-}" ]; then go run ./server/ops/postgres/fetch; fi

test: postgres ## Run the tests.
	go test -timeout 20m ./...
	go test -C tests/load ./...

# The tests of cmd/storefront drive the built program, which is another process.
test-race: postgres ## Run the tests under the race detector.
	CGO_ENABLED=1 go test -race -vet=off -timeout 30m $$(go list ./... | grep -v /cmd/storefront$$)

test-crash: postgres ## Kill the built program and its PostgreSQL while agents buy, and compare the books: ROUNDS=5, SEED=number.
	ROUNDS="$(ROUNDS)" SEED="$(SEED)" go test -count=1 -v -timeout 60m -tags crash -run TestCrashes ./cmd/storefront

test-backup: postgres ## Back up a shop in which agents buy, destroy it, restore it, and compare the books.
	go test -count=1 -v -timeout 10m -tags crash -run '^TestBackup$$' ./cmd/storefront

test-upgrade: postgres ## Replace the program of the commit before, or of BEFORE=commit, by this one while agents buy.
	@tests/nightly/upgrade/build
	BEFORE_PROGRAM=$(CURDIR)/.tools/upgrade/before AFTER_PROGRAM=$(CURDIR)/.tools/upgrade/after go test -count=1 -v -timeout 10m -tags upgrade ./tests/nightly/upgrade

test-catalogue: postgres ## Test the built binary on a real catalogue: make test-catalogue CATALOGUE=DIR.
	@[ -d "$(CATALOGUE)" ] || { echo "CATALOGUE=$(CATALOGUE) is not a folder"; exit 1; }
	CATALOGUE="$(abspath $(CATALOGUE))" go test -count=1 -v -tags catalogue -run TestCatalogue ./cmd/storefront

test-browser: postgres build $(BROWSER)/node_modules ## Test the pages, of the demo shop and of CATALOGUE=DIR, and the reference at /docs in a browser. Needs Node 20 or later.
	@[ -z "$(CATALOGUE)" ] || [ -d "$(CATALOGUE)" ] || { echo "CATALOGUE=$(CATALOGUE) is not a folder; CATALOGUE= leaves its pages out"; exit 1; }
	BROWSER_TOOLS=$(BROWSER) SCREENSHOTS=$(CURDIR)/.tools/screenshots TESTED_PROGRAM=$(CURDIR)/bin/storefront CATALOGUE="$(abspath $(CATALOGUE))" \
		node --test --test-concurrency=2 --test-reporter=spec $(filter-out $(if $(CATALOGUE),,%/catalogue.test.mjs),$(wildcard tests/pr/browser/*.test.mjs))

$(BROWSER)/node_modules: tests/pr/browser/package-lock.json
	@command -v npm >/dev/null || { echo "make test-browser needs Node 20 or later, with npm: https://nodejs.org"; exit 1; }
	@rm -rf $(BROWSER) && mkdir -p $(BROWSER) && cp tests/pr/browser/package*.json $(BROWSER)
	@cd $(BROWSER) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

test-clients: postgres build $(CLIENTS)/node_modules $(CLIENTS)/mcp1 $(CLIENTS)/mcp2 $(if $(filter yes,$(LANGCHAIN4J)),$(CLIENTS)/langchain4j) ## Test with MCP clients and agents' frameworks. Needs Node 20, Python 3.11 and, unless LANGCHAIN4J=no, Maven and Java 17, or later.
	PATH=$(CLIENTS)/node_modules/.bin:$$PATH CLIENT_TOOLS=$(CLIENTS) TESTED_PROGRAM=$(CURDIR)/bin/storefront LANGCHAIN4J=$(LANGCHAIN4J) \
		node --test --test-reporter=spec tests/pr/clients/*.test.mjs

$(CLIENTS)/node_modules: tests/pr/clients/package-lock.json
	@command -v npm >/dev/null || { echo "make test-clients needs Node 20 or later, with npm: https://nodejs.org"; exit 1; }
	@rm -rf $@ && mkdir -p $(CLIENTS) && cp tests/pr/clients/package*.json $(CLIENTS)
	@cd $(CLIENTS) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# An environment for each major version of the Python SDK. Two libraries of semantic-kernel are published as source only.
# The files name every package, so pip has no dependency to resolve: it would take a newer release for one with extras.
$(CLIENTS)/mcp%: tests/pr/clients/mcp%.txt
	@python3 -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' || { echo "make test-clients needs Python 3.11 or later, with venv: https://python.org"; exit 1; }
	@rm -rf $@ && python3 -m venv $@
	@$@/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: --no-binary pybars4,pymeta3 -r $< || { rm -rf $@; exit 1; }
	@touch $@

$(CLIENTS)/langchain4j: tests/pr/clients/frameworks/pom.xml
	@command -v mvn >/dev/null || { echo "make test-clients needs Maven and Java 17 or later: https://maven.apache.org; LANGCHAIN4J=no leaves langchain4j out"; exit 1; }
	@rm -rf $@ && mvn -q -B -Dstyle.color=never --strict-checksums -Dmaven.repo.local=$(CLIENTS)/maven -f $< dependency:copy-dependencies -DoutputDirectory=$@ || { rm -rf $@; exit 1; }
	@touch $@

test-webhooks: postgres build $(WEBHOOKS)/node_modules ## Verify the messages of webhooks with an independent library. Needs Node 20 or later.
	WEBHOOK_TOOLS=$(WEBHOOKS) TESTED_PROGRAM=$(CURDIR)/bin/storefront node --test --test-reporter=spec tests/nightly/webhooks/webhooks.test.mjs

$(WEBHOOKS)/node_modules: tests/nightly/webhooks/package-lock.json
	@command -v npm >/dev/null || { echo "make test-webhooks needs Node 20 or later, with npm: https://nodejs.org"; exit 1; }
	@rm -rf $(WEBHOOKS) && mkdir -p $(WEBHOOKS) && cp tests/nightly/webhooks/package*.json $(WEBHOOKS)
	@cd $(WEBHOOKS) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

test-generators: postgres build $(GENERATORS)/node_modules $(GENERATORS)/openapi-generator.jar ## Generate clients, compile them and have them use the built program: TARGETS=all, fast, slow, or a folder of tests/pr/generators.
	$(GENERATORS_RUN) node --test --test-reporter=spec tests/pr/generators/generators.test.mjs
	@case $(TARGETS) in all|slow) $(GENERATORS_RUN) node tests/pr/generators/passed.mjs write;; esac

test-generators-changed: postgres build $(GENERATORS)/node_modules ## The same for the slow ones, unless they passed with this document and these files.
	@$(GENERATORS_RUN) node tests/pr/generators/passed.mjs check || $(MAKE) test-generators TARGETS=slow

GENERATORS_RUN = PATH=$(GENERATORS)/node_modules/.bin:$$PATH GENERATORS=$(GENERATORS) TARGETS=$(TARGETS) TESTED_PROGRAM=$(CURDIR)/bin/storefront

$(GENERATORS)/node_modules: tests/pr/generators/package-lock.json
	@command -v npm >/dev/null || { echo "make test-generators needs npm: https://nodejs.org"; exit 1; }
	@rm -rf $@ && mkdir -p $(GENERATORS) && cp tests/pr/generators/package*.json $(GENERATORS)
	@cd $(GENERATORS) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(GENERATORS)/openapi-generator.jar: tests/pr/generators/openapi-generator.sha256
	@command -v mvn >/dev/null || { echo "make test-generators needs Java 17 and Maven: https://maven.apache.org"; exit 1; }
	@mkdir -p $(GENERATORS)
	@mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -DoutputDirectory=$(GENERATORS) \
		-Dartifact=org.openapitools:openapi-generator-cli:$$(sed 's/.*-cli-\(.*\)\.jar/\1/' $<)
	@cd $(GENERATORS) && sha256sum --check --quiet $(CURDIR)/$<
	@mv $(GENERATORS)/openapi-generator-cli-*.jar $@ && touch $@

test-schemathesis: postgres build $(SCHEMATHESIS) ## Test the built program with Schemathesis. Needs Node 20 and Python 3.11, or later.
	SCHEMATHESIS=$(SCHEMATHESIS) TESTED_PROGRAM=$(CURDIR)/bin/storefront node --test --test-reporter=spec tests/pr/schemathesis/schemathesis.test.mjs

$(SCHEMATHESIS): tests/pr/schemathesis/schemathesis.txt
	@python3 -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' || { echo "make test-schemathesis needs Python 3.11 or later, with venv: https://python.org"; exit 1; }
	@rm -rf $@ && python3 -m venv $@
	@$@/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r $< || { rm -rf $@; exit 1; }
	@touch $@

test-pgbouncer: postgres build ## Test the service behind a real PgBouncer. Installs Debian's package if there is none and it runs as root.
	@$(call debian,pgbouncer,pgbouncer) || { echo "make test-pgbouncer needs PgBouncer: https://www.pgbouncer.org"; exit 1; }
	TESTED_PROGRAM=$(CURDIR)/bin/storefront go test -count=1 -tags pgbouncer ./tests/nightly/pgbouncer

test-deploy: build ## Lint and render the Helm chart, parse Dockerfile and compose.yaml, and verify the unit of systemd. Installs Debian's systemd if it is missing and it runs as root.
	@$(call debian,systemd-analyze,systemd) || { echo "make test-deploy needs systemd-analyze, of systemd 252 or later"; exit 1; }
	@mkdir -p .tools/deploy && sed 's|/usr/local/bin/storefront|$(CURDIR)/bin/storefront|' deploy/systemd/storefront.service > .tools/deploy/storefront.service
	systemd-analyze verify .tools/deploy/storefront.service
	systemd-analyze security --offline=yes --threshold=15 --no-pager .tools/deploy/storefront.service | tail -1
	cd tests/nightly/deploy && go vet ./... && go test -count=1 ./...
	@$(DEPLOYED) > tests/nightly/deploy/passed.sha256

test-deploy-changed: ## The same, unless it passed with these files.
	@$(DEPLOYED) | cmp -s - tests/nightly/deploy/passed.sha256 || $(MAKE) test-deploy

DEPLOYED = { sha256sum Dockerfile compose.yaml $$(git ls-files deploy/helm deploy/systemd tests/nightly/deploy ':!tests/nightly/deploy/passed.sha256') docs/configuration.md; sed -n '/^go /p' go.mod; }

# Only root can run a program in a root of its own. The cache of sudo's build is the user's.
test-container: postgres ## Build the image's root as the Dockerfile says, and run it as its user, without a container engine. Needs root, or sudo.
	@mkdir -p .tools && go test -c -tags container -o .tools/container.test ./tests/nightly/container
	cd tests/nightly/container && $(if $(filter-out 0,$(shell id -u)),sudo env "PATH=$$PATH" "HOME=$$HOME" )$(CURDIR)/.tools/container.test

test-completion: build ## Test the completion of the shells in zsh and fish. Installs Debian's packages if they are missing and it runs as root.
	@for shell in zsh fish; do $(call debian,$$shell,zsh fish) || { echo "make test-completion needs zsh and fish"; exit 1; }; done
	TESTED_PROGRAM=$(CURDIR)/bin/storefront go test -count=1 -tags completion ./tests/nightly/completion

test-redis: postgres build ## Test three replicas that share their limits in a real Redis. Installs Debian's package if there is none and it runs as root.
	@$(call debian,redis-server,redis-server) || { echo "make test-redis needs Redis: https://redis.io"; exit 1; }
	TESTED_PROGRAM=$(CURDIR)/bin/storefront go test -count=1 -tags redis -run 'Redis|Replicas' ./server/edge/ratelimit ./tests/nightly/redis

cluster: cluster-programs ## Serve the demo shop on http://127.0.0.1:8080 from a cluster: HAProxy, three replicas, PgBouncer, PostgreSQL under Patroni, Redis. Installs Debian's packages if it runs as root.
	@go build -o bin/cluster ./tests/nightly/cluster
	@PATH=$(TOOLS):$$PATH bin/cluster

test-cluster: cluster-programs ## Kill and cut off each part of a cluster while agents buy, and compare the books: MINUTES=60 repeats it, SEED=number, STALE_READS=0s.
	PATH=$(TOOLS):$$PATH TESTED_PROGRAM=$(CURDIR)/bin/storefront MINUTES="$(MINUTES)" SEED="$(SEED)" STALE_READS="$(STALE_READS)" go test -count=1 -v -timeout 120m -tags cluster ./tests/nightly/cluster

# Patroni needs more of PostgreSQL than there is to download: pg_basebackup and pg_rewind.
cluster-programs: build $(TOOLS)/toxiproxy
	@for program in haproxy pgbouncer patroni etcd redis-server pg_basebackup; do \
		$(call debian,$$program,haproxy pgbouncer patroni python3-etcd etcd-server redis-server postgresql) || { echo "a cluster needs HAProxy, PgBouncer, Patroni, etcd, Redis and the whole of PostgreSQL"; exit 1; }; \
	done

# The package is unpacked, not installed: an installed one would start a Prometheus of its own.
PROMETHEUS := $(CURDIR)/.tools/prometheus

test-metrics: postgres build ## Test metrics, dashboard and alerts with a real Prometheus. Gets Debian's package if there is none.
	@command -v prometheus promtool >/dev/null || [ -x $(PROMETHEUS)/usr/bin/promtool ] || { mkdir -p $(PROMETHEUS) && cd $(PROMETHEUS) && command -v apt-get >/dev/null && \
		{ apt-get download -qq prometheus || { apt-get update -qq && apt-get download -qq prometheus; } } && dpkg-deb -x prometheus_*.deb . ; } >/dev/null 2>&1 \
		|| { echo "make test-metrics needs Prometheus and promtool, 2.42 or later: https://prometheus.io"; exit 1; }
	PATH=$$PATH:$(PROMETHEUS)/usr/bin TESTED_PROGRAM=$(CURDIR)/bin/storefront go test -count=1 -timeout 10m -tags metrics ./tests/nightly/metrics

fuzz: postgres ## Fuzz each target: FUZZTIME calls (20000x) or a time (30s).
	@for target in server/platform/schema:FuzzCheck server/edge/ratelimit:FuzzResolve server/test/walk:FuzzCall; do \
		go test -run '^$$' -fuzz "^$${target#*:}$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x "./$${target%:*}"; \
	done

bench: postgres ## Run the benchmarks that BENCH matches BENCHCOUNT times: make -s bench > new.txt.
	go test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem -count $(BENCHCOUNT) ./...

bench-compare: ## Compare two runs of bench: OLD=old.txt NEW=new.txt.
	@go run "$$(sed -n 's/.*"benchstat": *"\(.*\)",/\1/p' tools.go)" $(OLD) $(NEW)

load: postgres build ## Measure the built binary and what it is compared with: PRODUCTS, ORDERS, CONNECTIONS="1 16", SECONDS, OPERATIONS=regexp, OUT=file.json, SERVER_ENV, REPLICAS=3 SHARE=0.2.
	@go build -C tests/load -o $(CURDIR)/bin/load .
	@bin/load --products=$(PRODUCTS) --orders=$(ORDERS) --connections="$(CONNECTIONS)" --time=$(or $(SECONDS),5)s --operations='$(or $(OPERATIONS),.)' \
		--catalogue="$(CATALOGUE)" --server-env="$(SERVER_ENV)" --out="$(OUT)" \
		--replicas=$(or $(REPLICAS),1) --share=$(or $(SHARE),0)

load-audit: postgres build ## Measure audit.list with every filter and every pair of filters: ROWS=5000000.
	@go build -C tests/load -o $(CURDIR)/bin/load-audit ./audit
	@bin/load-audit --rows=$(or $(ROWS),5000000)

search-quality: postgres build ## Measure the quality of the search, nDCG@10: FLOOR=0.8 fails below it.
	@go build -C tests/load -o $(CURDIR)/bin/search-quality ./quality
	@bin/search-quality --catalogue="$(CATALOGUE)" --server-env="$(SERVER_ENV)" --floor=$(or $(FLOOR),0)

generate: postgres ## Generate gen/, sql/schema.sql and the generated pages of docs/.
	go run ./cmd/generate

# The renderer of /docs: docs/reference.md.
SCALAR := 1.72.1
SCALAR_SHA512 := 5e9109d2b7dcfdc5db0ab47e882e242b4a3f5b05f6753b4641b4f4e3d3a53ca0070fa20c205753786cf6afe336ecfd840d62b25084d19bf37394ff33da9c3f3b

reference-asset: ## Download the renderer of /docs from its npm package, at the version pinned here.
	@mkdir -p .tools/reference && cd .tools/reference && npm pack --silent "@scalar/api-reference@$(SCALAR)" >/dev/null
	@cd .tools/reference && echo "$(SCALAR_SHA512)  scalar-api-reference-$(SCALAR).tgz" | sha512sum --check --quiet
	tar -xzOf .tools/reference/scalar-api-reference-$(SCALAR).tgz package/dist/browser/standalone.js > .tools/reference/scalar.js
	gzip -9nc .tools/reference/scalar.js > server/edge/discovery/assets/scalar.js.gz
	node -e 'process.stdout.write(zlib.brotliCompressSync(fs.readFileSync(0)))' < .tools/reference/scalar.js > server/edge/discovery/assets/scalar.js.br

verify: generate ## Fail unless generated files, formatting and go.mod match the commit.
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); exit 1; }
	@for module in $(MODULES); do (cd $$module && go mod tidy -diff && go list -m all >/dev/null) || { echo "run go mod tidy in $$module"; exit 1; }; done
	@git diff --exit-code -- $(GENERATED) || { echo "run make generate and commit what it writes"; exit 1; }
	@test -z "$$(git status --porcelain -- $(GENERATED))" || { git status --porcelain -- $(GENERATED); exit 1; }

lint: $(TOOLS)/golangci-lint ## Run the linters.
	@for module in $(MODULES); do echo "$$module" && (cd $$module && go vet ./... && $(TOOLS)/golangci-lint run --allow-parallel-runners) || exit 1; done

$(TOOLS)/%: tools.go
	@echo "building $*, once"
	@mkdir -p $@.new && GOBIN=$@.new CGO_ENABLED=0 go install "$$(sed -n 's/.*"$*": *"\(.*\)",/\1/p' tools.go)"
	@mv $@.new/* $@ && rmdir $@.new && touch $@

# Without the other linters that actionlint runs when the machine has them.
lint-workflows: $(TOOLS)/actionlint ## Run the linter of .github/workflows.
	$(TOOLS)/actionlint -shellcheck= -pyflakes=

lint-contract: $(CONTRACT)/node_modules ## Run the linters of the contract, and test that they find faults. Needs Node 20.19 or later.
	@cp tests/pr/contract/spectral.mjs tests/pr/contract/redocly.yaml $(CONTRACT)
	$(CONTRACT)/node_modules/.bin/spectral lint --ruleset $(CONTRACT)/spectral.mjs --fail-severity=hint gen/openapi.json gen/openapi.tools.json
	REDOCLY_TELEMETRY=off $(CONTRACT)/node_modules/.bin/redocly lint --config $(CONTRACT)/redocly.yaml gen/openapi.json gen/openapi.tools.json
	CONTRACT_TOOLS=$(CONTRACT) REDOCLY_TELEMETRY=off node --test --test-reporter=spec tests/pr/contract/lint.test.mjs

$(CONTRACT)/node_modules: tests/pr/contract/package-lock.json
	@command -v npm >/dev/null || { echo "make lint-contract needs Node 20.19 or later, with npm: https://nodejs.org"; exit 1; }
	@rm -rf $(CONTRACT) && mkdir -p $(CONTRACT) && cp tests/pr/contract/package*.json $(CONTRACT)
	@cd $(CONTRACT) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

contract-changes: $(TOOLS)/oasdiff ## Compare the contract with the released one: nothing breaks, and CHANGELOG.md announces what is new.
	OASDIFF=$(TOOLS)/oasdiff go test -count=1 -tags oasdiff ./tests/pr/contract/changes
	@go run ./tests/pr/contract/changes --oasdiff=$(TOOLS)/oasdiff

release-contract: ## Make the contract the released one. Only a release does that: docs/versioning.md.
	@version=$$(sed -n 's/^  version: //p' openapi/openapi.yaml); \
		grep -qxF "## $$version" CHANGELOG.md || { echo "CHANGELOG.md has no section $$version"; exit 1; }; \
		! git rev-parse --quiet --verify "refs/tags/v$$version" >/dev/null || { echo "$$version is released; set another info.version in openapi/openapi.yaml"; exit 1; }; \
		cp gen/openapi.json "openapi/released/v$${version%%.*}.json"

# The tags, of the service and of the client, have to name the version of the contract, which has a section in CHANGELOG.md.
release: $(TOOLS)/goreleaser $(TOOLS)/cyclonedx-gomod ## Publish the release of the tag that is checked out, on GitHub: docs/release.md.
	@version=$$(sed -n 's/^  version: //p' openapi/openapi.yaml); \
		for tag in v$$version gen/client/v$$version; do \
			git tag --points-at HEAD | grep -qxF "$$tag" || { echo "the commit has no tag $$tag, for info.version in openapi/openapi.yaml"; exit 1; }; done; \
		mkdir -p .tools && sed -n "/^## $$version\$$/,/^## /{/^## /!p}" CHANGELOG.md > .tools/release-notes.md; \
		grep -q '[^[:space:]]' .tools/release-notes.md || { echo "CHANGELOG.md says nothing under $$version"; exit 1; }
	PATH=$(TOOLS):$$PATH goreleaser release --clean --release-notes=.tools/release-notes.md

release-dry-run: $(TOOLS)/goreleaser $(TOOLS)/cyclonedx-gomod ## Make all that a release has, in .tools/release, and test it.
	$(REMOTE) PATH=$(TOOLS):$$PATH goreleaser release --clean --snapshot
	RELEASE=$(CURDIR)/.tools/release go test -count=1 -tags release ./tests/nightly/release
	@$(RELEASED) > tests/nightly/release/passed.sha256

# goreleaser takes the commit for unknown in a clone without a remote.
REMOTE = GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=https://github.com/storefront/storefront

release-dry-run-changed: ## The same, unless it passed with these files and programs.
	@$(RELEASED) | cmp -s - tests/nightly/release/passed.sha256 || $(MAKE) release-dry-run

RELEASED = { sha256sum .goreleaser.yaml cmd/storefront/version.go server/config/version.go $$(git ls-files server/ops/cli tests/nightly/release ':!tests/nightly/release/passed.sha256'); \
	sed -n '/"goreleaser"\|"cyclonedx-gomod"/p' tools.go; sed -n '/^go /p' go.mod; sed -n '/^release/,/^$$/p' Makefile; }

# What goreleaser puts into the archives besides the program.
release-pages:
	@rm -rf .tools/pages && mkdir -p .tools/pages/completions
	@go build -o .tools/pages/storefront -ldflags "-X github.com/storefront/storefront/server/config.version=$(VERSION) -X github.com/storefront/storefront/server/config.date=$(DATE)" ./cmd/storefront
	@.tools/pages/storefront completion bash > .tools/pages/completions/storefront.bash
	@.tools/pages/storefront completion zsh > .tools/pages/completions/_storefront
	@.tools/pages/storefront completion fish > .tools/pages/completions/storefront.fish

fmt: ## Format the code.
	gofmt -w $$(git ls-files '*.go')

clean: ## Remove what was built. The data folder stays.
	rm -rf bin .tools
