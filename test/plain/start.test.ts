/** The chat as lines: output, typed commands, and no control sequences. */
import { expect, test } from "vitest";
import type { CommandContext } from "#commands/command.ts";
import { landOnceLoaded } from "#commands/places/navigation.ts";
import type { IntentId } from "#journal/intent.ts";
import type { Store } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { strayControls } from "../support/escapes.ts";
import { speakWith } from "../support/plain-client.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../support/small-client.ts";
import { beforePermissions } from "../support/versions.ts";

async function startConversation(more: Parameters<typeof speakWith>[2] = {}, level?: number) {
  const world = await startSmall({ level });
  landOnceLoaded(world.store);
  return { ...world, ...speakWith(world.store, world.clock, more) };
}

test("a conversation is printed with its name, its messages and the available commands", async () => {
  const { output } = await startConversation();
  const lines = output();
  expect(lines).toMatch(/^\[dev > deploy(, \d unread)?\]$/m);
  expect(lines).toMatch(/^Bo Lindt: rolling\. (.*, )?\d+:\d\d$/m);
  expect(lines).toMatch(/^Cleo Vane, new, mentions you: @you look\. \d+:\d\d$/m);
  expect(lines).toMatch(/^Type a number, or a command, such as .*, .*, .*\n> $/m);
});

test("how much of the server could not be read is said once, and what shows it", async () => {
  const { output, clock, client } = await startConversation();
  output();
  const skipped = [{ path: "subscriptions.topics_policy", reason: "unknown word", count: 3 }];
  changeSession(client.store, (session) => ({ ...session, skipped }));
  await clock.pass("2 s");
  const line =
    '1 thing of this server could not be read; "Show what could not be read" shows what.';
  expect(output()).toContain(line);
  await clock.pass("2 s");
  expect(output()).toBe("");
});

test("times are the user's, though their settings were not known at the start", async () => {
  const { output, ana, bo, clock, types } = await startConversation();
  output();
  await ana.patch("/settings", { twenty_four_hour_time: false, timezone: "Asia/Tokyo" });
  await bo.say(inDeploy, "<time:2026-11-20T12:00:00Z>");
  await clock.pass("2 s");
  expect(output()).toMatch(/9:00 pm.* 8:\d\d pm\n/);
  expect(await types("inbox")).toMatch(/8:\d\d pm$/m);
});

test("a new message is printed once, below the prompt", async () => {
  const { output, bo, clock } = await startConversation();
  output();
  await bo.say(inDeploy, "and now?");
  await clock.pass("2 s");
  expect(output()).toMatch(/^\nBo Lindt, new: and now\? \d+:\d\d\n> $/);
  await clock.pass("5 s");
  expect(output()).toBe("");
});

test("somebody who is called you, or like the user, is told apart from the user", async () => {
  const { types, output, bo, cleo, clock } = await startConversation();
  await cleo.patch(`/users/${people.bo}`, { full_name: "you" });
  await bo.say(inDeploy, "@**Ana Ruiz** and @**you**");
  await clock.pass("2 s");
  expect(output()).toMatch(/^you \(bo@small\.example\), new, mentions you: @you and @you\|12\b/m);
  await cleo.patch(`/users/${people.bo}`, { full_name: "ana ruiz" });
  await clock.pass("2 s");
  expect(await types("again")).toMatch(/^ana ruiz \(bo@small\.example\), /m);
});

test("a line in the composer is sent, and an empty one leaves it", async () => {
  const { types, rows } = await startConversation();
  expect(await types("reply")).toContain("Writing to dev > deploy.");
  await types(":^C", "reply", "one \\", "two");
  expect(rows().at(-1)).toBe("one \ntwo");
  expect(await types("again")).toMatch(/^you: one two/m);
  expect(await types("reply")).toMatch(/^message > $/m);
  expect(await types("")).toMatch(/^\[dev > deploy.*\nOn .*\n> $/);
});

test("continued lines may be empty, and look like commands", async () => {
  const { types, rows } = await startConversation();
  expect(await types("reply", ":^C", "reply", "one\\")).not.toContain("Nothing changed.");
  await types(":^C", "reply", "\\one\\", "\\\\", "\\:quit\\", "two");
  expect(rows().at(-1)).toBe("one\n\n:quit\ntwo");
});

test("what is added to a draft is not joined to its last word", async () => {
  const { types, rows, client } = await startConversation();
  client.types(deploy, "So");
  await types("we go");
  expect(rows().at(-1)).toBe("So we go");
});

test("? begins with what is wrong with the connection, and what waits for it", async () => {
  const { types, client } = await startConversation();
  client.network.plug(false);
  await types("", "");
  expect(await types("?")).toMatch(/^The server is unreachable; retrying\.\n\[dev > deploy/m);
  await types("star");
  expect(await types("?")).toMatch(
    /^The server is unreachable; retrying\.\n1 waiting; "Go to the outbox" shows what\.\n/m,
  );
});

test("a key says of what its command is meant", async () => {
  const opened: string[] = [];
  const { types, store } = await startConversation({
    context: { openAccount: (name: string) => opened.push(name) } as never,
  });
  changeSession(store, (session) => ({
    ...session,
    account: { ...session.account, name: "one", all: [{ name: "one" }, { name: "two" }] } as never,
  }));
  await types("Alt+2");
  expect(opened).toEqual(["two"]);
});

test("a lone Esc leaves, as on the screen", async () => {
  const { types, store } = await startConversation();
  await types("reply", "\u001b");
  expect(store.getState().screen.focus).toBe("pane");
  expect(await types("later", "\u001b")).toMatch(/^\[dev > deploy/m);
  expect(await types("\u001b")).toMatch(/^\[Inbox, /m);
});

test("an edit says so, and adds to the text or replaces it", async () => {
  const { types, ana, rows, clock, output } = await startConversation();
  expect(await types("edit 1")).toMatch(/^Edit your message: only/m);
  await ana.say(inDeploy, "at nine");
  await clock.pass("2 s");
  output();
  expect(await types("edit 1")).toContain("Editing your message in dev > deploy.\n");
  await types(" sharp");
  expect(rows().at(-1)).toBe("at nine sharp");
  await types("edit 1", ":^C", "at ten");
  expect(rows().at(-1)).toBe("at ten");
});

test("commands are run by hint or key; those whose title contains the text are offered", async () => {
  const { types, store, hasQuit } = await startConversation();
  expect(await types("g i", "g g")).toMatch(
    /^1\. mentions you, dev > deploy, you have a draft, 1 unread/m,
  );
  expect(await types("zzzz")).toContain(
    'There is no command "zzzz" here. Type "commands" for a list.',
  );
  expect(await types("unread")).toContain("Did you mean this?");
  expect(await types("copy")).toContain("Which one?");
  expect(await types("? snooze")).toContain("Snooze or be reminded in an hour (b h)");
  await types("1");
  expect(store.getState().screen.place.kind).toBe("narrow");
  expect(await types("leave")).toContain("Did you mean this?");
  expect(await types("mentions")).toMatch(/^\[Mentions/m);
  expect(await types("inbox")).toMatch(/^\[Inbox, /m);
  await types("quit");
  expect(hasQuit()).toBe(true);
});

test("a dialog is printed with numbered choices, and a number selects one", async () => {
  const { types, store } = await startConversation();
  const dialog = await types("later");
  expect(dialog).toMatch(/^1\. .*hour/m);
  await types("1");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(store.getState().view.reminders.size).toBe(1);
});

test("a menu is printed with its items, and answered by number or by the key of an item", async () => {
  const { types, store, output, ana, clock } = await startConversation();
  await ana.say(inDeploy, "mine");
  await clock.pass("2 s");
  output();
  await types("1");
  const menu = await types("D");
  expect(menu).toMatch(
    /^Delete your “mine”\?\nin, dev > deploy\nmine\n.*\n1\. k, Keep it\n2\. d, Delete it for everybody$/m,
  );
  await types("1");
  expect(store.getState().screen.dialog).toBeUndefined();
  await types("D", "d");
  expect(output()).not.toContain("no command");
  expect(store.getState().screen.toast?.text).toBe("Deleted the message.");
});

test("done and undo print their effect", async () => {
  const { types } = await startConversation();
  await types("g i", "g g");
  expect(await types("done")).toMatch(/^Done .*\(undo\)$/m);
  expect(await types("undo")).toMatch(/^Undid: Done /m);
});

test.each([
  ["an empty line", ""],
  ["its number", "1"],
])("after a time is accepted by %s, the next line is a command", async (_, accepted) => {
  const { types, rows, store } = await startConversation();
  const before = rows();
  await types("reply", ":^C", "reply", ":schedule later", "tomorrow 9:00");
  expect(await types(accepted)).toMatch(/^Scheduled for .*\(undo\)$/m);
  expect(store.getState().screen.focus).toBe("pane");
  expect(await types("undo")).toMatch(/^Undid: Scheduled /m);
  expect(rows()).toEqual(before);
});

test("every line is answered, even for a command of another place or without effect", async () => {
  const { types } = await startConversation();
  await types("g i");
  expect(await types("star")).toContain("Star or unstar: only on messages");
  expect(await types("g i")).toContain("Nothing changed.");
  expect(await types("")).not.toContain("Nothing changed.");
});

test("a direct message is not said to mention the user", async () => {
  const { types } = await startConversation();
  const inbox = await types("g i", "again");
  expect(inbox).toMatch(/^1\. mentions you, dev > deploy, /m);
  expect(inbox).toMatch(/^2\. Bo Lindt, /m);
});

test("commands for panes, the sidebar and line editing are not available", async () => {
  const { types, store } = await startConversation();
  for (const words of ["? pane", "? scroll", "? heading", "? erase"])
    expect(await types("g i", words)).toContain("No command here contains");
  expect(await types("scroll right")).not.toContain("works only");
  await types("cancel a running task");
  expect(store.getState().screen.focus).toBe("pane");
  expect(await types("1", "reply", ":commands")).not.toMatch(/^(?:Kill|Select|Word|Delete)/m);
});

test("a topic in the list of its stream is said without its sign", async () => {
  const { types } = await startConversation();
  const topics = await types("g b", "1");
  expect(topics).toMatch(/^1\. (?:mentions you, )?\w+, /m);
  expect(topics).not.toMatch(/^\d+\. >/m);
});

test("a dialog names no key that cannot be typed in a line", async () => {
  const { types } = await startConversation();
  const dialog = await types("later");
  expect(dialog).toMatch(/^empty line: /m);
  expect(dialog).not.toMatch(/\bEsc\b/);
});

test("what can be typed is said once for each kind of place, and again for ?", async () => {
  const { output, types } = await startConversation();
  expect(output()).toContain("Type a number, or a command, such as");
  expect(await types("next", "1", "again")).not.toContain("in a list, such as");
  const again = await types("?");
  expect(again).toMatch(/^\[/);
  expect(again).toMatch(/^On /m);
  expect(again).toContain("Type a number, or a command, such as");
  expect(await types("later")).toContain("Type text, or a number to choose");
  await types(":close");
  expect(await types("later")).not.toContain("Type text, or a number to choose");
  expect(await types("?")).toMatch(/^1\. .*hour[\s\S]*Type text, or a number to choose/m);
});

/** Whether messages in the pane may be marked as read. */
const isSeen = (store: Store) => store.getState().screen.terminal.focused;

const said = [
  ["all", ["for all", "@you for you", "Elsewhere: Bo Lindt, Bo Lindt: in private"]],
  ["mine", ["@you for you", "Elsewhere: Bo Lindt, Bo Lindt: in private"]],
  ["quiet", []],
] as const;

test("what was chosen in an earlier run is said at the start", async () => {
  const { store, clock } = await startSmall();
  changeScreen(store, (screen) => ({
    ...screen,
    reading: { ...screen.reading, spoken: "quiet" },
  }));
  expect(speakWith(store, clock).output()).toContain("Says nothing that comes, until you type");
});

test.each(said)(
  "%s: of what comes, only what it includes is said before a line is typed",
  async (word, spoken) => {
    const { output, types, store, ana, bo, clock } = await startConversation();
    await types(word);
    expect(isSeen(store)).toBe(true);
    await bo.say(inDeploy, "for all");
    await bo.say(inDeploy, "@**Ana Ruiz** for you");
    await bo.post("/messages", { type: "direct", to: [people.ana], content: "in private" });
    await clock.pass("5 s");
    const lines = output();
    for (const words of said[0][1])
      expect(lines.includes(words), words).toBe(spoken.includes(words as never));
    await ana.say(inDeploy, "my own");
    await clock.pass("5 s");
    expect(output()).toMatch(/you.*: my own/);
    expect(isSeen(store)).toBe(word === "all");
    const asked = await types("");
    expect(isSeen(store)).toBe(true);
    for (const words of said[0][1])
      if (!spoken.includes(words as never)) expect(asked).toContain(words);
  },
);

test("nothing is said while a line is being typed", async () => {
  const typing = { isTyping: true };
  const isTyping = () => typing.isTyping;
  const { output, store, bo, clock, plain } = await startConversation({ isTyping });
  expect(output()).toBe("");
  typing.isTyping = false;
  plain.lineEmptied();
  expect(output()).toContain("rolling");
  typing.isTyping = true;
  await bo.say(inDeploy, "in between");
  await clock.pass("60 s");
  expect(output()).toBe("");
  expect(isSeen(store)).toBe(false);
  typing.isTyping = false;
  plain.lineEmptied();
  expect(output()).toMatch(/^\nBo Lindt, new: in between\. \d+:\d\d\n> $/);
  expect(isSeen(store)).toBe(true);
});

test("nothing is said while the editor has the terminal, and after it what came", async () => {
  let saves = (_: string) => {};
  const editExternally: CommandContext["editExternally"] = (_, done) => {
    saves = (text) => done(text, undefined);
  };
  const { output, bo, clock, types, store } = await startConversation({
    context: { editExternally } as never,
  });
  await types("reply");
  expect(await types(":^O")).toBe("");
  await bo.say(inDeploy, "in between");
  await clock.pass("60 s");
  expect(output()).toBe("");
  expect(isSeen(store)).toBe(false);
  saves("written in the editor");
  expect(output()).toContain("Bo Lindt, new: in between.");
});

test("what is running is said when it begins, every half a minute, and when it ends", async () => {
  const { output, store, clock } = await startConversation();
  output();
  const progress = (answers: number) =>
    changeSession(store, (session) => ({
      ...session,
      progress: [{ intent: "1" as IntentId, title: "Marking everything as read", answers, of: 9 }],
    }));
  progress(0);
  await clock.pass("1 s");
  expect(output()).toContain("Running: Marking everything as read, 0 of 9.");
  progress(1);
  await clock.pass("20 s");
  expect(output()).toBe("");
  await clock.pass("10 s");
  expect(output()).toContain("Running: Marking everything as read, 1 of 9.");
  await clock.pass("30 s");
  expect(output()).toContain("Running: Marking everything as read, 1 of 9.");
  changeSession(store, (session) => ({ ...session, progress: [] }));
  await clock.pass("1 s");
  expect(output()).toContain("Ended: Marking everything as read.");
});

test("a form is filled in field by field: text, choices, numbers, and text that looks like a number", async () => {
  const { types, store } = await startConversation({}, beforePermissions);
  expect(await types("g b", "new")).toMatch(/^1\. Name$[\s\S]*^On 1\. Name/m);
  const text = await types("\\12");
  expect(text).toMatch(/^1\. Name, 12$/m);
  expect(text).toMatch(/^On 2\. Description/m);
  expect(text).not.toMatch(/^New stream$/m);
  expect(await types("3")).toMatch(/^On 3\. Privacy, Public.*One of: Public, .*; /m);
  expect(await types("nonsense")).toContain('"nonsense" is none of the choices.');
  expect(await types("private")).toMatch(/^3\. Privacy, Private.*\nOn 4\. /m);
  const saved = await types(":save");
  expect(saved).toContain("Created #12");
  expect(store.getState().screen.dialog).toBeUndefined();
});

test("a hostile message prints no control sequences", async () => {
  const { output, bo, clock } = await startConversation();
  output();
  await bo.say(inDeploy, "\u001b]0;mine\u0007 \u001b[2J \r gone \u202e");
  await clock.pass("2 s");
  const lines = output();
  expect(lines).toContain("gone");
  expect(strayControls(lines.replaceAll("\n", ""))).toEqual([]);
});

test("a number is that of a message that was said, whatever came while the line was typed", async () => {
  const typing = { isTyping: false };
  const isTyping = () => typing.isTyping;
  const { output, bo, clock, types } = await startConversation({ isTyping });
  output();
  typing.isTyping = true;
  await bo.say(inDeploy, "in between");
  await clock.pass("2 s");
  expect(output()).toBe("");
  typing.isTyping = false;
  const said = await types("star 1");
  expect(said).toContain("Cleo Vane, new, mentions you, starred: @you look.");
  expect(said).toContain("Bo Lindt, new: in between.");
  expect(await types("star 1")).toContain("Bo Lindt, new, starred: in between.");
});
