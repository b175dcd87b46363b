# The two commands of the README:
#   make play   sets up .venv, builds what is missing and starts Garrison
#   make test   sets up .venv with the tools while the games are being built, then lint, types and all tests
# And: make quick [GAME=...] (a minute), make test-long (full-size runs), make bench, make pictures, make docs (the site),
# make wheel (for this kind of machine, tested as it is installed), make clean

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: play test quick test-long bench pictures docs wheel clean

play: .venv/playable
	@$(BIN)/python tools/play.py

test: .venv/playable
	@$(BIN)/python tools/check.py

quick: .venv/testable
	@$(BIN)/python tools/check.py --quick $(GAME)

test-long: .venv/testable
	@$(BIN)/python tools/check.py --long

bench: .venv/playable
	@$(BIN)/garrison bench

pictures: .venv/testable
	@$(BIN)/python tools/pictures.py
	@$(BIN)/python tools/icons.py

docs: .venv/testable
	@$(BIN)/python tools/site_pages.py

wheel: .venv/testable
	@$(BIN)/python tools/wheel.py

.venv/bin/python:
	@echo "Creating a virtual environment in .venv ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Garrison needs Python 3.11 or newer. Name one with make PYTHON=...")'
	@$(PYTHON) -m venv .venv

# Where the machine has Node, the client is built later, together with the games' machine code.
.venv/playable: pyproject.toml | .venv/bin/python
	@echo "Installing Garrison into .venv ..."
	@GARRISON_CLIENT=later $(PIP) install --quiet --no-compile --editable ".[build]"
	@touch $@

.venv/testable: pyproject.toml | .venv/playable
	@echo "Installing the tools for the tests into .venv ..."
	@$(BIN)/python tools/extras.py

clean:
	@rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist
