/** A recorded exchange asked of an embedded realm in the same situation, and what of the answers differs. */
import type { Realm } from "#realm/realm.ts";
import { pixel } from "../support/pictures.ts";
import type { Exchange } from "../support/recordings.ts";
import { assume } from "./premises.ts";
import { keyOf, type SituatedRealm, type Situation } from "./situation.ts";

export type Replied = {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  /** What the realm itself did wrong; empty nearly always. */
  readonly fault: string;
};

const site = "http://realm.test";

/** What is sent instead of a name and a key, by how the recording calls it. */
const oddCredentials: Readonly<Record<string, string>> = {
  bearer: "Bearer abc",
  "not base64": "Basic !!!",
  "no colon": `Basic ${btoa("nobody")}`,
  "two colons": `Basic ${btoa("a:b:c")}`,
  "unknown address": `Basic ${btoa(`nobody@nowhere.example:${"k".repeat(32)}`)}`,
};

function basic(email: string, key: string): string {
  return `Basic ${btoa(`${email}:${key}`)}`;
}

/** The address by which others write to somebody whose own is hidden; here they may all be open. */
function hiddenBehind(id: number): string {
  return `user${id}@realm.invalid`;
}

function authorizationOf(situation: Situation, as: string): string | undefined {
  if (as === "anonymous") return undefined;
  const odd = oddCredentials[as];
  if (odd !== undefined) return odd;
  const id = situation.idOf(as) ?? 0;
  const login = situation.loginOf(id);
  if (/^(wrong-key|old-key):/.test(as) || / with /.test(as)) return basic(login, "w".repeat(32));
  if (as.startsWith("malformed-key:")) return basic(login, "short");
  if (as.endsWith(" by API email")) return basic(hiddenBehind(id), keyOf(id));
  if (as.startsWith("empty-key:")) return basic(login, "");
  return basic(login, keyOf(id));
}

function bodyOf(request: Recorded): { body?: string | FormData; type?: string } {
  const { params = {}, params_in: place, files = {}, raw_body: raw, content_type: type } = request;
  if (raw !== undefined) return { body: raw, type: type ?? "" };
  if (place === "multipart") {
    const form = new FormData();
    for (const [name, text] of Object.entries(params)) form.append(name, text);
    for (const [name, file] of Object.entries(files))
      form.append(name, new Blob([bytesOf(file)], { type: file.content_type }), file.filename);
    return { body: form };
  }
  if (place === "query") return {};
  return { body: String(new URLSearchParams(params)), type: "application/x-www-form-urlencoded" };
}

/** A picture where the recording had one: so few bytes as the other files have make none. */
function bytesOf({ bytes }: RecordedFile): Uint8Array<ArrayBuffer> {
  return bytes < 40
    ? new TextEncoder().encode("no picture")
    : new Uint8Array(Buffer.from(pixel, "base64"));
}

type RecordedFile = {
  readonly filename: string;
  readonly content_type: string;
  readonly bytes: number;
};

type Recorded = Exchange["request"] & {
  readonly user_agent?: string;
  readonly params_in?: string;
  readonly raw_body?: string;
  readonly content_type?: string;
  readonly files?: Readonly<Record<string, RecordedFile>>;
};

/** What is sent for a recorded request. */
export function requestOf(situation: Situation, request: Recorded): Request {
  const { method, path, as = "anonymous", params = {}, user_agent: agent } = request;
  const headers = new Headers();
  if (agent !== undefined) headers.set("user-agent", agent);
  const authorization = authorizationOf(situation, as);
  if (authorization !== undefined) headers.set("authorization", authorization);
  const bodiless = method === "GET" || method === "HEAD";
  const inQuery = bodiless || request.params_in === "query";
  const query = String(new URLSearchParams(params));
  const url = `${site}${path}${inQuery && query !== "" ? `?${query}` : ""}`;
  if (bodiless) return new Request(url, { method, headers });
  const { body, type } = bodyOf(request);
  if (type !== undefined && type !== "") headers.set("content-type", type);
  return new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** Queues of a recording are gone: a new one of the same person stands for them. */
async function withQueue(
  situation: Situation,
  realm: Realm,
  { request, body }: Exchange,
): Promise<Recorded> {
  const { params = {}, as = "" } = request;
  if (params["queue_id"] === undefined || body["code"] === "BAD_EVENT_QUEUE_ID") return request;
  // Addresses were hidden then, so that nobody's picture could be known by them.
  const wishes = { client_gravatar: "false" };
  const register = { method: "POST", path: "/api/v1/register", as, params: wishes };
  const answer = await realm.fetch(requestOf(situation, register));
  const { queue_id: queue } = (await answer.json()) as { readonly queue_id?: string };
  return { ...request, params: { ...params, queue_id: queue ?? "" } };
}

export type Replay = (exchange: Exchange) => Promise<Replied>;

/** Asks each exchange of a realm in that situation; one that nothing was changed in serves again. */
export function replayIn(situation: Situation): Replay {
  let spare: SituatedRealm | undefined;
  return async (exchange) => {
    const isLimited = exchange.status === 429;
    const place = isLimited ? situation.start(true) : (spare ?? situation.start(false));
    spare = undefined;
    const request = await withQueue(situation, place.realm, exchange);
    const touched = assume(place.realm, exchange, situation.idOf(exchange.request.as ?? ""));
    const asking = requestOf(situation, request);
    const replied = await repliedTo(place, asking, () => wake(situation, place.realm, exchange));
    if (!(isLimited || touched) && place.changes() === 0) spare = place;
    return replied;
  };
}

type Told = { readonly message?: Readonly<Record<string, unknown>> };

/** What woke a recorded poll is written again, by whoever wrote it. */
async function wake(situation: Situation, realm: Realm, { body }: Exchange): Promise<void> {
  const told = body["queue_id"] === undefined ? [] : ((body["events"] ?? []) as readonly Told[]);
  for (const { message } of told) {
    if (message?.["type"] !== "stream") continue;
    const { sender_id: sender, stream_id: to, subject: topic, content } = message;
    const headers = new Headers({
      authorization: basic(situation.loginOf(Number(sender)), keyOf(Number(sender))),
      "content-type": "application/x-www-form-urlencoded",
    });
    const form = { type: "stream", to: String(to), topic: String(topic), content: String(content) };
    const sent = { method: "POST", headers, body: String(new URLSearchParams(form)) };
    await realm.fetch(new Request(`${site}/api/v1/messages`, sent));
  }
}

/** What the realm answers; a poll has as long as it takes, and something happens meanwhile. */
export async function repliedTo(
  { realm, clock }: SituatedRealm,
  request: Request,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Replied> {
  const answering = realm.fetch(request);
  await meanwhile();
  // A poll that waits for nothing is woken by the heartbeat.
  if (new URL(request.url).pathname.endsWith("/events")) await clock.pass("2 min");
  const response = await answering;
  const { status, headers } = response;
  const bytes = await response.arrayBuffer();
  const isPicture = /^image\//.test(headers.get("content-type") ?? "");
  const fault = status === 500 ? (realm.control.caught.newest ?? "") : "";
  const text = () => parsed(new TextDecoder().decode(bytes));
  return { status, headers, fault, body: isPicture ? { binary_bytes: bytes.byteLength } : text() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
