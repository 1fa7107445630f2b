"""The palette is readable in both themes, by the formula of WCAG 2.2 (relative luminance)."""

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text()
COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", TOKENS)
}
GROUNDS = ["paper", "ground", "raised", "sunken"]
MARKS = ["gold-soft", "gold-deep", "a-soft", "b-soft", "both-soft", "c-soft", "find", "find-now"]
TEXT = (
    [(name, ground) for name in ("ink", "soft", "faint", "accent", "bad") for ground in GROUNDS]
    + [("ink", mark) for mark in [*MARKS, "accent-soft", "warn-soft", "bad-soft"]]
    + [("accent", mark) for mark in ("gold-soft", "a-soft", "b-soft", "both-soft", "find")]
    + [(name, f"{name}-soft") for name in ("a", "b", "c", "both", "bad", "warn", "accent")]
    + [("soft", "accent-soft"), ("accent-ink", "accent")]
)
SHAPES = [("edge", ground) for ground in GROUNDS[:3]] + [("focus", ground) for ground in GROUNDS[:3]]
SHAPES += [("gold", "gold-soft"), ("a", "a-soft"), ("b", "b-soft"), ("both", "both-soft")]


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT, ids=" on ".join)
def test_text_stands_out_from_its_ground(text, ground, theme):
    assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPES, ids=" on ".join)
def test_borders_and_mark_lines_stand_out_from_their_ground(shape, ground, theme):
    assert contrast(COLOURS[shape][theme], COLOURS[ground][theme]) >= 3
