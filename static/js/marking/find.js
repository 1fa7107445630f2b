// Find in the raw text of a note. Nothing is folded or normalised beforehand, so offsets never shift: the
// query becomes a pattern that ignores case, takes any run of blanks (a wrapped line too) for a blank, and
// takes composed and decomposed letters alike.
import { BLANKS } from "./blanks.js";

const MOST = 2000;
const blankClass = `[${[...BLANKS].map((code) => `\\u{${code.toString(16)}}`).join("")}]`;
const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function letter(cell) {
  const forms = new Set([cell, cell.normalize("NFC"), cell.normalize("NFD")]);
  const pattern = [...forms].map(escape).join("|");
  return forms.size > 1 ? `(?:${pattern})` : pattern;
}

function pattern(query) {
  const cells = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const parts = query.split(new RegExp(`${blankClass}+`, "u")).filter(Boolean);
  return parts.map((part) => [...cells.segment(part)].map(({ segment }) => letter(segment)).join("")).join(`${blankClass}+`);
}

// Every place of the query as [start, end] in UTF-16 units, ascending, at most 2,000.
export function findAll(text, query) {
  const source = pattern(query);
  if (!source) return [];
  const hits = [];
  for (const match of text.matchAll(new RegExp(source, "giu"))) {
    hits.push([match.index, match.index + match[0].length]);
    if (hits.length === MOST) break;
  }
  return hits;
}
