# ringfence: what a developer and CI run. "make" alone prints the targets.
#
# Needs Go, a POSIX shell and git; everything else is built from modules that
# go.mod and tools/go.mod pin. gcc adds the race detector, qemu-i386 (Debian:
# qemu-user) the 32-bit run where the machine cannot execute 386 programs.

SHELL       := /bin/sh
GO          ?= go
TOOL        := $(GO) tool -modfile=tools/go.mod
FUZZTIME    ?= 30s
FUZZMATCH   ?=
FUZZWORKERS ?= 2
SMOKE       := 20000x
BENCH       ?= .
BENCHCOUNT  ?= 6
BENCHOUT    ?= bench-new.txt
DEMO        ?= golden/testdata/contexts/shop-page.json

# Packages whose arithmetic or layout could depend on the size of int. The
# commands are left out: their tests start the test binary again.
CORE := . ./contract/... ./fence/... ./budget ./render/... ./audit ./audit/promptdoc ./corpus/... \
        ./internal/grapheme/... ./internal/jsonline/...

# Tables without state, and pages and figures made by one goroutine.
ALONE := -e /internal/ucd -e /audit/report/html -e /internal/cmd/detect

# The race detector needs cgo and a C compiler.
RACE := $(shell [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC | cut -d' ' -f1)" >/dev/null 2>&1 && echo -race)

# banner NAME: WHAT is printed before each step of "make check".
banner = @printf '\n==== %s ====\n' '$(1)'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help check demo test race short test-386 lint fmt fmt-check fix-check vet build tidy-check \
        verify fuzz fuzz-smoke fuzz-list bench microbench bench-compare generate generated-check golden cover \
        nested reproducible fleet rules clean million mutants scoreboard detect

help: ## print this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The order: what is cheap first, and at the end the tests of the repository.
check: ## everything that CI runs
check: build vet fmt-check fix-check tidy-check verify lint generated-check test nested test-386 reproducible fleet fuzz-smoke rules
	@printf '\n==== make check: all %s steps passed ====\n' '$(words $^)'

demo: ## render a shipped context, audit it, and read the data back
	@GO='$(GO)' sh tools/demo.sh '$(DEMO)'

build: ## compile everything, tests included
	$(call banner,build: every package and every test)
	$(GO) build ./...
	$(GO) test -run '^$$' ./... >/dev/null

vet: ## go vet, for 64 and 32 bits
	$(call banner,vet: 64 and 32 bits)
	$(GO) vet ./...
	GOARCH=386 CGO_ENABLED=0 $(GO) vet ./...

fmt: ## format with gofumpt
	$(TOOL) gofumpt -w .

fmt-check: ## fail when a file is not formatted
	$(call banner,format: gofumpt)
	@out=$$($(TOOL) gofumpt -l .) || exit 1; \
	if [ -n "$$out" ]; then printf 'not formatted (make fmt):\n%s\n' "$$out"; exit 1; fi; echo 'all files are formatted'

fix-check: ## fail when go fix would change something
	$(call banner,modern Go: go fix -diff)
	@out=$$($(GO) fix -diff ./... 2>&1); rc=$$?; \
	if [ -n "$$out" ] || [ $$rc -ne 0 ]; then printf '%s\n' "$$out"; echo 'go fix would change this'; exit 1; fi; echo 'nothing to modernise'

tidy-check: ## fail when go mod tidy would change something
	$(call banner,modules: go mod tidy -diff)
	@$(GO) mod tidy -diff && echo 'go.mod and go.sum are tidy'

verify: ## check downloaded modules against go.sum
	$(call banner,modules: go mod verify)
	$(GO) mod verify

lint: ## golangci-lint as pinned in tools/go.mod
	$(call banner,lint: golangci-lint (the first run builds it))
	$(TOOL) golangci-lint run ./...

test: ## unit tests, with the race detector where there is a C compiler
	$(call banner,unit tests$(if $(RACE), with the race detector,: no C compiler so no race detector))
	$(GO) test $(RACE) -timeout 20m $$($(GO) list ./... | grep -v $(ALONE))
	$(GO) test $$($(GO) list ./... | grep $(ALONE)) # a race run would take minutes
	$(GO) test -run 'Allocat' ./budget/bpe ./fence # under the race detector they skip

short: ## unit tests that take no time
	$(GO) test -short ./...

test-386: ## tests of the core packages with 32-bit int
	$(call banner,32-bit tests of the core packages)
	@GO='$(GO)' sh tools/test386.sh $(CORE)

nested: ## tests of the modules below this one
	$(call banner,nested modules)
	@found=0; for m in $$(find . -name go.mod -not -path ./go.mod -not -path './tools/*' -not -path '*/testdata/*' -not -path '*/node_modules/*' | sort); do \
	  found=1; dir=$$(dirname "$$m"); echo "-- $$dir"; \
	  (cd "$$dir" && $(GO) vet ./... && $(GO) test ./...) || exit 1; done; \
	[ $$found = 1 ] || echo 'there are none besides tools'

reproducible: ## two builds of the command from two folders give one hash
	$(call banner,reproducible build of cmd/promptcheck)
	@GO='$(GO)' sh tools/reproducible.sh ./cmd/promptcheck

fleet: ## the files for fuzzing fleets build every target
	$(call banner,files for fuzzing fleets)
	@GO='$(GO)' bash ossfuzz/check.sh

fuzz: ## run every fuzz target for FUZZTIME (30s, 20000x), or those that match FUZZMATCH
	$(GO) run ./internal/cmd/fuzzrun -time '$(FUZZTIME)' -parallel $(FUZZWORKERS) -match '$(FUZZMATCH)' ./...

fuzz-smoke: ## run every fuzz target 20,000 times from its seeds
	$(call banner,fuzz smoke: every target at least $(SMOKE))
	$(GO) run ./internal/cmd/fuzzrun -time $(SMOKE) -fresh -parallel $(FUZZWORKERS) ./...

fuzz-list: ## print the fuzz targets as JSON
	@$(GO) run ./internal/cmd/fuzzrun -list ./...

bench: ## compare with other engines side by side; writes docs/benchmarks.md
	$(GO) run ./bench

microbench: ## benchmarks of the packages, summarised by benchstat
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(BENCHCOUNT) ./... | tee $(BENCHOUT)
	$(TOOL) benchstat $(BENCHOUT)

bench-compare: ## compare bench-old.txt with bench-new.txt
	$(TOOL) benchstat bench-old.txt bench-new.txt

generate: ## regenerate documents (tables need data: see CONTRIBUTING.md)
	@GO='$(GO)' sh tools/gendocs.sh write

generated-check: ## fail when a generated document is stale
	$(call banner,generated documents)
	@GO='$(GO)' sh tools/gendocs.sh check

golden: ## rewrite the golden files; read the diff before committing
	$(GO) test ./golden -update
	@git --no-pager diff --stat -- golden/testdata

million: ## have a million records of JSON Lines checked, and print time and memory
	$(GO) run ./internal/cmd/million

mutants: ## show that the vectors and seeds find every deliberately broken fence
	$(call banner,mutants: fences with one fault each)
	$(GO) run ./internal/cmd/mutants

scoreboard: ## run the vectors over our fences and others; writes docs/scoreboard.md
	cd corpus/scoreboard && $(GO) run . -o ../../docs/scoreboard.md

detect: ## measure what the rules find and what they should not; writes docs/detection.md
	$(GO) run ./internal/cmd/detect

cover: ## coverage of all packages by all tests
	$(GO) test -coverpkg=./... -coverprofile=coverage.out ./...
	$(GO) tool cover -func=coverage.out | tail -n 1

rules: ## tests of the repository's own rules
	$(call banner,repository rules)
	$(GO) test -count=1 ./internal/repo

clean: ## remove what these targets leave behind
	rm -f promptcheck coverage.* bench-*.txt
	find . -name '*.test' -type f -not -path './.git/*' -delete
