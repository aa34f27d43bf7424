/** Toasts, notices and warnings. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { emptyBlueprint } from "#realm/seed/empty.ts";
import type { Correspondent } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import type { ServedRealm } from "../support/realm-control.ts";
import { serveBlueprint, serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

const footer = (person: TerminalUser) => person.lines().at(-1) ?? "";
/** In a list: the last line of its pane. */
const notice = (person: TerminalUser) =>
  person
    .lines()
    .at(-2)
    ?.replace(/^.*?[│|]/, "") ?? "";

const cursor = (person: TerminalUser) =>
  person.lines().findLast((line) => line.includes("▌")) ?? "";

/**
 * On a server that cannot mark as unread, the first e warns and can be cancelled; filters and searches without matches
 * restore rows and cursor, scrolling moves the cursor, and z toggles spoilers; a toast does not cover the footer's keys
 * and disappears at a key; a failed send stays, and its error can be read completely.
 */
test("on a server that cannot mark as unread, keys, hints and toasts say so", async () => {
  const realm = await serveRealm("empty", 120);
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  const said = "```spoiler Who\nthe heron\n```\nhttps://heron.example";
  for (const content of ["soup?", said]) await robin.says("general > lunch", content);
  const environment = { ...ana.environment, WEIR_CLOCK_RATE: "1" };
  const person = await startInTerminal({ environment });
  await person.sees(/2 unread/);
  await warns(person, ana);
  await looks(person);
  await robin.says("general > dinner", "bread?");
  await person.sees("dinner");
  await person.presses("g", "i", "^L", "g", "g");
  await toasts(person);
  await fails(person, realm);
});

async function warns(person: TerminalUser, ana: Correspondent): Promise<void> {
  await person.presses("e");
  await person.saw("This server cannot undo marking as done.");
  expect(await ana.unread()).toHaveLength(2);
  await person.presses("e");
  await person.saw("final in 5 s");
  await person.presses("u");
  await person.sees(/2 unread/);
  expect(await ana.unread()).toHaveLength(2);
}

async function looks(person: TerminalUser): Promise<void> {
  await person.sees("soup?");
  // Without the line of the toast.
  const rows = () => person.lines().slice(1, -2);
  const inbox = rows();
  await person.presses("/");
  await person.types("qzqz");
  await person.sees("No matches.");
  await person.presses("Esc");
  expect(rows()).toEqual(inbox);
  await person.presses("Tab", "j", "k");
  expect(person.lines().find((line) => line.startsWith("▌"))).toContain("Inbox");
  await person.presses("Tab");

  expect(person.text()).not.toContain("r writes here");
  await person.presses("Enter");
  await person.sees("r writes here");
  await person.presses("g", "g");
  const top = cursor(person);
  await person.presses("/");
  await person.types("qzqz");
  await person.sees("not found");
  await person.presses("Esc");
  expect(cursor(person)).toBe(top);
  for (const scroll of ["^D", "^F"]) {
    await person.presses("g", "g");
    await person.sees(() => cursor(person) === top);
    await person.presses(scroll);
    await person.sees(() => cursor(person).includes("heron.example"));
  }

  expect(person.text()).not.toContain("the heron");
  for (const hint of ["Space", "r reply", "o link", "z "]) expect(footer(person)).toContain(hint);
  await person.presses("z");
  await person.sees("the heron");
  await person.presses("z");
  await person.sees(() => !person.text().includes("the heron"));
}

async function toasts(person: TerminalUser): Promise<void> {
  const since = performance.now();
  await person.sees(() => /^ Enter open.*e done.*\? keys$/.test(footer(person)));
  const keys = footer(person);
  await person.presses("Z");
  expect([notice(person), footer(person)]).toEqual([
    expect.stringMatching(/^ Z is not bound here/),
    keys,
  ]);
  const moves = async () => {
    await person.presses("j");
    return notice(person);
  };
  await expect.poll(moves).not.toContain("not bound");
  expect(performance.now() - since).toBeGreaterThan(1_500);
  await person.presses("s");
  expect(notice(person)).toMatch(/^ Star or unstar: only on messages/);
  expect(footer(person)).toBe(keys);
}

async function fails(person: TerminalUser, realm: ServedRealm): Promise<void> {
  const robin = realm.as("Robin");
  await person.pastes("two lines\rof it");
  await person.sees("Choose a recipient for the pasted text.");
  await person.types("general");
  await person.presses("Enter");
  await person.types("lunch");
  await person.presses("Enter");
  await person.sees("To #general › lunch");
  await person.sees("of it");
  // Posting is restricted to administrators before the message is sent.
  await realm.fault({ kind: "hang", method: "POST", path: "/messages", delayMs: 1_500 });
  person.sends("\r", 1);
  await person.sees("sending");
  await robin.patch("/streams/1", { stream_post_policy: 2 });
  const row = "✗ failed: Only organization administra…   Enter decide";
  await person.sees(row);
  await person.presses("G");
  expect(cursor(person)).toContain(row);
  await person.presses("i");
  await person.sees("Only organization administrators can send to this stream.");
  await person.presses("Esc", "g", "o");
  await person.sees(/NEEDS A DECISION\n.*▌✗ #general › lunch/);
  expect(await robin.reads("general > lunch")).toHaveLength(2);
}

/**
 * Without Unicode, selection, rule, online and followed have different symbols; large counts fit, and a notice can be
 * read completely.
 */
test("without Unicode, every sign has a symbol of its own, and nothing is cut", async () => {
  const now = Math.floor(systemClock.now() / 1_000);
  const blank = emptyBlueprint(now);
  const messages = Array.from({ length: 12_345 }, (_, at) => ({
    ...{ id: at + 1, senderId: 2, content: "soup", sentAt: now - 50_000 + at },
    ...{ streamId: 1, topic: "lunch" },
  }));
  const you = { ...blank.you, unread: messages.map(({ id }) => id) };
  const realm = await serveBlueprint({ ...blank, messages, you });
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  const config = join(folder(), "config.toml");
  writeFileSync(config, '[keys]\n"triage.don" = "e"\n');
  const environment = { ...robin.environment, LANG: "C" };
  const person = await startInTerminal({ environment, argv: ["--config", config] });
  await person.sees(/12k unread$/m);
  await person.sees(/^: {2}Inbox +12k \|/m);
  await person.sees(/^ {3}\/ lunch +12k \|/m);
  await person.presses("?");
  await person.sees("Did you mean");
  await person.presses("Esc");

  const shown = person.sees(() => /^ Z is not bound here/.test(notice(person)));
  await person.presses("Z");
  await shown;
  await person.sees(() => !notice(person).includes("not bound"));
  await robin.post("/users/me/presence", { status: "active" });
  await ana.post("/users/me/presence", { status: "active" });
  await ana.says([robin.id], "and bread");
  await person.sees(/and bread|1 new/);
  await person.presses("f", "^L");
  await person.sees("FOLLOWED");
  await person.sees(/^ o Ana Ruiz +1 \|/m);
  await person.sees(/\|>! #general \/ lunch/);
  await person.sees(/^ {3}! lunch +12k \|/m);
});
