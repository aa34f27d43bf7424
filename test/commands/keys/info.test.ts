/** `i`: details of the selected message or row. */
import { expect, onTestFinished, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { showToast } from "#commands/screen.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { listOf } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { MessageDetails } from "#store/session.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import {
  acme,
  ana,
  bo,
  deployWindow,
  idsOf,
  journalOf,
  mei,
  readingScreen,
  sending,
  storeOf,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

async function showing(start: Partial<Screen>, rows = 30, journal = journalOf()) {
  const store = storeOf(replica, start, { journal });
  const screen = await showScreen(store, { columns: 80, rows });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  const receives = async (messageDetails: MessageDetails) => {
    changeSession(store, (session) => ({ ...session, messageDetails }));
    await screen.settles();
  };
  return { store, screen, presses, receives, shows: screen.whole.shows };
}

test("i names who reacted, and says what is still loading", async () => {
  const { presses, shows } = await showing(readingScreen(deployWindow, ids[3]));
  await presses("i");
  expect(shows("Why it is listed")).toBe(true);
  expect(shows("It mentions you.")).toBe(true);
  expect(shows("👍 Bo Lindqvist, you")).toBe(true);
  expect(shows("👀 Mei Tanaka")).toBe(true);
  expect(shows("loading")).toBe(true);
  await presses("Esc");
  expect(shows("About this message")).toBe(false);
});

const versions = [
  { editorId: undefined, at: 1_795_174_000, topic: "t", content: "first\nrolling forward" },
  { editorId: bo, at: 1_795_174_030, topic: "t", content: "first\nrolling back" },
];

test("i shows the edits of a message as differences, and its readers", async () => {
  const { presses, receives, shows } = await showing(readingScreen(deployWindow, ids[2]));
  await presses("i");
  const messageId = ids[2] ?? ids[0];
  if (messageId === undefined) throw new RangeError("There is no message.");
  await receives({
    messageId,
    versions: { kind: "known", value: versions },
    readers: { kind: "known", value: [ana, mei] },
  });
  expect(shows("- rolling forward")).toBe(true);
  expect(shows("+ rolling back")).toBe(true);
  expect(shows("Ana Ruiz, Mei Tanaka")).toBe(true);
  expect(shows("loading")).toBe(false);
});

test.each([
  ["moves", true, "Your organization shows moves, but no edits of texts."],
  ["none", false, "Your organization does not show changes."],
])("i says that the organization shows %s of the changes", async (policy, isFetched, sentence) => {
  const { presses, receives, shows, store } = await showing(readingScreen(deployWindow, ids[2]));
  const policies = { message_edit_history_visibility_policy: policy };
  changeReplica(store, (before) => ({
    ...before,
    organization: { ...before.organization, settings: policies },
  }));
  await presses("i");
  const messageId = ids[2]!;
  const moved = versions.map((one, at) => ({ ...one, content: "", topic: `topic ${at}` }));
  const value = isFetched ? moved : versions;
  await receives({ messageId, versions: { kind: "known", value }, readers: { kind: "loading" } });
  expect(shows(sentence)).toBe(true);
  expect(shows("moved from topic 0 to topic 1")).toBe(isFetched);
  expect(shows("rolling forward")).toBe(false);
});

test("i shows why the readers could not be fetched", async () => {
  const { presses, receives, shows } = await showing(readingScreen(deployWindow, ids[3]));
  await presses("i");
  const sentence = "Read receipts are disabled in this organization.";
  if (ids[3] === undefined) throw new RangeError("There is no message.");
  await receives({ messageId: ids[3], versions: undefined, readers: { kind: "failed", sentence } });
  expect(shows(sentence)).toBe(true);
});

test("scrolling stops at the end of long details, and the next key up scrolls immediately", async () => {
  const { presses, shows, store } = await showing(readingScreen(deployWindow, ids[3]), 11);
  await presses("i");
  expect(shows("Read by")).toBe(false);
  await presses("G", "j", "j");
  expect(shows("loading")).toBe(true);
  const { dialog } = store.getState().screen;
  const end = dialog?.kind === "info" ? dialog.chosen : 0;
  expect(end).toBeGreaterThan(0);
  await presses("k");
  expect(store.getState().screen.dialog).toMatchObject({ chosen: end - 1 });
  await presses("g");
  expect(shows("Why it is listed")).toBe(true);
});

test("i on a failed send shows the full reason", async () => {
  const reason = `Only moderators may post here. ${"Ask one of them. ".repeat(8)}The end.`;
  const failed = sending(deployWindow, "for everybody", { phase: "failed", reason });
  const { presses, shows } = await showing(readingScreen(deployWindow), 30, journalOf(failed));
  expect(shows("The end.")).toBe(false);
  await presses("G", "i");
  expect(shows("The end.")).toBe(true);
});

test("i in the inbox shows why the row is listed", async () => {
  const { store, presses, shows } = await showing({});
  refreshList(store);
  await presses("g", "g", "j", "i");
  expect(shows("is listed")).toBe(true);
  expect(shows("A direct message to you is unread.") || shows("mentions you.")).toBe(true);
  expect(shows("moves it to its section")).toBe(false);
});

test("i on a row that was dealt with says when it goes", async () => {
  const { store, presses, shows } = await showing({});
  refreshList(store);
  await presses("g", "g", "e", "k", "i");
  expect(shows("You are done with it: its row goes when you leave the list, or with ^L.")).toBe(
    true,
  );
  await presses("Esc", "[", "[");
  const filter = () => listOf(store.getState().screen, { kind: "inbox" }).filter;
  expect(filter()).toBe("muted");
  await presses("i");
  expect(shows("It is muted.")).toBe(true);
});

test("i on a row that now belongs to another section names the key that moves it", async () => {
  const { store, presses, shows } = await showing({});
  refreshList(store);
  await presses("g", "g");
  const { rows } = listOf(store.getState().screen, { kind: "inbox" });
  const at = rows.findIndex(({ section }) => section === "streams");
  await presses(...Array.from({ length: at }, () => "j"));
  const key = rows[at]?.key as ConversationKey;
  changeReplica(store, (before) => ({ ...before, participated: new Set([key]) }));
  await presses("i");
  expect(shows("You wrote in this topic. ^L moves it to its section.")).toBe(true);
  await presses("Esc", "^L", "i");
  expect(shows("You wrote in this topic.")).toBe(true);
  expect(shows("moves it to its section")).toBe(false);
});

test.each([
  ["of five sentences", `${"The configuration has a mistake. ".repeat(5)}The end.`, false],
  ["with a key beside it", `${"Done ".repeat(28)}The end.`, true],
] as const)("the help shows the full text of a cut toast %s", async (...row) => {
  const [, sentence, undo] = row;
  const { store, screen, presses, shows } = await showing(readingScreen(deployWindow, ids[3]));
  showToast(store, sentence, "done", undo);
  await screen.settles();
  expect(shows("The end.")).toBe(false);
  await presses("?");
  expect(shows("The end.")).toBe(true);
  expect(shows("Keys in a conversation")).toBe(true);
});
