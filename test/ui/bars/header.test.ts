/** What the header says of other accounts. */
import { expect, onTestFinished, test } from "vitest";
import { newSession } from "#store/session.ts";
import type { OtherAccount } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { acme, now, storeOf } from "../../support/acme.ts";
import { showScreen } from "../../support/screen.tsx";

const offline = { kind: "offline", since: 0 } as const;
const signedOut = { kind: "signed-out", sentence: "Wrong key." } as const;
const live = { kind: "live" } as const;

function other(name: string, connection: OtherAccount["state"]["session"]["connection"]) {
  const session = { ...newSession, connection };
  return { name, state: storeOf(acme(), {}, { session }).getState(), isBefore: false };
}

async function header(others: readonly OtherAccount[], columns = 120) {
  const names = ["acme", ...others.map(({ name }) => name), "broken"];
  const listed = names.map((name) => ({ name, title: name }));
  const all = listed.map((one) =>
    one.name === "broken" ? { ...one, problem: "Its certificate cannot be read." } : one,
  );
  const account = { name: "acme", all, keyPlace: "memory" };
  const store = storeOf(acme(), {}, { session: { ...newSession, connection: live, account } });
  store.setState({ others });
  const screen = await showScreen(store, { columns, rows: 24 });
  onTestFinished(screen.ends);
  return screen.header.lines()[0];
}

test("the header names the other accounts, what needs the user there, and what is wrong with them", async () => {
  const own = await header([]);
  const needs = Number(/(\d+) needs? you/.exec(own ?? "")?.[1]);
  expect(needs).toBeGreaterThan(0);
  const line = await header([
    other("libre", live),
    other("work", signedOut),
    other("club", offline),
  ]);
  expect(line).toContain(
    `live · libre @${needs} · work @${needs} signed out · club @${needs} offline · broken not open`,
  );
  expect(line).toContain(`${needs * 4} need you`);
});

test("a name that ends in a number is told from what needs the user there", async () => {
  expect(await header([other("127-0-0-1", live)])).toMatch(/ · 127-0-0-1 @\d+ /);
});

test("that there are more unread messages than a server lists is said", async () => {
  const counted = /\d\+ unread/;
  const replica = acme();
  const older = { ...replica, unreads: { ...replica.unreads, older: true } };
  for (const [known, isSaid] of [
    [replica, false],
    [older, true],
  ] as const) {
    const screen = await showScreen(storeOf(known), { columns: 80, rows: 24 });
    onTestFinished(screen.ends);
    expect(counted.test(screen.header.lines()[0] ?? "")).toBe(isSaid);
  }
});

test("with little room the names of others give way, the rest does not", async () => {
  const line = await header(
    [other("a-long-name-of-an-account", live), other("work", signedOut)],
    80,
  );
  expect(line).toContain("signed out");
  expect(line).toContain("unread");
});

test("when it will be tried again is shown whole, or not at all", async () => {
  const session = { ...newSession, connection: offline, nextTryAt: now * 1000 };
  const store = storeOf(acme(), {}, { session });
  const screen = await showScreen(store, { columns: 120, rows: 24 });
  onTestFinished(screen.ends);
  const shown = new Set<boolean>();
  for (let columns = 40; columns <= 120; columns += 4) {
    await screen.resizes(columns, 24);
    const [line = ""] = screen.header.lines();
    shown.add(line.includes("next"));
    expect(line).toMatch(/ offline(?: · next try \d+:\d\d:\d\d)? +\d/);
  }
  expect(shown.size).toBe(2);
});

test("that the server's limit delays sends is always shown, and until when where there is room", async () => {
  const session = { ...newSession, connection: live, limitedUntil: now * 1000 };
  const store = storeOf(acme(), {}, { session });
  const screen = await showScreen(store, { columns: 120, rows: 24 });
  onTestFinished(screen.ends);
  const full = / live · server's limit until \d+:\d\d:\d\d +\d/;
  expect(screen.header.lines()[0]).toMatch(full);
  await screen.resizes(80, 24);
  expect(screen.header.lines()[0]).toMatch(full);
  await screen.resizes(56, 24);
  expect(screen.header.lines()[0]).toMatch(/ live · server's limit +\d/);
});

test("on a small terminal the account stands for its realm, so that its state is seen", async () => {
  const line = await header([other("libre", live), other("work", signedOut)], 40);
  expect(line).toMatch(/^ acme · live +\d+ need you · \d+ unread/);
});

test("how much of the server could not be read is in the header, and what it was behind a key", async () => {
  const skipped = [{ path: "subscriptions.topics_policy", reason: "unknown word", count: 3 }];
  const store = storeOf(acme(), {}, { session: { ...newSession, connection: live, skipped } });
  const screen = await showScreen(store, { columns: 120, rows: 24 });
  onTestFinished(screen.ends);
  expect(screen.header.lines()[0]).toContain("1 thing not read");
  changeScreen(store, (before) => ({
    ...before,
    dialog: { kind: "info", about: { kind: "server" }, chosen: 0 },
  }));
  await screen.settles();
  expect(screen.whole.shows("subscriptions.topics_policy: unknown word")).toBe(true);
});
