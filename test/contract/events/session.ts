/**
 * Weir's own session of one user, beside the small clients: it polls, loses its connection, fetches pages by itself, and is
 * started again from its files.
 */
import { createConnection } from "#api/connection.ts";
import { openArchiveHere } from "#archive/client.ts";
import { silent } from "#base/log.ts";
import { values } from "#base/table.ts";
import { editorOf } from "#editor/editor.ts";
import { decodeEvent } from "#model/decode.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Realm } from "#realm/realm.ts";
import { isBeingWritten, targetKey, withEditor, writing } from "#store/composer.ts";
import type { Screen } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { type Client as Program, startClient } from "../../support/client.ts";
import type { FakeClock } from "../../support/clock.ts";
import { quickFolder } from "../../support/folder.ts";
import type { Body, Caller, Parameters } from "../../support/realm.ts";
import { streams } from "../../support/small-blueprint.ts";
import { memoryDisk } from "../../support/storage.ts";
import { one } from "./action.ts";
import { everything, isGuest, note, noteBlurs, type Past, roleIn } from "./client.ts";
import type { Known } from "./comparison.ts";

export type Session = {
  /** Lets it act for a moment after an action, depending on `luck`. */
  readonly live: (luck: number) => Promise<void>;
  /** Restores the connection and fetches everything; undefined if the user cannot sign in. */
  readonly settle: () => Promise<Known | undefined>;
};

const inDeploy = { kind: "topic", streamId: streams.dev as StreamId, topic: "deploy" } as const;
const narrows: readonly Narrow[] = [
  everything,
  inDeploy,
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
    closed: new Set(),
    blurred: new Set(),
    returned: new Set(),
  };
  const onRegister = (answer: Body) => writes.onRegister(answer);
  const wire = tapped(realm, onRegister, (events) => {
    noteBlurs(past, events);
    for (const event of events) writes.onEvent(event);
    for (const raw of events) {
      const decoded = decodeEvent(raw);
      if (decoded.kind === "event") note(past, decoded.event, program.store.getState().replica);
    }
  });
  const { email } = caller.account;
  const start = starter({ clock, realm: { ...realm, fetch: wire.fetch } }, email, past);
  let { program, quit, close } = start();
  const writes = writerIn(() => program);
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
      if (luck % 5 === 0) writes.on(luck);
      if (luck % 16 === 1) program.network.plug(false);
      if (luck % 16 === 2) wire.loseOne();
      if (luck % 16 === 3) program.open(one(narrows, luck >> 4));
      if (luck % 32 === 4) {
        await quit();
        ({ program, quit, close } = start());
        program.network.plug(luck % 64 === 4);
      }
      if (luck % 3 > 0) await clock.pass(luck);
    },
    settle: async () => {
      mend();
      program.open(everything);
      await clock.pass("1 min");
      writes.expectKept();
      await close();
      const { replica } = program.store.getState();
      return isThere()
        ? { ...past, caller, registerOptions: wire.registerOptions(), replica }
        : undefined;
    },
  };
}

/** Starts a program again and again, with the same files. */
function starter(world: World, email: string, past: Past) {
  const disk = memoryDisk();
  const place = quickFolder();
  return () => {
    const owner = { account: email, keepsMessages: true };
    const { archive, close } = openArchiveHere(place, owner, world.clock);
    const program = startClient({ ...world, email, disk, archive });
    follow(program, past);
    const quit = async () => {
      const stopped = program.session.stop();
      await world.clock.pass("2 s");
      await stopped;
      await close();
    };
    return { program, quit, close };
  };
}

/**
 * Somebody who types with pauses, while everything else happens: a message in a topic that others move, resolve and
 * delete, or an edit of an own message there. What was typed last stands in a composer, or in Drafts.
 */
function writerIn(program: () => Program) {
  let last = "";
  let count = 0;
  const typed = new Set<string>();
  const copies = new Map<number, string>();
  /** The user has edited a draft in another client: that replaces what was typed here before. */
  const onEdited = (content: string) => {
    if (!typed.has(content)) last = "";
  };
  /** The user has deleted it in another client: only a text that is being written here stays. */
  const onDeleted = (id: number) => {
    const { screen } = program().store.getState();
    const isWritten = [...screen.composers].some(
      ([key, { editor }]) => editor.text.includes(last) && isBeingWritten(screen, key),
    );
    if (typed.has(copies.get(id) ?? "") && !isWritten) last = "";
    copies.delete(id);
  };
  return {
    /** No event tells of an edit or a deletion while there was no queue. */
    onRegister: ({ drafts }: Body) => {
      const left = new Set(drafts.map(({ id }: Body) => id));
      for (const id of copies.keys()) if (!left.has(id)) onDeleted(id);
      for (const { id, content } of drafts) {
        if (content !== copies.get(id)) onEdited(content);
        copies.set(id, content);
      }
    },
    onEvent: ({ type, op, draft_id: id, draft, drafts = [draft] }: Body) => {
      if (type !== "drafts") return;
      if (op === "remove") return onDeleted(id);
      if (op === "update") onEdited(draft.content);
      for (const { id, content } of drafts) copies.set(id, content);
    },
    on: (luck: number) => {
      const { store } = program();
      const { view, screen } = store.getState();
      const own = [...values(view.messages)].filter(({ senderId }) => senderId === view.ownId);
      const message = own.length > 0 && luck % 3 === 0 ? one(own, luck >> 3) : undefined;
      const goesOn = luck % 4 !== 0 && last !== "";
      count += 1;
      last = goesOn ? `${last} more` : `text ${count}`;
      typed.add(last);
      const opened = goesOn ? screen : opening(screen, message);
      const target = targetKey(opened.composing);
      changeScreen(store, () => withEditor(opened, target, editorOf(last)));
    },
    expectKept: () => {
      const { screen, journal } = program().store.getState();
      const texts = [
        ...[...screen.composers.values()].map(({ editor }) => editor.text),
        ...[...journal.drafts.values()].map(({ text }) => text),
      ];
      if (last !== "" && !texts.some((text) => text.includes(last)))
        throw new Error(`What was typed is gone: ${last}`);
    },
  };
}

function opening(screen: Screen, message: Message | undefined): Screen {
  if (message === undefined) return writing(screen, inDeploy);
  const address = conversationOfMessage(message);
  return {
    ...writing(screen),
    composing: { kind: "edit", id: message.id, address, focus: "pane" },
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
      past.closed.clear();
      past.blurred.clear();
      past.returned.clear();
      return;
    }
    past.hasChangedRole ||= roleIn(replica) !== roleIn(before);
    past.wasGuest ||= isGuest(replica);
  });
}

/** Reports registers and events on their way to the client, and can drop an answer. */
function tapped(
  realm: Realm,
  onRegister: (answer: Body) => void,
  onEvents: (events: readonly Body[]) => void,
) {
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
      if (path === "/register" && response.ok) onRegister(await response.clone().json());
      if (path !== "/events" || request.method !== "GET" || !response.ok) return response;
      const isLost = isLossy;
      isLossy = false;
      if (isLost) throw new Error("The answer was lost.");
      onEvents((await response.clone().json()).events);
      return response;
    },
  };
}
