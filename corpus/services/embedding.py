"""Turning descriptions into vectors, offline, with a small pinned model that its package carries."""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np


def model_name() -> str:
    """The model and its version, as it is stored with every negative."""
    return f"wordllama {version('wordllama')} l2_supercat_256"


@cache
def _model():
    import wordllama

    folder = Path(wordllama.__file__).parent
    return wordllama.WordLlama.load(cache_dir=folder, disable_download=True)


def embed(texts: Sequence[str]) -> np.ndarray:
    """One unit vector a text, in double precision, so that cosines rounded to six places agree everywhere."""
    if not texts:
        return np.zeros((0, 256))
    vectors = np.asarray(_model().embed(list(texts), norm=False), dtype=np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1, lengths)
