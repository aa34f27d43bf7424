/** Every number on the screen has one scope; numbers of different scopes never stand beside each other. */
import { expect, onTestFinished, test } from "vitest";
import { newBatch } from "#base/table.ts";
import { refreshList } from "#commands/lists/lists.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, totals } from "#model/select/inbox.ts";
import { removeUnreads } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { acme } from "../support/acme.ts";
import { accountsOf } from "../support/live-accounts.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";

type Scope = "account" | "other account" | "all accounts" | "section";

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

/** What stands where, of what it counts, and how much that is. */
const table: readonly (readonly [
  where: string,
  scope: Scope,
  read: (screen: TestScreen) => string | undefined,
  count: number,
])[] = [
  [
    "header: need you",
    "all accounts",
    ({ header }) => /(\d+) needs? you/.exec(header.lines()[0] ?? "")?.[1],
    totals(own).needsYou + totals(there).needsYou,
  ],
  [
    "header: unread",
    "all accounts",
    ({ header }) => /(\d+) unread/.exec(header.lines()[0] ?? "")?.[1],
    totals(own).unread + totals(there).unread,
  ],
  [
    "header: beside an account's name",
    "other account",
    ({ header }) => /libre @(\d+)/.exec(header.lines()[0] ?? "")?.[1],
    totals(there).needsYou,
  ],
  [
    "sidebar: the inbox",
    "account",
    ({ sidebar }) => /Inbox +(\d+)/.exec(sidebar.lines().join("\n"))?.[1],
    totals(own).unread,
  ],
  [
    "title: a filter",
    "section",
    ({ title }) => /Needs you (\d+)/.exec(title.lines()[0] ?? "")?.[1],
    sizeOf(own, "needs-you"),
  ],
];

async function shown(filter = "") {
  const program = accountsOf({ acme: own, libre: there });
  const { store } = program.shown();
  await program.press(...(filter === "" ? [] : filter.split("")));
  refreshList(store);
  const screen = await showScreen(store, { columns: 200, rows: 40 });
  onTestFinished(screen.ends);
  return screen;
}

test.each(table)("%s counts what belongs to: %s", async (_, scope, read, count) => {
  // Before the filter of all accounts, which is the one that opens, is the last one of this account.
  const screen = await shown(scope === "section" ? "[" : "");
  expect(Number(read(screen))).toBe(count);
});

test("beside the rows of every account no filter counts those of one, and the other way round", async () => {
  const counted = async (keys: string) =>
    [...((await shown(keys)).title.lines()[0] ?? "").matchAll(/([A-Z][a-z]+(?: [a-z]+)*) \d/g)].map(
      ([, name]) => name,
    );
  expect(await counted("")).toEqual(["Every account"]);
  const own = await counted("[");
  expect(own).toContain("Needs you");
  expect(own).not.toContain("Every account");
});
