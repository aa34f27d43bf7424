/** What the verbs for every account have in common: a new one is tested by being in the table. */
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { Verb } from "#cli/verb.ts";
import { verbs } from "#cli/verbs.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { json, type Shell, type ShellOptions, shellOn, untilOutput } from "../support/verb.ts";
import { argvOf, populatedRealm } from "../support/verb-lines.ts";

const rows = verbs
  .filter(({ everyAccount }) => everyAccount)
  .map((verb) => [verb.name, verb] as const);

type Options = Omit<ShellOptions, "clock" | "account">;

/** Two accounts on servers of their own, with what the verb needs, and others as `besides` says. */
async function accounts(clock: FakeClock, options: Options = {}, verb?: Verb) {
  const work = shellOn(await populatedRealm(clock, verb), { clock, account: "work" });
  const besides = { work, ...options.besides };
  const home = shellOn(await populatedRealm(clock, verb), {
    clock,
    ...options,
    account: "home",
    besides,
  });
  return { home, work };
}

async function outputOf(
  clock: FakeClock,
  shell: Shell,
  argv: readonly string[],
  isEndless: boolean,
) {
  if (!isEndless) return shell.run(argv);
  const endless = shell.start(argv);
  onTestFinished(() => void endless.stop());
  while (!/work/.test(endless.out()) || !/home/.test(endless.out())) await clock.pass("10 ms");
  return endless.stop();
}

test.each(rows)("weir %s runs for all accounts, and names them", async (name, verb) => {
  const clock = fakeClock();
  const { home, work } = await accounts(clock, {}, verb);
  const isEndless = verb.deadlineMs === Number.POSITIVE_INFINITY;
  const { code, out } = await outputOf(
    clock,
    home,
    [...argvOf(verb), "--all-accounts", "--json"],
    isEndless,
  );
  expect(code).toBe(0);
  expect([...new Set(json({ code, out, err: "" }).map(({ account }) => account))]).toEqual([
    "home",
    "work",
  ]);
  for (const { network } of [home, work]) expect(network.sent.length).toBeGreaterThan(0);
  const alone = await accounts(clock, {}, verb);
  const argv = [...argvOf(verb), "--json"];
  const own = isEndless ? await untilOutput(clock, alone.home, argv) : await alone.home.run(argv);
  expect(json(own).every(({ account }) => account === "home")).toBe(true);
  expect(alone.work.network.sent).toEqual([]);
  expect(name).not.toBe("");
});

const ending = rows.filter(([, { deadlineMs }]) => deadlineMs === undefined);

test.each(ending)(
  "weir %s reports an account that cannot be opened and one that does not answer, and goes on",
  async (_, verb) => {
    const clock = fakeClock();
    const hung = shellOn(await populatedRealm(clock, verb), {
      clock,
      account: "hung",
      send: (__, signal) =>
        new Promise((___, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        ),
    });
    const { home } = await accounts(clock, { besides: { hung, locked: undefined } }, verb);
    const running = home.start([...argvOf(verb), "--all-accounts", "--json"]);
    await clock.pass("21 s");
    const { code, out, err } = await running.ended;
    expect(new Set(json({ code, out, err }).map(({ account }) => account))).toEqual(
      new Set(["home", "work"]),
    );
    expect(err).toContain("weir: locked: There is no key.\n");
    expect(err).toMatch(/weir: hung: /);
    expect(err).toMatch(/weir: 2 of 4 accounts failed\.\n$/);
    expect(code).toBe(4);
  },
);

test("a mistake in the command is reported once, with its help", async () => {
  const { home } = await accounts(fakeClock());
  const { code, err } = await home.run(["done", "--all-accounts"]);
  expect({ code, err }).toEqual({
    code: 2,
    err: "weir: Name one place, --all or --undo. See weir done --help.\n",
  });
});

test("the inbox of all accounts is one table, what needs the user first, and -n limits all of it", async () => {
  const clock = fakeClock();
  const { home } = await accounts(clock, { columns: 80 });
  const { out } = await home.run(["inbox", "--all-accounts", "--json=account,section"]);
  const sections = json({ code: 0, out, err: "" }).map(({ section }) => section);
  const order = ["needs-you", "followed", "streams", "bots", "snoozed"];
  expect(sections).toEqual(
    sections.toSorted((one, other) => order.indexOf(`${one}`) - order.indexOf(`${other}`)),
  );
  const first = await home.run(["inbox", "--all-accounts", "-n", "1"]);
  expect(first.out.split("\n")).toHaveLength(2);
  expect(first.out).toContain("home");
});

test("what was done for all accounts says how to undo it in each", async () => {
  const clock = fakeClock();
  const work = shellOn(await populatedRealm(clock), { clock, account: "work", columns: 80 });
  const home = shellOn(await populatedRealm(clock), {
    clock,
    account: "home",
    columns: 80,
    besides: { work },
  });
  const { out } = await home.run(["done", "--all", "--all-accounts"]);
  for (const name of ["home", "work"])
    expect(out).toMatch(
      new RegExp(`^${name}: Marked .* To undo: weir done --undo --account ${name}$`, "m"),
    );
});

test("tail on a terminal names the account and the place again whenever the account changes", async () => {
  const clock = fakeClock();
  const [atWork, atHome] = [await populatedRealm(clock), await populatedRealm(clock)];
  const work = shellOn(atWork, { clock, account: "work", columns: 80 });
  const home = shellOn(atHome, { clock, account: "home", columns: 80, besides: { work } });
  const tail = home.start(["tail", "--from-now", "--all-accounts"]);
  await clock.pass("5 s");
  for (const [shell, text] of [
    [work, "one"],
    [work, "two"],
    [home, "three"],
    [work, "four"],
  ] as const) {
    await shell.run(["send", "#dev > deploy", text]);
    while (!tail.out().includes(text)) await clock.pass("1 s");
  }
  const { out } = await tail.stop();
  const lines = stripVTControlCharacters(out).split("\n");
  expect(lines.flatMap((line) => /^(?:work|home| {2}\w+|$)/.exec(line)?.[0].trim() ?? [])).toEqual([
    ...["work", "one", "two", ""],
    ...["home", "three", ""],
    ...["work", "four", ""],
  ]);
});
