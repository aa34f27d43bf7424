/** Weir's own session of one user, beside the small clients: it polls, loses its connection and fetches pages by itself. */
import { createConnection } from "#api/connection.ts";
import { silent } from "#base/log.ts";
import { decodeEvent } from "#model/decode.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Realm } from "#realm/realm.ts";
import type { StreamId } from "#wire/ids.ts";
import { type Client as Program, startClient } from "../../support/client.ts";
import type { FakeClock } from "../../support/clock.ts";
import type { Body, Caller, Parameters } from "../../support/realm.ts";
import { streams } from "../../support/small-blueprint.ts";
import { one } from "./action.ts";
import { everything, isGuest, note, noteBlurs, type Past, roleIn } from "./client.ts";
import type { Known } from "./comparison.ts";

export type Session = {
  /** Lets it act for a moment after an action, depending on `luck`. */
  readonly live: (luck: number) => Promise<void>;
  /** Restores the connection and fetches everything; undefined if the user cannot sign in. */
  readonly settle: () => Promise<Known | undefined>;
};

const narrows: readonly Narrow[] = [
  everything,
  { kind: "topic", streamId: streams.dev as StreamId, topic: "deploy" },
  { kind: "stream", streamId: streams.general as StreamId },
  { kind: "mentions" },
  { kind: "directs" },
  { kind: "starred" },
];

type World = { readonly clock: FakeClock; readonly realm: Realm };

/** The caller advances the clock. `caller` is the same user. */
export async function startWhole({ clock, realm }: World, caller: Caller): Promise<Session> {
  const past: Past = {
    hasChangedRole: false,
    wasGuest: false,
    lost: new Set(),
    blurred: new Set(),
  };
  const wire = tapped(realm, (events) => {
    noteBlurs(past, events);
    for (const raw of events) {
      const decoded = decodeEvent(raw);
      if (decoded.kind === "event") note(past, decoded.event, program.store.getState().replica);
    }
  });
  const { email } = caller.account;
  const program = startClient({ clock, realm: { ...realm, fetch: wire.fetch }, email });
  follow(program, past);
  await clock.pass("4 s");
  program.open(everything);
  await clock.pass("4 s");
  const isThere = () =>
    realm.control.server.state.people.byId.get(caller.account.user_id)?.isActive === true;
  const mend = () => {
    program.network.plug(true);
    const { connection } = program.store.getState().session;
    if (connection.kind === "signed-out" && isThere()) signIn(program, caller, clock);
  };
  return {
    live: async (luck) => {
      mend();
      if (luck % 16 === 1) program.network.plug(false);
      if (luck % 16 === 2) wire.loseOne();
      if (luck % 16 === 3) program.open(one(narrows, luck >> 4));
      if (luck % 3 > 0) await clock.pass(luck);
    },
    settle: async () => {
      mend();
      program.open(everything);
      await clock.pass("1 min");
      const { replica } = program.store.getState();
      return isThere()
        ? { ...past, caller, registerOptions: wire.registerOptions(), replica }
        : undefined;
    },
  };
}

function signIn({ session, network }: Program, { account }: Caller, clock: FakeClock): void {
  const credentials = { email: account.email, key: account.api_key };
  const site = "http://realm.test";
  const { send } = network;
  const userAgent = "weir-test/1";
  session.signIn(createConnection({ site, credentials, send, clock, log: silent, userAgent }));
}

/** Records changes of the role; a new register resets the past. */
function follow({ store }: Program, past: Past): void {
  store.subscribe(({ replica }, { replica: before }) => {
    if (replica === before) return;
    if (replica.epoch !== before.epoch) {
      Object.assign(past, { hasChangedRole: false, wasGuest: isGuest(replica) });
      past.lost.clear();
      past.blurred.clear();
      return;
    }
    past.hasChangedRole ||= roleIn(replica) !== roleIn(before);
    past.wasGuest ||= isGuest(replica);
  });
}

/** Reports events on their way to the client, and can drop an answer. */
function tapped(realm: Realm, onEvents: (events: readonly Body[]) => void) {
  let isLossy = false;
  let registerOptions: Parameters = {};
  return {
    /** Parameters of the latest register. */
    registerOptions: () => registerOptions,
    /** Drops the next answer with events. */
    loseOne: () => {
      isLossy = true;
    },
    fetch: async (request: Request) => {
      const path = new URL(request.url).pathname.replace("/api/v1", "");
      if (path === "/register")
        registerOptions = Object.fromEntries(new URLSearchParams(await request.clone().text()));
      const response = await realm.fetch(request);
      if (path !== "/events" || request.method !== "GET" || !response.ok) return response;
      const isLost = isLossy;
      isLossy = false;
      if (isLost) throw new Error("The answer was lost.");
      onEvents((await response.clone().json()).events);
      return response;
    },
  };
}
