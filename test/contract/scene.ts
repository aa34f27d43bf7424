/** The users that a case acts as, and the realm's controls. */
import { expect } from "vitest";
import type { Body } from "../support/realm.ts";
import { type Part, parts } from "./cast.ts";
import type { Account, Answered, Contracted, Control } from "./server.ts";
import type { Exchange } from "./trace.ts";

/** A registered event queue. */
export type Queue = {
  readonly queueId: string;
  /** The register's answer. */
  readonly state: Body;
  /** Events since the last call, without heartbeats. */
  readonly receive: () => Promise<readonly Body[]>;
};

export type Actor = {
  readonly id: number;
  /** The email of the API. */
  readonly email: string;
  readonly name: string;
  /** `call` is `PATCH /streams/{stream_id}`; `parameters` include those of the path. */
  readonly request: (call: string, parameters?: Body) => Promise<Answered>;
  /** A request that must succeed. */
  readonly succeed: (call: string, parameters?: Body) => Promise<Body>;
  /** Registers for events of these types, or of all; `options` are further parameters. */
  readonly register: (types?: readonly string[], options?: Body) => Promise<Queue>;
};

export type Scene = Readonly<Record<Part, Actor>> & {
  /** Has no credentials. */
  readonly nobody: Actor;
  readonly level: number;
  /** A unique name. */
  readonly fresh: (word: string) => string;
  /** Creates a stream as the administrator, who is subscribed, too. */
  readonly stream: (people: readonly Actor[], settings?: Body) => Promise<Stream>;
  /** The server's time in UNIX seconds. */
  readonly now: () => number;
  readonly pass: (span: string) => Promise<void>;
  readonly control: Control;
  readonly mails: (address: string) => readonly string[];
};

export type Stream = { readonly id: number; readonly name: string };

/** Records a request and its answer. */
export type RecordExchange = (exchange: Omit<Exchange, "by">) => void;

function pathOf(call: string, parameters: Body): { path: string; rest: Body } {
  const rest = { ...parameters };
  const path = call.replace(/^[A-Z]+ /, "").replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}

const capabilities = { notification_settings_null: true, user_settings_object: true };

function actorFor(server: Contracted, account: Account | undefined, record: RecordExchange): Actor {
  const request: Actor["request"] = async (call, parameters = {}) => {
    const { path, rest } = pathOf(call, parameters);
    const answer = await server.send(call.split(" ")[0] ?? "", path, rest, account);
    record({ call, sent: parameters, level: server.level, ...answer });
    return answer;
  };
  const succeed: Actor["succeed"] = async (call, parameters) => {
    const { body } = await request(call, parameters);
    expect(body, call).toMatchObject({ result: "success", msg: "" });
    return body;
  };
  return {
    id: account?.user_id ?? 0,
    email: account?.email ?? "",
    name: account?.full_name ?? "",
    request,
    succeed,
    register: async (types, options = {}) => {
      const state = await succeed("POST /register", {
        client_capabilities: capabilities,
        ...(types === undefined ? {} : { event_types: types }),
        ...options,
      });
      return queueOf(succeed, state);
    },
  };
}

function queueOf(succeed: Actor["succeed"], state: Body): Queue {
  let last: number = state["last_event_id"];
  return {
    queueId: state["queue_id"],
    state,
    receive: async () => {
      const queue = { queue_id: state["queue_id"], last_event_id: last, dont_block: true };
      const { events } = await succeed("GET /events", queue);
      last = events.at(-1)?.id ?? last;
      return events.filter(({ type }: Body) => type !== "heartbeat");
    },
  };
}

let freshCount = 0;

/** LEVEL(9): before it, principals are emails. */
async function newStream(
  { level }: Contracted,
  creator: Actor,
  name: string,
  others: readonly Actor[],
  settings: Body,
): Promise<Stream> {
  const everybody = [creator, ...others];
  await creator.succeed("POST /users/me/subscriptions", {
    subscriptions: [{ name }],
    principals: everybody.map(({ id, email }) => (level < 9 ? email : id)),
    ...settings,
  });
  const { stream_id: id } = await creator.succeed("GET /get_stream_id", { stream: name });
  return { id, name };
}

export function sceneOf(server: Contracted, record: RecordExchange): Scene {
  const { cast, clock, control, mails, level } = server;
  const fresh = (word: string) => `${word} ${++freshCount}`;
  const people = parts.map((part) => [part, actorFor(server, cast[part], record)] as const);
  const acting = Object.fromEntries(people) as Record<Part, Actor>;
  return {
    ...acting,
    nobody: actorFor(server, undefined, record),
    level,
    fresh,
    stream: (others, settings = {}) =>
      newStream(server, acting.administrator, fresh("stream"), others, settings),
    now: () => Math.floor(clock.now() / 1000),
    pass: clock.pass,
    control,
    mails,
  };
}
