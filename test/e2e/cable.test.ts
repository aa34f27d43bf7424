/** The network fails silently, with open connections without data, or is slow. The program's clock runs faster. */
import { expect, test } from "vitest";
import { startProxy } from "../support/proxy.ts";
import { serveRealm } from "../support/realm-server.ts";
import { times } from "../support/seat.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

async function says(person: TerminalUser, text: string): Promise<void> {
  await person.does("message.reply");
  await person.types(text);
  person.sends("\r", 1);
}

const isLive = (lines: readonly string[]) =>
  / live /.test(`${lines[0]} `) && !/waiting|queued|sending|may have/.test(lines.join(" "));

/**
 * A lost connection is shown in the header, and missed events are fetched automatically; a send without an answer is
 * sent once.
 */
test("a lost connection is shown, and nothing is missed or sent twice", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "before the cable");
  const line = await startProxy(realm.url);
  const person = await startInTerminal({
    environment: { ...robin.environment, WEIR_SITE: line.url, WEIR_CLOCK_RATE: "20" },
    columns: 100,
  });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("before the cable");
  await line.setFault({ kind: "silence" });
  await ana.says("general > lunch", "into the void");
  await person.sees(/stale since \d/);
  await says(person, "anybody there?");
  await person.sees(/stale since [\d:]+ · 1 waiting/);
  expect(times(person, "into the void")).toBe(0);

  await line.setFault({ kind: "none" });
  await person.sees("into the void");
  await person.sees(isLive);
  expect(times(person, "anybody there?")).toBe(1);
  expect(times(person, "into the void")).toBe(1);
  const texts = await ana.reads("general > lunch");
  expect(texts).toEqual(["before the cable", "into the void", "anybody there?"]);

  await person.presses("Esc");
  await line.setFault({ kind: "silence after", on: "POST /api/v1/messages " });
  await says(person, "did you get it?");
  await person.sees("◌ sending");
  await person.sees(/stale since \d/);
  await line.setFault({ kind: "none" });
  await person.sees(isLive);
  expect(times(person, "did you get it?")).toBe(1);
  expect(await ana.reads("general > lunch")).toEqual([...texts, "did you get it?"]);
});

test("a slow line is lean when it is first live, although connections are made at once", async () => {
  const realm = await serveRealm();
  const line = await startProxy(realm.url);
  await line.setFault({ kind: "delay", ms: 750 });
  const environment = { ...realm.as("Robin").environment, WEIR_SITE: line.url };
  const person = await startInTerminal({ environment, columns: 100 });
  await person.sees(/live/);
  expect(person.lines()[0]).toContain("live · lean");
});
