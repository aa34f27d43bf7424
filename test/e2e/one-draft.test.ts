/** Two clients of one user edit the same draft. */
import { expect, test } from "vitest";
import { startProxy } from "../support/proxy.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("if two clients edit a draft, each keeps the text under its cursor, and the other one waits beside it, with its key", async () => {
  const realm = await serveRealm();
  const robin = realm.as("Robin");
  await realm.as("Ana").says("general > lunch", "where?");
  const line = await startProxy(realm.url);
  const open = async (site: string) => {
    const environment = { ...robin.environment, WEIR_SITE: site };
    const person = await startInTerminal({ environment, columns: 110 });
    await person.sees(/live/);
    await person.does("palette.open");
    await person.types("lunch");
    await person.presses("Enter");
    await person.does("message.reply");
    return person;
  };
  const [one, other] = [await open(line.url), await open(realm.url)];
  await one.types("at noon");
  await other.sees(/another version from .+ Alt\+o/);
  await other.presses("Alt+o");
  await other.sees("› at noon");
  // Neither sees what the other one writes.
  const { promise: until, resolve: letThrough } = Promise.withResolvers<void>();
  await line.setFault({ kind: "hold", until });
  one.sends(" at the river", 13);
  await one.sees("› at noon at the river");
  await other.types(" in the park");
  await line.setFault({ kind: "none" });
  letThrough();
  for (const person of [one, other]) {
    await person.saw(/another version from .+ Alt\+o/);
    await person.saw(/Another client changed this draft: your text stays/);
  }
  const texts = ["at noon at the river", "at noon in the park"] as const;
  const [own, kept] = texts;
  await one.sees(`› ${own}`);
  await other.sees(`› ${kept}`);
  await one.presses("Esc", "g", "d");
  await one.sees(`(other text) ${kept}`);
  const stored = async () => {
    const { drafts } = await robin.get("/drafts");
    const contents = drafts.map(({ content }: { readonly content: string }) => content);
    // Both clients may keep the same text.
    return [...new Set(contents)].toSorted();
  };
  await expect.poll(stored).toEqual(texts);
  const isOnKept = one.lines().some((line) => /▌.*\(other text\)/.test(line));
  await one.presses(...(isOnKept ? [] : ["j"]), "Enter");
  await one.sees(`› ${kept}`);
  await one.saw(/another version from/);
});
