/** What happened in the village before somebody asks. */
import { saveStream } from "#realm/state/streams.ts";
import type { FakeClock } from "../support/clock.ts";
import { png } from "../support/pictures.ts";
import {
  type Answered,
  capabilities,
  type Parameters,
  type StartedRealm,
} from "../support/realm.ts";
import { cast } from "./village.ts";

export type Village = StartedRealm & {
  readonly clock: FakeClock;
  /** The person who is going to ask. */
  readonly me: number;
};

export type Given = (village: Village) => unknown;

/** One request of somebody's. */
export function ask(
  { as }: Pick<StartedRealm, "as">,
  who: number,
  method: string,
  path: string,
  parameters: Parameters = {},
): Promise<Answered> {
  const caller = as(who);
  if (method === "GET") return caller.get(path, parameters);
  if (method === "POST") return caller.post(path, parameters);
  if (method === "PATCH") return caller.patch(path, parameters);
  return caller.delete(path, parameters);
}

function succeeded({ body }: Answered): void {
  if (body["result"] !== "success") throw new Error(String(body["msg"]));
}

/** Somebody did something; a refusal fails the test. */
export function did(
  who: number,
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  parameters: Parameters = {},
): Given {
  return async (village) => succeeded(await ask(village, who, method, path, parameters));
}

/** Somebody brought a picture. */
export function brought(who: number, path: string): Given {
  return async ({ as }) => succeeded(await as(who).upload(path, { file: png() }));
}

/** The person who asks did it. */
export function didBefore(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  parameters: Parameters = {},
): Given {
  return (village) => did(village.me, method, path, parameters)(village);
}

/** Somebody has a queue, and hears of such events. */
export function listens(who: number, ...types: readonly string[]): Given {
  const asks = { event_types: types, fetch_event_types: [], client_capabilities: capabilities };
  return did(who, "POST", "/register", asks);
}

/** Whoever asks came into the stream, after everything that stands there. */
export function came(stream: number): Given {
  return ({ realm, me }) => realm.control.subscribe(me, stream);
}

export function left(stream: number): Given {
  return ({ realm, me }) => realm.control.unsubscribe(me, stream);
}

export function joined(who: number, stream: number): Given {
  return ({ realm }) => realm.control.subscribe(who, stream);
}

/** Whoever comes into the private stream may read what was said there before. */
export function shared(id: number): Given {
  return ({ realm }) => {
    const { streams } = realm.control.server.state;
    const stream = streams.byId.get(id);
    if (stream !== undefined) saveStream(streams, { ...stream, historyPublic: true });
  };
}

export function archived(id: number): Given {
  return did(cast.owner, "DELETE", `/streams/${id}`);
}

export function passed(span: string): Given {
  return ({ clock }) => clock.pass(span);
}

/** The ID of somebody's queue. */
export function queueOf(who: number, { realm }: Village): string {
  const queues = [...realm.control.server.queues.values()];
  const own = queues.find(({ userId }) => userId === who);
  if (own === undefined) throw new RangeError(`${who} has no queue.`);
  return own.id;
}

/** The path of the file that was brought, behind `/user_uploads/`. */
export function fileOf({ realm }: Village): string {
  const [file] = realm.control.server.state.files.byId.values();
  if (file === undefined) throw new RangeError("Nobody brought a file.");
  return file.path;
}
