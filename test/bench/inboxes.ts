/** An inbox of 20,000 conversations: moving, clearing, opening, and finding conversations by name. */
import { request } from "undici";
import { systemClock } from "#base/clock.ts";
import { type Figure, type Latency, latencyOf } from "./figures.ts";
import type { BenchRealm } from "./programs.ts";
import { type Pressing, type Programs, timed } from "./scenes.ts";
import { hasMessages, isInInbox, listTitle, named, selection } from "./screen-conditions.ts";
import type { TimedProgram } from "./timed-program.ts";

const key = { escape: "\x1b", killLine: "\x15", palette: "\x0b" };

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into.
type Body = Readonly<Record<string, any>>;

async function ask(
  { url, account }: BenchRealm,
  method: "GET" | "POST",
  path: string,
  parameters: Body = {},
): Promise<Body> {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const { body } = await request(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${account.email}:${account.api_key}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    ...(method === "GET" ? {} : { body: new URLSearchParams(pairs).toString() }),
  });
  return (await body.json()) as Body;
}

async function unreadAtServer(realm: BenchRealm): Promise<ReadonlySet<number>> {
  const types = ["message", "update_message_flags"];
  const { unread_msgs: unread } = await ask(realm, "POST", "/register", {
    event_types: types,
    fetch_event_types: types,
  });
  const groups = [...unread.streams, ...unread.pms, ...unread.huddles];
  return new Set(groups.flatMap(({ unread_message_ids: ids }: Body) => ids));
}

/** Makes exactly the newest message of every topic unread; returns their number. */
export async function spreadUnread(realm: BenchRealm): Promise<number> {
  const { subscriptions } = await ask(realm, "GET", "/users/me/subscriptions");
  await ask(realm, "POST", "/mark_all_as_read");
  const newest: number[] = [];
  for (const { stream_id: id } of subscriptions) {
    const { topics } = await ask(realm, "GET", `/users/me/${id}/topics`);
    newest.push(...topics.map(({ max_id: max }: Body) => max));
  }
  for (let at = 0; at < newest.length; at += 1_000) {
    const messages = newest.slice(at, at + 1_000);
    await ask(realm, "POST", "/messages/flags", { op: "remove", flag: "read", messages });
  }
  return newest.length;
}

/** The selected row and the number of rows, because rows may look alike. */
const listed = (program: TimedProgram) => `${selection(program)} ${listTitle(program)}`;

const rowChanges = ({ weir }: Programs, bytes: string) => {
  const before = listed(weir);
  return weir.key(bytes, (seen) => listed(seen) !== before);
};

/** Moves through a list of all conversations, and marks some as done. */
export async function movingInInbox(programs: Programs): Promise<readonly Latency[]> {
  const moved = await timed(
    programs,
    "inbox: move",
    programs.keys,
    () => rowChanges(programs, "j"),
    8,
  );
  const done = await timed(
    programs,
    "inbox: done",
    programs.keys,
    () => rowChanges(programs, "e"),
    16,
  );
  return [moved, done];
}

/** Saves a search as the last of the pinned views. */
async function saveView(weir: TimedProgram, name: string, query: string): Promise<void> {
  const shows = (words: RegExp) => (seen: TimedProgram) => words.test(seen.lines(0).join("\n"));
  weir.write("g/");
  await weir.until(shows(/┌ Search/), "the search");
  weir.write(`\x15${query}\r`);
  await weir.until((seen) => listTitle(seen).includes(query) && hasMessages(seen), "its hits");
  weir.write("+");
  await weir.until(shows(/┌ Save/), "the name");
  weir.write(`${name}\r`);
  await weir.until((seen) => listTitle(seen).includes(name), "the view");
}

/** Goes from one view to another and back, each by the two keys of its number. */
export async function switchingViews(programs: Programs): Promise<readonly Latency[]> {
  const { weir, keys } = programs;
  const views = ["qxqa", "qxqb"] as const;
  // The realm keeps them for the other size.
  if (!weir.lines(0).some((line) => line.includes(views[0]))) {
    await saveView(weir, views[0], "is:unread");
    await saveView(weir, views[1], "has:link");
  }
  const press = (at: number) =>
    weir.key(`g${(at % 2) + 1}`, (seen) => listTitle(seen).includes(views[at % 2] ?? ""));
  for (const at of [0, 1, 2, 3]) await press(at);
  return [await timed(programs, "switch between views", keys, press, 6)];
}

/** Types some words letter by letter, erasing each complete word. `shown` is the text typed so far. */
function wordTypist(weir: TimedProgram, words: readonly string[], shown: RegExp): Pressing {
  let text = "";
  let word = 0;
  const shows = (typed: string) => (seen: TimedProgram) =>
    seen.lines().some((line) => shown.exec(line)?.[1] === typed);
  return async () => {
    if (text.length >= (words[word % words.length] ?? "").length) {
      const typed = shows(text);
      await weir.key(key.killLine, (seen) => !typed(seen));
      text = "";
      word += 1;
    }
    text += words[word % words.length]?.charAt(text.length) ?? "";
    return weir.key(text.slice(-1), shows(text));
  };
}

/** Types names of topics into the palette, which searches all topics and people at each letter. */
export async function finding(programs: Programs): Promise<readonly Latency[]> {
  const { weir } = programs;
  weir.write(key.palette);
  await weir.until((seen) => /person or place/.test(seen.lines().join("\n")), "the palette");
  const words = ["storm-radar", "gauge", "anna", "deploy", "old-perm"];
  const press = wordTypist(weir, words, /│ › (.*?) *│/);
  const latency = await timed(programs, "palette", programs.keys, press, 16);
  weir.write(key.escape);
  await systemClock.sleep(200);
  return [latency];
}

/** Types into the filter of a list of 20,000 people. */
export async function findingPeople(programs: Programs): Promise<readonly Latency[]> {
  const { weir } = programs;
  weir.write("gp");
  await weir.until((seen) => /│ +People/.test(seen.lines().join("\n")), "the list of people");
  await systemClock.sleep(1_000);
  weir.write("/");
  await weir.until((seen) => /filter:/.test(seen.lines().join("\n")), "the filter");
  const press = wordTypist(weir, ["anna", "person", "zoe-7", "ruiz", "e"], /filter: (\S*)/);
  const latency = await timed(programs, "people", programs.keys, press, 16);
  weir.write(`${key.escape}gi`);
  await systemClock.sleep(200);
  return [latency];
}

/** Opens conversations that are not loaded: first the frame appears, then the messages. */
/** More within a minute, at three a second, would wait for the rate limit. */
const mostOpened = 40;

export async function opening(programs: Programs): Promise<readonly Latency[]> {
  const { weir } = programs;
  const untilContent: number[] = [];
  const open = async () => {
    const before = selection(weir);
    await weir.key("37j", (seen) => selection(seen) !== before);
    const pressedAt = performance.now();
    const painted = await weir.key("\r", (seen) => !isInInbox(seen));
    untilContent.push((await weir.until(hasMessages, "messages")) - pressedAt);
    await weir.key("h", isInInbox);
    return painted;
  };
  const frame = await timed(
    programs,
    "open: its frame",
    Math.min(programs.keys, mostOpened),
    open,
    16,
  );
  const nothing = { floor: [], cpuMs: Number.NaN, bytes: Number.NaN };
  return [frame, latencyOf("open: its messages", named(weir), { taken: untilContent, ...nothing })];
}

const cleared = 300;
const gapMs = 50;

/** Marks conversations as done at 20 keys a second, and undoes everything. */
export async function clearing(programs: Programs, realm: BenchRealm) {
  const before = await unreadAtServer(realm);
  const steady = async (bytes: string, count: number) => {
    const taken: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const pressedAt = performance.now();
      taken.push(await rowChanges(programs, bytes));
      await systemClock.sleep(Math.max(0, gapMs - (performance.now() - pressedAt)));
    }
    return taken;
  };
  const settles = async (count: number) => {
    const beganAt = performance.now();
    let left = await unreadAtServer(realm);
    while (left.size !== count && performance.now() - beganAt < 30_000) {
      await systemClock.sleep(500);
      left = await unreadAtServer(realm);
    }
    return left;
  };
  const size = named(programs.weir);
  const cpuBefore = programs.weir.cpuMs();
  const [done, cpuMs] = [await steady("e", cleared), programs.weir.cpuMs() - cpuBefore];
  const afterDone = await settles(before.size - cleared);
  const undone = await steady("u", cleared);
  const afterUndo = await settles(before.size);
  const strange = [...afterUndo].filter((id) => !before.has(id)).length;
  const figure = (name: string, value: number, unit: string, budget?: number): Figure => ({
    name: `triage, ${name}, ${size}`,
    value,
    unit,
    budget,
  });
  const block = { floor: [], bytes: Number.NaN };
  const latencies: Latency[] = [
    latencyOf("triage: done", size, { taken: done, cpuMs, ...block }),
    latencyOf("triage: undo", size, { taken: undone, cpuMs: Number.NaN, ...block }),
  ];
  const figures = [
    figure("latest frame of done", Math.max(...done), "ms", gapMs),
    figure("latest frame of undo", Math.max(...undone), "ms", gapMs),
    figure(
      `of ${cleared} left unread at the server`,
      afterDone.size - before.size + cleared,
      "",
      0,
    ),
    figure(`of ${cleared} undone not unread again`, before.size - afterUndo.size, "", 0),
    figure("unread that was not before", strange, "", 0),
  ];
  return { latencies, figures };
}
