/** A user at a terminal, at a realm that goes away and comes back: the set-up of tests about what is there without it. */
import { folder } from "./folder.ts";
import { serveLastingRealm } from "./realm-server.ts";
import { startInTerminal, type TerminalUser } from "./terminal.ts";

/** Robin's seat on a realm where Ana has written to topics of `general`; each start is in the same home folder. */
export async function seat(
  said: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const realm = await serveLastingRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  for (const [topic, text] of Object.entries(said)) await ana.says(`general > ${topic}`, text);
  const environment = { ...robin.environment, ...more };
  const home = folder();
  const start = () => startInTerminal({ environment, home, columns: 100 });
  return { realm, ana, robin, home, start };
}

/** On how many lines the text is. */
export const times = (person: TerminalUser, text: string) =>
  person.lines().filter((line) => line.includes(text)).length;

/** Nothing waits to be sent. */
export const isDelivered = (lines: readonly string[]) =>
  / live /.test(`${lines[0]} `) && !/waiting|queued|sending|Outbox/.test(lines.join(" "));
