/**
 * Five accounts of one program, each with a session to a realm of its own in this process: `near` is well, `hung` may never
 * answer, `shut` may refuse the key, `big` has thousands of people, and `wild` may fail in any way.
 *
 * Topics, streams and IDs are the same in all of them; each message, person and key has a word that no other realm has.
 */
import type { Log } from "#base/log.ts";
import { seeded } from "#base/random.ts";
import { createRealm } from "#realm/realm.ts";
import type { Blueprint, Destination } from "#realm/seed/blueprint.ts";
import type { Store } from "#store/state.ts";
import { watchNotifications } from "#ui/notifications.ts";
import { startClient } from "./client.ts";
import { type FakeClock, fakeClock } from "./clock.ts";
import { openAccount, programOf } from "./live-accounts.ts";
import { styleOf } from "./screen.tsx";
import { people, smallBlueprint } from "./small-blueprint.ts";
import { memoryDisk } from "./storage.ts";

/** The word of each realm, by the name of its account. */
export const words = {
  near: "quokka",
  hung: "narwhal",
  shut: "pangolin",
  big: "okapi",
  wild: "axolotl",
} as const;
export type AccountName = keyof typeof words;
export const accountNames = Object.keys(words) as AccountName[];

/** The ID of the last message of a new realm. */
export const lastInitial = 113;

/** Whatever is said or called there contains the word. */
function blueprintOf(word: string, now: number, crowd: number): Blueprint {
  const small = smallBlueprint(now);
  const [first] = small.users;
  const more = Array.from({ length: crowd }, (_, at) => ({
    ...first!,
    id: 1_000 + at,
    fullName: `Person ${at}`,
    email: `person${at}@${word}.example`,
    apiKey: `${at}${word}`.padEnd(32, "0"),
  }));
  const users = [...small.users, ...more].map((user) => ({
    ...user,
    fullName: `${user.fullName} ${word}`,
    email: user.email.replace("small", word),
    apiKey: `${word}${user.apiKey}`.slice(0, 32),
  }));
  const messages = small.messages.map((message) => ({
    ...message,
    content: `${message.content.replace("Ruiz", `Ruiz ${word}`)} ${word}`,
  }));
  return { ...small, users, messages };
}

type Request = { readonly line: string; readonly authorization: string; readonly body: string };

/** What one account has beside its client. */
function startAccount(name: AccountName, clock: FakeClock, crowd: number) {
  const word = words[name];
  const requests: Request[] = [];
  const logged: string[] = [];
  const notified: string[] = [];
  const say = (...parts: readonly unknown[]) => void logged.push(JSON.stringify(parts));
  const log: Log = { note: say, noteDaily: say, warn: say };
  const realm = createRealm({
    clock,
    random: seeded(7),
    rateLimit: false,
    blueprint: blueprintOf(word, Math.floor(clock.now() / 1000), crowd),
  });
  const disk = memoryDisk();
  const client = startClient({
    clock,
    realm,
    disk,
    name,
    email: `ana@${word}.example`,
    log,
    attention: { lastKeyAt: () => 0, reportsFocus: () => false },
    over: (send) => (request, signal) => {
      const { method, url, headers, body } = request;
      requests.push({
        line: `${method} ${new URL(url).pathname}`,
        authorization: headers["authorization"] ?? "",
        body: typeof body === "string" ? body : "",
      });
      return send(request, signal);
    },
  });
  const { store } = client;
  const { session } = store.getState();
  store.setState({ session: { ...session, account: openAccount(name, accountNames) } });
  const created = intentsOf(store);
  const unnotify = watchNotifications(store, {
    clock,
    style: styleOf({}),
    attention: { lastKeyAt: () => 0, reportsFocus: () => false },
    show: ({ title, body }) => {
      notified.push(`${title} ${body}`);
      return () => {};
    },
    answer: () => {},
  });
  const server = realm.control.server.state;
  const personal = () => server.personal.get(people.ana);
  return {
    client,
    realm,
    disk,
    requests,
    logged,
    notified,
    created,
    /** IDs of messages that others have said since. */
    arrived: new Set<number>(),
    unnotify,
    /** Cleo's client meets no faults: they would hold up the test's clock. */
    hears: (place: Destination, text: string) => realm.port.send(people.cleo, place, text),
    /** Everything that a user can change by triage, as the server has it. */
    marks: () => ({
      unread: [...(personal()?.unread ?? [])].toSorted((a, b) => a - b),
      policies: [...(personal()?.topicPolicies.values() ?? [])]
        .filter(({ policy }) => policy !== 0)
        .map(({ streamId, topic, policy }) => `${streamId} ${topic.toLowerCase()} ${policy}`)
        .toSorted(),
    }),
    /** Texts by the user at the server. */
    said: () =>
      [...server.messages.byId.values()]
        .filter(({ senderId, id }) => senderId === people.ana && id > lastInitial)
        .map(({ content }) => content),
    rejects: () => {
      const person = server.people.byId.get(people.ana) as { apiKey: string };
      person.apiKey = "x".repeat(32);
      client.session.poke();
    },
  };
}

/** IDs of all intents that were ever in the store. */
function intentsOf({ subscribe }: Store): ReadonlySet<string> {
  const ids = new Set<string>();
  subscribe(({ journal }, before) => {
    if (journal.intents !== before.journal.intents)
      for (const id of journal.intents.keys()) ids.add(id);
  });
  return ids;
}

export type FiveRealms = Awaited<ReturnType<typeof startFive>>;

/** All live, with the inbox of every account open. `crowd` is the number of further people of `big`. */
export async function startFive(crowd: number) {
  const clock = fakeClock();
  const accounts = Object.fromEntries(
    accountNames.map((name) => [name, startAccount(name, clock, name === "big" ? crowd : 0)]),
  ) as Record<AccountName, ReturnType<typeof startAccount>>;
  await clock.pass("10 s");
  const stores = accountNames.map((name) => [name, accounts[name].client.store] as const);
  const program = programOf(Object.fromEntries(stores), clock);
  await program.press("g", "i");
  const ends = () => {
    for (const name of accountNames) accounts[name].unnotify();
    program.live.stop();
  };
  return { clock, program, accounts, ends };
}

/** All texts in a value, however deep, without what has one of these names. */
export function textsIn(value: unknown, leftOut: ReadonlySet<string>): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") texts.push(next);
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const each of partsOf(next, leftOut)) open.push(each);
  }
  return texts;
}

function partsOf(value: object, leftOut: ReadonlySet<string>): Iterable<unknown> {
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  if (value instanceof Set || Array.isArray(value)) return value;
  return Object.entries(value).flatMap(([key, each]) => (leftOut.has(key) ? [] : [each]));
}

/** What the account has of the words of others; empty if all is well. */
export function strayWords(name: AccountName, texts: readonly string[]): readonly string[] {
  const others = accountNames.filter((one) => one !== name).map((one) => words[one]);
  return texts.filter((text) => others.some((word) => text.includes(word)));
}
