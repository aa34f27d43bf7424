/** Several accounts in one program: keys in the list of all their conversations, memory, and when all of it is there. */
import { mkdirSync, writeFileSync } from "node:fs";
import { systemClock } from "#base/clock.ts";
import { unpredictable } from "#base/random.ts";
import { withFreshKeys } from "#realm/credentials.ts";
import { createRealm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { serveRealm } from "#realm/serve.ts";
import { accountSection } from "../support/correspondent.ts";
import { type Figure, type Latency, median } from "./figures.ts";
import { freshHome, type Home, openConfigured } from "./programs.ts";
import { composerTypist, leaveComposer, openNext, type Programs, timed } from "./scenes.ts";
import { listTitle, named, selection } from "./screen-conditions.ts";
import type { Size, TimedProgram } from "./timed-program.ts";

type Kind = {
  readonly title: string;
  readonly people: number;
  /** Beside those of the demo. */
  readonly unread: number;
};

const demo: Kind = { title: "demo", people: 0, unread: 0 };
const hundred: Kind = { title: "100 people", people: 100, unread: 0 };
const busy: Kind = { title: "20,000 unread", people: 100, unread: 20_000 };

/** How many accounts of which kind. */
export const accountScenes: readonly (readonly [number, Kind])[] = [
  [1, demo],
  [3, demo],
  [10, demo],
  [1, busy],
  [10, busy],
];

const topicsInStream = 100;
const messagesInTopic = 4;
const mentionEvery = 200;

/** The demo with more people, and more unread messages in streams of their own. */
function blueprintOf({ people, unread }: Kind, now: number): Blueprint {
  const base = demoBlueprint(now);
  const { you, users } = base;
  const [first] = users;
  if (first === undefined) throw new RangeError("A realm without people.");
  const name = users.find(({ id }) => id === you.userId)?.fullName;
  const more = Array.from({ length: Math.max(0, people - users.length) }, (_, at) => ({
    ...first,
    id: 1_000 + at,
    fullName: `Person ${at}`,
    email: `person${at}@acme.example`,
  }));
  const inStream = topicsInStream * messagesInTopic;
  const streams = Array.from({ length: unread / inStream }, (_, at) => ({
    id: 1_000 + at,
    name: `busy ${at}`,
    description: "",
    color: "#76ce90",
    createdAt: now,
    subscribers: [you.userId, first.id].toSorted((one, other) => one - other),
  }));
  const last = base.messages.at(-1)?.id ?? 0;
  const messages = Array.from({ length: unread }, (_, at) => ({
    id: last + 1 + at,
    senderId: first.id === you.userId ? 1_000 : first.id,
    content: at % mentionEvery === 0 ? `@**${name}** message ${at}` : `Message ${at}`,
    sentAt: now,
    streamId: 1_000 + Math.floor(at / inStream),
    topic: `topic ${Math.floor(at / messagesInTopic)}`,
  }));
  return {
    ...base,
    users: [...users, ...more],
    streams: [...base.streams, ...streams],
    messages: [...base.messages, ...messages],
    you: {
      ...you,
      subscriptions: [...you.subscriptions, ...streams.map(({ id }) => ({ streamId: id }))],
      unread: [...you.unread, ...messages.map(({ id }) => id)],
    },
  };
}

/** Realms in this process, which is idle while keys are timed. */
async function openRealm(kind: Kind) {
  const now = Math.floor(systemClock.now() / 1000);
  const realm = createRealm({
    clock: systemClock,
    random: unpredictable,
    blueprint: withFreshKeys(blueprintOf(kind, now), unpredictable),
    rateLimit: false,
  });
  const { url, close } = await serveRealm(realm);
  return {
    url,
    accounts: realm.accounts,
    close: async () => {
      realm.stop();
      await close();
    },
  };
}

type OpenRealm = Awaited<ReturnType<typeof openRealm>>;

function configure(home: Home, realms: readonly OpenRealm[]): void {
  const sections = realms.map(({ url, accounts: [first] }, at) => {
    const { email = "", api_key: key = "" } = first ?? {};
    const environment = { WEIR_SITE: url, WEIR_EMAIL: email, WEIR_API_KEY: key };
    return accountSection(`account${at}`, { environment });
  });
  mkdirSync(`${home.path}/.config/weir`, { recursive: true });
  writeFileSync(`${home.path}/.config/weir/config.toml`, sections.join("\n"), { mode: 0o600 });
}

/** The number of rows of all accounts. */
const rowsOf = (weir: TimedProgram) => counted(weir, "Every account") || counted(weir, "Unread");

const counted = (weir: TimedProgram, filter: string) =>
  Number(new RegExp(`${filter} (\\d+)`).exec(listTitle(weir))?.[1] ?? 0);

/** Without a change for this long, all accounts have their content. */
const settledMs = 3_000;

/** When the list got its last rows. Each account has as many; the title has their number for all accounts alone. */
async function completed(weir: TimedProgram, accounts: number): Promise<number> {
  const isWhole = (seen: TimedProgram) => rowsOf(seen) > 0 && rowsOf(seen) % accounts === 0;
  await weir.until(isWhole, "the rows of all accounts", 120_000);
  let [rows, at] = [rowsOf(weir), performance.now()];
  while (performance.now() - at < settledMs || !isWhole(weir)) {
    await systemClock.sleep(5);
    if (rowsOf(weir) !== rows) [rows, at] = [rowsOf(weir), performance.now()];
  }
  return at;
}

const there = (weir: TimedProgram) => `${selection(weir)} ${listTitle(weir)}`;

const changes = (weir: TimedProgram, bytes: string) => {
  const before = there(weir);
  return weir.key(bytes, (seen) => there(seen) !== before);
};

/** weir with that many accounts, on a realm of its own each, once everything is there. */
async function withAccounts<Answer>(
  size: Size,
  [count, kind]: readonly [number, Kind],
  channel: string,
  use: (weir: TimedProgram, contentMs: number) => Promise<Answer>,
): Promise<Answer> {
  const realms = await Promise.all(Array.from({ length: count }, () => openRealm(kind)));
  const home = freshHome();
  configure(home, realms);
  const weir = openConfigured(size, home, channel);
  try {
    return await use(weir, (await completed(weir, count)) - weir.startedAt);
  } finally {
    await weir.end();
    home.remove();
    await Promise.all(realms.map((realm) => realm.close()));
  }
}

const keys = { pageDown: "\x04", pageUp: "\x15" };

/** Keys with their opposites, and budgets for them. */
const strokes: Readonly<Record<string, readonly [string, string, number]>> = {
  move: ["j", "k", 8],
  page: [keys.pageDown, keys.pageUp, 10],
  done: ["e", "u", 16],
};

export async function workingInAccounts(
  size: Size,
  scene: readonly [number, Kind],
  channel: string,
  parts: Omit<Programs, "weir">,
): Promise<{ readonly latencies: readonly Latency[]; readonly figures: readonly Figure[] }> {
  const [count, kind] = scene;
  const called = (what: string) =>
    `${count} account${count === 1 ? "" : "s"}, ${kind.title}: ${what}`;
  return withAccounts(size, scene, channel, async (weir, content) => {
    const programs = { ...parts, weir };
    const residentMb = weir.residentMb();
    const rows = rowsOf(weir);
    const latencies: Latency[] = [];
    for (const [what, [out, back, budget]] of Object.entries(strokes)) {
      const press = (at: number) => changes(weir, at % 2 === 0 ? out : back);
      latencies.push(await timed(programs, called(what), parts.keys, press, budget));
    }
    await openNext(weir);
    weir.write("r");
    const type = await composerTypist(weir);
    latencies.push(await timed(programs, called("type"), parts.keys, type, 6));
    await leaveComposer(weir);
    const figure = (name: string, value: number, unit: string): Figure => ({
      name: `${called(name)} at ${named(size)}`,
      value,
      unit,
      budget: undefined,
      note: `${rows} conversations`,
    });
    return {
      latencies,
      figures: [
        figure("exec → content of all", content, "ms"),
        figure("memory", residentMb, "MB"),
        figure("memory after the keys", weir.residentMb(), "MB"),
      ],
    };
  });
}

/** How much more memory two accounts of a hundred people take than one. */
export async function memoryOfAnother(size: Size, channel: string, times: number): Promise<Figure> {
  const taken: Record<number, number[]> = { 1: [], 2: [] };
  for (let time = 0; time < times; time += 1)
    for (const count of [1, 2])
      taken[count]?.push(
        await withAccounts(size, [count, hundred], channel, async (weir) => weir.residentMb()),
      );
  const name = `memory of a second account of 100 people at ${named(size)}`;
  const value = median(taken[2] ?? []) - median(taken[1] ?? []);
  return { name, value, unit: "MB", budget: 12 };
}
