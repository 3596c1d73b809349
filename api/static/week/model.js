/** What stands in the week that is shown, worked out of the timetable and the plan (rules PAGE-10 to PAGE-13). */

import { dateOf, minutesOf } from "../app/places.js";
import { changesOf } from "../plan/changes.js";
import { momentOf } from "./moment.js";

const SECTIONS = 12;
let last = { parts: [], model: null };

/** The week as days with their tiles, ghosts and loads; without any of them until the week has been read. */
export function weekModel(state) {
  const { term, week, weeks, classes, basis, held, language } = state;
  const preview = planOf(state);
  const [read, moment] = [weeks.get(week), momentOf(state)];
  const parts = [term, week, read, preview, basis, classes, held, moment.week, moment.day, language];
  if (parts.some((part, place) => part !== last.parts[place])) last = { parts, model: made(read, { ...state, preview, moment }) };
  return last.model;
}

/** The plan, where it is one of the term that is shown. */
export const planOf = ({ preview, term }) => (preview?.term_id === term.id ? preview : null);

function made(read, state) {
  const changes = read ? changesOf(state.preview).filter(({ isKept }) => !isKept) : [];
  const days = (read?.days ?? unread(state.week)).map((day) => dayOf(day, state, changes, Boolean(read)));
  const isEmpty = days.every((day) => !day.tiles.length && !day.timed.length);
  return { days, isRead: Boolean(read), isEmpty, excluded: excludedSections(state.classes) };
}

const unread = (week) => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ week, day_of_week: day, entries: [], timed_events: [] }));

function dayOf(read, state, changes, isRead) {
  const { week, day_of_week: day } = read;
  const courses = read.entries.filter(isCourse).map((entry) => ofTimetable(entry, read, state.preview));
  const tiles = nested([...courses, ...(isRead ? tasksOf(read, state, changes) : [])]);
  markClashes(tiles);
  const isHere = (place) => place && place.week === week && place.day_of_week === day;
  const ghosts = changes.filter(({ kind, from, to }) => isHere(from) && kind !== "placed" && !same(from, to)).map(ghost);
  return {
    day,
    date: dateOf(state.term, week, day),
    isToday: state.moment.week === week && state.moment.day === day,
    heldAs: heldAs(read, state),
    tiles,
    ghosts: ghosts.filter((each) => !tiles.some((tile) => overlap(tile, each))),
    timed: read.timed_events.map((event) => timedOf(event, day, state.term)),
    load: { ...loadOf(tiles, changes, isHere), isRead },
  };
}

const heldAs = ({ date }, { held, term }) => (held?.term === term.id ? (held.byDate.get(date) ?? null) : null);

function timedOf({ name, location, teacher, starts_at: starts, ends_at: ends }, day, { sections }) {
  const [start, end] = [starts, ends].map((moment) => moment.slice(11, 16));
  const next = sections.findIndex((section) => minutesOf(start) < minutesOf(section.end));
  const from = next < 0 ? sections.length : next + 1;
  return { kind: "timed", name, location: location ?? "", teacher: teacher ?? "", day, from, to: from, start, end, stateId: null };
}

/** Tasks of a day of the plan's window come from the plan, of others from the timetable. */
function tasksOf({ week, day_of_week: day, entries }, { preview }, changes) {
  const isPlanned = preview?.window.day_mapping.some((each) => each.week === week && each.day_of_week === day);
  if (!isPlanned) return entries.filter((entry) => !isCourse(entry)).map((entry) => ofTimetable(entry, { week, day_of_week: day }, null));
  const byTask = new Map(changes.map((change) => [change.stateId, change]));
  const here = preview.entries.filter((entry) => entry.week === week && entry.day_of_week === day && entry.type === "task");
  return here.map((entry) => ofPlan(entry, byTask, entries));
}

const isCourse = ({ type }) => type === "course";

function ofTimetable(entry, { week, day_of_week: day }, preview) {
  const planned = preview?.entries.find((each) => each.source === "event" && each.source_id === entry.event_id);
  return {
    kind: isCourse(entry) ? "course" : "task", status: "existing", stateId: planned?.state_id ?? null, eventId: entry.event_id,
    itemId: entry.item_id, name: entry.name, location: entry.location ?? "", teacher: entry.teacher ?? "", week, day,
    from: entry.section_from, to: entry.section_to, isEmbeddable: entry.can_be_embedded, hostStateId: null,
    hostEventId: entry.host_event_id, isPinned: false, isDone: entry.done, change: null, guests: [],
  };
}

function ofPlan(entry, byTask, read) {
  const host = typeof entry.embed_host === "object" && entry.embed_host ? entry.embed_host.state_id : entry.embed_host;
  return {
    kind: "task", status: read.some((each) => isStanding(each, entry)) ? "existing" : entry.status, stateId: entry.state_id, eventId: entry.source === "event" ? entry.source_id : null,
    itemId: entry.source === "task_item" ? entry.source_id : null, name: entry.name, location: "", teacher: "",
    week: entry.week, day: entry.day_of_week, from: entry.section_from, to: entry.section_to, isEmbeddable: false,
    hostStateId: host ?? null, hostEventId: null, isPinned: entry.pinned,
    isDone: read.some(({ event_id: id, done }) => id === entry.source_id && done), change: byTask.get(entry.state_id) ?? null, guests: [],
  };
}

/** What was planned here and has been written since stands in the timetable, whatever the plan calls it. */
const isStanding = (each, { source_id: source, section_from: from, section_to: to }) =>
  each.item_id !== null && each.item_id === source && each.section_from === from && each.section_to === to;

/** Tiles in the order of the day, guests inside their hosts. */
function nested(tiles) {
  const isHostOf = (guest) => (tile) =>
    tile !== guest && tile.kind === "course" && tile.from <= guest.from && guest.to <= tile.to &&
    (guest.hostStateId !== null || guest.hostEventId !== null);
  const guests = tiles.filter((tile) => tiles.some(isHostOf(tile)));
  for (const guest of guests) tiles.find(isHostOf(guest)).guests.push(guest);
  return tiles.filter((tile) => !guests.includes(tile)).sort((one, other) => one.from - other.from);
}

/** A task that stands where something else does, as after the timetable changed under a plan, is marked with what that is. */
function markClashes(tiles) {
  for (const tile of tiles) tile.clash = tile.kind === "task" ? (tiles.find((other) => other !== tile && overlap(other, tile)) ?? null) : null;
}

const ghost = (change) => ({ change, from: change.from.section_from, to: change.from.section_to });
const overlap = (one, other) => one.from <= other.to && other.from <= one.to;
const same = (one, other) =>
  Boolean(one && other) && one.week === other.week && one.day_of_week === other.day_of_week && one.section_from === other.section_from;

/** Twelve cells at most: courses, guests, existing and suggested tasks; and the sections of tasks before and after. */
function loadOf(tiles, changes, isHere) {
  const length = ({ from, to }) => to - from + 1;
  const sum = (kept) => kept.reduce((total, tile) => total + length(tile), 0);
  const guests = tiles.flatMap((tile) => tile.guests);
  const tasks = tiles.filter(({ kind }) => kind === "task");
  const after = sum(tasks) + sum(guests);
  const size = (place) => (isHere(place) ? place.section_to - place.section_from + 1 : 0);
  const before = after + changes.reduce((total, { from, to }) => total + size(from) - size(to), 0);
  const cells = [
    ...Array(sum(tiles.filter(({ kind }) => kind === "course")) - sum(guests)).fill("c"),
    ...Array(sum(guests)).fill("g"),
    ...Array(sum(tasks.filter(({ status }) => status === "existing"))).fill("h"),
    ...Array(sum(tasks.filter(({ status }) => status === "suggested"))).fill("p"),
  ].slice(0, SECTIONS);
  return { before, after, cells: [...cells, ...Array(SECTIONS - cells.length).fill("")] };
}

/** Sections that every class leaves out. */
function excludedSections(classes) {
  if (!classes?.length) return new Set();
  return new Set(classes[0].excluded_sections.filter((section) => classes.every((each) => each.excluded_sections.includes(section))));
}
