// The sections of a note, found by their headings: those MIMIC discharge notes use, and headings in capitals.
import { lineStarts } from "./lines.js";

const KNOWN = `chief complaint|major surgical or invasive procedures?|history of (?:the )?present(?:ing)? illness|hpi|
past medical history|pmh|past surgical history|social history|family history|review of systems|ros|physical exam(?:ination)?|
admission (?:physical )?exam|discharge (?:physical )?exam|pertinent results|admission labs|discharge labs|imaging|microbiology|
(?:brief )?hospital course|active (?:issues|problems)|chronic (?:issues|problems)|transitional issues|
(?:home )?medications on admission|medications|discharge medications|discharge disposition|discharge diagnos[ei]s|
(?:primary|secondary|final|admission|admitting) diagnos[ei]s|discharge condition|discharge instructions|
follow-?\\s?up instructions|allergies|examination|indication|technique|comparison|findings|impression|
assessment(?: and plan)?|plan|subjective|objective|conclusions?`.replace(/\n/g, "");

const NAMED = new RegExp(`^[ \\t#*]*(${KNOWN})[ \\t]*(?::|$)`, "i");
// At least three letters and no lower-case one; a colon ends it, or it fills its line after an empty line.
const CAPITALS = /^[ \t]*((?=(?:[^\p{L}]*\p{L}){3})[\p{Lu}\p{N}][\p{Lu}\p{Lo}\p{N} /&(),.'-]{2,58}?)[ \t]*(:|$)/u;
const MEASURE = /\d{2}|_{2}/;

function named(line) {
  const match = NAMED.exec(line);
  return match && { title: match[1], at: line.indexOf(match[1]), length: match[0].trimStart().length };
}

function capital(line, afterGap) {
  const match = CAPITALS.exec(line);
  if (!match || MEASURE.test(match[1]) || (!match[2] && !afterGap)) return null;
  return { title: match[1].trim(), at: line.indexOf(match[1]), length: match[1].length + match[2].length };
}

function headings(text, recognise) {
  const starts = lineStarts(text);
  const found = [];
  let afterGap = true;
  for (const [i, start] of starts.entries()) {
    const line = text.slice(start, Math.min(start + 120, starts[i + 1] ?? text.length)).replace(/[\r\n\v\f\u0085\u2028\u2029]+$/, "");
    const heading = recognise(line, afterGap);
    afterGap = !line.trim();
    if (heading) found.push({ title: heading.title, start: start + heading.at, headEnd: start + heading.at + heading.length });
  }
  return found;
}

// [{ title, start, headEnd, end }] in UTF-16 units: the heading is start..headEnd, the section start..end.
// A note with several of the known headings is read by those alone (there "EKG:" is a line, not a section).
export function findSections(text) {
  let found = headings(text, named);
  if (found.length < 4) found = headings(text, (line, afterGap) => named(line) ?? capital(line, afterGap));
  return found.map((section, i) => ({ ...section, end: found[i + 1]?.start ?? text.length }));
}

// The section that holds a UTF-16 offset, or null.
export function sectionAt(sections, offset) {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle].start <= offset) low = middle + 1;
    else high = middle;
  }
  return sections[low - 1] ?? null;
}
