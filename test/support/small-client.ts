/** A connected client of the small realm, and other users. */
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { problemOf } from "#commands/forms/form.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { watchChoices } from "#commands/keys/inputs.ts";
import { watchLists } from "#commands/lists/lists.ts";
import type { Action, Address } from "#journal/intent.ts";
import { selectedRow } from "#store/list.ts";
import { openList } from "#store/lists.ts";
import { act, addIntents, changeScreen, undoStep } from "#store/store.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { type Client, type ClientOptions, startClient } from "./client.ts";
import { type FakeClock, fakeClock } from "./clock.ts";
import { keyPresser, ownKeys } from "./key-presser.ts";
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

/** What happens before a client starts; what it made is part of the world that the test gets. */
type First<Made> = (as: StartedRealm["as"], clock: FakeClock) => Promise<Made> | Promise<void>;

type Options<Made> = Omit<StartOptions, "clock"> & {
  /** By default Ana, a member; `cleo` is an administrator. */
  readonly who?: keyof typeof people;
  readonly first?: First<Made>;
};

/** A message of Ana at the end of `deploy`. */
export const ownMessage: First<{ own: MessageId }> = async (as) => ({
  own: (await as(people.ana).say(inDeploy, "first words")) as MessageId,
});

/**
 * A client with `deploy` open and loaded, driven by actions or by keys, and other users. Its terminal is unfocused by
 * default, so that visible messages are not marked as read.
 */
export async function startSmall<Made extends { readonly own?: MessageId } = object>(
  { who = "ana", first, ...options }: Options<Made> = {},
  clientOptions: Partial<Omit<ClientOptions, "clock" | "realm">> = {},
) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, ...options });
  const made = ((await first?.(as, clock)) ?? {}) as Made;
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
      watchChoices({ store, keys: ownKeys, clock });
      keys = keyPresser(store, noViewport, noDesktop, clock);
    }
    return keys(...strokes);
  };
  const { byId } = realm.control.server.state.messages;
  const own = made.own ?? (0 as MessageId);
  const rowKeys = () => openList(store.getState().screen)?.rows.map(({ key }) => key) ?? [];
  return {
    ...made,
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
    /** The content of a message, by default the one that the user has sent first: at the server, and here. */
    stored: (id = own) => byId.get(id)?.content,
    shown: (which: "view" | "replica" = "view") =>
      get(store.getState()[which].messages, own)?.content,
    placeOf: (id: number) => [byId.get(id)?.streamId, byId.get(id)?.topic],
  };
}

/** The user sits at this client's terminal, or has left it. */
export const sits = ({ store }: Client, focused: boolean) =>
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, focused } }));

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
