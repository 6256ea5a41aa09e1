# The one way in: `make demo` shows an answer, `make test` runs the whole gate. Both need python 3.11 and make only.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test test-long bench format docs wheel clean

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(STAMP)

$(VENV)/.bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	touch $@

demo: $(STAMP)
	$(BIN)/deducer solve examples/first-script.play

test: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto

test-long: $(VENV)/.bench
	$(BIN)/python -m pytest -m long

bench: $(VENV)/.bench
	$(BIN)/python tests/bench/bench_counting.py
	$(BIN)/python tests/bench/bench_answers.py
	$(BIN)/python tests/bench/bench_exports.py

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(STAMP)
	$(BIN)/python tests/coverage_index.py
	$(BIN)/deducer rules --coverage --markdown > docs/coverage.md.part
	mv docs/coverage.md.part docs/coverage.md

wheel: $(STAMP)
	rm -rf build
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) build dist *.egg-info
