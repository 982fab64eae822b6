# `make` alone lists the targets. ARGS adds arguments to run, test and bench: make run ARGS="--ephemeral"

SWIFT_FILES = Sources Tests Examples Fuzz Package.swift

.DEFAULT_GOAL := help
.PHONY: run test test-postgresql apple tsan mutants bench fuzz schemathesis format lint docs dist help

run: ## Build and start a development server on http://127.0.0.1:9099; its data is stored in vincula-data
	@scripts/bootstrap.sh
	swift run vincula serve --dev $(ARGS)

test: ## Build and run all tests
	@scripts/bootstrap.sh test
	swift build --build-tests $(BUILD_FLAGS)
	scripts/check-apple.sh
	scripts/test.sh $(ARGS)

test-postgresql: ## Run the tests of the engine, the HTTP surface and the attacks with their data in PostgreSQL
	@scripts/bootstrap.sh test
	swift build --build-tests $(BUILD_FLAGS)
	VINCULA_TEST_DATABASE=postgresql scripts/test.sh --filter 'VinculaEngineTests|VinculaServerTests|AttackTests' $(ARGS)

apple: ## On Linux, compile the code for Apple's platforms against stubs of Apple's frameworks (part of make test)
	@scripts/bootstrap.sh test
	swift build --target VinculaAuth
	scripts/check-apple.sh

tsan: ## Run the client SDK's tests under the thread sanitizer
	@scripts/bootstrap.sh test
	scripts/tsan.sh $(ARGS)

mutants: ## Check that the tests notice one-line bugs in the sources; ARGS="janitor-idle" for one of them
	@scripts/bootstrap.sh test
	scripts/mutants.py $(ARGS)

bench: ## Measure requests per second and latencies, compared with the limits of this machine
	@scripts/bootstrap.sh bench
	scripts/bench.sh $(ARGS)

fuzz: ## Fuzz the parsers; ARGS="json 600" for one of them and the number of seconds
	@scripts/bootstrap.sh
	scripts/fuzz.sh $(ARGS)

schemathesis: ## Test a server with requests generated from its OpenAPI description; ARGS="600" for the number of seconds
	@scripts/bootstrap.sh test
	swift build --product vincula
	scripts/schemathesis.sh $(ARGS)

format: ## Format all Swift files in place
	swift format --in-place --recursive --parallel $(SWIFT_FILES)

lint: ## Check the format, imports, doc comments, links, the audit log's table and the list of threats; changes nothing
	swift format lint --strict --recursive --parallel $(SWIFT_FILES)
	scripts/check-imports.sh
	scripts/audit-table.sh --check
	scripts/check-threats.sh
	scripts/check-version.sh
	scripts/check-doc-comments.py
	scripts/check-links.py
	scripts/coverage-table.py --check
	scripts/mutants.py --check

docs: ## Make the site of all documents and the Swift API in .build-docs, and check its links and parameters
	@scripts/bootstrap.sh docs
	swift build --product vincula
	swift build --target VinculaAuth
	swift build --target VinculaVerifier
	scripts/docs.py

dist: ## Make a release in .build-dist: an archive, a Debian package, a list of what they consist of, and checksums (Debian)
	@scripts/bootstrap.sh dist
	scripts/dist.sh

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
