// Paints spans over untouched text with the CSS Custom Highlight API. Layers are named; the stylesheet gives
// each its ground and its line.
import { Boxes } from "./boxes.js";

export const supportsHighlights = () => Boolean(globalThis.CSS?.highlights && globalThis.Highlight);

// Higher lies on top where two grounds meet; lines under and over the text show in any order.
const PRIORITY = { heading: 0, refined: 1, mark: 2, a: 3, b: 3, c: 3, both: 4, find: 5, "find-now": 6, reach: 7, chosen: 8 };

export class Painter {
  constructor(noteText, layerRoot, api = supportsHighlights()) {
    this.noteText = noteText;
    this.layers = new Map();
    this.boxes = new Boxes(noteText, layerRoot);
    this.api = api;
    if (api) requestAnimationFrame(() => this.inherit());
  }

  // The styles stand on the whole text and its lines inherit them, which costs a tenth of styling each line.
  // A browser that does not inherit highlight styles gets them on each line.
  inherit() {
    const { root } = this.noteText;
    const ground = (element) => getComputedStyle(element, "::highlight(note-mark)").backgroundColor;
    if (ground(root.firstElementChild) !== ground(root)) root.classList.add("each");
  }

  // Make a layer show exactly these [start, end] UTF-16 spans; only what changed is touched.
  paint(name, spans) {
    if (!this.api) return this.boxes.paint(name, spans);
    const layer = this.layer(name);
    const wanted = new Map(spans.map(([start, end]) => [`${start}-${end}`, [start, end]]));
    for (const [key, range] of layer.ranges) {
      if (wanted.has(key)) continue;
      layer.highlight.delete(range);
      layer.ranges.delete(key);
    }
    for (const [key, [start, end]] of wanted) {
      if (layer.ranges.has(key)) continue;
      const range = this.noteText.staticRange(start, end);
      layer.ranges.set(key, range);
      layer.highlight.add(range);
    }
  }

  // Outlines have no counterpart in the Highlight API: boxes behind the text draw them.
  outline(name, spans) {
    this.boxes.paint(name, spans);
  }

  layer(name) {
    if (!this.layers.has(name)) {
      const highlight = new Highlight();
      highlight.priority = PRIORITY[name] ?? 0;
      CSS.highlights.set(`note-${name}`, highlight);
      this.layers.set(name, { highlight, ranges: new Map() });
    }
    return this.layers.get(name);
  }
}
