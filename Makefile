# Start here: `make demo` plays a whole game by mail, `make test` runs what needs no server, and
# `make check` all other tests, with real servers and browsers. All set up `.venv` on first use and again when pyproject.toml changes.

SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
# A test process a processor; one more where some are always waiting for a server. Four are enough.
JOBS = $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count() + $(1), 4))')

# Databases of tests lie in memory where there is plenty: they are written and thrown away.
MEMORY = $(shell df -k /dev/shm 2>/dev/null | awk 'END { if ($$4 > 8000000) print "/dev/shm" }')

PYTEST_WITH = $(BIN)/python -m pytest -n $(call JOBS,$(1)) --dist loadfile --no-loadscope-reorder
PYTEST = $(call PYTEST_WITH,1)

# What pytest makes of a test's asserts is kept, so that each process need not make it anew.
REWRITTEN := .venv/rewritten
unexport PYTHONDONTWRITEBYTECODE

# What `make check` runs beside `make test`, and the order of both; SEED=7 is another one.
MORE = server or long
SEED ?= 5
TOPIC = $(if $(T),$(or $(wildcard tests/$(T) tests/test_$(T).py tests/*/test_$(T).py),\
	$(error there are no tests of "$(T)" in tests/)))

.DEFAULT_GOAL := help
.PHONY: help setup demo serve test check soak search fuzz lint clean sbom licences sentences screens console slips mutants

help: ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r goal what; do \
		printf 'make %-8s %s\n' "$$goal" "$$what"; done

setup: $(READY) ## Install everything into .venv

# A stamp, so that a second `make` starts at once; a failed installation leaves none.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or later is needed; say PYTHON=/path/to/python3.11'; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

demo: $(READY) ## Play a whole game of robots by real mail on this machine
	$(BIN)/pbem demo

serve: $(READY) ## Run the service: web, mail listener, worker and sweeper
	$(BIN)/pbem migrate
	$(BIN)/pbem serve

# Of one topic, a folder or a file of tests, only the tests are run: `make test T=clock`.
test: $(READY) ## Check style and types, and run all tests that need no server
	$(if $(T),,+@$(MAKE) --no-print-directory -j 2 lint $(REWRITTEN))
	PYTEST_DEBUG_TEMPROOT=$(MEMORY) $(call PYTEST_WITH,0) -m 'not ($(MORE))' --randomly-seed=$(SEED) $(TOPIC)

check: $(READY) ## Run all other tests: real servers, kills, storms, whole games, the wheel
	$(PYTEST) -m '$(MORE)' --randomly-seed=$(SEED)

soak: $(READY) ## Search for hours: many races, walks, storms, simulated games, new examples
	$(BIN)/pbem simulate --games 2000 --robots mixed
	for players in 2 3 4 5 6 7 8; do \
	    $(BIN)/pbem simulate --ruleset inwo --games 1000 --players $$players --robots mixed && \
	    $(BIN)/pbem simulate --ruleset inwo --games 2700 --players $$players --robots mixed \
	        --options random || exit 1; \
	done
	DUELS=400 RACES=400 KILLS=500 STORM_LETTERS=2000 WALKS=50 WALK_STEPS=120 $(PYTEST) --hypothesis-profile=soak

search: $(READY) ## Run all tests in a new order, with new examples: look for what none has shown
	$(PYTEST) --hypothesis-profile=search

fuzz: $(READY) ## Throw broken input at every door for a minute, or FOR=3600 seconds; keep what breaks one
	FUZZ_SECONDS=$(or $(FOR),60) $(BIN)/python -m tests.tools.fuzzing $(T)

slips: $(READY) ## Say what becomes of every slip of the keys in every promised line
	$(BIN)/python -m tests.tools.slips

mutants: $(READY) ## Change engine and language in 510 places and count what the tests notice: hours
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutants]'
	nice -n 19 $(BIN)/python -m tests.tools.mutants

lint: $(READY) ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Beside mypy, which uses one processor, and once: else each process of tests would make it all of
# a fresh checkout. Errors are shown when the tests are run.
$(REWRITTEN): $(READY)
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true
	@touch $@

sbom: $(READY) ## Print the bill of materials of what pbem needs, as CycloneDX 1.6
	@$(BIN)/python -m tests.tools.inventory sbom

licences: $(READY) ## Print every package that pbem needs, with its version and licence
	@$(BIN)/python -m tests.tools.inventory licences

sentences: $(READY) ## Print every sentence the program can print, once each, to be read
	$(BIN)/python -m tests.tools.sentences

screens: $(READY) console ## Photograph mails, console and pages in Chromium, for phone and desktop, light and dark
	$(BIN)/python -m tests.screens.shoot
	$(BIN)/python -m tests.screens.pages

console: $(READY) ## Photograph the moderators' console in Chromium, in the same four ways
	$(BIN)/python -m tests.screens.console

clean: ## Remove what was made, the database in var/ excepted
	rm -rf .venv .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
