/** Every number on the screen has one scope; numbers of different scopes never stand beside each other. */
import { expect, onTestFinished, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { inbox, totals } from "#model/select/inbox.ts";
import { streamStates } from "#model/select/streams.ts";
import { removeUnreads, unreadInStream } from "#model/unreads.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { acme, ana, backend, deployWindow, you } from "../support/acme.ts";
import { accountsOf } from "../support/live-accounts.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";

type Scope =
  | "account"
  | "other account"
  | "all accounts"
  | "list"
  | "section"
  | "stream"
  | "conversation";
type Region = "header" | "sidebar" | "title";

/** An account with one unread message less than the other. */
function quieter(): Replica {
  const replica = acme();
  const [part] = inbox(replica).parts;
  const id = part?.lists.flat()[0]?.firstUnread as MessageId;
  return { ...replica, unreads: removeUnreads(replica.unreads, [id], newBatch("test")) };
}

const [own, there] = [acme(), quieter()];
const sizeOf = (replica: Replica, section: string) =>
  inbox(replica).parts.find((part) => part.section === section)?.size ?? 0;
const rowsIn = (replica: Replica) => inbox(replica).parts.reduce((sum, { size }) => sum + size, 0);
const streamNamed = (name: string) => streamStates(own).find(({ stream }) => stream.name === name);
const inBackend = streamNamed("backend")?.sums.counted;
/** What is muted is counted nowhere but in its own row. */
const inRandom = unreadInStream(own.unreads, streamNamed("random")?.stream.id as StreamId);
const inTopic = unreadCountOf(own, conversationKey(deployWindow as never));
const withAna = unreadCountOf(own, conversationKey({ kind: "direct", userIds: [you, ana] }));

/** Opens what a number is read from; without any, the inbox of all accounts is open. */
const views = {
  "every account": async () => {},
  inbox: ({ press }) => press("["),
  topic: async ({ shown }) => openNarrow(shown().store, deployWindow),
  stream: async ({ shown }) => openNarrow(shown().store, { kind: "stream", streamId: backend }),
} as const satisfies Readonly<
  Record<string, (program: ReturnType<typeof accountsOf>) => Promise<void>>
>;
type View = keyof typeof views;

/** What stands where, of what it counts, and how much that is. */
type Row = readonly [
  region: Region,
  number: RegExp,
  scope: Scope,
  count: number | undefined,
  view?: View,
];
const table: readonly Row[] = [
  ["header", /(\d+) needs? you/, "all accounts", totals(own).needsYou + totals(there).needsYou],
  ["header", /(\d+) unread/, "all accounts", totals(own).unread + totals(there).unread],
  ["header", /libre @(\d+)/, "other account", totals(there).needsYou],
  ["sidebar", /Inbox +(\d+)/, "account", totals(own).unread],
  ["sidebar", /Mentions +(\d+)/, "account", totals(own).mentions],
  ["sidebar", /# backend +(\d+)/, "stream", inBackend],
  ["sidebar", /∅ random +(\d+)/, "stream", inRandom],
  ["sidebar", /deploy window +(\d+)/, "conversation", inTopic],
  ["sidebar", /● Ana Ruiz +(\d+)/, "conversation", withAna],
  ["title", /Every account (\d+)/, "all accounts", rowsIn(own) + rowsIn(there), "every account"],
  ["title", /Muted +(\d+)$/, "all accounts", rowsIn(own) + rowsIn(there), "every account"],
  ["title", /Needs you (\d+)/, "section", sizeOf(own, "needs-you"), "inbox"],
  ["title", /Unread (\d+)/, "list", rowsIn(own), "inbox"],
  ["title", / {2,}(\d+)$/, "section", 1, "inbox"],
  ["title", /(\d+) new$/, "conversation", inTopic, "topic"],
  ["title", /(\d+) new$/, "stream", inBackend, "stream"],
];

async function shown(view: View) {
  const program = accountsOf({ acme: own, libre: there });
  const { store } = program.shown();
  await program.press();
  await views[view](program);
  refreshList(store);
  // Beside a list, there would be the title of the pane to read in as well.
  const screen = await showScreen(store, { columns: 149, rows: 40 });
  onTestFinished(screen.ends);
  return screen;
}

const textOf = (screen: TestScreen, region: Region) =>
  screen[region]
    .lines()
    .map((line) => line.trimEnd())
    .join("\n");

test.for(table)("in the %s, %s counts what belongs to: %s", async (row) => {
  const [region, number, , count, view = "every account"] = row;
  const text = textOf(await shown(view), region);
  expect(Number(number.exec(text)?.[1])).toBe(count);
});

/** Numbers whose row is that of another one: of other streams, conversations and sections. */
const likewise: Readonly<Record<Region, RegExp>> = {
  header: /^$/,
  sidebar: /(?<=^ *[#◈◆›] .*\S +)\d+$/gmu,
  title: /(?<=(?:Followed|Streams|Bots|Muted) )\d+/g,
};

test.each(Object.keys(views) as View[])("no other number is around: %s", async (view) => {
  const screen = await shown(view);
  for (const region of ["header", "sidebar", "title"] as const) {
    const known = table.filter(([where, , , , only = view]) => where === region && only === view);
    const rest = known.reduce(
      (text, [, number]) => text.replace(number, ""),
      textOf(screen, region),
    );
    expect(rest.replace(likewise[region], "")).not.toMatch(/\d/);
  }
});

test("beside the rows of every account no filter counts those of one, and the other way round", async () => {
  const counted = async (view: View) =>
    [...textOf(await shown(view), "title").matchAll(/([A-Z][a-z]+(?: [a-z]+)*) \d/g)].map(
      ([, name]) => name,
    );
  expect(await counted("every account")).toEqual(["Every account"]);
  const own = await counted("inbox");
  expect(own).toContain("Needs you");
  expect(own).not.toContain("Every account");
});
