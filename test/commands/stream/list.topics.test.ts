import { expect, onTestFinished, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { topicsDefinition } from "#commands/stream/list.ts";
import { conversationKey, topicKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { Policy } from "#model/stream.ts";
import { withoutTopic, withTopicList } from "#model/topics.ts";
import { openList } from "#store/lists.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  acme,
  backend,
  deployWindow,
  emptyAcme,
  morning,
  readingScreen,
  storeOf,
  withMessages,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

const list = ["deploy window", "flaky tests", "logs", "✔ upgrade"];

/** The server's answer to a request for the topics, after which the list is complete. */
function withList(replica: Replica): Replica {
  const topics = list.map((name, at) => ({ name, max_id: (list.length - at) as MessageId }));
  const { epoch, lastEvent } = replica;
  const when = { epoch, lastEvent, newest: 5000 };
  return withTopicList(replica, backend, topics as never, when, newBatch("topics"));
}

function withPolicy(replica: Replica, topic: string, policy: Policy): Replica {
  const policies = new Map(replica.policies).set(topicKey(backend, topic), policy);
  return { ...replica, policies };
}

const known = withPolicy(withList(acme()), "logs", 1);

function topicsIn(replica = known) {
  const store = storeOf(replica, readingScreen(deployWindow));
  watchLists(store);
  const press = keyPresser(store);
  const names = () =>
    openList(store.getState().screen)?.rows.map(({ key }) => key.split(":")[2]) ?? [];
  const cursor = () => openList(store.getState().screen)?.cursor?.key;
  press("g", "T");
  return { store, press, names, cursor };
}

test.each([
  ["all", ["deploy window", "flaky tests", "✔ upgrade", "logs"]],
  ["followed", ["deploy window", "flaky tests"]],
  ["muted", ["logs"]],
])("the filter %s shows unread topics first, and muted ones last", (key, expected) => {
  const definition = topicsDefinition(backend);
  const filter = definition.filters.find((each) => each.key === key);
  const { rows, counts } = definition.fresh(storeOf(known).getState(), filter!);
  expect(rows.map((row) => row.key.split(":")[2])).toEqual(expected);
  expect(counts).toEqual({ all: 4, followed: 2, muted: 1 });
});

test("g T lists the topics of the open stream, Enter opens one, and going back restores the cursor", () => {
  const { store, press, names, cursor } = topicsIn();
  expect(names()[0]).toBe("deploy window");
  press("j", "Enter");
  expect(store.getState().screen.place).toMatchObject({ narrow: { topic: "flaky tests" } });
  press("Alt+Left");
  expect(cursor()).toBe(topicKey(backend, "flaky tests"));
  press("q");
  expect(store.getState().screen.place.kind).toBe("narrow");
});

test("the row of a deleted topic says so until the list is reopened", async () => {
  const { store, press } = topicsIn();
  const key = topicKey(backend, "logs");
  changeReplica(store, (replica, batch) => withoutTopic(replica, key, batch));
  const screen = await showScreen(store);
  expect(screen.pane.shows("✓ logs deleted or moved")).toBe(true);
  press("g", "i", "g", "T");
  await screen.settles();
  expect(screen.pane.shows("deleted or moved")).toBe(false);
  screen.ends();
});

test("a resolved topic has the same sign in the sidebar, in the list and in the title", async () => {
  const store = storeOf(known, readingScreen({ ...deployWindow, topic: "✔ upgrade" } as never));
  const screen = await showScreen(store, { columns: 120, rows: 40 });
  onTestFinished(screen.ends);
  for (const part of [screen.sidebar, screen.title]) expect(part.shows("✔ upgrade")).toBe(true);
  keyPresser(store)("g", "T");
  await screen.settles();
  expect(screen.pane.shows("✔ upgrade")).toBe(true);
  expect(screen.whole.shows("upgrade ✔")).toBe(false);
});

test("g T without a selected stream asks for one", () => {
  const store = storeOf(emptyAcme());
  keyPresser(store)("g", "T");
  expect(store.getState().screen.toast?.text).toContain("select a stream");
  expect(store.getState().screen.place.kind).toBe("inbox");
});

test("e marks a topic as read and stays in the list; u restores what was unread", () => {
  const { store, press, names, cursor } = topicsIn();
  const unread = () => store.getState().view.unreads.streams.get(backend)?.size ?? 0;
  press("e");
  expect(unread()).toBe(1);
  expect(cursor()).toBe(topicKey(backend, "flaky tests"));
  expect(names()).toContain("deploy window");
  press("e", "u", "u");
  expect(unread()).toBe(2);
  expect(cursor()).toBe(topicKey(backend, "deploy window"));
  expect(store.getState().screen.place.kind).toBe("topics");
});

test("marking all topics of a stream as read sends topic scopes, not everything", () => {
  const { store, press } = topicsIn({ ...known, unreads: { ...known.unreads, older: true } });
  press("^A", "e");
  const actions = [...store.getState().journal.intents.values()].map(({ action }) => action);
  const scopes = actions.flatMap((action) =>
    action.kind === "read-older" ? [action.scope.kind] : [],
  );
  expect(new Set(scopes)).toEqual(new Set(["topic"]));
});

test("the server's topic list is shown immediately, a new topic after ^L", () => {
  const { store, names, press } = topicsIn(acme());
  expect(names()).toEqual(["deploy window", "flaky tests"]);
  changeReplica(store, withList);
  expect(names()).toHaveLength(4);
  const [first] = morning;
  const message = { ...first!, to: { streamId: backend, topic: "new one" } };
  changeReplica(store, (replica) => withMessages(replica, [message], 6000));
  expect(names()).toHaveLength(4);
  press("^L");
  expect(names()).toContain("new one");
});

test("the title shows the stream and the counts of its filters, and rows show the policies of topics", async () => {
  const { store, press } = topicsIn();
  const screen = await showScreen(store);
  expect(screen.title.shows("#backend All 4 Followed 2 Muted 1")).toBe(true);
  expect(screen.pane.shows("◆ deploy window")).toBe(true);
  expect(screen.pane.shows("› ✔ upgrade")).toBe(true);
  expect(screen.pane.shows("∅ logs")).toBe(true);
  const key = conversationKey(deployWindow as never);
  expect(store.getState().screen.lists.get(`topics:${backend}`)?.cursor?.key).toBe(key);
  press("]", "]", "e");
  await screen.settles();
  expect(screen.pane.lines()[0]).toMatch(/▌∅ logs/);
  screen.ends();
});

test("/ narrows the topics by typing, counts no arrivals meanwhile, and Esc lists them all again", async () => {
  const { store, press, names, cursor } = topicsIn();
  const screen = await showScreen(store);
  press("/", ..."fla");
  expect(names()).toEqual(["flaky tests"]);
  expect(cursor()).toBe(topicKey(backend, "flaky tests"));
  await screen.settles();
  expect(screen.title.shows("new")).toBe(false);
  press(..."zzz");
  await screen.settles();
  expect(screen.pane.shows("No matches.")).toBe(true);
  press("Esc");
  expect(names()).toHaveLength(4);
  expect(store.getState().screen.sidebar.filter).toBeUndefined();
  screen.ends();
});

test("offline, a stream whose topics were not listed says how many are here, or that none are known", async () => {
  const connection = { kind: "offline", since: 0 } as const;
  for (const [replica, words] of [
    [acme(), "2 here"],
    [emptyAcme(), "Its topics are not known on this machine."],
  ] as const) {
    const { store, press } = topicsIn(replica);
    changeSession(store, (session) => ({ ...session, connection }));
    const screen = await showScreen(store, { columns: 80, rows: 24 });
    press("g", "T");
    await screen.settles();
    expect(screen.whole.shows(words)).toBe(true);
    screen.ends();
  }
});
