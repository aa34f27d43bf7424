/** A program that is killed while its user writes in an editor of their own. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("what an editor has saved is there after a kill, although it was never left", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > notes", "write it down");
  const path = join(folder(), "editor");
  // It ends with its terminal.
  writeFileSync(path, '#!/bin/sh\nprintf "saved before the end" > "$1"; exec cat\n');
  chmodSync(path, 0o755);
  const environment = { ...robin.environment, VISUAL: path };
  const person = await startInTerminal({ environment });
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  await person.types("begun");
  person.sends("\x0f", 1);
  // Its copy on the server shows that it has left the editor, while nothing is drawn.
  const copies = async () => {
    const { drafts } = await robin.get("/drafts");
    return (drafts as readonly { readonly content: string }[]).map(({ content }) => content);
  };
  await expect.poll(copies).toContain("saved before the end");
  person.kill("SIGKILL");
  await person.ended;

  const again = await startInTerminal({ environment });
  await again.sees(/live/);
  await again.does("go.drafts");
  await again.sees("saved before the end");
});
