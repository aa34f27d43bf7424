/** What a case plays with: people who ask a server, and words for what they expect of its answers. */
import { expect } from "vitest";
import type { Body } from "../support/realm.ts";
import { type Part, parts } from "./cast.ts";
import type { Account, Answered, Contracted, Control } from "./server.ts";
import type { Exchange } from "./trace.ts";

/** A queue that somebody listens on. */
export type Ear = {
  readonly queueId: string;
  /** What the register answered. */
  readonly state: Body;
  /** What came since it was asked last, heartbeats left out. */
  readonly hears: () => Promise<readonly Body[]>;
};

export type Asker = {
  readonly id: number;
  /** The API address. */
  readonly email: string;
  readonly name: string;
  /** `call` is `PATCH /streams/{stream_id}`; parameters of the path stand among the others. */
  readonly asks: (call: string, parameters?: Body) => Promise<Answered>;
  /** Expects a success; gives the answer. */
  readonly does: (call: string, parameters?: Body) => Promise<Body>;
  /** Registers for events of these types, or of all; `options` are further parameters of the register. */
  readonly listens: (types?: readonly string[], options?: Body) => Promise<Ear>;
};

export type Scene = Readonly<Record<Part, Asker>> & {
  /** Signs in with nothing. */
  readonly nobody: Asker;
  readonly level: number;
  /** A name that nothing else has. */
  readonly fresh: (word: string) => string;
  /** A new stream with these people in it, made by the administrator, who is in it, too. */
  readonly stream: (people: readonly Asker[], settings?: Body) => Promise<Stream>;
  /** The server's time in UNIX seconds. */
  readonly now: () => number;
  /** Lets time pass. */
  readonly pass: (span: string) => Promise<void>;
  readonly control: Control;
  readonly mails: (address: string) => readonly string[];
};

export type Stream = { readonly id: number; readonly name: string };

/** Notes what was asked and answered. */
export type Note = (exchange: Omit<Exchange, "by">) => void;

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

function asker(server: Contracted, account: Account | undefined, note: Note): Asker {
  const asks: Asker["asks"] = async (call, parameters = {}) => {
    const { path, rest } = pathOf(call, parameters);
    const answer = await server.send(call.split(" ")[0] ?? "", path, rest, account);
    note({ call, sent: parameters, level: server.level, ...answer });
    return answer;
  };
  const does: Asker["does"] = async (call, parameters) => {
    const { body } = await asks(call, parameters);
    expect(body, call).toMatchObject({ result: "success", msg: "" });
    return body;
  };
  return {
    id: account?.user_id ?? 0,
    email: account?.email ?? "",
    name: account?.full_name ?? "",
    asks,
    does,
    listens: async (types, options = {}) => {
      const state = await does("POST /register", {
        client_capabilities: capabilities,
        ...(types === undefined ? {} : { event_types: types }),
        ...options,
      });
      return earOf(does, state);
    },
  };
}

function earOf(does: Asker["does"], state: Body): Ear {
  let last: number = state["last_event_id"];
  return {
    queueId: state["queue_id"],
    state,
    hears: async () => {
      const queue = { queue_id: state["queue_id"], last_event_id: last, dont_block: true };
      const { events } = await does("GET /events", queue);
      last = events.at(-1)?.id ?? last;
      return events.filter(({ type }: Body) => type !== "heartbeat");
    },
  };
}

let named = 0;

/** Makes a stream with people in it. LEVEL(9): people are named by their addresses before it. */
async function newStream(
  { level }: Contracted,
  maker: Asker,
  name: string,
  others: readonly Asker[],
  settings: Body,
): Promise<Stream> {
  const everybody = [maker, ...others];
  await maker.does("POST /users/me/subscriptions", {
    subscriptions: [{ name }],
    principals: everybody.map(({ id, email }) => (level < 9 ? email : id)),
    ...settings,
  });
  const { stream_id: id } = await maker.does("GET /get_stream_id", { stream: name });
  return { id, name };
}

export function sceneOf(server: Contracted, note: Note): Scene {
  const { cast, clock, control, mails, level } = server;
  const fresh = (word: string) => `${word} ${++named}`;
  const people = parts.map((part) => [part, asker(server, cast[part], note)] as const);
  const acting = Object.fromEntries(people) as Record<Part, Asker>;
  return {
    ...acting,
    nobody: asker(server, undefined, note),
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
