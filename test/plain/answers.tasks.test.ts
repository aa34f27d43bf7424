/** The most frequent tasks, and some of each other kind, with keys on the screen and with lines in plain mode: the realm is the same afterwards. */
import { expect, test } from "vitest";
import type { Desktop } from "#commands/command.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { openList } from "#store/lists.ts";
import { changeScreen } from "#store/store.ts";
import { reporter } from "#ui/reports.ts";
import { createViewport } from "#ui/viewport-port.ts";
import { keyPresser, portsFor } from "../support/key-presser.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { speakWith } from "../support/plain-client.ts";
import { panesOf } from "../support/screen.tsx";
import { people, streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";

const neighbours = Array.from({ length: 10 }, (_, at) => `ten ${at}`);
const topics = ["first", "second", "third", "links", "zebra", "ask", "after", ...neighbours];

/** Somebody who looks at the screen, and types now and then. */
const present = { lastKeyAt: () => Number.POSITIVE_INFINITY, reportsFocus: () => false };

async function world() {
  const small = await startSmall({}, { attention: present });
  const { store, bo, clock } = small;
  for (const topic of topics.toReversed()) {
    const text = topic === "links" ? "https://a.example/1 https://b.example/2" : topic;
    await bo.say({ streamId: streams.dev, topic }, text);
  }
  for (const topic of ["one", "two"]) await bo.say({ streamId: streams.general, topic }, topic);
  watchLists(store);
  await clock.pass("5 s");
  keyPresser(store)("g", "i", "g", "g");
  await clock.pass("5 s");
  const opened: string[] = [];
  const desktop: Desktop = {
    ...noDesktop,
    open: async (url) => {
      opened.push(url);
      return true;
    },
  };
  /** The number of a topic's row. */
  const row = (topic: string) => {
    const rows = openList(store.getState().screen)?.rows ?? [];
    const at = rows.findIndex(({ key }) => JSON.stringify(key).includes(topic));
    expect(at, topic).toBeGreaterThanOrEqual(0);
    return at + 1;
  };
  return { ...small, opened, desktop, row };
}

type World = Awaited<ReturnType<typeof world>>;

/** Whatever the realm knows, and what this machine keeps. */
function outcome({ control, store, opened }: World) {
  const { messages, personal, people: everybody } = control.server.state;
  const { place } = store.getState().screen;
  const own = personal.get(people.ana);
  return {
    personal: { ...own, unread: [...(own?.unread ?? [])].toSorted((a, b) => a - b) },
    texts: [...messages.byId.values()].map(({ topic, content }) => [topic, content]),
    status: everybody.byId.get(people.ana)?.status,
    snoozes: [...store.getState().view.snoozes].map(([key, { awaits, unlessAnswered }]) => [
      key,
      awaits?.userId,
      unlessAnswered,
    ]),
    opened,
    place,
  };
}

/** Where it begins, and the same with keys and with lines; in lines, `#` is the number of the row. */
type Task = {
  readonly row?: string;
  /** The row is opened first. */
  readonly inside?: true;
  readonly keys: readonly string[];
  readonly lines: readonly string[];
};

const tasks: Readonly<Record<string, Task>> = {
  "open the first unread": { row: "first", keys: ["Enter"], lines: ["#"] },
  "done and next": { row: "first", inside: true, keys: ["e"], lines: ["done"] },
  "done unopened": { row: "third", keys: ["e"], lines: ["done #"] },
  "clear ten neighbours": { row: "ten 0", keys: ["1", "0", "e"], lines: ["done # to #+9"] },
  "clear the whole stream": { row: "two", keys: ["h", "e"], lines: ["heading #", "done"] },
  "mute and go on": { row: "ten 3", keys: ["m"], lines: ["mute #"] },
  follow: { row: "ten 4", keys: ["f"], lines: ["follow #"] },
  "bring back tomorrow": {
    row: "ten 5",
    keys: ["b", "t"],
    lines: ["snooze or be reminded tomorrow #"],
  },
  "snooze until somebody answers": {
    row: "ask",
    keys: ["b", "a", "Enter"],
    lines: ["snooze until somebody answers #", ""],
  },
  "snooze unless somebody answers": {
    row: "ten 5",
    keys: ["b", "b", ..."unless mon 14:30", "Enter"],
    lines: ["later #", "unless mon 14:30", ""],
  },
  "reply, send, done and next": {
    row: "ask",
    inside: true,
    keys: ["r", ..."yes", "^S"],
    lines: ["reply", "yes", "done"],
  },
  "jump to a topic by five letters": {
    keys: ["^K", ..."zebra", "Enter"],
    lines: ["go to", "zebra", ""],
  },
  "open the second link": { row: "links", inside: true, keys: ["o", "2"], lines: ["link", "2"] },
  undo: { row: "third", keys: ["e", "u"], lines: ["done #", "undo"] },
  schedule: {
    row: "ask",
    inside: true,
    keys: ["r", ..."later", "^T", ..."tomorrow 9:00", "Enter"],
    lines: ["reply", ":schedule later", "tomorrow 9:00", ""],
  },
  star: { row: "ask", inside: true, keys: ["s"], lines: ["star 1"] },
  react: {
    row: "ask",
    inside: true,
    keys: [":", ..."tada", "Enter"],
    lines: ["react", "tada", ""],
  },
  quote: {
    row: "ask",
    inside: true,
    keys: [">", ..."so", "Enter"],
    lines: ["quote", "so"],
  },
  "set the status": {
    keys: ["g", "y", ..."out", "Enter"],
    lines: ["go to your status", "out", ""],
  },
  search: { keys: ["g", "/", ..."rolling", "Enter"], lines: ["go to a search", "rolling", ""] },
  "mute a person": {
    keys: ["g", "p", "/", ..."Don", "Enter", "m", "m"],
    lines: ["go to people", "find", "Don", "mute", "m"],
  },
};

async function byKeys({ row: topic, inside, keys, lines }: Task) {
  const all = await world();
  const { store, clock, row, desktop } = all;
  const size = { columns: 100, rows: 40, focused: true };
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, ...size } }));
  const panes = panesOf(clock);
  const report = reporter(store, store.getState, () => panes);
  const stop = store.subscribe(report);
  const press = keyPresser(
    store,
    createViewport(store, () => panes),
    desktop,
    clock,
  );
  if (topic !== undefined) press("g", "g", ...Array.from({ length: row(topic) - 1 }, () => "j"));
  if (inside === true) press("Enter");
  await clock.pass("2 s");
  press(...keys);
  await clock.pass(`${2 * lines.length} s`);
  await clock.pass("5 s");
  stop();
  return outcome(all);
}

async function byLines({ row: topic, inside, lines }: Task) {
  const all = await world();
  const { store, clock, row, desktop } = all;
  const { context } = portsFor(store, noViewport, clock, desktop);
  const { types } = speakWith(store, clock, { context });
  const number = topic === undefined ? 0 : row(topic);
  if (inside === true) await types(`${number}`);
  else await clock.pass("2 s");
  for (const line of lines)
    await types(line.replace("#+9", `${number + 9}`).replace("#", `${number}`));
  await clock.pass("5 s");
  return outcome(all);
}

const untouched = outcome(await world());

test.each(Object.entries(tasks))("%s", async (name, task) => {
  const keys = await byKeys(task);
  const lines = await byLines(task);
  expect(lines).toEqual(keys);
  if (name === "undo") expect(keys).toEqual(untouched);
  else expect(keys).not.toEqual(untouched);
});
