/** Writing a class: each change names the version that was seen, and what is there then is shown. */

import { ask, get, newKey } from "../../app/client.js";
import { state, update } from "../../app/store.js";
import { loadClasses } from "../../app/terms.js";
import { attempt } from "../part.js";

/** The name under which the editor keeps what it needs. */
export const NAME = "classes";

/**
 * Change a class or what is in it, at `path` below its address, and read it anew; where it was changed elsewhere, too.
 *
 * @returns {Promise<boolean>} whether it was changed
 */
export function writeClass(spot, { id, version }, method, path, body, done = null) {
  return attempt(NAME, spot, async () => {
    try {
      await ask(method, `/classes/${id}${path}`, { body, etag: `"${version}"`, key: method === "POST" ? newKey() : undefined });
    } catch (problem) {
      if (problem.code === "version_mismatch") await readAgain(id);
      if (problem.status === 404) await loadClasses();
      throw problem;
    }
    if (method === "DELETE" && !path) return loadClasses();
    return readAgain(id);
  }, done);
}

async function readAgain(id) {
  const read = await get(`/classes/${id}`);
  update({ classes: state.classes.map((each) => (each.id === id ? read : each)) });
}
