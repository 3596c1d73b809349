/** Against what the changes of the tray are told: the plan as it stood before the run that made it (rule PAGE-31). */

import { get } from "../app/client.js";
import { state, update, watch } from "../app/store.js";

let asked = null;

/** Read the basis whenever another plan or revision is shown. */
export function beginBasis() {
  watch(() => {
    const wanted = wantedBasis(state);
    if (wanted === asked) return;
    asked = wanted;
    if (wanted) read(wanted).catch(() => { asked = null; });
  });
}

/** The newest revision that a run made, and the one before it: by hand nothing is compared with the hand's last move. */
function wantedBasis({ session, preview, revisions }) {
  if (!session || !preview || !revisions.length) return null;
  const shown = revisions.filter(({ revision }) => revision <= preview.revision);
  const run = shown.find(({ run_id }) => run_id !== null) ?? shown.at(-1);
  return run ? `${session.id}/${run.revision}/${run.parent_revision ?? ""}` : null;
}

async function read(wanted) {
  const [session, run, before] = wanted.split("/");
  const revision = (number) => get(`/agent/schedule-preview?conversation_id=${session}&revision=${number}`);
  const [made, old] = await Promise.all([revision(run), before ? revision(before) : null]);
  if (asked === wanted) update({ basis: { session, made, old } });
}
