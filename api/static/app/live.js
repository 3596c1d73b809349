/** The one place whose changes a screen reader speaks. */

let pending = [];

/** Say something to whoever does not look at the page; what is said together is spoken together. */
export function say(text) {
  pending.push(Array.isArray(text) ? text.map(plain).join("") : String(text));
  if (pending.length === 1) setTimeout(tell, 60);
}

function tell() {
  document.getElementById("live").textContent = pending.join(" ");
  pending = [];
}

function plain(part) {
  return typeof part === "object" ? (part?.values ?? []).map(plain).slice(-1).join("") : String(part);
}
