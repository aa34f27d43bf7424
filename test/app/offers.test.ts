/** What a running weir answers over a real socket, and what it leaves to the server. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { askRunning } from "#app/local-protocol.ts";
import { createOffers } from "#app/offers.ts";
import { version } from "#app/version.ts";
import { noArchive } from "#archive/archive.ts";
import { silent } from "#base/log.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { isListing, printListing } from "#cli/listing.ts";
import { outputFor } from "#cli/output.ts";
import { verbs } from "#cli/verbs.ts";
import { ownSocket } from "#host/local-socket.ts";
import { type Folders, folders, socketPath } from "#host/paths.ts";
import { narrowKey } from "#model/narrow.ts";
import { changeScreen } from "#store/store.ts";
import { folder } from "../support/folder.ts";
import { people } from "../support/small-blueprint.ts";
import { hello, inDeploy, startSmall } from "../support/small-client.ts";
import { allVerbs, type Shell, shellOn } from "../support/verb.ts";

const owner = { site: "http://realm.test", email: "ana@small.example", key: "k".repeat(32) };

const inbox = { kind: "listing", of: { verb: "inbox", options: {} } } as const;

/** A client that offers its account, once it does. */
async function offering(show = (_: string) => {}) {
  const small = await startSmall();
  const places = folders({}, folder());
  const ports = { folders: places, clock: small.clock, log: silent };
  const { store } = small;
  const { connection } = small.client.session;
  let stored = owner.key;
  const ownKey = { stored: { read: async () => stored } };
  const account = { name: "work", owner, ownKey, store, connection, archive: noArchive };
  const end = createOffers({ ...ports, seen: { shown: () => ({ store }), show } })(account);
  onTestFinished(end);
  const asks = (as = owner) => askRunning(places, as, inbox, isListing);
  await expect.poll(() => asks()).toBeDefined();
  const stores = (key: string) => {
    stored = key;
  };
  return { ...small, places, end, asks, stores };
}

test("what is answered is what the verb would print", async () => {
  const { realm, bo, settles, asks } = await offering();
  await bo.say(inDeploy, "@**Ana Ruiz** once more");
  await settles();
  const answer = await asks();
  const shell = shellOn({ realm }, { email: owner.email });
  const printed = await shell.run(["inbox", "--json"]);
  const lines = printed.out.trimEnd().split("\n");
  expect(
    answer?.rows.map(({ json: { about: _, ...line } }) => ({ ...line, account: null })),
  ).toEqual(lines.map((line) => JSON.parse(line)));
  expect(lines.length).toBeGreaterThan(1);
});

const lines = verbs.flatMap(({ name, fields = [], isAnswered }) => {
  if (isAnswered === undefined) return [];
  const options: Readonly<Record<string, readonly string[]>> = {
    inbox: ["--needs-me", "--all-accounts", "--view Mine"],
    streams: ["--all", "--archived"],
    groups: ["--system"],
  };
  return ["", "--json", "-n 1", `--json=${fields[1]} -n 2`, ...(options[name] ?? [])].map(
    (option) => `${name} ${option}`.trim(),
  );
});

/** What `weir` prints of the answer; undefined: it does not ask, or gets none. */
async function printedOf(line: string, places: Folders, { ports }: Shell) {
  const invocation = readCommandLine(line.split(" "), "1.2.3", allVerbs);
  const verb = verbs.find(({ name }) => name === ("verb" in invocation ? invocation.verb : ""));
  if ("text" in invocation || !verb?.isAnswered?.(invocation.options)) return undefined;
  const question = { kind: "listing", of: invocation } as const;
  const listing = await askRunning(places, owner, question, isListing);
  if (listing === undefined) return undefined;
  const printed = { code: 0, out: "", err: "" };
  const write = (text: string) => {
    printed.out += text;
  };
  const say = (sentence: string) => {
    printed.err += `weir: ${sentence}\n`;
  };
  const { sink } = ports(write, say, undefined, new AbortController().signal);
  printListing({ output: outputFor(sink, invocation, verb.fields ?? [], say), say }, listing);
  return printed;
}

test("each verb that is answered prints in a pipe and on a terminal what it does by itself", async () => {
  const { realm, cleo, settles, places } = await offering();
  await cleo.post("/users/me/subscriptions", {
    subscriptions: [{ name: "night" }, { name: "\u202etop" }],
    principals: [people.bo],
  });
  await cleo.post("/user_groups/create", {
    name: "ops",
    description: "on\tcall",
    members: [people.bo],
  });
  const ana = shellOn({ realm }, { email: owner.email });
  for (const words of ["Mine --text one", "mine --text 'two'", "Mine --text three"])
    await ana.run(["snippets", "add", ...words.split(" ")]);
  await settles();
  const asked: string[] = [];
  for (const columns of [undefined, 80])
    for (const line of lines) {
      const shell = shellOn({ realm }, { email: owner.email, ...(columns && { columns }) });
      const printed = await printedOf(line, places, shell);
      if (printed === undefined) continue;
      asked.push(line);
      expect(printed, line).toEqual(await shell.run(line.split(" ")));
    }
  expect(new Set(asked)).toEqual(
    new Set(lines.filter((line) => !/--all|--arch|--view/.test(line))),
  );
});

test("what the user has done is told as the screen shows it, before the server knows it", async () => {
  const { asks, press, client, settles } = await offering();
  const before = await asks();
  client.network.line("silent");
  press("e");
  expect((await asks())?.rows.length).toBe((before?.rows.length ?? 0) - 1);
  client.network.line("well");
  await settles();
});

test("without a connection, and on a slow line, the verb asks the server itself", async () => {
  const { asks, client, store, clock } = await offering();
  changeScreen(store, (screen) => ({
    ...screen,
    preferences: { ...screen.preferences, lean: true },
  }));
  expect(await asks()).toBeUndefined();
  changeScreen(store, (screen) => ({
    ...screen,
    preferences: { ...screen.preferences, lean: false },
  }));
  expect(await asks()).toBeDefined();
  client.network.plug(false);
  await clock.pass("1 min");
  expect(await asks()).toBeUndefined();
});

test("another key, and another account, get no answer", async () => {
  const { asks } = await offering();
  expect(await asks({ ...owner, key: "x".repeat(32) })).toBeUndefined();
  expect(await asks({ ...owner, email: "bo@small.example" })).toBeUndefined();
  expect(await asks()).toBeDefined();
});

test("a key that was stored since the start is the account's, too", async () => {
  const { asks, stores } = await offering();
  const renewed = { ...owner, key: "n".repeat(32) };
  expect(await asks(renewed)).toBeUndefined();
  stores(renewed.key);
  expect(await asks(renewed)).toBeDefined();
  expect(await asks()).toBeDefined();
});

test("another version and another question get no answer", async () => {
  const { places, asks } = await offering();
  const says = async (request: unknown) => {
    const line = connect(socketPath(places, owner));
    line.write(`${JSON.stringify(request)}\n`);
    return text(line);
  };
  for (const request of [
    null,
    7,
    [],
    {},
    { protocol: 2, version },
    { protocol: 2, version, keyHash: owner.key, question: inbox },
    { protocol: 2, version, keyHash: null, question: { kind: "toString" } },
  ])
    expect(await says(request)).toBe("");
  expect(await asks()).toBeDefined();
});

const row = { json: {}, cells: ["a", 1, { text: "b", token: "dim" }] };

test.each([
  null,
  [],
  "none",
  { none: "", rows: {} },
  { none: 7, rows: [] },
  { none: "", rows: [row, null] },
  { none: "", rows: [{ ...row, json: null }] },
  { none: "", rows: [{ ...row, cells: [["a"]] }] },
  { none: "", rows: [{ ...row, cells: [{ text: 7, token: "dim" }] }] },
  { none: "", rows: [{ ...row, cells: [{ text: "a", token: "constructor" }] }] },
  { none: "", rows: [{ ...row, rank: "first" }] },
  { none: "", rows: [row], notes: [7] },
  { none: "", rows: [row], notes: "note" },
])("a program that answers with %j is not believed", async (answer) => {
  const places = folders({}, folder());
  const asks = () => askRunning(places, owner, inbox, isListing);
  let says: unknown = { none: "", rows: [row], notes: ["note"] };
  const owned = ownSocket(socketPath(places, owner), async () => says, { log: silent });
  onTestFinished(owned.end);
  await expect.poll(asks).toEqual(says);
  says = answer;
  expect(await asks()).toBeUndefined();
});

test("a program that has ended gives no answer", async () => {
  const { places, end } = await offering();
  await end();
  expect(await askRunning(places, owner, inbox, () => true)).toBeUndefined();
});

/** An offering client that is asked to show places. */
async function showing() {
  const shown: string[] = [];
  const small = await offering((name) => shown.push(name));
  const opens = (...words: readonly string[]) =>
    askRunning(small.places, owner, { kind: "open", words }, ({ kind }) => kind.length > 0);
  const place = () => {
    const now = small.store.getState().screen.place;
    return now.kind === "narrow" ? narrowKey(now.narrow) : now.kind;
  };
  return { ...small, shown, opens, place };
}

test("a place is shown as by a key, in its account", async () => {
  const { opens, place, shown, press } = await showing();
  expect(await opens("#general > hello")).toEqual({ kind: "shown" });
  expect(place()).toBe(narrowKey(hello));
  expect(shown).toEqual(["work"]);
  // As a key would, it can be left again.
  press("Esc");
  expect(place()).not.toBe(narrowKey(hello));
});

test("a place that does not exist is told to whoever asked, and nothing is shown", async () => {
  const { opens, store, shown } = await showing();
  const before = store.getState().screen;
  expect(await opens("#nowhere > at all")).toEqual({
    kind: "unknown",
    sentence: expect.stringMatching(/nowhere/),
  });
  expect(await opens("999999")).toMatchObject({ kind: "unknown" });
  expect(await opens("two", "places")).toBeUndefined();
  expect(await opens(...([7, null] as never[]))).toBeUndefined();
  expect(store.getState().screen).toBe(before);
  expect(shown).toEqual([]);
});

test("what is being typed, a dialog and a sequence of keys are left as they are", async () => {
  const { opens, store, shown, press, type } = await showing();
  const isLeft = async () => {
    const before = store.getState().screen;
    expect(await opens("#general > hello")).toEqual({ kind: "busy" });
    expect(store.getState().screen).toBe(before);
  };
  press("r");
  type("half a sent");
  await isLeft();
  press("Esc", "?");
  await isLeft();
  press("Esc", "g");
  await isLeft();
  expect(shown).toEqual([]);
});
