/** `weir doctor` on a terminal, in a pipe and as JSON, and with hostile, stalled or wrong servers. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { examine } from "#app/doctor-verb.ts";
import { standardCells } from "#base/cells.ts";
import { systemClock } from "#base/clock.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { samples } from "#cli/doctor.ts";
import { isExit } from "#cli/exit-codes.ts";
import { verbs } from "#cli/verbs.ts";
import { folders } from "#host/paths.ts";
import { serveRealm } from "#realm/serve.ts";
import { fakeClock } from "../support/clock.ts";
import { strayControls, withoutEscapes } from "../support/escapes.ts";
import { folder } from "../support/folder.ts";
import { answerWithoutEnd, startHttp, startHttps } from "../support/https-server.ts";
import { startRealm } from "../support/realm.ts";

const doctor = verbs.find(({ name }) => name === "doctor")!;
const widths = new Map([...samples.keys()].map((sample) => [sample, standardCells.width(sample)]));
const measures = { widths, focus: undefined, keyboard: false, clipboard: true };

type Around = {
  readonly site?: string;
  readonly key?: string;
  readonly term?: string;
  readonly config?: string;
  readonly clock?: typeof systemClock;
  /** Of the folder by which programs find a running weir; absent: there is none. */
  readonly runMode?: number;
};

/** What the server says of the time is compared with it. */
const right = () => ({ ...fakeClock(), now: systemClock.now });

/** Runs `weir doctor`; returns its output, followed by the exit code. */
async function runDoctor(
  { site, key = "k".repeat(32), term = "tmux-256color", config, clock = right(), runMode }: Around,
  isTerminal: boolean,
  ...options: readonly string[]
): Promise<string> {
  const home = folder();
  if (config !== undefined) {
    mkdirSync(`${home}/.config/weir`, { recursive: true });
    writeFileSync(`${home}/.config/weir/config.toml`, config, { mode: 0o600 });
  }
  if (runMode !== undefined) {
    mkdirSync(`${home}/.local/state/weir/run`, { recursive: true });
    chmodSync(`${home}/.local/state/weir/run`, runMode);
  }
  const account = { WEIR_SITE: site, WEIR_EMAIL: "ana@small.example", WEIR_API_KEY: key };
  const environment = { TERM: term, TMUX: "/tmp/tmux", LANG: "C.UTF-8", ...(site && account) };
  const invocation = readCommandLine(["doctor", ...options], "0");
  if ("text" in invocation) throw new Error(invocation.text);
  let out = "";
  const runtime = {
    environment,
    home,
    folders: folders(environment, home),
    clock,
    random: () => 0,
    userAgent: "weir-test/1",
    worker: () => new URL("file:///nowhere"),
  };
  const code = await examine(doctor, invocation, runtime, {
    isTerminal,
    // Wide enough for the path of any temporary folder.
    columns: 140,
    rows: 24,
    write: (text) => {
      out += text;
    },
    measure: isTerminal ? async () => measures : undefined,
  }).then(
    () => 0,
    (error: unknown) => {
      if (isExit(error)) return error.code;
      throw error;
    },
  );
  expect(strayControls(withoutEscapes(out).replaceAll(/[\n\t]/g, ""))).toEqual([]);
  return `${withoutEscapes(out)
    .replaceAll(home, "~")
    .replaceAll(process.versions.node, "24.0.0")
    .replaceAll(site ?? home, site?.replace(/\d+$/, "1") ?? "~")}[exit ${code}]\n`;
}

async function smallRealm() {
  const realm = startRealm();
  const { url, close } = await serveRealm(realm.realm);
  onTestFinished(() => void close());
  return { site: url, key: realm.realm.accounts[0]!.api_key };
}

test("its output on a terminal, in a pipe and as JSON", async () => {
  const dead = { site: "http://127.0.0.1:1" };
  const config = '[keys]\n"topic.mute" = "banana"\n';
  const scenes: readonly (readonly [string, Around])[] = [
    ["a realm, and a binding that is not a key", { ...(await smallRealm()), config }],
    ["TERM=dumb, and a dead server", { ...dead, term: "dumb" }],
    ["no account", {}],
    ["a broken configuration", { ...dead, config: "x = [" }],
  ];
  const sessions: string[] = [];
  for (const [what, around] of scenes)
    sessions.push(
      `# ${what}\n$ weir doctor\n${await runDoctor(around, true)}`,
      `$ weir doctor | cat\n${await runDoctor(around, false)}`,
      `$ weir doctor --json\n${await runDoctor(around, false, "--json")}`,
    );
  await expect(sessions.join("\n")).toMatchFileSnapshot("golden/doctor.txt");
});

const escapes = "\u001b]0;owned\u0007\u001b[2J\u202e\u009b31m";
const settings = { result: "success", msg: "", svc_version: "9.2", svc_feature_level: 278 };
const json = (response: ServerResponse, body: object, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
/** Answers requests about the server correctly, and the one about the user like this. */
const aboutPerson =
  (answer: (response: ServerResponse) => void): RequestListener =>
  ({ url = "" }, response) =>
    url.includes("server_settings") ? json(response, settings) : answer(response);

const hostile: readonly (readonly [string, RequestListener, RegExp])[] = [
  [
    "noise",
    (_, to) => to.end(Buffer.from([0, 255, 27, 91, 50, 74])),
    /bad\tserver.*damaged.*\tCheck the address:/,
  ],
  [
    "a web page",
    (_, to) => to.end(`<html>${escapes}`),
    /bad\tserver.*a web page.*\tCheck the address:/,
  ],
  [
    "an answer without end",
    (_, to) => answerWithoutEnd(to),
    /bad\tserver.*larger than.*\tCheck the address:/,
  ],
  [
    "a bad gateway",
    (_, to) => to.writeHead(502).end("<html>"),
    /bad\tserver.*status 502.*\tTry again later/,
  ],
  [
    "a redirect",
    (_, to) => to.writeHead(302, { location: "/x" }).end(),
    /bad\tserver.*redirects to \/x.*Check its address\.\t\n/,
  ],
  [
    "a lost connection",
    (from) => from.socket.destroy(),
    /bad\tserver.*connection was lost.*\tCheck the address, the network/,
  ],
  [
    "an error with escapes",
    (_, to) => json(to, { result: "error", msg: escapes, code: "X" }, 400),
    /bad\tserver\t.*owned/,
  ],
  [
    "a version with escapes",
    (_, to) => json(to, { ...settings, svc_version: escapes }),
    /good\tserver.*version .*owned/,
  ],
  [
    "a version without end",
    (_, to) => json(to, { ...settings, svc_version: "9".repeat(1e5) }),
    /good\tserver.*9…\t\n/,
  ],
  ["no level", (_, to) => json(to, { result: "success", msg: "" }), /note\tlevel\tnot stated.*/],
  [
    "a page about the person",
    aboutPerson((to) => to.writeHead(502).end("<html>")),
    /good\tserver.*\nnote\tlevel.*\nbad\tkey\tnot checked: .*status 502.*\tTry again later/,
  ],
  [
    "a refused key",
    aboutPerson((to) => json(to, { result: "error", msg: escapes, code: "UNAUTHORIZED" }, 401)),
    /bad\tkey\trefused: .*owned.*\tCorrect the key in WEIR_API_KEY\./,
  ],
];

test.each(hostile)("%s is reported without control sequences", async (_, answer, expected) => {
  const site = await startHttp(answer);
  const output = await runDoctor({ site, clock: systemClock }, false);
  expect(output).toMatch(expected);
  expect(output.length).toBeLessThan(4_000);
  await runDoctor({ site, clock: systemClock }, true);
});

test("an untrusted certificate has its own advice", async () => {
  const { url: site } = await startHttps((_, to) => json(to, settings));
  expect(await runDoctor({ site, clock: systemClock }, false)).toMatch(
    /bad\tserver.*--cert-bundle\.\t\n/,
  );
});

test("a server that never answers times out", async () => {
  const clock = fakeClock();
  const site = await startHttp(() => undefined);
  const output = runDoctor({ site, clock }, false);
  let isOver = false;
  void output.then(() => {
    isOver = true;
  });
  while (!isOver) await clock.pass("1 s");
  expect(await output).toMatch(
    /bad\tserver.*did not answer in time\.\tCheck the address, the network/,
  );
});

test("a folder in which others could pass for a running weir is told", async () => {
  const site = await smallRealm();
  const told = await runDoctor({ ...site, runMode: 0o777 }, false);
  expect(told).toContain(
    "note\tprograms\tcommands and status bars find no running weir. Other users can look into ~/.local/state/weir/run. Run: chmod 700 ~/.local/state/weir/run",
  );
  expect(await runDoctor({ ...site, runMode: 0o700 }, false)).toContain("good\tprograms");
});

test("a clock that is not the server's is told", async () => {
  const realm = await smallRealm();
  const clock = { ...right(), now: () => systemClock.now() - 600_000 };
  const out = await runDoctor({ ...realm, clock }, false);
  expect(out).toContain("note\tclock\tthis machine's is 10 min behind the server's");
  expect(await runDoctor(realm, false)).not.toContain("clock");
});
