# SPDX-License-Identifier: MIT
#
# `make help` lists the targets. Everything that is built lands in .build, for all of them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

SWIFT ?= swift
CONFIGURATION ?= debug
# Debug builds let tests see what is internal; optimized ones must be told.
TESTABLE_release := -Xswiftc -enable-testing
LOCKHOST := .build/$(CONFIGURATION)/lockhost
# Every run has a device of its own, so that nothing in the home folder is touched.
RUN_STATE := .build/run/state
PICTURE ?= Examples/Pictures/hillside.jpg
SCRIPT ?= wait ready; press camera-control; wait photo; dismiss

.PHONY: run
run: ## Build all, launch the sample's capture extension locked, take a photo, hand it to the app
	@Scripts/bootstrap build
	$(SWIFT) build --configuration $(CONFIGURATION)
	@Scripts/run $(LOCKHOST) $(RUN_STATE) '$(PICTURE)' '$(SCRIPT)'

.PHONY: test
test: ## Build everything, the fixtures too, and run every test
	@Scripts/bootstrap test
	$(SWIFT) build --configuration $(CONFIGURATION) --build-tests $(TESTABLE_$(CONFIGURATION))
	Scripts/build-fixtures $(LOCKHOST)
	Scripts/check-layers-test
	@Scripts/run-tests $(CONFIGURATION)

.PHONY: test-release
test-release: ## The same against optimized code
	@$(MAKE) --no-print-directory test CONFIGURATION=release

.PHONY: lint
lint: ## Check the format of every Swift file, and the syntax of every script
	@Scripts/lint

.PHONY: format
format: ## Rewrite every Swift file in the one format
	@Scripts/lint --fix

.PHONY: layers
layers: ## Check that nothing imports upwards
	@Scripts/bootstrap test
	@Scripts/check-layers-test
	@Scripts/check-layers

.PHONY: bench
bench: ## Measure everything that has a figure to reach, beside its limit and its peers (RECORD=yes keeps it)
	@Scripts/bootstrap test
	$(SWIFT) build --configuration release
	@Benchmarks/all .build/release $(if $(RECORD),--record)

.PHONY: soak
soak: ## Ten thousand launches, and fuzzers of system calls inside for a minute each (some 15 minutes)
	@Scripts/bootstrap soak
	$(SWIFT) build --configuration $(CONFIGURATION) --build-tests $(TESTABLE_$(CONFIGURATION))
	@CONFIGURATION=$(CONFIGURATION) Scripts/soak

.PHONY: torture
torture: ## Kill host, guest or app at a thousand random moments, and count that nothing is lost
	@Scripts/bootstrap test
	$(SWIFT) build --configuration $(CONFIGURATION) --build-tests $(TESTABLE_$(CONFIGURATION))
	@Scripts/build-fixtures $(LOCKHOST)
	@CONFIGURATION=$(CONFIGURATION) Scripts/torture

.PHONY: man
man: ## Write the manual page to .build/man/lockhost.1
	@Scripts/bootstrap build
	$(SWIFT) build --configuration $(CONFIGURATION) --product lockhost-tool
	@mkdir -p .build/man
	$(LOCKHOST)-tool __generate manual > .build/man/lockhost.1
	@echo "man -l .build/man/lockhost.1"

.PHONY: documents
documents: ## Write the pages in Docs/ that are made from lockhost's own tables anew
	$(SWIFT) build --configuration $(CONFIGURATION) --product lockhost-tool
	$(LOCKHOST)-tool __generate commands > Docs/Commands.md
	$(LOCKHOST)-tool __generate errors > Docs/Errors.md
	$(LOCKHOST)-tool __generate entry-points > Docs/EntryPoints.md

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build
	find Plugins Examples Tests Benchmarks -type d -name .build -prune -exec rm -rf {} +

.PHONY: help
help: ## List the targets
	@sed -n 's/^\([a-z-]*\): ## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name text; do \
	  printf 'make %-14s %s\n' "$$name" "$$text"; done
