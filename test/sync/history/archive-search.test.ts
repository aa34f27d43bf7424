/** Searching the archive: while the query is typed, and beside the server. */
import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import { inputOf } from "#editor/input.ts";
import type { Message } from "#model/message.ts";
import { narrowKey, type SearchTerm } from "#model/narrow.ts";
import { archivedSearch } from "#model/search.ts";
import { changeScreen } from "#store/store.ts";
import { archiveTerms } from "#sync/history/archive-search.ts";
import type { MessageId } from "#wire/ids.ts";
import { archiveIn } from "../../support/archive-in.ts";
import { messages } from "../../support/archived.ts";
import * as make from "../../support/make.ts";
import { startSmall } from "../../support/small-client.ts";

const words = (operand: string): SearchTerm => ({ operator: "search", operand });

/** A client whose archive has messages that the server does not know. */
async function startWithArchive(...texts: string[]) {
  const archive = archiveIn();
  const small = await startSmall({}, { archive });
  const { store, clock } = small;
  const [like] = values(store.getState().replica.messages);
  const kept = texts.map(
    (content, at): Message => ({ ...(like as Message), id: (at + 1) as MessageId, content }),
  );
  await archive.write([messages(...kept)], true);
  const types = async (...all: readonly SearchTerm[][]) => {
    for (const terms of all)
      changeScreen(store, (screen) => ({
        ...screen,
        dialog: { kind: "search", input: inputOf("x"), chosen: -1, terms },
      }));
    await clock.pass(10);
  };
  const dialog = () => {
    const { screen } = store.getState();
    return screen.dialog?.kind === "search" ? screen.dialog : undefined;
  };
  const hits = () => dialog()?.hits?.messages.map(({ content }) => content);
  return { ...small, archive, types, hits, dialog };
}

test("what is typed is found at once, and the answer for the last text stays", async () => {
  const { types, hits, dialog } = await startWithArchive("a pool", "a pump", "東京の天気");
  await types([words("po")], [words("pu")], [words("pum")]);
  expect(hits()).toEqual(["a pump"]);
  expect(dialog()?.hits?.terms).toEqual([words("pum")]);
  await types([words("天気")]);
  expect(hits()).toEqual(["東京の天気"]);
});

test("an open search has what the archive found beside the server's pages, with the words that matched", async () => {
  const { store, client, clock } = await startWithArchive("one pool", "a pump", "Pools, pools");
  client.network.plug(false);
  await clock.pass("1 min");
  const search = { kind: "search", text: "pool", terms: [words("pool")] } as const;
  client.open(search);
  await clock.pass("1 s");
  const { replica, session } = store.getState();
  const found = replica.histories.get(narrowKey(archivedSearch(search)));
  expect(found).toMatchObject({ ids: [1, 3], oldestKnown: true });
  expect(found?.epoch).toBeLessThan(replica.epoch);
  expect(session.matches.get(narrowKey(search))?.get(make.id(3))?.content).toEqual([
    "Pools",
    "pools",
  ]);
});

test("only the archive is asked for patterns", async () => {
  const { store, client, clock } = await startWithArchive("one pool", "a pump");
  const terms = [{ operator: "pattern", operand: "po+l$" }];
  client.open({ kind: "search", text: "/po+l$/", terms });
  await clock.pass("1 s");
  const { session, replica } = store.getState();
  expect(session.loadFailures.size).toBe(0);
  const key = narrowKey(archivedSearch({ kind: "search", text: "", terms }));
  expect(replica.histories.get(key)?.ids).toEqual([1]);
});

test("terms about the user's own state are asked as lists of what the archive knows", () => {
  const replica = make.replica({
    unread_msgs: {
      streams: [{ stream_id: make.general, topic: "a", unread_message_ids: [7, 9] }],
    },
  });
  const asked = (operator: string, operand: SearchTerm["operand"]) =>
    archiveTerms(replica, [{ operator, operand, negated: true }]);
  expect(asked("is", "unread")).toEqual([{ operator: "id", operand: [7, 9], negated: true }]);
  expect(asked("dm", [make.ada])).toMatchObject([{ operand: [make.me, make.ada] }]);
  expect(asked("mentions", make.ada)).toMatchObject([{ operand: expect.stringMatching(/\|11$/) }]);
  expect(asked("is", "starred")).toMatchObject([{ operator: "is", operand: "starred" }]);
});

test("an emoji is found by its names, and by its name the emoji", () => {
  const replica = { ...make.replica(), emojiNames: new Map([["1f525", ["fire", "flame"]]]) };
  const emoji = { operator: "emoji", operand: "🔥 :fire: :flame:" };
  for (const typed of ["🔥", ":flame:"])
    expect(archiveTerms(replica, [words(typed)])).toEqual([emoji]);
  expect(archiveTerms(replica, [words("pool :fire:")])).toEqual([emoji, words("pool  ")]);
  const rights = { ...replica, emojiNames: new Map([["00a9", ["copyright"]]]) };
  for (const typed of ["©", "©\ufe0f", ":copyright:"])
    expect(archiveTerms(rights, [words(typed)])).toEqual([
      { operator: "emoji", operand: "©\ufe0f :copyright:" },
    ]);
  expect(archiveTerms(replica, [words("a:b: 10:30:20")])).toEqual([words("a:b: 10:30:20")]);
});
