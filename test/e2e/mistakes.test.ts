/** Invalid flags and files are reported with a message, without a screen or a stack trace. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { listening } from "../support/https-server.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const home = () => folder();

/** Writes a file to a new folder. */
function written(text: string, mode: number): string {
  const path = `${home()}/file`;
  writeFileSync(path, text, { mode });
  return path;
}

/** The program's output on a terminal, and its exit code. */
async function complaint(argv: readonly string[]): Promise<{ code: number; text: string }> {
  const person = await startInTerminal({ argv, columns: 200 });
  const { code } = await person.ended;
  await person.sees(/^weir: /m);
  expect(person.terminal.buffer.active.type).toBe("normal");
  return { code, text: person.text().trim() };
}

const rc = "[api]\nemail=robin@empty.example\nkey=0123456789abcdef0123456789abcdef\n";

test.each([
  [["--no-such-flag"], 2, /^weir: Unknown option '--no-such-flag'.*weir --help.*\n$/],
  [["man", "kees"], 2, /^weir: The page must be screen, keys, .*weir man --help.*\n$/],
  [["realm", "--state", "/nowhere/acme"], 1, /^weir: .*\/nowhere\/acme.*no such folder\.\n$/],
])("%j is reported in one line", async (argv, code, sentence) => {
  const { err, ...ended } = await run(argv, { HOME: home() });
  expect(err).toMatch(sentence);
  expect(ended).toEqual({ code, out: "" });
});

test("a missing rc file or an unknown account is named in the error", async () => {
  expect(await complaint(["--rc", "/nowhere/rc"])).toMatchObject({
    code: 2,
    text: expect.stringMatching(/^weir: .*\/nowhere\/rc/),
  });
  expect(await complaint(["--account", "nobody"])).toMatchObject({
    code: 2,
    text: expect.stringMatching(/^weir: .*no account "nobody"/),
  });
});

test("an rc file without a key, and one that others can read, are rejected with their path", async () => {
  const keyless = written("[api]\nemail=robin@empty.example\nsite=https://chat.example\n", 0o600);
  const { code, text } = await complaint(["--rc", keyless]);
  expect(code).toBe(2);
  expect(text).toMatch(/^weir: .*key/);
  const open = written(`${rc}site=https://chat.example\n`, 0o644);
  const told = await complaint(["--rc", open]);
  expect(told.code).toBe(2);
  expect(told.text).toMatch(/chmod 600/);
});

test("a configuration file that is a pipe is rejected without blocking", async () => {
  const pipe = `${home()}/pipe`;
  execFileSync("mkfifo", [pipe]);
  expect(await complaint(["--config", pipe])).toEqual({
    code: 2,
    text: `weir: ${pipe} cannot be read: it is not a regular file.`,
  });
});

test("a rejected key opens the dialog for a new one", async () => {
  const realm = await serveRealm();
  const path = written(`${rc}site=${realm.url}\n`, 0o600);
  const person = await startInTerminal({ argv: ["--rc", path], columns: 100, rows: 30 });
  await person.sees("signed out");
});

/**
 * An unknown configured command or key is reported with file, line and the nearest name; a server that answers with a
 * web page is rejected, and q works.
 */
test("mistakes in the configuration, and a server that is none, are said", async () => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<html><body>Welcome</body></html>");
  });
  const port = await listening(server);
  const keys = '[keys]\n"triage.don" = "e"\n"triage.next" = "Ctrl+N"\n';
  const path = written(keys, 0o600);
  const account = written(`${rc}site=http://127.0.0.1:${port}\n`, 0o600);
  const argv = ["--config", path, "--rc", account];
  const person = await startInTerminal({ argv, columns: 250, rows: 30 });
  await person.sees(
    `file, line 2: Unknown command "triage.don". Did you mean "triage.done"? And 1 more: \`weir doctor\` lists them.`,
  );
  expect((await run(["keys", "--config", path], { HOME: home() })).err).toContain(
    'file, line 3: triage.next has "Ctrl+N", which is not a key. Did you mean "^N"?',
  );
  await person.sees(/answered with a web page .*Wrong address\?/);
  expect(person.text()).not.toMatch(/<html>|all read|Inbox zero/);
  person.sends("q", 1);
  expect((await person.ended).code).toBe(0);
});
