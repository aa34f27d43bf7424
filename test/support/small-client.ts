/** A connected client of the small realm, and other users. */
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { problemOf } from "#commands/forms/form.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { watchLists } from "#commands/lists/lists.ts";
import type { Action, Address } from "#journal/intent.ts";
import { composerKeyOf, isConflictKey } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { textOf } from "#store/composer.ts";
import { selectedRow } from "#store/list.ts";
import { openList } from "#store/lists.ts";
import { act, addIntents, changeScreen, undoStep } from "#store/store.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { type Client, type ClientOptions, startClient } from "./client.ts";
import { type FakeClock, fakeClock } from "./clock.ts";
import { keyPresser } from "./key-presser.ts";
import { noDesktop, noViewport } from "./no-ports.ts";
import { type StartedRealm, type StartOptions, startRealm } from "./realm.ts";
import { people, streams } from "./small-blueprint.ts";

/** Contains "rolling", and an unread mention of Ana. */
export const deploy: Address = {
  kind: "topic",
  streamId: streams.dev as StreamId,
  topic: "deploy",
};
export const hello: Address = {
  kind: "topic",
  streamId: streams.general as StreamId,
  topic: "hello",
};
/** In a stream where Ana may post without being subscribed, so that there are no events of her messages. */
export const elsewhere: Address = {
  kind: "topic",
  streamId: streams.other as StreamId,
  topic: "elsewhere",
};
export const withBo: Address = {
  kind: "direct",
  userIds: sorted([people.ana as UserId, people.bo as UserId]),
};

/** The initial messages of `deploy`. */
export const before = ["rolling", "@**Ana Ruiz** look"];
/** The same topic, as parameters of callers. */
export const inDeploy = { streamId: streams.dev, topic: "deploy" };

type Options = Omit<StartOptions, "clock"> & {
  /** By default Ana, a member; `cleo` is an administrator. */
  readonly who?: keyof typeof people;
  /** What happens before the client starts. */
  readonly first?: (as: StartedRealm["as"], clock: FakeClock) => Promise<void>;
};

/**
 * A client with `deploy` open and loaded, driven by actions or by keys, and other users. Its terminal is unfocused by
 * default, so that visible messages are not marked as read.
 */
export async function startSmall(
  { who = "ana", first, ...options }: Options = {},
  clientOptions: Partial<Omit<ClientOptions, "clock" | "realm">> = {},
) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, ...options });
  await first?.(as, clock);
  const attention = { lastKeyAt: () => 0, reportsFocus: () => false };
  const email = `${who}@small.example`;
  const client = startClient({ clock, realm, email, attention, ...clientOptions });
  await clock.pass("5 s");
  client.open(deploy);
  await clock.pass("5 s");
  const { store, network, newId } = client;
  const origin = { clock, newId };
  let keys: ReturnType<typeof keyPresser> | undefined;
  const press = (...strokes: readonly string[]) => {
    if (keys === undefined) {
      watchLists(store);
      keys = keyPresser(store, noViewport, noDesktop, clock);
    }
    return keys(...strokes);
  };
  const rowKeys = () => openList(store.getState().screen)?.rows.map(({ key }) => key) ?? [];
  return {
    clock,
    realm,
    client,
    store,
    bo: as(people.bo),
    cleo: as(people.cleo),
    ana: as(people.ana),
    control: realm.control,
    connection: () => store.getState().session.connection,
    rows: () => client.rows(deploy),
    settles: () => clock.pass("5 s"),
    /** The description of the step; undefined if it has no inverse. */
    act: (action: Action) => act(store, origin, [action]),
    addIntent: (action: Action) => addIntents(store, origin, [action]),
    undo: () => undoStep(store, origin),
    intents: () => [...store.getState().journal.intents.values()],
    open: () => store.getState().journal.intents.size,
    toast: () => store.getState().screen.toast?.text,
    /** The number of requests whose method and path match. */
    sent: (request: RegExp) => network.sent.filter((line) => request.test(line)).length,
    press,
    /** Types each character as a key. */
    type: (text: string) => press(...text),
    /** The rows of the open list. */
    rowKeys,
    row: () => {
      const list = openList(store.getState().screen);
      return list && selectedRow(list);
    },
    /** Moves the cursor of the open list to the row. */
    goes: (key: string) => {
      press("G", "g", "g");
      if (!rowKeys().includes(key)) throw new RangeError(`No row ${key}.`);
      for (let at = 0; at < rowKeys().indexOf(key); at += 1) press("j");
    },
    dialog: () => store.getState().screen.dialog,
  };
}

/** The same, with a message of the user at the end of `deploy`. */
export async function startWithOwnMessage(options: Options = {}) {
  const world = await startSmall(options);
  world.client.send(deploy, "first words");
  await world.clock.pass("2 s");
  const { byId } = world.realm.control.server.state.messages;
  const own = Math.max(...byId.keys()) as MessageId;
  return {
    ...world,
    own,
    stored: () => byId.get(own)?.content,
    shown: (which: "view" | "replica" = "view") =>
      get(world.store.getState()[which].messages, own)?.content,
    placeOf: (id: number) => [byId.get(id)?.streamId, byId.get(id)?.topic],
  };
}

/** The user sits at this client's terminal, or has left it. */
export const sits = ({ store }: Client, focused: boolean) =>
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, focused } }));

/**
 * Two clients of one user on one realm, and their drafts. The user sits at the terminal of the client where a text was
 * typed last, or with `atBoth`, at both of them.
 */
export async function startTwo({
  atBoth = false,
  ...options
}: Options & { atBoth?: boolean } = {}) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, ...options });
  const both = ["first", "second"].map((name) => startClient({ clock, realm, name }));
  const [first, second] = both.map((client): Client => {
    const comes = () => {
      for (const one of both) sits(one, atBoth || one === client);
    };
    return {
      ...client,
      types: (address, text) => {
        comes();
        client.types(address, text);
      },
      send: (address, text) => {
        comes();
        return client.send(address, text);
      },
    };
  }) as [Client, Client];
  await clock.pass("5 s");
  const ana = as(people.ana);
  /** The server's drafts, without the one that the realm starts with. */
  const serverDrafts = async () => {
    const { body } = await ana.get("/drafts");
    return (body["drafts"] as Record<string, unknown>[])
      .map(({ type, to, topic, content }) => ({ type, to, topic, content }))
      .filter(({ content }) => content !== "half a");
  };
  return { clock, realm, first, second, ana, serverDrafts };
}

/** The text of a composer. */
export const reads = ({ store }: Client, address: Address) =>
  textOf(store.getState(), conversationKey(address));
/** The conflicting versions of that draft. */
export const beside = ({ store }: Client, address: Address) =>
  [...store.getState().journal.drafts]
    .filter(
      ([key, draft]) =>
        isConflictKey(key) && composerKeyOf(key, draft) === conversationKey(address),
    )
    .map(([, { text }]) => text);

type AtTheKeys = Awaited<ReturnType<typeof startSmall>>;

/** The open form, filled in by keys. */
export function formKeys({ store, press, type, dialog }: AtTheKeys) {
  const shown = () => {
    const open = dialog();
    return open?.kind === "form" ? shownForm(store.getState().view, open) : undefined;
  };
  const goesTo = (key: string) => {
    const at = shown()?.now.fields.findIndex((field) => field.key === key) ?? -1;
    if (at < 0) throw new RangeError(`No field ${key}.`);
    while (shown()?.form.at !== at) press("Tab");
  };
  return {
    shown,
    goesTo,
    /** Replaces the text of a field. */
    fills: (key: string, text: string) => {
      goesTo(key);
      press("End", "^U");
      type(text);
    },
    /** Cycles a choice to the value. */
    chooses: (key: string, value: string) => {
      goesTo(key);
      const count = 20;
      for (let turn = 0; turn < count && shown()?.change.values[key] !== value; turn += 1)
        press("Right");
    },
    value: (key: string) => shown()?.change.values[key],
    problems: () => {
      const now = shown();
      return now?.now.fields.flatMap((field) => problemOf(field, now.change) ?? []) ?? [];
    },
    /** Selects and accepts the answer that saves, or the last item of a menu. */
    confirms: () => {
      if (dialog()?.kind === "menu") press("Up");
      else while (shown()?.answer !== "save") press("Tab");
      press("Enter");
    },
  };
}
