/** The rows of the sheet: one for each section, and the breaks that the clock times leave (rule PAGE-14). */

import { minutesOf } from "../app/places.js";

const sheet = new CSSStyleSheet();
let drawn = null;

/** Lay out the rows of a term's sections, as places `.s3` and `.e4`. */
export function layRows({ sections }) {
  const wanted = JSON.stringify(sections);
  if (wanted === drawn) return;
  drawn = wanted;
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  sheet.replaceSync(`@media (min-width: 720px) { ${rules(sections)} }`);
}

/** The long breaks: behind which section, whether at noon or in the evening, and their clock times. */
export function meals(sections) {
  return sections.flatMap((section, place) => {
    if (gapAfter(sections, place) !== "meal") return [];
    const [start, end] = [section.end.slice(0, 5), sections[place + 1].start.slice(0, 5)];
    return [{ after: place + 1, isNoon: minutesOf(start) < 15 * 60, start, end }];
  });
}

const HEIGHTS = { meal: "22px", pair: "8px" };

function gapAfter(sections, place) {
  if (place === sections.length - 1) return null;
  const minutes = minutesOf(sections[place + 1].start) - minutesOf(sections[place].end);
  if (minutes > 60) return "meal";
  return minutes > 15 || place % 2 ? "pair" : null;
}

function rules(sections) {
  const heights = [];
  const places = sections.map((_, place) => {
    heights.push("var(--row)");
    const row = heights.length;
    const gap = gapAfter(sections, place);
    if (gap) heights.push(HEIGHTS[gap]);
    const number = place + 1;
    return `.s${number}{grid-row-start:${row}}.e${number}{grid-row-end:${row + 1}}.b${number}{grid-row:${row + 1}}`;
  });
  return `.week{grid-template-rows:auto ${heights.join(" ")}}${places.join("")}`;
}
