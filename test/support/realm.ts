/** A realm in the test's process, and callers that send requests as its users. */
import type { Clock } from "#base/clock.ts";
import { type Random, seeded } from "#base/random.ts";
import { type Account, createRealm, type Realm, type RealmOptions } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { type FakeClock, fakeClock } from "./clock.ts";
import { smallBlueprint } from "./small-blueprint.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Body = Readonly<Record<string, any>>;

export type Answered = { readonly status: number; readonly headers: Headers; readonly body: Body };

/** Values other than strings are sent as JSON. */
export type Parameters = Readonly<Record<string, unknown>>;

type Call = (path: string, parameters?: Parameters) => Promise<Answered>;

export type Caller = {
  readonly account: Account;
  readonly get: Call;
  readonly post: Call;
  readonly patch: Call;
  readonly delete: Call;
  /** Uploads files by field name. */
  readonly upload: (path: string, files: Readonly<Record<string, File>>) => Promise<Answered>;
  /** Registers with all capabilities and raw Markdown by default. */
  readonly register: (parameters?: Parameters) => Promise<Body>;
  /** The events in the queue without heartbeats; acknowledges nothing. */
  readonly events: (queueId: string, last?: number) => Promise<readonly Body[]>;
  /** Sends to a topic, or to people by ID; returns the message's ID. Throws if refused. */
  readonly say: (
    to: { streamId: number; topic: string } | readonly number[],
    content: string,
  ) => Promise<number>;
};

export type StartedRealm = {
  readonly realm: Realm;
  /** By user ID or email address. */
  readonly as: (who: number | string) => Caller;
};

export type StartOptions = Partial<Omit<RealmOptions, "clock" | "random">> & {
  readonly clock?: Clock;
  readonly random?: Random;
  readonly blueprint?: Blueprint;
};

export const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  archived_channels: true,
};

/** Rate limits are off by default; the blueprint is the small one. */
export function startRealm(options: StartOptions = {}): StartedRealm {
  const clock = options.clock ?? fakeClock();
  const realm = createRealm({
    rateLimit: false,
    blueprint: smallBlueprint(Math.floor(clock.now() / 1000)),
    ...options,
    clock,
    random: options.random ?? seeded(7),
  });
  return { realm, as: (who) => callerOf(realm, who) };
}

/** A caller by user ID or email address. */
export function callerOf(realm: Realm, who: number | string): Caller {
  return caller(realm, accountOf(realm, who));
}

function accountOf(realm: Realm, who: number | string): Account {
  const account = realm.accounts.find(({ user_id, email }) => user_id === who || email === who);
  if (account === undefined) throw new RangeError(`Nobody signs in as ${who}.`);
  return account;
}

export const base = "http://realm.test/api/v1";

function encoded(parameters: Parameters): URLSearchParams {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, typeof value === "string" ? value : JSON.stringify(value)]];
  });
  return new URLSearchParams(pairs);
}

export function authorization({ email, api_key }: Account): string {
  return `Basic ${btoa(`${email}:${api_key}`)}`;
}

/** Sends one request as over the wire. */
export async function call(
  realm: Realm,
  method: string,
  path: string,
  parameters: Parameters = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const text = encoded(parameters).toString();
  const inQuery = method === "GET" || method === "HEAD";
  const url = `${base}${path}${inQuery && text !== "" ? `?${text}` : ""}`;
  const form = inQuery
    ? {}
    : {
        body: text,
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      };
  const response = await realm.fetch(new Request(url, { method, headers, ...form }));
  const body = await response.text();
  return { status: response.status, headers: response.headers, body: bodyOf(body) };
}

async function sendForm(
  realm: Realm,
  path: string,
  files: Readonly<Record<string, File>>,
  headers: Readonly<Record<string, string>>,
): Promise<Answered> {
  const body = new FormData();
  for (const [name, file] of Object.entries(files)) body.append(name, file);
  const request = new Request(`${base}${path}`, { method: "POST", headers, body });
  const response = await realm.fetch(request);
  return {
    status: response.status,
    headers: response.headers,
    body: bodyOf(await response.text()),
  };
}

/** Lets time pass until `work` is done, for realms with slow answers. */
export async function whileClockRuns<Result>(
  clock: FakeClock,
  work: Promise<Result>,
): Promise<Result> {
  let isDone = false;
  const over = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await clock.pass("1 s");
  return over;
}

function bodyOf(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

function caller(realm: Realm, account: Account): Caller {
  const headers = { authorization: authorization(account), "user-agent": "weir-test/1" };
  const ask =
    (method: string): Call =>
    (path, parameters) =>
      call(realm, method, path, parameters, headers);
  const [get, post] = [ask("GET"), ask("POST")];
  return {
    account,
    get,
    post,
    patch: ask("PATCH"),
    delete: ask("DELETE"),
    upload: (path, files) => sendForm(realm, path, files, headers),
    register: async (parameters = {}) => {
      const defaults = { client_capabilities: capabilities, slim_presence: true };
      return (await post("/register", { ...defaults, ...parameters })).body;
    },
    events: async (queueId, last = -1) => {
      const parameters = { queue_id: queueId, last_event_id: last, dont_block: true };
      const { body } = await get("/events", parameters);
      if (body["result"] !== "success") throw new Error(String(body["msg"]));
      return body["events"].filter(({ type }: Body) => type !== "heartbeat");
    },
    say: async (to, content) => {
      const address =
        "topic" in to
          ? { type: "stream", to: to.streamId, topic: to.topic }
          : { type: "direct", to };
      const { body } = await post("/messages", { ...address, content });
      if (body["result"] !== "success") throw new Error(String(body["msg"]));
      return body["id"];
    },
  };
}
