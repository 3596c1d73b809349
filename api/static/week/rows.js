/** The rows of the sheet: one for each section, and the breaks that the clock times leave (rule PAGE-14). */

import { minutesOf } from "../app/places.js";

const sheet = new CSSStyleSheet();
const LONG = 60;
const SHORT = 15;
let drawn = null;

/**
 * Lay out the rows of a term's sections, for places on the sheet: `.s3` begins with the third, `.e4` ends with the fourth,
 * `.b4` is the break behind it, `.a4` begins there and `.z5` ends before the fifth; `.s5 .f7.u8` are sections inside a host.
 */
export function layRows({ sections }) {
  const wanted = JSON.stringify(sections);
  if (wanted === drawn) return;
  drawn = wanted;
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  sheet.replaceSync(`@media print, (min-width: 720px) { ${rules(sections)} }`);
}

/** The long breaks: behind which section, whether at noon or in the evening, and their clock times. */
export function meals(sections) {
  return sections.flatMap((section, place) => {
    if (gapAfter(sections, place) !== "meal") return [];
    const [start, end] = [section.end.slice(0, 5), sections[place + 1].start.slice(0, 5)];
    return [{ after: place + 1, isNoon: minutesOf(start) < 15 * 60, start, end }];
  });
}

/** Whether a block of sections begins or ends with one, as classes `first` and `last`. */
export function edgesOf(sections, place) {
  const isFirst = place === 0 || gapAfter(sections, place - 1) !== null;
  const isLast = place === sections.length - 1 || gapAfter(sections, place) !== null;
  return [isFirst ? "first" : "", isLast ? "last" : ""].join(" ");
}

const HEIGHTS = { meal: "22px", pair: "8px" };

function gapAfter(sections, place) {
  if (place === sections.length - 1) return null;
  const minutes = breakAfter(sections, place);
  if (minutes > LONG) return "meal";
  return minutes > SHORT || isMiddle(sections, place) ? "pair" : null;
}

const breakAfter = (sections, place) => minutesOf(sections[place + 1].start) - minutesOf(sections[place].end);

/** Sections that follow each other at once are drawn in pairs, where they make pairs. */
function isMiddle(sections, place) {
  let [first, end] = [place, place + 1];
  while (first > 0 && breakAfter(sections, first - 1) <= SHORT) first -= 1;
  while (end < sections.length && breakAfter(sections, end - 1) <= SHORT) end += 1;
  return (end - first) % 2 === 0 && (place - first) % 2 === 1;
}

function rules(sections) {
  const heights = [];
  const rows = sections.map((_, place) => {
    heights.push("var(--row)");
    const row = heights.length;
    const gap = gapAfter(sections, place);
    if (gap) heights.push(HEIGHTS[gap]);
    return row;
  });
  return `.week{grid-template-rows:auto ${heights.join(" ")}}${rows.map(placeRule).join("")}${rows.map(insideRules).join("")}`;
}

function placeRule(row, place) {
  const number = place + 1;
  return `.s${number}{grid-row-start:${row}}.e${number}{grid-row-end:${row + 1}}.b${number}{grid-row:${row + 1}}` +
    `.a${number}{grid-row-start:${row + 1}}.z${number}{grid-row-end:${row}}`;
}

/** Where guests lie in a host that begins with a section: its own rows are counted from there. */
function insideRules(first, place, rows) {
  const host = `.s${place + 1}`;
  const inside = (row, number) => `${host} .f${number}{grid-row-start:${row - first + 1}}${host} .u${number}{grid-row-end:${row - first + 2}}`;
  return rows.slice(place).map((row, after) => inside(row, place + after + 1)).join("");
}
