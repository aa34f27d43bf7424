import { expect, test } from "vitest";
import { editorOf } from "#editor/editor.ts";
import { inputOf } from "#editor/input.ts";
import type { Draft } from "#journal/intent.ts";
import { conflictKey, editKey, emptyJournal } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Snoozes } from "#model/local-state.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { emptyReplica } from "#model/replica.ts";
import { composerEditor, holdComposer, releaseComposer } from "#store/composer.ts";
import { followDeletion, following, followMove } from "#store/following.ts";
import { emptyList } from "#store/list.ts";
import { keysOf } from "#store/row-keys.ts";
import type { Screen } from "#store/screen.ts";
import { createStore } from "#store/store.ts";
import type { DraftId, MessageId } from "#wire/ids.ts";
import { emptyScreen } from "../support/empty-screen.ts";
import * as make from "../support/make.ts";

const [streamId, elsewhere] = [make.general, make.backend];
const boats = { kind: "topic", streamId, topic: "boats" } as const;
const ships = { kind: "topic", streamId: elsewhere, topic: "ships" } as const;
const move = { from: { streamId, topic: "Boats" }, to: { streamId: elsewhere, topic: "ships" } };
const reader = { selected: undefined, top: undefined, newFrom: undefined, jumpTarget: undefined };

const reading: Screen = {
  ...emptyScreen,
  place: { kind: "narrow", narrow: boats },
  trail: { ...emptyScreen.trail, back: [{ kind: "inbox" }, { kind: "narrow", narrow: boats }] },
  readers: new Map([[narrowKey(boats), reader]]),
  composing: { kind: "new", address: boats },
  composers: new Map([[narrowKey(boats), { editor: editorOf("half a") }]]),
};

function afterMove(screen: Screen, drafts: readonly (readonly [Narrow, Draft])[] = []) {
  const journal = {
    ...emptyJournal,
    drafts: new Map(drafts.map(([narrow, draft]) => [narrowKey(narrow) as string, draft])),
  };
  const store = createStore({ replica: emptyReplica, screen, journal });
  followMove(store, move);
  return store.getState();
}

const textsOf = ({ composers }: Screen) =>
  [...composers].map(([key, { editor }]) => [key, editor.text]);

test("the open topic, its composer and the navigation history follow a move", () => {
  const { screen: after } = afterMove(reading);
  expect(after.place).toEqual({ kind: "narrow", narrow: ships });
  expect(after.trail.back).toEqual([{ kind: "inbox" }, { kind: "narrow", narrow: ships }]);
  expect(after.composing.address).toEqual(ships);
  expect(after.readers).toEqual(new Map([[narrowKey(ships), reader]]));
  expect(textsOf(after)).toEqual([[narrowKey(ships), "half a"]]);
});

test("a text that is still empty while it is in an editor follows, and the one that is there is kept", () => {
  const there = [narrowKey(ships) as string, { editor: editorOf("theirs") }] as const;
  const screen = { ...reading, composers: new Map([there]) };
  const store = createStore({ replica: emptyReplica, screen });
  const holder = holdComposer(store, narrowKey(boats));
  followMove(store, move);
  expect(releaseComposer(store, holder)).toBe(narrowKey(ships));
  expect(composerEditor(store.getState().screen).text).toBe("");
  expect([...store.getState().journal.drafts.values()]).toMatchObject([{ text: "theirs" }]);
  expect(releaseComposer(store, holder)).toBeUndefined();
});

test("what is being found in the topic, and what was seen there, follow a move", () => {
  const find = { narrow: narrowKey(boats), input: inputOf("oar"), typing: true, before: reader };
  const visit = { conversation: conversationKey(boats), seen: [4 as MessageId] };
  const { screen: after } = afterMove({
    ...reading,
    find,
    reading: { ...reading.reading, visit },
  });
  expect(after.find).toEqual({ ...find, narrow: narrowKey(ships) });
  expect(after.reading.visit).toEqual({ ...visit, conversation: conversationKey(ships) });
});

const shared = { id: 7 as DraftId, text: "half", realm: 1 };
const draft = { address: boats, text: "half a", updatedAt: 5, shared };

test("a draft that is not open follows the move and keeps its server copy", () => {
  const away: Screen = { ...emptyScreen, composers: reading.composers };
  const { screen, journal } = afterMove(away, [[boats, draft]]);
  expect(textsOf(screen)).toEqual([[narrowKey(ships), "half a"]]);
  const elsewhere = narrowKey(boats);
  expect([...journal.drafts]).toEqual([
    [narrowKey(ships), { ...draft, address: ships, shared: { ...shared, elsewhere } }],
  ]);
});

const older = { address: ships, text: "older", updatedAt: 1 };
const bothDrafts = [
  [boats, draft],
  [ships, older],
] as const;
const composers = new Map(reading.composers).set(narrowKey(ships), { editor: editorOf("older") });

test("a draft at the target of the move is not overwritten", () => {
  const both = [
    [narrowKey(boats), "half a"],
    [narrowKey(ships), "older"],
  ];
  const { screen, journal } = afterMove({ ...emptyScreen, composers }, bothDrafts);
  expect(textsOf(screen)).toEqual(both);
  expect([...journal.drafts.values()]).toEqual([draft, older]);
});

test("the text that is being written stays open, and a draft at the target is kept beside it", () => {
  const { screen, journal } = afterMove({ ...reading, composers }, bothDrafts);
  expect(composerEditor(screen).text).toBe("half a");
  expect(textsOf(screen)).toEqual([[narrowKey(ships), "half a"]]);
  const key = narrowKey(ships);
  expect(journal.drafts.get(key)).toMatchObject({ text: "half a", address: ships });
  expect(journal.drafts.get(conflictKey(`at ${key}`))).toEqual(older);
});

test("a focused composer without a text stays empty, and the draft at the target waits beside it", () => {
  const target = new Map([[narrowKey(ships), { editor: editorOf("older") }]]);
  const drafts = [[ships, older]] as const;
  const focused: Screen = { ...reading, composers: target, focus: "composer" };
  const { screen, journal } = afterMove(focused, drafts);
  expect(composerEditor(screen).text).toBe("");
  expect(journal.drafts.get(conflictKey(`at ${narrowKey(ships)}`))).toEqual(older);
  const away = afterMove({ ...reading, composers: target, focus: "pane" }, drafts);
  expect(composerEditor(away.screen).text).toBe("older");
});

const edit = editKey(4 as MessageId);
const unsavedEdit = { address: boats, text: "better", updatedAt: 3, was: "good" };

function afterDeletion(screen: Partial<Screen>) {
  const journal = { ...emptyJournal, drafts: new Map([[edit, unsavedEdit]]) };
  const composers = new Map([[edit, { editor: editorOf("better"), was: "good" }]]);
  const store = createStore({
    replica: emptyReplica,
    screen: { ...emptyScreen, composers, ...screen },
    journal,
  });
  followDeletion(store, [4 as MessageId]);
  return store.getState();
}

test("the edit of a deleted message becomes a draft; an open one stays, and is marked", () => {
  const away = afterDeletion({});
  expect([...away.journal.drafts.keys()]).toEqual([narrowKey(boats)]);
  expect(textsOf(away.screen)).toEqual([[narrowKey(boats), "better"]]);
  const composing = { kind: "edit", id: 4 as MessageId, address: boats, focus: "pane" } as const;
  const open = afterDeletion({ composing });
  expect([...open.journal.drafts.keys()]).toEqual([edit]);
  expect(open.screen.composers.get(edit)).toMatchObject({ isGone: true });
});

test("an unsaved edit is filed under the topic that its message was moved to", () => {
  const journal = { ...emptyJournal, drafts: new Map([[edit, unsavedEdit]]) };
  const store = createStore({ replica: emptyReplica, screen: emptyScreen, journal });
  followMove(store, move);
  expect(store.getState().journal.drafts.get(edit)).toEqual({ ...unsavedEdit, address: ships });
});

test("a screen without the moved topic is unchanged", () => {
  const screen: Screen = { ...emptyScreen, place: { kind: "inbox" } };
  expect(following(screen, move)).toBe(screen);
});

test("rows of lists get the new topic, or disappear if it is listed already", () => {
  const [from, to] = [narrowKey(boats), narrowKey(ships)];
  const lists = (...keys: string[]) => {
    const rows = keys.map((key) => ({ key, section: "streams" }));
    const list = { ...emptyList, rows, rowKeys: keysOf(keys), cursor: { key: from, at: 1 } };
    const { screen } = afterMove({ ...emptyScreen, lists: new Map([["inbox", list]]) });
    const after = screen.lists.get("inbox");
    return [after?.rows.map(({ key }) => key), after?.cursor?.key];
  };
  expect(lists("other", from)).toEqual([["other", to], to]);
  expect(lists(to, from)[0]).toEqual([to]);
});

test("a snooze follows its topic unless the target topic has one", () => {
  const snooze = { conversation: boats, until: 9, newest: 1, isDue: false };
  const own = { ...snooze, conversation: ships, until: 12 };
  const key = conversationKey(boats);
  const after = (more: Snoozes) => {
    const snoozes = new Map([[key, snooze], ...more]);
    const journal = { ...emptyJournal, snoozes };
    const store = createStore({ replica: emptyReplica, screen: emptyScreen, journal });
    followMove(store, move);
    expect(store.getState().view.snoozes).toBe(store.getState().journal.snoozes);
    return [...store.getState().journal.snoozes];
  };
  expect(after(new Map())).toEqual([[conversationKey(ships), { ...snooze, conversation: ships }]]);
  expect(after(new Map([[conversationKey(ships), own]]))).toEqual([[conversationKey(ships), own]]);
});
