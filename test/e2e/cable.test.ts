/** The network goes without a word: connections stand, and nothing comes through. Time runs faster here. */
import { expect, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import { type ProxyLine, startProxy } from "../support/proxy.ts";
import { serveRealm } from "../support/realm-server.ts";
import { type Person, sitDown } from "../support/terminal.ts";

type Desk = { readonly person: Person; readonly ana: Correspondent; readonly line: ProxyLine };

/** Robin in a topic where Ana wrote, over a line that can be hurt. */
async function overLine(rate: number): Promise<Desk> {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "before the cable");
  const line = await startProxy(realm.url);
  const person = await sitDown({
    environment: { ...robin.environment, WEIR_SITE: line.url, WEIR_CLOCK_RATE: String(rate) },
    columns: 100,
  });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("before the cable");
  return { person, ana, line };
}

async function says({ person }: Desk, text: string): Promise<void> {
  await person.does("message.reply");
  await person.types(text);
  person.sends("\r", 1);
}

const times = ({ person }: Desk, text: string) =>
  person.lines().filter((line) => line.includes(text)).length;

const isLive = (lines: readonly string[]) =>
  / live /.test(`${lines[0]} `) && !/waiting|queued|sending|may have/.test(lines.join(" "));

test("a cable that was pulled while reading is told by the header, and what was missed comes by itself", async () => {
  const desk = await overLine(30);
  const { person, ana, line } = desk;
  await line.suffers({ kind: "silence" });
  await ana.says("general > lunch", "into the void");
  await person.sees(/stale since \d/);
  await says(desk, "anybody there?");
  await person.sees(/stale since [\d:]+ · 1 waiting/);
  expect(times(desk, "into the void")).toBe(0);

  await line.suffers({ kind: "none" });
  await person.sees("into the void");
  await person.sees(isLive);
  expect(times(desk, "anybody there?")).toBe(1);
  expect(times(desk, "into the void")).toBe(1);
  const texts = await ana.reads("general > lunch");
  expect(texts).toEqual(["before the cable", "into the void", "anybody there?"]);
});

test("a send whose answer the cable swallowed goes out once and is found again", async () => {
  const desk = await overLine(10);
  const { person, ana, line } = desk;
  await line.suffers({ kind: "silence after", on: "POST /api/v1/messages " });
  await says(desk, "did you get it?");
  await person.sees("◌ sending");
  await person.sees(/stale since \d/);
  await line.suffers({ kind: "none" });
  await person.sees(isLive);
  expect(times(desk, "did you get it?")).toBe(1);
  expect(await ana.reads("general > lunch")).toEqual(["before the cable", "did you get it?"]);
});
