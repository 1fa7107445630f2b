// Boxes behind the text of a note: the outline of the chosen mark and of the refined proposal, and every layer
// in a browser without the Custom Highlight API. Drawn anew when the text is laid out anew.

export class Boxes {
  constructor(noteText, root) {
    this.noteText = noteText;
    this.root = root;
    this.layers = new Map();
    new ResizeObserver(() => this.redraw()).observe(noteText.root);
  }

  paint(name, spans) {
    let layer = this.layers.get(name);
    if (!layer) {
      if (!spans.length) return;
      const element = document.createElement("div");
      element.className = `layer layer-${name}`;
      this.root.append(element);
      this.layers.set(name, (layer = { element, spans: [] }));
    }
    layer.spans = spans;
    this.draw(layer, this.root.getBoundingClientRect());
  }

  redraw() {
    const origin = this.root.getBoundingClientRect();
    for (const layer of this.layers.values()) if (layer.spans.length) this.draw(layer, origin);
  }

  draw({ element, spans }, origin) {
    const boxes = [];
    for (const [start, end] of spans) {
      for (const rect of lineRects(this.noteText.range(start, end))) {
        const box = document.createElement("div");
        box.style.left = `${rect.left - origin.left}px`;
        box.style.top = `${rect.top - origin.top}px`;
        box.style.width = `${rect.width}px`;
        box.style.height = `${rect.height}px`;
        boxes.push(box);
      }
    }
    element.replaceChildren(...boxes);
  }
}

// One rectangle per drawn line: a range over blocks also reports the blocks themselves, so lines are asked
// one text node at a time.
export function lineRects(range) {
  const rects = [];
  const { startContainer, endContainer } = range;
  for (let line = startContainer.parentNode; line; line = line.nextSibling) {
    const node = line.firstChild;
    const piece = document.createRange();
    piece.setStart(node, node === startContainer ? range.startOffset : 0);
    piece.setEnd(node, node === endContainer ? range.endOffset : node.data.search(/[\r\n\v\f\u0085\u2028\u2029]*$/));
    for (const rect of piece.getClientRects()) if (rect.width > 0) rects.push(rect);
    if (node === endContainer) break;
  }
  return rects;
}
