/** Completion in the composer. */

import { expect, onTestFinished, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { get, tableOf, values } from "#base/table.ts";
import { completionOf } from "#commands/writing/completion.ts";
import { conversationKey } from "#model/conversation.ts";
import { fromWireGroup } from "#model/from-wire.ts";
import type { ReadNarrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { textOf } from "#store/composer.ts";
import { changeScreen } from "#store/store.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import {
  acme,
  ana,
  backend,
  bo,
  deployWindow,
  idsOf,
  ken,
  now,
  ops,
  random,
  readingScreen,
  storeOf,
  withMessages,
  you,
} from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { noDesktop } from "../support/no-ports.ts";
import { showScreen } from "../support/screen.tsx";

const key = conversationKey(deployWindow as never);

function writing(replica: Replica = acme()) {
  const store = storeOf(replica, readingScreen(deployWindow));
  changeScreen(store, (screen) => ({
    ...screen,
    address: deployWindow as never,
    focus: "composer",
  }));
  const press = keyPresser(store);
  return {
    store,
    /** Letters as they are; names of keys in a list. */
    presses: (...strokes: readonly (string | readonly string[])[]) =>
      press(...strokes.flatMap((each) => (typeof each === "string" ? [...each] : each))),
    text: () => textOf(store.getState(), key),
    sent: () => store.getState().journal.intents.size,
    titles: () => completionOf(store.getState())?.candidates.map(({ title }) => title),
  };
}

test.each<readonly [string, readonly (string | readonly string[])[], string]>([
  ["Tab takes a person", ["hi @an", ["Tab"]], "hi @**Ana Ruiz** "],
  ["Enter takes a person and sends nothing", ["@an", ["Enter"]], "@**Ana Ruiz** "],
  ["a silent mention stays silent", ["@_bo", ["Tab"]], "@_**Bo Lindqvist** "],
  ["accents and case are ignored", ["@MEI t", ["Tab"]], "@**Mei Tanaka** "],
  ["a wildcard is completed", ["@ever", ["Tab"]], "@**everyone** "],
  ["a stream", ["in #des", ["Tab"]], "in #**design** "],
  ["a topic of a stream", ["#back>depl", ["Enter"]], "#**backend>deploy window** "],
  ["a topic of a written stream", ["#des", ["Tab"], ">ico", ["Tab"]], "#**design>icons** "],
  ["Tab takes an emoji", [":thumbs_u", ["Tab"]], ":+1: "],
  ["Enter takes an emoji after the selection moved", [":tad", ["Down", "Up", "Enter"]], ":tada: "],
  ["a language", [["`", "`", "`"], "pyt", ["Tab"]], "```python"],
  ["a command", ["/po", ["Tab"]], "/poll "],
  ["nothing is completed in a selection", ["@an", ["Shift+Left", "Tab"], "x"], "@ax"],
  ["Esc dismisses it and stays in the composer", ["@an", ["Esc"], "x"], "@anx"],
])("%s", (_, strokes, text) => {
  const { presses, text: written, sent } = writing();
  presses(...strokes);
  expect([written(), sent()]).toEqual([text, 0]);
});

test("Enter sends while an emoji is offered whose selection was not moved", () => {
  const { presses, text, sent } = writing();
  presses("nice :tad", ["Enter"]);
  expect([text(), sent()]).toEqual(["", 1]);
});

test("participants of the conversation come first among equal matches", () => {
  const { presses, titles, store } = writing();
  presses("@");
  const { view } = store.getState();
  const names = [ana, bo].map((id) => get(view.people, id)?.name);
  expect(titles()?.slice(0, 4)).toEqual(expect.arrayContaining(names));
});

const old = { streamId: backend, topic: "old news" };
const backups = { streamId: ops, topic: "backups" };
type Lately = { readonly opened?: ReadNarrow; readonly wrote?: typeof old };

test.each<readonly [string, readonly string[], Lately]>([
  ["#", ["backend", "random"], { opened: { kind: "stream", streamId: random } }],
  ["#", ["backend", "ops"], { opened: { kind: "topic", ...backups } }],
  ["#", ["backend", "ops"], { wrote: backups }],
  ["#back>", ["deploy window", "old news", "flaky tests"], { opened: { kind: "topic", ...old } }],
  ["#back>", ["deploy window", "old news", "flaky tests"], { wrote: old }],
  ["#back>", ["deploy window", "flaky tests", "news", "old news"], {}],
  [
    "@",
    ["Ana Ruiz", "Bo Lindqvist", "Mei Tanaka", "Priya N", "健"],
    { opened: { kind: "direct", userIds: sorted([you, ken]) } },
  ],
])(
  "equal matches of %s are ordered %j, by the open place and then by recency, after %j",
  (typed, best, { opened, wrote }) => {
    const messages = [
      { by: bo, to: old, at: "11:28", text: "so" },
      { by: bo, to: { ...old, topic: "news" }, at: "11:29", text: "so" },
      ...(wrote === undefined ? [] : [{ by: you, to: wrote, at: "11:20", text: "so" }]),
    ];
    const { presses, titles, store } = writing(withMessages(acme(), messages, 1900));
    const back = opened === undefined ? [] : [{ kind: "narrow", narrow: opened } as const];
    changeScreen(store, (screen) => ({ ...screen, trail: { back, forward: [] } }));
    presses(typed);
    expect(titles()?.slice(0, best.length)).toEqual(best);
  },
);

test("completing one of two people with the same name adds the user ID", () => {
  const replica = acme();
  const twin = { ...get(replica.people, ana)!, id: 41 as UserId, email: "ana2@acme.example" };
  const people = tableOf([...values(replica.people), twin], ({ id }) => id);
  const { presses, text } = writing({ ...replica, people });
  presses("@ana", ["Down", "Tab"]);
  expect(text()).toBe("@**Ana Ruiz|41** ");
});

test("the sign of topics takes the stream that was chosen, and the footer names it", async () => {
  const { store, presses, text, titles } = writing();
  const screen = await showScreen(store);
  onTestFinished(screen.ends);
  presses("@a");
  await screen.settles();
  expect(screen.footer.shows("topic in it")).toBe(false);
  presses(" #", ["Down"]);
  await screen.settles();
  expect(screen.footer.shows("> topic in it")).toBe(true);
  const chosen = titles()?.[1];
  presses(">");
  expect(text()).toBe(`@a #**${chosen}** >`);
});

test("a typed time is shown as it is parsed, and Tab inserts it in UTC", async () => {
  const { store, presses, text } = writing();
  const screen = await showScreen(store, { clock: fakeClock(now * 1000) });
  presses("at <time:");
  await screen.until(() => screen.pane.shows("tomorrow 9:00"));
  presses("fri 14:30");
  await screen.settles();
  expect(screen.pane.lines().at(-1)).toMatch(
    /fri 14:30 +(Tomorrow|[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}), 14:30$/,
  );
  presses(["Tab"]);
  expect(text()).toMatch(/^at <time:20\d\d-\d\d-\d\dT14:30:00Z> $/);
  presses("<time:nonsense");
  expect(completionOf(store.getState())).toBeUndefined();
  screen.ends();
});

test.each([
  [224, ["topic"]],
  [223, []],
])("at level %i, the wildcards completed for top are %j", (featureLevel, offered) => {
  const replica = acme();
  const { presses, titles } = writing({ ...replica, realm: { ...replica.realm, featureLevel } });
  presses("@top");
  expect(titles() ?? []).toEqual(offered);
});

test("the completions are directly above the composer, and the selected one is marked", async () => {
  const { store, presses } = writing();
  const screen = await showScreen(store, { clock: fakeClock(now * 1000) });
  presses("@an");
  await screen.settles();
  const lines = screen.pane.lines();
  const drawer = lines.slice(-(completionOf(store.getState())?.candidates.length ?? 0));
  expect(drawer[0]).toMatch(/^ ▌ ● Ana Ruiz/);
  expect(drawer).not.toContain("");
  screen.ends();
});

test.each([
  ["@a", "Enter take Esc close"],
  ["@ever", "Enter take Esc close"],
  ["@cre", "Enter take Esc close"],
  ["#des", "Enter take > topic in it Esc close"],
  ["#**backend** >d", "Enter take Esc close"],
  ["#back>d", "Enter take Esc close"],
  [":tad", "Tab take Esc close"],
  ["```py", "Tab take Esc close"],
  ["/po", "Tab take Esc close"],
])("what completes %s has a sign in each row, and the footer says %s", async (typed, words) => {
  const replica = acme();
  const crew = fromWireGroup({
    id: 9 as GroupId,
    name: "crew",
    description: "",
    members: [ana],
  });
  const groups = tableOf([...values(replica.groups), crew], ({ id }) => id);
  const { store, presses } = writing({ ...replica, groups });
  const screen = await showScreen(store, { clock: fakeClock(now * 1000) });
  presses(typed);
  await screen.settles();
  const count = completionOf(store.getState())?.candidates.length ?? 0;
  expect(count).toBeGreaterThan(0);
  for (const line of screen.pane.lines().slice(-count))
    expect(line).toMatch(/^ [▌ ] [^\p{L}\p{N}]/u);
  expect(screen.footer.shows(words)).toBe(true);
  expect(screen.footer.shows("send")).toBe(false);
  screen.ends();
});

test("completing among 20,000 people takes less than a frame per key", () => {
  const replica = acme();
  const model = get(replica.people, ana)!;
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    ...model,
    id: (100 + at) as UserId,
    name: `${["Ana", "Anders", "Jo", "Élodie", "Mei"][at % 5]} ${at.toString(36)}`,
  }));
  const people = tableOf([...values(replica.people), ...many], ({ id }) => id);
  const { presses, titles } = writing({ ...replica, people });
  presses("@");
  titles();
  // The CPU time of this thread, which other programs do not affect.
  const taken = ["a", "n", "d"].map((letter) => {
    const before = process.threadCpuUsage();
    presses(letter);
    titles();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  expect(titles()).toHaveLength(8);
  expect(Math.min(...taken)).toBeLessThan(16);
});

async function reading() {
  const replica = acme();
  const store = storeOf(replica, readingScreen(deployWindow, idsOf(replica, deployWindow)[0]));
  const clock = fakeClock();
  const screen = await showScreen(store, { columns: 120, rows: 34, clock });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  const passes = async (ms: number) => {
    await clock.pass(ms);
    await screen.settles();
  };
  // They need more than the footer's line, and stand above the composer.
  const lists = () => screen.whole.shows("conversation as Markdown");
  return { press, passes, lists, screen };
}

test("400 ms after y, the screen lists the keys that can follow", async () => {
  const { press, passes, lists, screen } = await reading();
  press("y");
  await passes(399);
  expect(lists()).toBe(false);
  expect(screen.footer.shows("e done")).toBe(true);
  await passes(1);
  expect(lists()).toBe(true);
  press("Esc");
  await passes(0);
  expect(lists()).toBe(false);
});

test("a sequence completed within 400 ms is not listed, and the next one waits 400 ms again", async () => {
  const { press, passes, lists } = await reading();
  press("y");
  await passes(300);
  press("c", "y");
  await passes(300);
  expect(lists()).toBe(false);
  await passes(100);
  expect(lists()).toBe(true);
});

test("a count alone does not list keys", async () => {
  const { press, passes, screen } = await reading();
  press("5");
  await passes(1000);
  expect(screen.footer.shows("e done")).toBe(true);
});
