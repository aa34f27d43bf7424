/** Muting, following and resolving by keys: the actions, the toasts and undo. */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { selectSidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import { inverseOf } from "#journal/action.ts";
import { topicKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { openList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  idsOf,
  random,
  readingScreen,
  storeOf,
  you,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";

function at(screen: Partial<Screen> = {}, replica: Replica = acme()) {
  const store = storeOf(replica, screen);
  if (screen.place === undefined) refreshList(store);
  const state = () => store.getState();
  const actions = () => [...state().journal.intents.values()].map(({ action }) => action);
  const toast = () => state().screen.toast?.text;
  const cursor = () => openList(state().screen)?.cursor?.key;
  return { store, state, actions, toast, cursor, press: keyPresser(store) };
}

const reading = () => readingScreen(deployWindow, idsOf(acme(), deployWindow)[3]);
const old = (level: number) => {
  const replica = acme();
  return { ...replica, realm: { ...replica.realm, featureLevel: level } };
};
const topic = { streamId: backend, topic: "deploy window" };

test.for([
  ["m", { kind: "topic-policy", ...topic, policy: 1 }, "Muted #backend › deploy window"],
  ["f", { kind: "topic-policy", ...topic, policy: 0 }, "Unfollowed #backend › deploy window"],
  [
    "!",
    { kind: "move", from: topic, to: { ...topic, topic: "✔ deploy window" }, mode: "change_all" },
    "Resolved #backend › deploy window",
  ],
] as const)(
  "%s in a conversation shows a toast, and is undone with one key",
  ([key, action, sentence]) => {
    const { actions, toast, press, state } = at(reading());
    press(key);
    expect(actions()).toMatchObject([action]);
    expect([toast(), state().screen.toast?.undo]).toEqual([sentence, true]);
    press("u");
    expect(toast()).toMatch(`Undid: ${sentence}`);
    expect(actions()).toEqual([]);
  },
);

test("m in a list mutes the row and selects the next; u restores row and cursor", () => {
  const { press, cursor, state } = at();
  press("j");
  const row = cursor();
  press("m");
  expect(cursor()).not.toBe(row);
  expect(state().view.policies.get(topicKey(backend, "deploy window"))).toBe(1);
  press("u");
  expect(cursor()).toBe(row);
  expect(state().view.policies.get(topicKey(backend, "deploy window"))).toBe(3);
});

test("a muted topic that mentions the user is not dealt with", () => {
  const { press, cursor, state } = at();
  press("j");
  const row = cursor();
  press("m");
  expect(openRows(state()).left).toContain(row);
});

test("m mutes all selected topics as one step, and with a count that many rows", () => {
  const all = at();
  all.press("j", "V", "j", "m");
  expect(all.toast()).toBe("Muted 2 topics");
  all.press("u");
  expect(all.actions()).toEqual([]);
  const two = at();
  two.press("j", "2", "m");
  expect(two.actions()).toHaveLength(2);
});

test("m on topics and people mutes the topics, names the people left out, and then asks about them", () => {
  const { press, toast, actions, state } = at();
  press("^A", "m");
  const before = actions().length;
  expect(toast()).toBe("Muted 7 topics, not Ana Ruiz");
  press("m");
  expect(state().screen.dialog).toMatchObject({ about: { kind: "mute-people", people: [ana] } });
  press("m");
  expect(actions().slice(before)).toMatchObject([{ kind: "mute-person", userId: ana }]);
  press("u", "u");
  expect(state().view.mutedPeople.size).toBe(0);
  expect(actions().some(({ kind }) => kind === "topic-policy")).toBe(false);
});

test("f on topics and people follows the topics and names the people left out", () => {
  const { press, toast } = at();
  press("^A", "f");
  expect(toast()).toMatch(/^Followed \d topics, not Ana Ruiz$/);
});

test("m mutes the stream on its heading and in its narrow", () => {
  const action = { kind: "subscription-property", streamId: backend, property: "is_muted" };
  const narrow = at(readingScreen({ kind: "stream", streamId: backend }));
  narrow.press("m");
  expect(narrow.actions()).toMatchObject([{ ...action, value: true }]);
  expect(narrow.toast()).toBe("Muted #backend");
  narrow.press("m");
  expect(narrow.toast()).toBe("Unmuted #backend");
  const list = at();
  list.press("]", "]", "]", "h", "m");
  expect(list.actions()).toMatchObject([{ kind: "subscription-property", value: true }]);
});

const toAna = { kind: "direct", userIds: sorted([you, ana]) } as const;

test.for([
  ["m", "inbox", "Mute or unmute the topic: select what to mute"],
  ["f", "inbox", "Follow or unfollow the topic: select a topic"],
  ["!", "inbox", "Resolve or unresolve the topic: select a topic"],
  ["!", "all", "Resolve or unresolve the topic: select a topic"],
  ["f", `stream:${backend}`, "Follow or unfollow the topic: select a topic"],
  ["!", `stream:${backend}`, "Resolve or unresolve the topic: select a topic"],
] as const)(
  "%s on the row %s of the sidebar changes no topic that is in it",
  ([key, row, reason]) => {
    const { store, press, toast, actions, state } = at({ focus: "sidebar" });
    selectSidebarRow(store, row);
    press(key);
    expect(toast()).toBe(reason);
    expect([actions(), state().screen.dialog]).toEqual([[], undefined]);
  },
);

test("m in a direct conversation asks before it mutes the person, and m confirms", async () => {
  const { press, actions, store } = at(readingScreen(toAna));
  const screen = await showScreen(store);
  press("m");
  await screen.settles();
  for (const line of ["Mute Ana Ruiz everywhere?", "k  Keep showing them", "m  Mute Ana Ruiz"])
    expect(screen.whole.shows(line)).toBe(true);
  screen.ends();
  press("Enter", "m", "Esc");
  expect(actions()).toEqual([]);
  press("m", "m");
  expect(actions()).toMatchObject([{ kind: "mute-person", op: "add", userId: ana }]);
});

test.each([
  [121, ["remove", "read"]],
  [120, ["remove"]],
])(
  "at level %i, undoing that also marks their messages unread where that can be done",
  (level, left) => {
    const { view } = at().state();
    const there = { ...view, realm: { ...view.realm, featureLevel: level } };
    const inverse = inverseOf(there, { kind: "mute-person", op: "add", userId: ana });
    expect(inverse.map((one) => (one.kind === "mute-person" ? one.op : one.kind))).toEqual(left);
  },
);

test("a person who was muted elsewhere while the question was open is not unmuted", () => {
  const { press, actions, store, state } = at(readingScreen(toAna));
  press("m");
  changeReplica(store, (replica) => ({ ...replica, mutedPeople: new Set([ana]) }));
  press("m", "Enter");
  expect([state().screen.dialog, actions()]).toEqual([undefined, []]);
});

test.for([
  [169, "m", random, "weekend", "needs 170"],
  [218, "f", backend, "deploy window", "needs 219"],
] as const)(
  "below its level (%i), %s shows what the server does not support",
  ([level, key, streamId, name, text]) => {
    const { press, toast, actions } = at(
      readingScreen({ kind: "topic", streamId, topic: name }),
      old(level),
    );
    press(key);
    expect(toast()).toContain(text);
    expect(actions()).toEqual([]);
  },
);

test.for([
  ["without a name", { topic: "" }, acme, "without a name"],
  ["that is not loaded", { topic: "unheard" }, acme, "open it first"],
  [
    "that may not be changed",
    { topic: "deploy window" },
    () => withPolicy(6),
    "Nobody may change topics.",
  ],
] as const)("! on a topic %s shows the reason", ([, { topic: name }, replica, text]) => {
  const narrow = { kind: "topic", streamId: backend, topic: name } as const;
  const known = replica();
  const histories = new Map(known.histories).set(narrowKey(narrow), {
    narrow,
    ids: [],
    oldestKnown: true,
    newestKnown: true,
    epoch: 1,
  });
  const { press, toast, actions } = at(readingScreen(narrow), { ...known, histories });
  press("!");
  expect(toast()).toContain(text);
  expect(actions()).toEqual([]);
});

function withPolicy(edit_topic_policy: number): Replica {
  const replica = acme();
  return {
    ...replica,
    organization: { ...replica.organization, settings: { edit_topic_policy } },
  };
}

test(". repeats the last triage command at the current cursor", () => {
  const { press, actions, toast, store } = at();
  press(".");
  expect(toast()).toContain("nothing was done");
  press("j", "m", ".");
  expect(actions()).toHaveLength(2);
  changeScreen(store, (screen) => ({ ...screen, ...reading() }));
  press(".");
  expect(toast()).toMatch(/muted #backend › deploy window/i);
});
