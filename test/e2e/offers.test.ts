/** What a running weir offers to other programs of the user: the built program, real sockets and files. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import type { Status } from "#app/status-file.ts";
import { configuredHome } from "../support/account-home.ts";
import { run } from "../support/command.ts";
import { accountSection } from "../support/correspondent.ts";
import { startProxy } from "../support/proxy.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/** A home with an account at a realm, behind a proxy that counts connections. */
async function atRealm(seed: "demo" | "empty" = "empty") {
  const realm = await serveRealm(seed);
  const robin = realm.as("Robin");
  const proxy = await startProxy(robin.environment["WEIR_SITE"] ?? "");
  const through = { ...robin, environment: { ...robin.environment, WEIR_SITE: proxy.url } };
  const { home, path } = configuredHome(accountSection("work", through));
  const offered = `${home}/.local/state/weir/run`;
  const files = () => (existsSync(offered) ? readdirSync(offered).sort() : []);
  const status = (): Status | undefined =>
    existsSync(`${offered}/status.json`)
      ? JSON.parse(readFileSync(`${offered}/status.json`, "utf8"))
      : undefined;
  const weir = (words: readonly string[], environment = {}) =>
    run(words, { HOME: home, TZ: "UTC", ...environment });
  return { realm, proxy, home, path, offered, files, status, weir };
}

const unread = (status: Status | undefined) => status?.accounts.map((one) => one.unread);

test("a bar reads what needs the user while weir runs, and nothing is left when it ends", async () => {
  const { realm, home, offered, files, status, weir } = await atRealm();
  expect(await weir(["status-line"])).toEqual({ code: 0, out: "", err: "" });
  const person = await startInTerminal({ home });
  await person.sees(/live/);
  await expect.poll(status).toMatchObject({
    needs_you: 0,
    unread: 0,
    accounts: [{ account: "work", state: "live", pid: person.pid }],
  });
  // Beside them there is a lock while the status is written.
  await expect.poll(files).toEqual([expect.stringMatching(/^[\da-f]{8}\.socket$/), "status.json"]);
  const modes = [offered, ...files().map((name) => `${offered}/${name}`)].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600]);
  await realm.as("Ana").says("general > ops", "@**Robin Hale** look");
  await expect.poll(status).toMatchObject({ needs_you: 1, unread: 1 });
  expect((await weir(["status-line"])).out).toBe("1 needs you, 1 unread\n");
  expect((await weir(["status-line", "--format", "tmux"])).out).toBe("#[bold]@1#[nobold] 1\n");
  expect(await weir(["status-line", "--format", "dwm"])).toMatchObject({ code: 2, out: "" });
  await person.quits();
  expect(files()).toEqual([]);
  expect(await weir(["status-line"])).toEqual({ code: 0, out: "", err: "" });
});

test("of two windows the first offers the account, and the second when the first is killed", async () => {
  const { home, files, status, weir } = await atRealm();
  const first = await startInTerminal({ home });
  await expect.poll(status).toMatchObject({ accounts: [{ pid: first.pid, state: "live" }] });
  const second = await startInTerminal({ home });
  await second.sees(/live/);
  expect(status()?.accounts.map(({ pid }) => pid)).toEqual([first.pid]);
  first.kill("SIGKILL");
  await first.ended;
  await expect.poll(status).toMatchObject({ accounts: [{ pid: second.pid, state: "live" }] });
  second.kill("SIGKILL");
  await second.ended;
  // What it left behind is no weir.
  expect(files()).toContain("status.json");
  expect((await weir(["status-line", "--format", "{state}"])).out).toBe("");
  expect((await weir(["inbox"])).code).toBe(0);
  const third = await startInTerminal({ home });
  await expect.poll(status).toMatchObject({ accounts: [{ pid: third.pid, state: "live" }] });
});

const answered = [
  "inbox",
  "inbox --needs-me",
  "inbox --json",
  "inbox -n 3",
  "inbox --json=place,people,account",
  "streams",
  "streams --json",
  "groups --system --json=name,members,subgroups",
  "snippets --json",
];

test("a running weir answers verbs as the server does, byte for byte", async () => {
  const { home, proxy, status, weir } = await atRealm("demo");
  const person = await startInTerminal({ home });
  await expect.poll(() => unread(status())?.[0]).toBeGreaterThan(10);
  await person.untilIdle();
  for (const line of answered) {
    const words = line.split(" ");
    const direct = await weir(words, { XDG_RUNTIME_DIR: "/nowhere" });
    const opened = proxy.opened();
    const asked = await weir(words);
    expect({ line, ...asked }).toEqual({ line, ...direct });
    expect(asked.out).not.toBe("");
    // It did not connect to the server.
    expect(proxy.opened()).toBe(opened);
  }
});

test("what a command has changed is in the answer of the next one at once", async () => {
  const { home, proxy, status, weir } = await atRealm("demo");
  const person = await startInTerminal({ home });
  await expect.poll(() => unread(status())?.[0]).toBeGreaterThan(10);
  await person.untilIdle();
  const opened = proxy.opened();
  expect((await weir(["snippets"])).code).toBe(0);
  expect(proxy.opened()).toBe(opened);
  for (const name of ["One", "Two"]) {
    expect((await weir(["snippets", "add", name, "--text", "words"])).code).toBe(0);
    const before = proxy.opened();
    expect((await weir(["snippets"])).out).toContain(name);
    // It has asked the server.
    expect(proxy.opened()).toBeGreaterThan(before);
  }
});

test("with more unread messages than the verb looks at, it prints what the server tells", async () => {
  const { realm, home, status, weir } = await atRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  await robin.post("/users/me/alert_words", { alert_words: ["heron"] });
  await ana.says("general > ops", "the heron is back");
  const person = await startInTerminal({ home });
  await expect.poll(() => unread(status())).toEqual([1]);
  await person.untilIdle();
  const words = ["inbox", "--json"];
  const before = await weir(words);
  expect(before).toEqual(await weir(words, { XDG_RUNTIME_DIR: "/nowhere" }));
  expect(before.out).toContain('"alert"');
  for (const wrong of [["--timeout", "soon"], ["--json=colour"], ["-n", "few"]]) {
    const refused = await weir([...words, ...wrong]);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused).toEqual(await weir([...words, ...wrong], { XDG_RUNTIME_DIR: "/nowhere" }));
  }
  for (let round = 0; round < 26; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => ana.says("general > other", "more")));
  await expect.poll(() => unread(status())).toEqual([521]);
  await person.untilIdle();
  expect(await weir(words)).toEqual(await weir(words, { XDG_RUNTIME_DIR: "/nowhere" }));
});

test("weir open shows a place in the running window, and leaves a text there alone", async () => {
  const { realm, home, weir } = await atRealm();
  await realm.as("Ana").says("general > ops", "the pool is full");
  const person = await startInTerminal({ home });
  await person.sees(/live/);
  const opens = () => weir(["open", "#general > ops"]);
  await expect.poll(async () => (await opens()).code).toBe(0);
  await person.sees("the pool is full");
  await person.presses("r");
  await person.types("because the rain");
  expect(await opens()).toEqual({
    code: 1,
    out: "",
    err: expect.stringMatching(/^weir: The running weir is in the middle of something.*--here/),
  });
  await person.sees("because the rain");
  expect(await weir(["open", "#nowhere > at all"])).toMatchObject({ code: 1, out: "" });
  // Another window needs a terminal.
  expect(await weir(["open", "--here", "#general > ops"])).toMatchObject({ code: 2, out: "" });
  await person.quits();
  expect(await opens()).toMatchObject({ code: 2, out: "" });
});

test("a weir that is stopped or killed meanwhile costs a verb nothing but time, and a send is sent once", async () => {
  const { realm, home, status, weir } = await atRealm();
  await realm.as("Ana").says("general > ops", "the pool is full");
  const person = await startInTerminal({ home });
  await expect.poll(() => unread(status())).toEqual([1]);
  const inbox = { code: 0, out: "1\tstream\t#general > ops\n", err: "" };
  person.kill("SIGSTOP");
  expect(await weir(["inbox"])).toEqual(inbox);
  const asked = weir(["inbox"]);
  const sent = weir(["send", "#general > ops", "once"]);
  person.kill("SIGKILL");
  expect(await asked).toMatchObject({ code: 0, err: "" });
  expect((await sent).code).toBe(0);
  await person.ended;
  expect((await weir(["inbox"])).code).toBe(0);
  expect(await realm.as("Ana").reads("general > ops")).toEqual(["the pool is full", "once"]);
});
