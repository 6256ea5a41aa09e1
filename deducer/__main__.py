"""Lets `python -m deducer` run the command line."""

from __future__ import annotations

from deducer.cli.main import main

if __name__ == "__main__":
    main()
