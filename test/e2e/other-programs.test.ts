/**
 * Passing links to the browser, code to the pager, files to the desktop and text to the clipboard, from the first process of a
 * terminal.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { nodeEnvironment } from "#build/node-flags.ts";
import { configuredHome } from "../support/account-home.ts";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { expectRestored } from "../support/restored.ts";
import { startInTerminal } from "../support/terminal.ts";

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/** A program that records the output of `script` atomically. */
function keeper(path: string, script: string): string {
  const kept = `${path}.kept`;
  program(path, `{ ${script}; } > ${kept}.new; mv ${kept}.new ${kept}`);
  return kept;
}

async function textIn(kept: string): Promise<string> {
  await expect.poll(() => existsSync(kept)).toBe(true);
  return readFileSync(kept, "utf8");
}

/**
 * O opens a link, y y copies, | pages the code, with images = off v opens a picture as any file, saves it, and shows a text; ^Z and its signal do
 * not suspend what no shell would resume, and SIGTERM deletes the file and restores the terminal.
 */
test("other programs open links, copies and pictures, and signals leave nothing behind", async () => {
  const at = folder();
  const [browser, pager] = [join(at, "browser"), join(at, "pager")];
  // What only weir's memory needs is not passed on.
  const opened = keeper(browser, 'printf %s "$1$MALLOC_TOP_PAD_"');
  const viewed = keeper(join(at, "xdg-open"), 'printf "%s " "$1"; cat "$1"');
  program(pager, 'cat; printf "end of pager"; head -c 1 < /dev/tty > /dev/null');
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  const text = "https://a.example/1 and https://b.example/?x=$(id)";
  const code = "```\nwide = code\n```";
  for (const said of [
    text,
    code,
    `[cat.png](${await ana.uploads("cat.png", Buffer.from("miau"))})`,
    `[log](${await ana.uploads("heron.log", Buffer.from("09:14 the heron is back\n"))})`,
  ])
    await ana.says("general > notes", said);
  const environment = {
    ...realm.as("Robin").environment,
    ...nodeEnvironment,
    BROWSER: browser,
    PAGER: pager,
    PATH: `${at}:${process.env["PATH"]}`,
    DISPLAY: ":9",
    // A signal leaves two seconds for cleaning up, which on a busy machine may not pass faster.
    WEIR_CLOCK_RATE: "1",
  };
  const { home } = configuredHome('images = "off"');
  const person = await startInTerminal({ environment, home });
  await person.sees(/live/);
  expect(person.written()).not.toContain("_Gi=31");
  await person.presses("n", "o");
  await person.sees("Open a link");
  await person.presses("2");
  await person.saw("Opened https://b.example/");
  expect(await textIn(opened)).toBe("https://b.example/?x=$(id)");
  await person.presses("y", "y");
  await person.saw("Copied the message (the terminal)");
  expect(person.written()).toContain(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);

  await person.presses("j");
  await person.sees("wide = code");
  person.sends("|", 1);
  await person.sees("end of pager");
  expect(person.terminal.buffer.active.type).toBe("normal");
  const paged = person.written().length;
  await person.resizes(90, 26);
  expect(person.written().slice(paged)).toBe("");
  await person.sees("end of pager");
  person.sends("\r", 0);
  await person.sees(/live/);
  expect(person.terminal.buffer.active.type).toBe("alternate");

  await person.presses("j", "v", "v");
  await person.saw("Opened cat.png");
  const [file = "", content] = (await textIn(viewed)).split(" ");
  expect(content).toBe("miau");
  expect(existsSync(file)).toBe(true);

  await person.presses("v", "s");
  await person.sees("Save cat.png as");
  await person.presses("Enter");
  await person.saw(/Saved cat\.png/);
  expect(readFileSync(join(home, "cat.png"), "utf8")).toBe("miau");
  await person.presses("j", "v");
  await person.sees("09:14 the heron is back");
  await person.presses("Esc");

  await person.presses("^Z");
  await person.saw("Cannot suspend: no shell to return to.");
  person.kill("SIGTSTP");
  await person.does("palette.open");
  await person.sees("Go to");
  person.kill("SIGTERM");
  await expectRestored(person, { code: 143, signal: 0 });
  expect(existsSync(dirname(file))).toBe(false);
});
