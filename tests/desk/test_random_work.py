"""A person marks, resizes, removes, undoes and types at random; page and server say what a model says."""

import json
import random
from pathlib import Path

import pytest

from annotation.models import Draft
from corpus.selectors.sentences import sentences_of
from tests import make
from tests.desk.model import Model

CASES = json.loads((Path(__file__).parents[1] / "data/offsets.json").read_text(encoding="utf-8"))["cases"]
TEXTS = [case["text"] for case in CASES if len(case["text"]) < 5000]
SEEDS, STEPS = 20, 100

# The place under a pointer, asked of the browser itself.
PLACE = """
([x, y]) => {
  const caret = document.caretPositionFromPoint(x, y);
  const root = document.querySelector("[data-sheet] [data-text]");
  return caret && root.contains(caret.offsetNode) ? test.points(caret.offsetNode, caret.offset) : null;
}
"""


ON_HANDLE = """
([x, y]) => [...document.querySelectorAll("[data-handle]:not([hidden])")].some((handle) => {
  const { left, right, top, bottom } = handle.getBoundingClientRect();
  return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
})
"""


class Worker:
    """Does one random thing after the other, on the page and to the model."""

    def __init__(self, desk, model: Model, rng: random.Random) -> None:
        self.desk, self.model, self.rng = desk, model, rng
        self.page = desk.page
        self.words = ""
        self.done = []
        often = [self.drag, self.drag, self.nudge, self.nudge]
        self.steps = [*often, self.double, self.undo, self.redo, self.remove]
        self.steps += [self.change_unit, self.type, self.choose]

    def step(self) -> None:
        act = self.rng.choice(self.steps)
        self.done.append(act.__name__)
        act()

    def key(self, key: str) -> None:
        self.page.locator("[data-pane]").focus()
        self.page.keyboard.press(key)

    def drag(self) -> None:
        """From any place to any place: over the text, beside it, below it, over the panels."""
        box = self.page.locator("[data-sheet] [data-text]").bounding_box()
        points = []
        for outside in (False, self.rng.random() < 0.3):
            right = 1200 if outside else box["x"] + min(box["width"], 400)
            bottom = 700 if outside else box["y"] + box["height"]
            x, y = self.rng.uniform(box["x"] + 1, right), self.rng.uniform(box["y"] + 1, bottom - 1)
            points.append((int(x), int(y)))  # mouse events count whole pixels
        (x0, y0), (x1, y1) = points
        if abs(x0 - x1) + abs(y0 - y1) < 8 or self.page.evaluate(ON_HANDLE, [x0, y0]):
            return
        mouse = self.page.mouse
        mouse.move(x0, y0)
        mouse.down()
        mouse.move(x1, y1)
        meant = self.meant(box, x0, y0, x1, y1)
        mouse.up()
        if meant[0] < meant[1]:
            self.model.add(*meant)

    def meant(self, box: dict, x0: float, y0: float, x1: float, y1: float) -> tuple[int, int]:
        """What such a drag means: the browser's own selection over the text, else the nearest places."""
        inside = x1 < box["x"] + box["width"] and y1 < box["y"] + box["height"]
        selected = self.page.evaluate("test.selected()")
        if not (inside and selected):
            near = min(x1, box["x"] + box["width"] - 1)
            end = (
                self.page.evaluate(PLACE, [near, y1])
                if y1 < box["y"] + box["height"]
                else len(self.model.text)
            )
            selected = sorted([self.page.evaluate(PLACE, [x0, y0]), end])
        return self.seen(*selected)

    def seen(self, start: int, end: int) -> tuple[int, int]:
        """Without characters of no width at the ends, unless there is nothing else."""
        unseen = "\u00ad\u200b\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"
        quote = self.model.text[start:end]
        left, right = quote.lstrip(unseen), quote.rstrip(unseen)
        if not left:
            return start, end
        return start + len(quote) - len(left), end - len(quote) + len(right)

    def double(self) -> None:
        if not self.model.words:
            return
        start, end = self.rng.choice(self.model.words)
        offset = self.rng.randrange(start, end)
        box = self.desk.glyph(offset)
        if box is None or box["width"] < 2:
            return
        x, y = box["left"] + box["width"] / 2, box["top"] + box["height"] / 2
        if self.page.evaluate(ON_HANDLE, [x, y]):
            return
        self.page.mouse.dblclick(x, y)
        unit = "sentence" if self.model.unit == "sentence" else "word"
        self.model.add(offset, offset + 1, unit)

    def undo(self) -> None:
        self.key("Control+z")
        self.model.undo()

    def redo(self) -> None:
        self.key(self.rng.choice(["Control+Shift+z", "Control+y"]))
        self.model.redo()

    def remove(self) -> None:
        if self.model.marks:
            index = self.rng.randrange(len(self.model.marks))
            self.page.locator("[data-remove]").nth(index).click()
            self.model.remove(index)

    def nudge(self) -> None:
        """Arrows on a mark in the list: its end, or with Shift its start, by the unit."""
        if not self.model.marks or self.model.unit == "exact":
            return
        index = self.rng.randrange(len(self.model.marks))
        edge, forward = self.rng.choice(["start", "end"]), self.rng.random() < 0.5
        self.page.locator("[data-jump]").nth(index).focus()
        arrow = "ArrowRight" if forward else "ArrowLeft"
        self.page.keyboard.press(f"Shift+{arrow}" if edge == "start" else arrow)
        self.model.resize(index, *self.model.nudged(index, edge, forward), "exact")

    def change_unit(self) -> None:
        self.model.unit = self.rng.choice(["word", "sentence", "exact"])
        self.desk.snap(self.model.unit)

    def type(self) -> None:
        """Typing holds every key that is a shortcut elsewhere."""
        letters = self.rng.choice(["ru", "jk", "/?", "m ", "é😂"])
        self.page.locator("#rationale").focus()
        self.page.keyboard.press("End")
        self.page.keyboard.insert_text(letters[:1])
        self.page.keyboard.type(letters[1:])
        self.words += letters

    def choose(self) -> None:
        self.key(self.rng.choice("jk"))

    def write_last_word(self) -> None:
        """A last change, so that there is one to wait for."""
        self.page.locator("#rationale").press("End")
        self.page.keyboard.type(".")
        self.words += "."
        self.desk.wait_saved()


@pytest.mark.parametrize("batch", range(4))
def test_marks_are_always_the_model_s(seat, ward, batch):
    page = None
    for seed in range(batch, SEEDS, 4):
        rng = random.Random(seed)
        text = TEXTS[rng.randrange(len(TEXTS))]
        pair = make.pair(ward, f"{seed}_1", text=text)
        assignment = make.held(make.person("alice"), pair)
        desk = seat("alice", assignment, page).open()
        page = desk.page
        page.emulate_media(reduced_motion="reduce")  # or a mark being scrolled to moves under the pointer
        model = Model(text, [tuple(span) for span in sentences_of(pair.note)])
        worker = Worker(desk, model, rng)
        for number in range(STEPS):
            worker.step()
            assert desk.marks == sorted(map(list, model.marks)), (seed, number, worker.done[-4:])
        assert desk.quotes == [text[start:end][:180] for start, end in model.marks], seed
        worker.write_last_word()
        draft = Draft.objects.get(assignment=assignment)
        assert draft.spans == [list(span) for span in model.marks], seed
        assert draft.rationale == worker.words, seed
