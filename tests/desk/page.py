"""Page objects: the two desks as a person uses them, with the mouse and the keyboard.

Offsets given and returned are code points. Where something stands on the screen is asked of the browser;
which offset a place has is counted here anew, so the product's converter is not its own judge.
"""

from playwright.sync_api import Page, expect

# Counts code points before a DOM point by walking the note's text nodes; written apart from the product.
HELPERS = """
() => {
  const root = document.querySelector("[data-sheet] [data-text]");
  const nodes = [...root.children].map((line) => line.firstChild);
  const count = (text) => [...text].length;
  const starts = [0];
  for (const node of nodes) starts.push(starts.at(-1) + count(node.data));
  const points = (node, offset) => {
    const i = nodes.indexOf(node);
    if (i >= 0) return starts[i] + count(node.data.slice(0, offset));
    const range = document.createRange();
    range.setStart(node, offset);
    let total = 0;
    for (const [j, text] of nodes.entries()) if (range.comparePoint(text, text.length) <= 0) total = starts[j + 1];
    return total;
  };
  const pointOf = (offset) => {
    let i = nodes.findIndex((_, j) => starts[j + 1] > offset);
    if (i < 0) i = nodes.length - 1;
    const cells = [...nodes[i].data].slice(0, offset - starts[i]);
    return [nodes[i], cells.join("").length];
  };
  const rectOf = (start, end) => {
    const [node, from] = pointOf(start);
    const [last, to] = pointOf(end - 1);
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(last, to + [...last.data.slice(to)][0].length);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    return { first: rects[0]?.toJSON() ?? null, last: rects.at(-1)?.toJSON() ?? null };
  };
  const painted = (...names) => names.flatMap((name) => [...(CSS.highlights.get(`note-${name}`) ?? [])])
    .map((range) => [points(range.startContainer, range.startOffset), points(range.endContainer, range.endOffset)])
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const selected = () => {
    const selection = document.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    return [points(range.startContainer, range.startOffset), points(range.endContainer, range.endOffset)];
  };
  const text = nodes.map((node) => node.data).join("");
  globalThis.test = { points, pointOf, rectOf, painted, selected, text };
}
"""


class NotePage:
    """A page with the marking widget."""

    def __init__(self, page: Page, url: str):
        self.page = page
        self.url = url

    def open(self) -> "NotePage":
        self.page.goto(self.url)
        return self.ready()

    def ready(self) -> "NotePage":
        self.page.wait_for_selector("[data-desk][data-ready]", state="attached")
        self.page.evaluate(HELPERS)
        return self

    @property
    def text(self) -> str:
        return self.page.evaluate("test.text")

    def boxes(self, start: int, end: int) -> tuple[dict, dict]:
        """Rectangles of the first and last drawn line of a span, after scrolling to it."""
        self.page.evaluate(
            "(start) => test.pointOf(start)[0].parentNode.scrollIntoView({ block: 'center' })", start
        )
        found = self.page.evaluate("([start, end]) => test.rectOf(start, end)", [start, end])
        return found["first"], found["last"]

    def drag(self, start: int, end: int) -> None:
        """Drag from just inside the first character to just inside the last, as a hand does."""
        first, last = self.boxes(start, end)
        mouse = self.page.mouse
        mouse.move(first["left"] + 0.4, first["top"] + first["height"] / 2)
        mouse.down()
        mouse.move(last["right"] - 2, last["top"] + last["height"] / 2, steps=2)
        mouse.move(last["right"] - 0.4, last["top"] + last["height"] / 2)
        mouse.up()

    def click(self, offset: int, clicks: int = 1) -> None:
        box, _ = self.boxes(offset, offset + 1)
        x, y = box["left"] + box["width"] / 2, box["top"] + box["height"] / 2
        self.page.mouse.click(x, y, click_count=clicks)

    @property
    def marks(self) -> list[list[int]]:
        """What is painted as a mark, sorted by place."""
        return self.page.evaluate("test.painted('mark', 'chosen')")

    def painted(self, name: str) -> list[list[int]]:
        return self.page.evaluate("(name) => test.painted(name)", name)

    @property
    def quotes(self) -> list[str]:
        """The quotes of the evidence list, in its order."""
        return self.page.evaluate("[...document.querySelectorAll('[data-evidence] q')].map((q) => q.textContent)")

    @property
    def saved(self):
        return self.page.locator("[data-saved]")

    @property
    def trouble(self):
        return self.page.locator("[data-trouble]")

    @property
    def notice(self):
        return self.page.locator("[data-notice]")

    def wait_saved(self) -> None:
        expect(self.saved).to_have_attribute("data-state", "saved")

    def snap(self, unit: str) -> None:
        self.page.locator("[data-unit]").select_option(unit)

    def focus_note(self) -> None:
        """Put the focus where keys are shortcuts."""
        self.page.locator("[data-pane]").focus()

    def write(self, words: str) -> None:
        self.page.locator("#rationale").fill(words)

    def submit(self) -> None:
        self.page.locator("[data-submit]").click()
