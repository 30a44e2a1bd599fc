# Start here: `make demo` plays a whole game by mail, `make test` checks everything.
# Both set up `.venv` on first use and again when pyproject.toml changes.

SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
# One test process more than processors, as some are always waiting for a server; four are enough.
JOBS = $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count() + 1, 4))')

PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help setup demo serve test search lint clean screens console slips

help: ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r goal what; do \
		printf 'make %-7s %s\n' "$$goal" "$$what"; done

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

test: lint ## Check style and types, and run all tests
	$(PYTEST) --randomly-seed=5

search: $(READY) ## Run all tests in a new order, with new examples: look for what none has shown
	$(PYTEST) --hypothesis-profile=search

slips: $(READY) ## Say what becomes of every slip of the keys in every promised line
	$(BIN)/python tests/slips.py

lint: $(READY) ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

screens: $(READY) ## Photograph the golden mails in Chromium, for phone and desktop, light and dark
	PYTHONPATH=.:tests $(BIN)/python tests/screens/shoot.py

console: $(READY) ## Photograph the moderators' console in Chromium, in the same four ways
	PYTHONPATH=.:tests $(BIN)/python tests/screens/console.py

clean: ## Remove what was made, the database in var/ excepted
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
