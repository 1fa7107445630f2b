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
    nodes.forEach((text, j) => {
      if (range.comparePoint(text, text.length) <= 0) total = starts[j + 1];
    });
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
    return [...range.getClientRects()].find((rect) => rect.width > 0)?.toJSON() ?? null;
  };
  const show = (at) => {
    const pane = document.querySelector("[data-pane]");
    const [node, offset] = pointOf(at);
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    const { top } = range.getBoundingClientRect();
    pane.scrollTop += top - pane.getBoundingClientRect().top - pane.clientHeight / 2;
  };
  // Where a hand puts the pointer to take start..end: just inside the outer edges, either way of writing.
  const edges = (start, end) => {
    const drawn = [];
    for (let at = start; at < end; at += 1) drawn.push(rectOf(at, at + 1));
    const [first, last] = [drawn.find(Boolean), drawn.findLast(Boolean)];
    const rightToLeft = Math.abs(first.top - last.top) < 4 && last.left < first.left - 1;
    const edge = (rect, left) => [left ? rect.left + 0.4 : rect.right - 0.4, rect.top + rect.height / 2];
    return [edge(first, !rightToLeft), edge(last, rightToLeft)];
  };
  const painted = (...names) => names.flatMap((name) => [...(CSS.highlights.get(`note-${name}`) ?? [])])
    .map(({ startContainer, startOffset, endContainer, endOffset }) =>
      [points(startContainer, startOffset), points(endContainer, endOffset)])
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const selected = () => {
    const selection = document.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    return [points(range.startContainer, range.startOffset), points(range.endContainer, range.endOffset)];
  };
  const text = nodes.map((node) => node.data).join("");
  globalThis.test = { show, points, pointOf, rectOf, edges, painted, selected, text };
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

    def show(self, offset: int) -> None:
        self.page.evaluate("(at) => test.show(at)", offset)

    def glyph(self, offset: int) -> dict:
        """The rectangle of one character (of the whole cluster, where one glyph draws several)."""
        return self.page.evaluate("(at) => test.rectOf(at, at + 1)", offset)

    def drag(self, start: int, end: int) -> None:
        """Drag from the outer edge of the first character to that of the last, as a hand does."""
        self.show(start)
        first, last = self.page.evaluate("([start, end]) => test.edges(start, end)", [start, end])
        mouse = self.page.mouse
        mouse.move(*first)
        mouse.down()
        mouse.move((first[0] + last[0]) / 2, last[1])
        mouse.move(*last)
        mouse.up()

    def mark_by_keys(self, start: int, end: int) -> None:
        """Mark with the keyboard alone, character by character, and leave the mode again."""
        keys = self.page.keyboard
        self.page.locator("[data-caret-toggle]").press("Enter")
        keys.press("Control+Home")
        for _ in range(start):
            keys.press("ArrowRight")
        for _ in range(end - start):
            keys.press("Shift+ArrowRight")
        keys.press("Enter")
        keys.press("Escape")

    def click(self, offset: int, clicks: int = 1) -> None:
        self.show(offset)
        box = self.glyph(offset)
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
        return self.page.evaluate(
            "[...document.querySelectorAll('[data-evidence] q')].map((q) => q.textContent)"
        )

    @property
    def saved(self):
        return self.page.locator("[data-saved]")

    @property
    def trouble(self):
        return self.page.locator("[data-trouble]")

    @property
    def notice(self):
        return self.page.locator("[data-notice]")

    def wait_saved(self, seconds: int = 10) -> None:
        expect(self.saved).to_have_attribute("data-state", "saved", timeout=seconds * 1000)

    def snap(self, unit: str) -> None:
        self.page.locator("[data-unit]").select_option(unit)

    def focus_note(self) -> None:
        """Put the focus where keys are shortcuts."""
        self.page.locator("[data-pane]").focus()

    def write(self, words: str) -> None:
        self.page.locator("#rationale").fill(words)

    def submit(self) -> None:
        self.page.locator("[data-submit]").click()
