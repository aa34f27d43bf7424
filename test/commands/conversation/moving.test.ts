/** Moving messages by keys. */
import { expect, test } from "vitest";
import { openNarrow } from "#commands/places/navigation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import {
  acme,
  backend,
  deployWindow,
  design,
  idsOf,
  now,
  readingScreen,
  storeOf,
} from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall } from "../../support/small-client.ts";

const from = { streamId: backend, topic: "deploy window" };
const ids = idsOf(acme(), deployWindow);

function reading(settings: Replica["organization"]["settings"] = {}, at = 2) {
  const base = acme();
  const replica = { ...base, organization: { ...base.organization, settings } };
  const store = storeOf(replica, readingScreen(deployWindow, ids[at]));
  const state = () => store.getState();
  return {
    press: keyPresser(store, noViewport, noDesktop, fakeClock(now * 1000)),
    dialog: () => state().screen.dialog,
    toast: () => state().screen.toast,
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
    menu: () => menuIn(store, now * 1000),
  };
}

const wipe = ["^W", "^W"];

test("T renames the topic of the selected message, and u undoes it", () => {
  const { press, dialog, menu, actions, toast } = reading();
  press("T");
  expect(dialog()).toMatchObject({ input: { text: "backend > deploy window" } });
  press(...wipe, ..."rollback", "Enter");
  expect(menu()).toEqual({
    title: "Move “rolling back 4.2, the pool is exhausted again”",
    lines: ["from #backend › deploy window", "to #backend › rollback"],
    items: [
      "a All 6 messages of the topic",
      "l This message and the 3 after it",
      "o This message only",
      "n Notice in the new topic",
      "p Notice in the old topic",
    ],
  });
  press("n", "p", "a");
  const to = { streamId: backend, topic: "rollback" };
  const action = { kind: "move", messageId: ids[2], from, to, mode: "change_all" };
  expect(actions()).toEqual([{ ...action, quiet: true, noticeInOld: true }]);
  expect(toast()).toMatchObject({
    text: "Renamed #backend › deploy window to #backend › rollback",
    undo: true,
  });
  press("u");
  expect(actions()).toEqual([]);
});

test("the question about a topic of one message does not speak of several", async () => {
  const { bo, store, press, settles } = await startSmall();
  const lone = { kind: "topic", streamId: streams.dev as StreamId, topic: "lone" } as const;
  await bo.say(lone, "anybody?");
  openNarrow(store, lone);
  await settles();
  press("T", ..." case", "Enter");
  expect(menuIn(store)?.items[0]).toBe("a The only message of the topic");
});

test("what names no stream is a topic of the same one, if no stream was meant", () => {
  const { press, menu, toast } = reading();
  press("T", "^U", ..."nosuch > rollback", "Enter");
  expect([menu(), toast()]).toEqual([undefined, undefined]);
  press("^U", ..."rollback", "Enter");
  expect(menu()?.lines).toContain("to #backend › rollback");
});

test("the last message of a topic is not offered together with those after it", () => {
  const { press, menu } = reading({}, ids.length - 1);
  press("T", ...wipe, ..."rollback", "Enter");
  expect(menu()?.items.slice(0, 3)).toEqual([
    "a All 6 messages of the topic",
    "o This message only",
    "n Notice in the new topic",
  ]);
});

test("Tab completes where to move, and only Enter goes on, so that no letter answers the question", () => {
  const { press, dialog, actions } = reading();
  press("T", "^U", ..."desi", "Tab");
  expect(dialog()).toMatchObject({ input: { text: "design > deploy window" } });
  press(...wipe, ..."ico", "Down", "Tab");
  expect(dialog()).toMatchObject({ kind: "move-target", input: { text: "design > icons" } });
  press("Tab", ..."also");
  expect(dialog()).toMatchObject({ kind: "move-target", input: { text: "design > iconsalso" } });
  expect(actions()).toEqual([]);
});

test("choosing another stream keeps the topic, and of a move into an existing topic only one message comes back", () => {
  const { press, dialog, actions, toast } = reading();
  press("T", "^U", ..."design", "Enter");
  expect(dialog()).toMatchObject({
    kind: "move-target",
    input: { text: "design > deploy window" },
  });
  press(...wipe, ..."icons", "Enter", "l");
  const to = { streamId: design, topic: "icons" };
  const action = { kind: "move", messageId: ids[2], from, to } as const;
  expect(actions()).toEqual([{ ...action, mode: "change_later", merges: true }]);
  expect(toast()).toMatchObject({ text: "Moved 4 messages to #design › icons", undo: false });
  const alone = reading();
  alone.press("T", "^U", ..."design > icons", "Enter", "o");
  expect(alone.actions()).toEqual([{ ...action, mode: "change_one" }]);
  expect(alone.toast()).toMatchObject({ text: "Moved the message to #design › icons", undo: true });
});

test("moves that the realm does not allow are reported before anything is requested", () => {
  const policy = reading({ edit_topic_policy: 2 });
  policy.press("T", "x", "Enter");
  expect(policy.toast()?.text).toBe("Only administrators may change topics.");
  const between = reading({ move_messages_between_streams_policy: 6 });
  between.press("T", "^U", ..."design", "Enter", "Enter");
  expect(between.toast()?.text).toMatch(/another stream/);
  expect(between.dialog()?.kind).toBe("move-target");
});

test("if only the oldest messages are past the time limit, the later ones can be moved", () => {
  const { press, toast, actions } = reading({ move_messages_within_stream_limit_seconds: 3600 });
  press("T", "x", "Enter", "a");
  expect(toast()?.text).toBe("Messages can only be moved for 1 hour. Some are older.");
  press("l");
  expect(actions()).toMatchObject([{ mode: "change_later" }]);
});

/** Opens #dev from the list of streams, and the question where to move its topic, with nothing typed. */
async function asksInDev({ press, goes, settles }: Awaited<ReturnType<typeof startSmall>>) {
  press("g", "b");
  goes(`browse:${streams.dev}`);
  press("Enter");
  await settles();
  press("T", "^U");
}

test("a move to an inaccessible private stream is refused before anything is requested", async () => {
  const client = await startSmall({ who: "cleo" });
  const { press, type, settles, bo, dialog, toast } = client;
  await bo.post("/users/me/subscriptions", {
    subscriptions: [{ name: "attic" }],
    invite_only: true,
  });
  await settles();
  await asksInDev(client);
  type("attic > boxes");
  press("Enter");
  expect(toast()).toBe("Only subscribers may post in #attic.");
  expect(dialog()?.kind).toBe("move-target");
});

test("an archived stream is no target, and says so", async () => {
  const client = await startSmall({ who: "cleo" });
  const { press, type, settles, cleo, dialog, toast } = client;
  await cleo.delete(`/streams/${streams.other}`);
  await settles();
  await asksInDev(client);
  type("other");
  press("Enter");
  expect(toast()).toBe("#other is archived.");
  expect(dialog()).toMatchObject({ kind: "move-target", input: { text: "other" } });
});

/** Cleo's client with the question open which messages of #dev › deploy move to “later”. */
async function asked() {
  const world = await startSmall({}, { email: "cleo@small.example" });
  const { store, clock, ana, bo, client } = world;
  const press = keyPresser(store, noViewport, noDesktop, clock);
  const [, selected = 0 as MessageId] =
    store.getState().view.histories.get(narrowKey(deploy))?.ids ?? [];
  const reader = { selected, top: undefined, newFrom: undefined, jumpTarget: undefined };
  const readers = new Map([[narrowKey(deploy), reader]]);
  changeScreen(store, (screen) => ({ ...screen, readers }));
  press("T", "^U", ..."dev > later", "Enter");
  const moves = async (topic: string, propagate_mode: string) => {
    await bo.patch(`/messages/${selected}`, { topic, propagate_mode });
    await clock.pass("5 s");
  };
  return {
    ...world,
    moves,
    press,
    menu: () => menuIn(store, clock.now()),
    requested: () => client.network.sent.filter((request) => request.startsWith("PATCH")),
    topics: async () => {
      await clock.pass("5 s");
      const { body } = await ana.get(`/users/me/${streams.dev}/topics`);
      return (body["topics"] as readonly { name: string }[]).map(({ name }) => name).sort();
    },
  };
}

test.for([["change_one"], ["change_all"]])(
  "if the message is moved elsewhere (%s) while the question is open, nothing else is moved",
  async ([mode]) => {
    const { moves, menu, press, requested, topics } = await asked();
    expect(menu()?.lines).toEqual(["from #dev › deploy", "to #dev › later"]);
    await moves("aside", mode!);
    expect(menu()).toEqual({
      title: "Gone",
      lines: ["The message was moved meanwhile."],
      items: [],
    });
    press("a", "l", "Enter");
    expect(requested()).toEqual([]);
    expect(await topics()).not.toContain("later");
  },
);

test("if the target comes into being while the question is open, it warns, and Enter moves nothing", async () => {
  const { bo, clock, menu, press, requested } = await asked();
  await bo.say({ streamId: streams.dev, topic: "later" }, "first");
  await clock.pass("5 s");
  expect(menu()).toMatchObject({
    lines: [
      "from #dev › deploy",
      "to #dev › later",
      "The topic already exists, so only the move of one message can be undone.",
    ],
    items: expect.arrayContaining(["k Keep them where they are", "o This message only"]),
  });
  press("Enter");
  expect([menu(), requested()]).toEqual([undefined, []]);
});
