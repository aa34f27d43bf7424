/** Opening links and copying, with the bytes that leave the program. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("n, o and 2 open the second link; y y copies the message through the terminal", async () => {
  const at = folder();
  const [browser, opened] = [join(at, "browser"), join(at, "opened")];
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}.new; mv ${opened}.new ${opened}\n`);
  chmodSync(browser, 0o755);
  const text = "https://a.example/1 and https://b.example/?x=$(id)";
  const realm = await serveRealm();
  await realm.as("Ana").says("general > notes", text);
  const { environment } = realm.as("Robin");
  const person = await sitDown({ environment: { ...environment, BROWSER: browser } });
  await person.sees(/live/);
  await person.presses("n", "o");
  await person.sees("Open a link");
  await person.presses("2");
  await person.sees("Opened https://b.example/");
  await vi.waitFor(() => expect(existsSync(opened)).toBe(true));
  expect(readFileSync(opened, "utf8")).toBe("https://b.example/?x=$(id)");
  await person.presses("y", "y");
  await person.sees("Copied the message (the terminal)");
  expect(person.written()).toContain(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);
});
