/** Asking the API. A refusal is a `Problem`; what may be sent again with the same key is, where the answer was lost. */

import { update } from "./store.js";

const BASE = "/api/v1";
const PAUSES = [300, 900, 2700];

/** A refusal of the API with its stable code, or `unreachable` where none answered. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.title ?? body.code);
    this.status = status;
    this.code = body.code;
    this.body = body;
    this.retryAfter = body.retryAfter ?? null;
  }
}

/** Read something; `value` of the answer. */
export async function get(path, options = {}) {
  return (await ask("GET", path, options)).value;
}

/**
 * Ask the API once, and again with the same key where nothing or an outage came back.
 *
 * @param {string} method
 * @param {string} path below `/api/v1`, or a whole path that begins with `/api/` (as in `links`)
 * @param {{body?: any, file?: Blob, type?: string, etag?: string, key?: string, signal?: AbortSignal}} options
 *   `body` is sent as JSON, `file` as it is with its `type`; `etag` as `If-Match`; `key` as `Idempotency-Key`
 * @returns {Promise<{value: any, etag: string | null, status: number}>}
 */
export async function ask(method, path, options = {}) {
  const isRepeatable = method === "GET" || method === "PUT" || method === "DELETE" || Boolean(options.key);
  for (const pause of isRepeatable ? [...PAUSES, null] : [null]) {
    try {
      return await once(method, path, options);
    } catch (error) {
      const isOutage = error.code === "unreachable" || error.status === 503;
      if (!isOutage || pause === null || options.signal?.aborted) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/** A key for a thing that the person asks for once, however often it is sent. */
export function newKey() {
  return crypto.randomUUID ? crypto.randomUUID() : [...crypto.getRandomValues(new Uint32Array(4))].join("-");
}

/** Send a request and give the answer as it is, with the headers that writes with a cookie need; refusals are thrown. */
export async function send(method, path, { body, file, type, etag, key, signal, headers = {} } = {}) {
  const sent = { ...headers };
  if (method !== "GET") sent["X-Daywright"] = "1";
  if (body !== undefined) sent["Content-Type"] = "application/json";
  if (file !== undefined) sent["Content-Type"] = type ?? "application/octet-stream";
  if (etag) sent["If-Match"] = etag;
  if (key) sent["Idempotency-Key"] = key;
  const url = path.startsWith("/api/") ? path : BASE + path;
  const answer = await reach(url, { method, headers: sent, body: file ?? (body && JSON.stringify(body)), signal });
  if (answer.ok) return answer;
  throw await refusal(answer);
}

async function once(method, path, options) {
  const answer = await send(method, path, options);
  const isJson = answer.headers.get("Content-Type")?.includes("json");
  const value = answer.status === 204 ? null : isJson ? await answer.json() : await answer.text();
  return { value, etag: answer.headers.get("ETag"), status: answer.status };
}

async function reach(url, options) {
  try {
    const answer = await fetch(url, { ...options, credentials: "same-origin", cache: "no-store" });
    update({ isOnline: true });
    return answer;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    update({ isOnline: false });
    throw new Problem(0, { code: "unreachable" });
  }
}

async function refusal(answer) {
  const body = await answer.json().catch(() => ({ code: "internal_error" }));
  if (answer.status === 401) update({ isSignedOut: true, me: null });
  return new Problem(answer.status, { ...body, retryAfter: Number(answer.headers.get("Retry-After")) || null });
}
