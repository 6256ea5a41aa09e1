"""Finds the folder of shared recordings that some developers keep beside the repository.

Users have no such folder: every test that reads it is an extra and is skipped elsewhere.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared"
SHARED = Path(os.environ.get("DEDUCER_SHARED", str(_BESIDE)))

needs_shared = pytest.mark.skipif(not (SHARED / "games").is_dir(), reason="no shared recordings here")
