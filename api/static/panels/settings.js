/** Settings of this browser, and what the page is (rule PAGE-47). */

import { chooseLanguage, words } from "../app/words.js";
import { put } from "./part.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const NAME = "settings";
const LETTERS = "daywright.letters";
const say = words({
  language: ["语言", "Language"],
  zh: ["中文", "中文"],
  en: ["English", "English"],
  keys: ["键盘", "Keyboard"],
  letters: ["单个字母的快捷键（P、K、G、[ ]）", "Keys of a single letter (P, K, G, [ ])"],
  letters_note: ["只在课表有焦点时有效。用语音输入或读屏时可以关掉。",
    "They work only while the week has the focus. Turn them off where you speak to the computer or use a screen reader."],
  about: ["关于", "About"],
  who: ["已登录：", "Signed in as "],
  what: ["Daywright 只和自己的服务器说话：字体、脚本和图片都不从别处取。",
    "Daywright speaks to its own server only: no face, script or picture comes from elsewhere."],
  api: ["这里能做的，程序也都能做：接口说明", "Whatever can be done here programs can do as well: the API"],
});

/** Nothing is read. */
export async function begin() {
  put(NAME, { letters: localStorage.getItem(LETTERS) !== "off" });
}

/** See the settings. */
export function view({ language, me }, { letters }) {
  return html`<div><fieldset><legend>${say("language")}</legend>${["zh", "en"].map((each) => html`<label class="tick"><input
    type="radio" name="language" .checked=${each === language}
      @change=${() => chooseLanguage(each)}><span
        lang=${each === "zh" ? "zh-CN" : "en"}>${say(each)}</span></label>`)}</fieldset></div>
    <div><fieldset><legend>${say("keys")}</legend><label class="tick"><input type="checkbox" role="switch" .checked=${letters}
      aria-describedby="letters-note" @change=${setLetters}>${say("letters")}</label>
      <p class="note" id="letters-note">${say("letters_note")}</p></fieldset></div>
    <div><h3>${say("about")}</h3>${me ? html`<p>${say("who")}<bdi>${me.user_id}</bdi></p>` : nothing}<p
      class="note">${say("what")}</p>
      <p class="note"><a href="/openapi.json">${say("api")}</a></p></div>`;
}

function setLetters({ target }) {
  localStorage.setItem(LETTERS, target.checked ? "on" : "off");
  put(NAME, { letters: target.checked });
}
