/** `weir watch`: the built program without a screen, beside one with a screen, with a notifier of the desktop. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { Status } from "#app/status-file.ts";
import { configuredHome } from "../support/account-home.ts";
import { run } from "../support/command.ts";
import { accountSection } from "../support/correspondent.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/** Writes its arguments, as JSON, to a file. */
const notifier = `#!${process.execPath}
require("fs").appendFileSync(process.env.HOME + "/notified", JSON.stringify(process.argv.slice(2)) + "\\n");
`;

async function atRealm(configuration = "") {
  const realm = await serveRealm();
  const { home, path } = configuredHome(configuration, accountSection("work", realm.as("Robin")));
  mkdirSync(`${home}/bin`);
  writeFileSync(`${home}/bin/notify-send`, notifier, { mode: 0o755 });
  const offered = `${home}/.local/state/weir/run`;
  const status = (): Status | undefined =>
    existsSync(`${offered}/status.json`)
      ? JSON.parse(readFileSync(`${offered}/status.json`, "utf8"))
      : undefined;
  const notified = (): readonly string[][] =>
    existsSync(`${home}/notified`)
      ? readFileSync(`${home}/notified`, "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];
  const environment = {
    HOME: home,
    TZ: "UTC",
    TERM: "dumb",
    PATH: `${home}/bin:${process.env["PATH"] ?? ""}`,
  };
  return { realm, home, path, offered, status, notified, environment };
}

/** `weir watch`, until it is in this state. */
async function watching(
  place: Awaited<ReturnType<typeof atRealm>>,
  words = [...weir, "watch"],
  wanted = "live",
) {
  const [command = "", ...argv] = words;
  const child = spawn(command, argv, {
    env: place.environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, "exit");
  const isLive = () =>
    place.status()?.accounts.some(({ state, pid }) => state === wanted && pid === child.pid);
  await expect.poll(isLive).toBe(true);
  return {
    pid: child.pid,
    stops: async () => {
      child.kill("SIGTERM");
      const [code, signal] = await ended;
      return { code, signal, said: await said };
    },
  };
}

test("what needs the user is notified with its text as a text, and the end leaves nothing", async () => {
  const place = await atRealm();
  const watch = await watching(place);
  const ana = place.realm.as("Ana");
  await ana.says("general > ops", "@**Robin Hale** --look at <b>this</b> & `$(touch x)`");
  await expect
    .poll(place.notified)
    .toEqual([
      [
        "--app-name=weir",
        "--",
        expect.stringMatching(/^Ana Ruiz - #general . ops$/),
        expect.stringMatching(/ --look at &lt;b&gt;this&lt;\/b&gt; &amp; \$\(touch x\)$/),
      ],
    ]);
  const opened = await run(["inbox"], place.environment);
  expect(opened.out).toBe("1\tmention\t#general > ops\n");
  const line = async () => (await run(["status-line"], place.environment)).out;
  await expect.poll(line).toBe("1 needs you, 1 unread\n");
  expect(await watch.stops()).toEqual({ code: 0, signal: null, said: ["", ""] });
  expect(readdirSync(place.offered)).toEqual([]);
});

test("it marks nothing as read", async () => {
  const place = await atRealm();
  const robin = place.realm.as("Robin");
  await place.realm.as("Ana").says("general > ops", "@**Robin Hale** look");
  const watch = await watching(place);
  await expect.poll(() => place.status()?.unread).toBe(1);
  await watch.stops();
  expect(await robin.unread()).toHaveLength(1);
});

test("a window takes over while it is open, and only it notifies then", async () => {
  const place = await atRealm();
  const watch = await watching(place);
  const pids = () => place.status()?.accounts.map(({ pid }) => pid);
  const person = await startInTerminal({
    home: place.home,
    environment: { PATH: place.environment.PATH },
  });
  await person.sees(/live/);
  await expect.poll(pids).toEqual([person.pid]);
  const ana = place.realm.as("Ana");
  const id = await ana.says("general > ops", "@**Robin Hale** look");
  await person.sees("look");
  expect((await run(["open", `${id}`], place.environment)).code).toBe(0);
  await person.quits();
  await expect.poll(pids).toEqual([watch.pid]);
  await ana.says("general > other", "@**Robin Hale** again");
  await expect.poll(() => place.notified().length).toBe(1);
  expect(place.notified()[0]?.[2]).toMatch(/other$/);
  // It has no window to show anything in.
  expect((await run(["open", `${id}`], place.environment)).code).toBe(2);
  await watch.stops();
});

const ruled = `
[[rule]]
title = "Green builds"
text = "green"
do = "done"
[[rule]]
title = "Fires"
text = "sev1"
do = "command"
command = "Note"
[[rule]]
title = "Told"
text = "told"
do = "notify"
[[command]]
title = "Note"
run = 'echo {message.content} >> "$HOME/fires"'
output = "notice"
`;

test("rules run once: without a window, beside one, and after it was killed", async () => {
  const place = await atRealm(ruled);
  const { home, environment, realm } = place;
  const ana = realm.as("Ana");
  await ana.says("general > builds", "before");
  await run(["sync", "#general"], environment);
  const waiting = await watching(place);
  const { said } = await waiting.stops();
  expect(said[1]).toBe(
    "weir: 3 rules wait: `weir rules test` shows what they would do, and lets them run.\n",
  );
  expect((await run(["rules", "test"], environment)).code).toBe(0);

  const faster = { ...environment, WEIR_CLOCK_RATE: "10" };
  const watch = await watching({ ...place, environment: faster });
  const fires = () =>
    existsSync(`${home}/fires`) ? readFileSync(`${home}/fires`, "utf8").trimEnd().split("\n") : [];
  const isUnread = async (id: number) => (await realm.as("Robin").unread()).includes(id);
  const isDone = async () => {
    const green = await ana.says("general > builds", "all green");
    await expect.poll(() => isUnread(green)).toBe(false);
  };
  await isDone();
  await ana.says("general > builds", "sev1");
  await expect.poll(fires).toEqual(["sev1"]);
  await ana.says("general > builds", "told");
  await expect.poll(() => place.notified().length).toBe(1);

  const person = await startInTerminal({ home, environment: { PATH: environment.PATH } });
  await person.sees(/live/);
  await expect.poll(() => place.status()?.accounts.map(({ pid }) => pid)).toEqual([person.pid]);
  await isDone();
  await ana.says("general > builds", "sev1 two");
  await expect.poll(() => fires().length).toBe(2);
  person.kill("SIGKILL");
  await expect.poll(() => place.status()?.accounts.map(({ pid }) => pid)).toEqual([watch.pid]);
  await isDone();
  await ana.says("general > builds", "sev1 three");
  await expect.poll(() => fires().length).toBe(3);
  expect(await watch.stops()).toMatchObject({ code: 0, said: ["", ""] });
});

test("what is printed for systemd starts it", async () => {
  const place = await atRealm();
  const { out, code } = await run(["watch", "--unit", "systemd"], place.environment);
  expect(code).toBe(0);
  const [, line = ""] = /^ExecStart=(.*)$/m.exec(out) ?? [];
  const words = [...line.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word);
  expect(words.at(-1)).toBe("watch");
  const watch = await watching(place, words);
  await watch.stops();
  expect((await run(["watch", "--unit", "upstart"], place.environment)).code).toBe(2);
});

test("without an account, and with a refused key, it says what to do", async () => {
  const place = await atRealm();
  const none = await run(["watch", "--config", `${place.home}/none.toml`], place.environment);
  expect(none).toMatchObject({ code: 2, out: "" });
  const { environment } = place.realm.as("Robin");
  const refused = { ...environment, WEIR_API_KEY: "x".repeat(32) };
  writeFileSync(place.path, accountSection("work", { environment: refused }), { mode: 0o600 });
  const watch = await watching(place, [...weir, "watch"], "signed-out");
  const { said } = await watch.stops();
  expect(said[1]).toMatch(/^weir: work: .*Sign in again with weir login\.\n$/);
  writeFileSync(place.path, "", { mode: 0o600 });
  expect(await run(["watch"], place.environment)).toMatchObject({
    code: 4,
    err: "weir: No account. Add one with weir login.\n",
  });
});
