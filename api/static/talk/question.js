/** What a paused run asks, answered where it stands (rule PAGE-22). */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { spanOf } from "./clocks.js";
import { asking, isOpen } from "./entries.js";
import { sendMessage } from "./following.js";
import { say } from "./words.js";

/** See the question that is open with what it proposes; nothing where none is. */
export function questionView({ talk }) {
  const entry = asking(talk);
  if (!entry) return nothing;
  const { questions, proposal } = entry.told.asked;
  const question = talk.run?.id === entry.run ? talk.run.question : null;
  const isOff = talk.entries.some(isOpen) || Boolean(question?.answered_at);
  const yes = html`<button type="button" class="go" ?disabled=${isOff} @click=${agree}>${say("agree_long")}</button>`;
  return html`<form class="asked" aria-labelledby="asked" @submit=${onAnswer}>
    <p id="asked" class="due">${dueText(question)}</p>
    ${questions.map((text) => html`<p class="raw"><bdi>${text}</bdi></p>`)}
    ${question?.answered_at ? html`<p class="doing">${say("answered")}</p>` : nothing}
    ${proposal ? yes : nothing}
    <div class="line"><label class="vh" for="answer">${say("answer_label")}</label>
      <input id="answer" name="answer" maxlength="500" autocomplete="off" placeholder=${say("answer_label")}>
      <button type="submit" class="plain" ?disabled=${isOff}>${say("answer")}</button></div>
  </form>`;
}

function dueText(question) {
  if (!question?.waits_until) return say("asks_open");
  return say("asks", { t: spanOf(Math.max(0, (Date.parse(question.waits_until) - Date.now()) / 1000)) });
}

async function agree() {
  if (await sendMessage(say("agree"))) goOn();
}

/** What is asked goes with its answer; the focus goes on to where the next words are written. */
const goOn = () => document.getElementById("msg")?.focus();

async function onAnswer(event) {
  event.preventDefault();
  const { answer } = event.target.elements;
  if (!answer.value.trim()) return answer.focus();
  if (!(await sendMessage(answer.value))) return;
  answer.value = "";
  goOn();
}

/** Bring whoever presses F6 to the open question; whether there is one. */
export function goToQuestion() {
  const target = document.querySelector("#talk .asked :is(button, input):not(:disabled)");
  target?.focus();
  return Boolean(target);
}
