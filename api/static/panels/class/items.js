/** The tasks of a class in their order: added, called otherwise, moved up and down, removed. */

import { icon } from "../../app/icons.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { fieldsOf, fieldView, focusSoon, ofView, onceView, outcomeView, part, put, quietView, sendView } from "../part.js";
import { say } from "./words.js";
import { NAME, writeClass } from "./write.js";

/** See the tasks of a class, and a field for one more. */
export function itemsView(each) {
  const spot = `add-${each.id}`;
  const row = (item) => (part(NAME).editing === item.id ? editView(each, item) : rowView(each, item));
  return html`<ol class="p-items">${repeat(each.items, ({ id }) => id, row)}</ol>
    <form class="p-add" @submit=${(event) => add(event, each)}>${fieldView(say("new_item"), html`<input name="content" required
      maxlength="200" autocomplete="off">`)}
      ${sendView(NAME, say("add"), "plain")}</form>${outcomeView(NAME, spot)}`;
}

function rowView(each, item) {
  const { id, content, order, status } = item;
  const moveButton = (by, key) => {
    const isPossible = order + by >= 1 && order + by <= each.items.length;
    const label = `${say(key)}: ${content}`;
    return html`<button type="button" class="step ${key}" aria-label=${label} title=${say(key)} aria-disabled=${!isPossible}
      @click=${() => isPossible && move(each, item, by, key)}>${icon(by < 0 ? "prev" : "next")}</button>`;
  };
  return html`<li data-item=${id}><div class="p-head"><span><span class="note">${order}</span> <bdi>${content}</bdi>
      ${status === "arranged" ? html`<span class="p-tag">${say("arranged")}</span>` : nothing}</span>
      <span class="p-moves">${moveButton(-1, "up")}${moveButton(1, "down")}</span></div>
    <div class="acts">${quietView(NAME, say("rename"), () => edit(id), { of: content, kind: "rename" })}
      ${onceView(NAME, `item-${id}`, { label: html`${say("remove")}${ofView(content)}`, question: say("remove_item_ask"),
        yes: say("remove_yes"), act: () => remove(each, item) })}</div>
    ${outcomeView(NAME, id)}</li>`;
}

function editView(each, item) {
  return html`<li><form class="p-add" @submit=${(event) => rename(event, each, item)}>
      ${fieldView(say("item"), html`<input class="editing" name="content" required maxlength="200" autocomplete="off"
        value=${item.content}>`)}
      ${sendView(NAME, say("save"), "plain")}</form>
    ${quietView(NAME, say("leave"), () => edit(null, item.id))}${outcomeView(NAME, item.id)}</li>`;
}

function edit(id, before = null) {
  put(NAME, { editing: id, problem: null });
  setTimeout(() => document.querySelector(id ? ".editing" : `[data-item="${before}"] .rename`)?.focus());
}

async function add(event, each) {
  event.preventDefault();
  const form = event.target;
  if (await writeClass(`add-${each.id}`, each, "POST", "/items", fieldsOf(form))) form.reset();
}

async function rename(event, each, item) {
  event.preventDefault();
  if (await writeClass(item.id, each, "PATCH", `/items/${item.id}`, fieldsOf(event.target))) edit(null, item.id);
}

async function move(each, item, by, key) {
  await writeClass(item.id, each, "PATCH", `/items/${item.id}`, { order: item.order + by });
  setTimeout(() => document.querySelector(`[data-item="${item.id}"] .${key}`)?.focus());
}

async function remove(each, item) {
  if (await writeClass(`item-${item.id}`, each, "DELETE", `/items/${item.id}`)) focusSoon(`[data-class="${each.id}"] summary`);
}
