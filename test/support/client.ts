/** A client without a screen: store, journal and session, connected to a realm in the same process. */

import { createConnection } from "#api/connection.ts";
import { type HttpRequest, type Send, TransportError } from "#api/transport.ts";
import { silent } from "#base/log.ts";
import { seeded } from "#base/random.ts";
import { get } from "#base/table.ts";
import { editorOf } from "#editor/editor.ts";
import { newSend } from "#journal/actions/send.ts";
import type { Address, Intent, IntentId } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { emptyReplica } from "#model/replica.ts";
import type { Rule } from "#model/rules/rule.ts";
import type { Realm } from "#realm/realm.ts";
import { withComposer, writing } from "#store/composer.ts";
import { placeOf } from "#store/lists.ts";
import { noRules } from "#store/rules.ts";
import type { Preferences } from "#store/screen.ts";
import { sendsOf } from "#store/sends.ts";
import { newSession } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { addIntents, changeScreen, createStore } from "#store/store.ts";
import { type RunningSession, type SessionOptions, startSession } from "#sync/session.ts";
import type { FakeClock } from "./clock.ts";
import { counted, type Left } from "./counted.ts";
import { emptyScreen } from "./empty-screen.ts";
import type { Stoppable } from "./stoppable.ts";
import { type Disk, memoryDisk } from "./storage.ts";

/** The network between a client and a realm, which tests can interrupt and inspect. */
export type Network = {
  readonly send: Send;
  /** False: requests fail to connect, and pending polls end. */
  readonly plug: (connected: boolean) => void;
  /**
   * `silent`: requests are lost without an error. `deaf`: they arrive, but their answers are lost. Affected requests are
   * never answered, even after the line is `well` again.
   */
  readonly line: (state: LineState) => void;
  /** Connects the address to another realm. */
  readonly replace: (realm: Realm) => void;
  /** Method and path of each request that was sent. */
  readonly sent: string[];
};

export type LineState = "well" | "silent" | "deaf";

const site = "http://realm.test";

async function wholeBody(body: NonNullable<HttpRequest["body"]>) {
  if (typeof body === "string" || !(Symbol.asyncIterator in body)) return body;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new Blob(chunks);
}

type Running = {
  readonly session: RunningSession;
  readonly network: Network;
  readonly clock: FakeClock;
  readonly left: Left;
  /** A process that was killed cannot be stopped. */
  readonly mayBeKilled: boolean;
};

const running = new Set<Running>();

/** The clients that have not been stopped yet. */
export const runningClients = (): ReadonlySet<unknown> => new Set(running);

/**
 * Stops all clients but these without letting them delete their queues. Whatever a session has registered is given back
 * then: no timer waits, and nothing watches the store.
 */
export async function stopAll(others: ReadonlySet<unknown> = new Set()): Promise<void> {
  const clients = [...running].filter((each) => !others.has(each));
  for (const each of clients) running.delete(each);
  for (const { session, network, clock, left, mayBeKilled } of clients) {
    network.plug(false);
    const stopped = session.stop();
    await clock.pass("1 s");
    if (mayBeKilled) continue;
    await stopped;
    const rest = left();
    if (rest.length > 0) throw new Error(`Left after stop():\n${rest.join("\n")}`);
  }
}

export function networkTo(first: Realm): Network {
  let realm = first;
  let isPlugged = true;
  const underWay = new Set<AbortController>();
  let state: LineState = "well";
  let era = { isLost: false };
  const sent: string[] = [];
  return {
    sent,
    line: (next) => {
      state = next;
      era.isLost ||= next !== "well";
      era = { isLost: next === "deaf" };
    },
    plug: (connected) => {
      for (const end of underWay) end.abort(new TransportError("maybe", "the line was cut"));
      isPlugged = connected;
    },
    replace: (next) => {
      realm = next;
    },
    send: async ({ method, url, headers, body, take }, signal) => {
      if (!isPlugged) throw new TransportError("no", "nobody is there");
      const path = new URL(url).pathname.replace("/api/v1", "");
      sent.push(`${method} ${path}`);
      const end = new AbortController();
      const leave = () => end.abort(signal.reason);
      if (signal.aborted) leave();
      signal.addEventListener("abort", leave, { once: true });
      underWay.add(end);
      try {
        if (state === "silent") return await never(end.signal);
        const own = era;
        const request = new Request(url, {
          method,
          headers,
          // Only polls wait at the realm; a request that follows a signal takes half as long again.
          ...(path === "/events" && { signal: end.signal }),
          ...(body === undefined ? {} : { body: await wholeBody(body) }),
        });
        const response = await untilAborted(realm.fetch(request), end.signal);
        if (own.isLost) return await never(end.signal);
        const { status } = response;
        const answer = { status, headers: Object.fromEntries(response.headers) };
        if (take === undefined || status !== 200) return { ...answer, text: await response.text() };
        await take(new Uint8Array(await response.arrayBuffer()));
        return { ...answer, text: "" };
      } finally {
        underWay.delete(end);
        signal.removeEventListener("abort", leave);
      }
    },
  };
}

/** Never resolves; rejects when the signal aborts. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The result of `work`, or the reason of the signal; a connection cut by the realm is a transport error. */
function untilAborted(work: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, (error: unknown) =>
      reject(new TransportError("maybe", error instanceof Error ? error.message : String(error))),
    );
  });
}

export type Client = {
  readonly store: Store;
  readonly session: RunningSession;
  readonly network: Network;
  readonly disk: Disk;
  readonly newId: () => string;
  readonly open: (narrow: Narrow) => void;
  /** Sends a text as the composer does; returns the intent's ID. */
  readonly send: (address: Address, text: string) => IntentId;
  readonly types: (address: Address, text: string) => void;
  /** The rows of a conversation: contents of messages, then of sends with their phase. */
  readonly rows: (address: Address) => readonly string[];
  readonly pendingSends: (address: Address) => readonly Intent[];
};

export type ClientOptions = Partial<SessionOptions> & {
  readonly clock: FakeClock;
  readonly realm: Realm;
  readonly disk?: Disk;
  /** A process that can be stopped; by default none. */
  readonly process?: Stoppable;
  /** A prefix for IDs, so that clients never share one. */
  readonly name?: string;
  readonly email?: string;
  /** The user's choices in the configuration file. */
  readonly preferences?: Preferences;
  readonly rules?: readonly Rule[];
  /** What the screen says from its start; by default nothing. */
  readonly notice?: string;
  /** Wraps the network, as to count what is sent. */
  readonly over?: (send: Send) => Send;
};

/** Signs in as the realm's first account by default. */
export function startClient(options: ClientOptions): Client {
  const {
    realm,
    disk = memoryDisk(),
    name = "client",
    process,
    over,
    preferences = {},
    rules = [],
    notice,
    ...rest
  } = options;
  const { clock: time, whileRunning } = process ?? {
    clock: options.clock,
    whileRunning: undefined,
  };
  const account = realm.accounts.find(({ email }) => email === options.email) ?? realm.accounts[0]!;
  const network = networkTo(realm);
  const store = createStore({
    replica: emptyReplica,
    screen: { ...emptyScreen, preferences },
    session: { ...newSession, notice, rules: { ...noRules, all: rules } },
  });
  const { clock, store: watched, left } = counted(time, store);
  let count = 0;
  const newId = () => {
    count += 1;
    return `${name}-${count}`;
  };
  const connection = createConnection({
    site,
    credentials: { email: account.email, key: account.api_key },
    send: whileRunning
      ? (request, signal) => whileRunning(network.send(request, signal))
      : (over?.(network.send) ?? network.send),
    clock,
    log: options.log ?? silent,
    userAgent: "weir-test/1",
  });
  const session = startSession({
    store: watched,
    connection,
    storage: disk.open(),
    random: seeded(3),
    log: silent,
    newId,
    prefetchTarget: () => undefined,
    attention: { lastKeyAt: clock.now, reportsFocus: () => true },
    ...rest,
    clock,
  });
  running.add({ session, network, clock: options.clock, left, mayBeKilled: process !== undefined });
  const types = (address: Address, text: string) =>
    changeScreen(store, (screen) =>
      withComposer(writing(screen, address), conversationKey(address), { editor: editorOf(text) }),
    );
  return {
    store,
    session,
    network,
    disk,
    newId,
    types,
    open: (narrow) => changeScreen(store, (screen) => ({ ...screen, place: placeOf(narrow) })),
    send: (address, content) => {
      types(address, "");
      addIntents(store, { clock, newId }, [newSend(store.getState().view, address, content)]);
      return `${name}-${count}` as IntentId;
    },
    pendingSends: (address) => sendsOf(store.getState().journal, conversationKey(address)),
    rows: (address) => {
      const { view, journal } = store.getState();
      const ids = view.histories.get(narrowKey(address))?.ids ?? [];
      const texts = ids.map((id) => get(view.messages, id)?.content);
      const sends = sendsOf(journal, conversationKey(address)).map(({ action: sent, phase }) =>
        sent.kind === "send" ? `${sent.content} (${phase})` : "",
      );
      return [...texts.map((text) => text ?? "?"), ...sends];
    },
  };
}
