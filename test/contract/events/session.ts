/** Weir's own session of one person beside the small clients: it waits for events, is cut off, and asks for pages itself. */
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
import type { Known } from "./told.ts";

export type Session = {
  /** Goes on for a moment after a action, as its luck says. */
  readonly live: (luck: number) => Promise<void>;
  /** Everything is well again, and everything was asked for; then what it knows. */
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

/** `realm` answers when it does; time is passed by whoever calls. `caller` is the same person. */
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
      return isThere() ? { ...past, caller, wanted: wire.wanted(), replica } : undefined;
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

/** Keeps what the past is to say of roles; with a new queue it begins anew. */
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

/** The way to the realm with somebody who listens, and who loses an answer when told. */
function tapped(realm: Realm, heard: (events: readonly Body[]) => void) {
  let isLossy = false;
  let wanted: Parameters = {};
  return {
    /** What was asked for with the newest register. */
    wanted: () => wanted,
    /** The next events never arrive. */
    loseOne: () => {
      isLossy = true;
    },
    fetch: async (request: Request) => {
      const path = new URL(request.url).pathname.replace("/api/v1", "");
      if (path === "/register")
        wanted = Object.fromEntries(new URLSearchParams(await request.clone().text()));
      const response = await realm.fetch(request);
      if (path !== "/events" || request.method !== "GET" || !response.ok) return response;
      const isLost = isLossy;
      isLossy = false;
      if (isLost) throw new Error("The answer was lost.");
      heard((await response.clone().json()).events);
      return response;
    },
  };
}
