/** Finding commands by typed lines. */
import { expect, test } from "vitest";
import { browseToSignIn } from "#app/sign-in-again.ts";
import { plain } from "#base/safe-text.ts";
import { commandsIn } from "#commands/command.ts";
import { contextOf } from "#commands/screen.ts";
import { archivedSearch } from "#model/search.ts";
import { answer, availableCommands, commandNamed } from "#plain/answers.ts";
import { newSession } from "#store/session.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { acme, storeOf, withHistory } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { portsFor } from "../support/key-presser.ts";
import { speakWith } from "../support/plain-client.ts";
import { people } from "../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../support/small-client.ts";

test("a command with screenOnly is neither listed nor found", () => {
  const run = () => undefined;
  const commands = commandsIn(["reader"], {
    "zoom.in": { title: "Zoom in", hint: "zoom", keys: [], screenOnly: true, run },
    "zoom.say": { title: "Say the zoom", keys: [], run },
  });
  const ports = portsFor(storeOf(acme())).context;
  const context = { ...ports, count: 1, keys: { commands, overrides: {} } };
  expect(availableCommands(context, "reader").map(({ id }) => id)).toEqual(["zoom.say"]);
  expect(commandNamed(context, "reader", "Zoom in")).toEqual({ kind: "none" });
  expect(commandNamed(context, "list", "zoom")).toEqual({ kind: "none" });
});

test("an empty line tries the old key again, as on the screen", () => {
  const store = storeOf(acme(), { dialog: { kind: "sign-in", sentence: "No." } });
  const tried: string[] = [];
  const { context } = portsFor(store);
  const nothing = () => undefined;
  const ports = {
    context,
    repeat: nothing,
    press: nothing,
    signIn: (key: string) => tried.push(key),
  };
  for (const line of ["", "secret"]) answer(ports as never, line);
  expect(tried).toEqual(["", "secret"]);
});

test("the question for a key is put off with :close, and asked again by its name", async () => {
  const connection = { kind: "signed-out", sentence: "No." } as const;
  const screen = { dialog: { kind: "sign-in", sentence: "No." } } as const;
  const store = storeOf(acme(), screen, { session: { ...newSession, connection } });
  const { types, output } = speakWith(store, fakeClock());
  expect(output()).toContain(":close later, :quit leaves weir\n");
  expect(await types(":close")).toContain('Nothing is sent until you sign in: "Sign in again".');
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(await types("sign in again")).toMatch(/^Sign in again\n/m);
  expect(store.getState().screen.dialog?.kind).toBe("sign-in");
});

test("the address to sign in at is said only if it is asked for, and nothing opens or copies it", async () => {
  const address = `https://acme.example/in?mobile_flow_otp=${"ab".repeat(32)}`;
  const ways = [{ title: plain("Google"), address }];
  const store = storeOf(acme(), { dialog: { kind: "sign-in", sentence: "No.", ways } });
  let taken = true;
  const { types, output } = speakWith(store, fakeClock(), {
    browse: () =>
      void browseToSignIn(store, {
        open: async () => false,
        copy: async () => (taken ? ["a clipboard"] : []),
        otherwise: (secret) => `open ${secret}.`,
      }),
  });
  const first = output();
  expect(first).toContain("With Google: open it, and paste");
  expect(first).toContain(":open it, :close later, :quit leaves weir\n");
  const copied = await types(":open it");
  expect(copied).toContain("Google: its address was copied.");
  expect(first + copied).not.toContain("flow_otp");
  taken = false;
  expect(await types(":open it")).toContain(`Google: open ${address}.\n`);
});

test("a command that asks for words takes them from its line", async () => {
  const { store, clock, bo } = await startSmall();
  await bo.say(inDeploy, "a gentle laptop");
  const { types, output } = speakWith(store, clock);
  output();
  const found = await types("search gentle laptop");
  expect(found).toContain("gentle laptop");
  expect(store.getState().screen).toMatchObject({
    dialog: undefined,
    place: { kind: "search", text: "gentle laptop" },
  });
  expect(await types("go to people")).toMatch(/^\[People, /m);
  const card = "\nemail, don@small.example\n";
  expect(await types("find Don")).toContain(card);
  expect(await types(":close", "find", "Don")).toContain(card);
  await types(":close");
  expect(await types("go to deploy")).toMatch(/^1\. .*deploy/m);
  expect(store.getState().screen.dialog?.kind).toBe("palette");
  await types("");
  expect(store.getState().screen.place).toMatchObject({ narrow: { kind: "topic" } });
  expect(await types("find 2024")).not.toContain("Nothing here has the number");
});

test("a starred message and a snippet are named by words, not by their signs", async () => {
  const { store, clock } = await startSmall({
    first: async (as) => {
      await as(people.ana).post("/saved_snippets", { title: "Handover", content: "My week" });
      const id = await as(people.ana).say(inDeploy, "a gentle laptop");
      await as(people.ana).post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
    },
  });
  const { types } = speakWith(store, clock);
  expect(await types("search gentle laptop")).toMatch(/^1\. starred, dev > deploy, /m);
  expect(await types("go to saved snippets")).toMatch(/^1\. Handover, My week$/m);
});

test("that only the server has a message is said apart from its sender", async () => {
  const { store, clock, ana } = await startSmall();
  const id = (await ana.say(inDeploy, "a gentle laptop")) as MessageId;
  const { types } = speakWith(store, clock);
  await types("search gentle laptop");
  const { place } = store.getState().screen;
  if (place.kind !== "search") throw new RangeError("No search is open.");
  const another = (id - 1) as MessageId;
  changeReplica(store, (now) => withHistory(now, archivedSearch(place), [another]));
  expect(await types("again")).toMatch(/on the server, Ana Ruiz: a gentle laptop/);
});

test("a text that a dialog asks for is taken by an empty line, which is said", async () => {
  const { store, clock, bo } = await startSmall();
  await bo.say(inDeploy, "a gentle laptop");
  const { types } = speakWith(store, clock);
  await types("search gentle laptop");
  expect(await types("save as view")).toMatch(
    /^Type text; an empty line takes it, :close leaves\.$/m,
  );
  expect(await types("Laptops")).toMatch(/^Written; an empty line takes it, :close leaves\.$/m);
  expect(await types("")).toMatch(/^Saved the view “Laptops”/m);
});

test("help is what ? is, and every command that it names is understood", async () => {
  const { store, clock } = await startSmall();
  const { types } = speakWith(store, clock);
  const { context } = portsFor(store, undefined, clock);
  for (const place of ["inbox", "1"]) {
    await types(place);
    const said = await types("?");
    expect(await types("help")).toBe(said);
    const names = /such as (.*)\. \? says/.exec(said)?.[1]?.split(", ") ?? [];
    expect(names).toHaveLength(3);
    const where = contextOf(store.getState().screen);
    const found = names.map((name) => commandNamed(context, where, name).kind);
    expect(found).toEqual(["command", "command", "command"]);
  }
});

test("a command is found by what other programs call it, and run only by its own name", async () => {
  const { store, clock } = await startSmall();
  const { types } = speakWith(store, clock);
  await types("inbox", "1");
  expect(await types("? bookmark")).toMatch(/^star: Star or unstar/m);
  expect(await types("help bookmark")).toMatch(/^star: Star or unstar/m);
  expect(await types("bookmark")).toMatch(/^Did you mean this\?\nstar: Star or unstar/);
  expect(store.getState().journal.intents.size).toBe(0);
});

test("of a long list it is said how much follows, and each row and heading is said before its row", async () => {
  const { store, clock, bo } = await startSmall();
  for (let at = 1; at <= 30; at += 1) await bo.say({ ...inDeploy, topic: `topic ${at}` }, "hello");
  await clock.pass("2 s");
  const { types } = speakWith(store, clock);
  const first = await types("inbox");
  const all = Number(/^\[Inbox, unread, (\d+) rows/m.exec(first)?.[1]);
  const rows = [...first.matchAll(/^(\d+)\. /gm)].length;
  expect(first).toMatch(
    new RegExp(`^${rows}\\. .*\\n${all - rows} more; "?Page down"? reads on\\.$`, "m"),
  );
  const next = await types("page down");
  expect(next).toMatch(new RegExp(`^${rows + 1}\\. `, "m"));
});

test("a row says the beginning of a long message, and the conversation all of it", async () => {
  const { store, clock, bo } = await startSmall();
  await bo.say({ ...inDeploy, topic: "log" }, `first ${"word ".repeat(400)}last`);
  await clock.pass("2 s");
  const { types } = speakWith(store, clock);
  const row = /^\d+\. .*log.*first.*$/m.exec(await types("inbox"))?.[0] ?? "";
  expect(row.length).toBeLessThan(400);
  expect(row).toMatch(/…/);
  expect(await types(row.split(".", 1)[0] ?? "")).toContain("word last");
});

test("undo says one line, and muting does not lead elsewhere", async () => {
  const { store, clock } = await startSmall();
  const { types } = speakWith(store, clock);
  await types("inbox", "1");
  const { place } = store.getState().screen;
  expect(await types("mute")).toBe("Muted #dev > deploy (undo)\n> ");
  expect(store.getState().screen.place).toEqual(place);
  expect(await types("undo")).toBe("Undid: Muted #dev > deploy\n> ");
  await types("done");
  expect(store.getState().screen.place).not.toEqual(place);
  expect(await types("undo")).toMatch(/^Undid: Done #dev > deploy \(\d+\)\n> $/);
  expect(store.getState().screen.place).toEqual(place);
  expect(await types("again")).toContain("[dev > deploy");
});

test("the notice that a topic is being deleted is followed by that it was", async () => {
  const { store, clock, control, toast } = await startSmall({ who: "cleo" });
  const path = "/streams/2/delete_topic";
  control.fault({ kind: "delay", path, delayMs: 10_000, times: 1 });
  const { types, plain, output } = speakWith(store, clock);
  output();
  expect(await types("delete the topic")).toContain("This cannot be undone.");
  expect(await types("d")).toMatch(/^Deleting #dev > deploy$/m);
  expect(toast()).toBe("Deleting #dev › deploy");
  await clock.pass("9 s");
  plain.flush();
  expect(output()).toMatch(/^Deleted #dev > deploy$/m);
  expect(toast()).toBe("Deleted #dev › deploy");
});

test("a line given for a text of several lines takes the place of all of them", async () => {
  const world = await startSmall({
    first: async (as) => {
      const content = "My week:\n- pages: 0";
      await as(people.ana).post("/saved_snippets", { title: "Handover", content });
    },
  });
  const { types } = speakWith(world.store, world.clock);
  await types("go to saved snippets", "edit");
  expect(await types("2")).not.toContain(":new line");
  await types("All quiet", ":save");
  await world.settles();
  expect(world.control.server.state.personal.get(people.ana)?.snippets).toMatchObject([
    { content: "All quiet" },
  ]);
});
