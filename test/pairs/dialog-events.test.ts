/**
 * Every dialog, while everything that may happen to its subject happens: it says what is the case or that its subject is
 * gone, and accepting it then changes nothing but what it names.
 */
import { expect, test } from "vitest";
import { contextOf } from "#commands/screen.ts";
import { dialogLines } from "#plain/rows.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { type Asking, type DialogCase, startAsking } from "../support/asking.ts";
import { dialogCases } from "../support/dialog-cases.ts";
import { happenings } from "../support/happenings.ts";
import { changesBetween, thingsOf } from "../support/realm-changes.ts";
import { isStorm } from "../support/runs.ts";
import { panesOf } from "../support/screen.tsx";

const panes = panesOf();

/** What the open dialog says, as plain text; empty without one. */
function shown({ store }: Asking): string {
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, columns: 160, rows: 60 },
  }));
  return dialogLines(panes, store.getState()).join("\n");
}

type Cell = readonly [name: string, what: string, happened: readonly string[], each: DialogCase];

const signedOut = "the account signed out";
const all = Object.keys(happenings);
const whileSignedIn = all.filter((happening) => happening !== signedOut);
/** What leaves the subject where it is, and hides nothing of the others, happens in one test; in a storm, each alone, too. */
const harmless = [
  "the stream renamed",
  "the person renamed",
  "edited elsewhere",
  "the draft edited elsewhere",
];
const ofMessages = [
  ...["the message moved alone", "the topic moved", "the topic resolved"],
  ...["the topic moved onto another", "the draft deleted elsewhere"],
];
const ofStreams = [
  ...["the stream made private", "unsubscribed", "the policy changed", "the stream archived"],
];
/** What does not concern a dialog; the person who moves and deletes goes last. */
const unrelated: Readonly<Record<string, readonly string[]>> = {
  message: [...harmless, "the draft deleted elsewhere", "the person deactivated"],
  stream: [...harmless, ...ofMessages, "the message deleted", "the person deactivated"],
  person: [...harmless, ...ofMessages, "the message deleted", ...ofStreams],
  scheduled: [...harmless, ...ofMessages, "the person deactivated"],
};
const cells: readonly Cell[] = dialogCases.flatMap(([name, each]): readonly Cell[] => {
  const together = each.hasNoSubject ? whileSignedIn : (unrelated[each.about ?? "message"] ?? []);
  const alone = each.hasNoSubject ? [signedOut] : all;
  return [
    [name, together.join(", "), together, each],
    ...alone
      .filter((happening) => isStorm || !together.includes(happening))
      .map((happening): Cell => [name, happening, [happening], each]),
  ];
});

test.each(cells)("%s, and %s", async (_, __, happened, each) => {
  const pair = await startAsking(each);
  const own = (await each.opens(pair)) ?? pair.own;
  const asking = { ...pair, own: own as MessageId };
  const { store, clock, press } = asking;
  changeScreen(store, (screen) => ({ ...screen, toast: undefined }));
  const opened = shown(asking);
  expect(opened).not.toBe("");
  expect(opened).toContain(each.says?.(asking) ?? "");
  const context = contextOf(store.getState().screen);

  for (const happening of happened) {
    await happenings[happening]?.(asking);
    await clock.pass("10 s");
  }
  // What is typed next must not become keys of what is below.
  expect(contextOf(store.getState().screen)).toBe(context);
  const text = shown(asking);
  const { toast } = store.getState().screen;
  if (text === "") expect(toast).toBeDefined();
  // A subject that is gone at the realm is gone in the dialog, unless the client has no way to know.
  const isInformed = store.getState().session.connection.kind === "live";
  const subject = each.says?.(asking);
  const isGone =
    /^Gone$|no longer exists|was deleted|was moved|already been sent|not accessible/m.test(text);
  if (isInformed && !isGone && each.says !== undefined) expect(text).toContain(subject);

  const before = thingsOf(asking);
  press(...each.accepts.slice(0, -1));
  const accepted = shown(asking);
  press(...each.accepts.slice(-1));
  await clock.pass("1 s");
  const { toast: said } = store.getState().screen;
  await clock.pass("9 s");
  const changes = changesBetween(before, thingsOf(asking));
  const { screen, journal } = store.getState();
  const isTold = isGone || screen.dialog !== undefined || said !== undefined;
  if (each.says !== undefined && changes.size === 0)
    expect(isTold || journal.intents.size > 0).toBe(true);
  for (const [thing, names] of changes)
    if (isGone || each.changes === undefined || !each.changes.test(thing))
      expect([thing, names.some((name) => accepted.includes(name))]).toEqual([thing, true]);
});
