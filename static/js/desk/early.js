// The first thing that runs: reads the page's JSON and draws the note, before the rest of the scripts is here.
import { NoteText } from "../marking/notetext.js";

export const data = JSON.parse(document.querySelector("#desk-data, #case-data").textContent);
export const noteText = new NoteText(document.querySelector("[data-pane] [data-text]"), data.text);
