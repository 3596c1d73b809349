/** The classes of tasks: what each asks of a placement, and its tasks in their order (rule PAGE-49). */

import { ask, newKey } from "../app/client.js";
import { loadClasses } from "../app/terms.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { asksView } from "./class/asks.js";
import { itemsView } from "./class/items.js";
import { NAME, writeClass } from "./class/write.js";
import { say } from "./class/words.js";
import { attempt, fieldsOf, fieldView, focusSoon, onceView, outcomeView, put, sendView } from "./part.js";

/** Read the classes, and open the one that is named. */
export async function begin({ id = null } = {}) {
  put(NAME, { shown: id, editing: null });
  await loadClasses();
}

/** See all classes, and a form for one more. */
export function view({ classes }, { shown }) {
  return html`<div>${classes?.length ? classEditor(classes, shown) : html`<p class="note">${say("none")}</p>`}</div>
    <form @submit=${add}><h3>${say("new")}</h3>${fieldView(say("name"), html`<input name="name" required maxlength="200"
      autocomplete="off">`)}
      <p class="acts">${sendView(NAME, say("add"))}</p>${outcomeView(NAME, "form")}</form>`;
}

/** See an editor of classes; `shown` is the id of the one that is open at first. It works outside of the panel too. */
export function classEditor(classes, shown = null) {
  return html`<ul class="p-rows p-classes">${repeat(classes, ({ id }) => id, (each) => html`<li data-class=${each.id}>
    <details ?open=${each.id === shown}><summary><bdi>${each.name}</bdi> <span
      class="note">${say("count", { n: each.items.length })}</span></summary>
      ${itemsView(each)}
      <details><summary>${say("asks")}</summary>${asksView(each)}</details>${removeView(each)}</details></li>`)}</ul>`;
}

function removeView(each) {
  const spot = `remove-${each.id}`;
  const act = async () => {
    if (await writeClass(spot, each, "DELETE", "")) focusSoon("#panel-title");
  };
  return onceView(NAME, spot, { label: say("remove_class"), question: say("remove_ask", { n: each.items.length }),
    yes: say("remove_yes"), act });
}

async function add(event) {
  event.preventDefault();
  const form = event.target;
  await attempt(NAME, "form", async () => {
    const { value } = await ask("POST", "/classes", { body: fieldsOf(form), key: newKey() });
    form.reset();
    await loadClasses();
    put(NAME, { shown: value.id });
    focusSoon(`[data-class="${value.id}"] [name="content"]`);
  });
}
