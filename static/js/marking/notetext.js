// Draws a note and tells DOM points and offsets apart. One block and one text node per line, the line end kept
// inside; the text is set by script, so no HTML parser ever touches it, and it is never changed afterwards.
// Offsets here are UTF-16 units.
import { indexAt, lineStarts } from "./lines.js";

export class NoteText {
  constructor(root, text) {
    this.root = root;
    this.text = text;
    this.starts = lineStarts(text);
    this.lineOf = new Map();
    const sheet = document.createDocumentFragment();
    this.nodes = this.starts.map((start, i) => {
      const line = document.createElement("div");
      const node = document.createTextNode(text.slice(start, this.starts[i + 1] ?? text.length));
      line.append(node);
      sheet.append(line);
      this.lineOf.set(node, i).set(line, i);
      return node;
    });
    root.replaceChildren(sheet);
  }

  startOf(line) {
    return line < this.starts.length ? this.starts[line] : this.text.length;
  }

  // The offset of a DOM point. A boundary point of an element counts as well (a triple click ends at DIV,0);
  // a point outside the note is clipped to the note's start or end.
  offsetAt(node, offset) {
    const line = this.lineOf.get(node);
    if (line !== undefined) {
      if (node.nodeType === Node.TEXT_NODE) return this.starts[line] + Math.min(offset, node.length);
      return this.startOf(offset ? line + 1 : line);
    }
    if (node === this.root) return this.startOf(offset);
    const range = document.createRange();
    range.selectNodeContents(this.root);
    return range.comparePoint(node, offset) < 0 ? 0 : this.text.length;
  }

  // The DOM point of an offset. As the end of a range it stays on the line it ends, not before the next.
  pointAt(offset, isEnd = false) {
    let line = indexAt(this.starts, offset);
    if (isEnd && line > 0 && offset === this.starts[line]) line -= 1;
    return { node: this.nodes[line], offset: offset - this.starts[line] };
  }

  staticRange(start, end) {
    const from = this.pointAt(start);
    const to = this.pointAt(end, true);
    return new StaticRange({
      startContainer: from.node, startOffset: from.offset, endContainer: to.node, endOffset: to.offset,
    });
  }

  range(start, end) {
    const from = this.pointAt(start);
    const to = this.pointAt(end, end > start);
    const range = document.createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    return range;
  }

  // The rectangle where a caret at the offset stands, in viewport coordinates.
  caretRect(offset) {
    const { node, offset: at } = this.pointAt(offset);
    const range = document.createRange();
    const glyph = at < node.length ? [at, at + 1] : [Math.max(0, at - 1), at];
    range.setStart(node, glyph[0]);
    range.setEnd(node, glyph[1]);
    const rects = [...range.getClientRects()];
    const rect = at < node.length ? rects.at(-1) : rects[0];
    const line = node.parentNode.getBoundingClientRect();
    if (!rect || !rect.height) return new DOMRect(line.left, line.top, 0, line.height);
    const newline = /[\r\n]/.test(node.data[glyph[0]]);
    return new DOMRect(at < node.length || newline ? rect.left : rect.right, rect.top, 0, rect.height);
  }

  // The offset of the first line that a scrolling pane shows.
  firstVisible(pane) {
    const top = pane.getBoundingClientRect().top;
    let low = 0;
    let high = this.nodes.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.nodes[middle].parentNode.getBoundingClientRect().bottom > top + 1) high = middle;
      else low = middle + 1;
    }
    return this.starts[low];
  }
}
