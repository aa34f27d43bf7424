/** The measured programs and their realm, each in a separate process. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { request } from "undici";
import { nodeEnvironment, nodeFlags } from "#build/node-flags.ts";
import { pinned, type Size, startTimed, type TimedProgram, unpinned } from "./timed-program.ts";

const root = new URL("../..", import.meta.url).pathname;
const program = join(root, "dist/weir.js");

export type Account = {
  readonly email: string;
  readonly api_key: string;
};

export type BenchRealm = {
  readonly url: string;
  readonly account: Account;
  /** Posts a command to the control URL; resolves with its answer on completion. */
  readonly control: (name: string, body: unknown) => Promise<Readonly<Record<string, number>>>;
  /** Marks everything as read for the account, as another client does. */
  readonly readAll: () => Promise<void>;
  readonly end: () => Promise<void>;
};

export async function startRealm(seed: "demo" | "big", ...flags: string[]): Promise<BenchRealm> {
  const [command, argv] = pinned(
    process.execPath,
    [program, "realm", "--seed", seed, "--no-rate-limit", "--json", ...flags],
    0,
  );
  const child = spawn(command, argv, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const killIt = () => void child.kill("SIGKILL");
  process.once("exit", killIt);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once("line", resolve)),
    ended.then(() => Promise.reject(new Error("The realm ended before it was there."))),
  ]);
  const { url, accounts, control } = JSON.parse(first);
  return {
    url,
    account: accounts[0],
    control: async (name, body) => {
      const { statusCode, body: answer } = await request(`${control}/${name}`, {
        method: "POST",
        body: JSON.stringify(body),
        // A flood is answered when it ends.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      if (statusCode !== 200) throw new Error(await answer.text());
      return (await answer.json()) as Readonly<Record<string, number>>;
    },
    readAll: async () => {
      const { email, api_key: key } = accounts[0];
      const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
      const asked = { method: "POST", headers: { authorization } } as const;
      const { statusCode, body } = await request(`${url}/api/v1/mark_all_as_read`, asked);
      const text = await body.text();
      if (statusCode !== 200) throw new Error(text);
    },
    end: async () => {
      killIt();
      await ended;
      process.off("exit", killIt);
    },
  };
}

/** An empty home folder. */
export type Home = { readonly path: string; readonly remove: () => void };

export function freshHome(): Home {
  const path = mkdtempSync(join(tmpdir(), "weir-bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function environment(home: string): Readonly<Record<string, string>> {
  return {
    ...nodeEnvironment,
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    LANG: "C.UTF-8",
    TZ: "UTC",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    // Any value, even an empty one, would make Ink non-interactive.
    CI: "false",
  };
}

/**
 * weir as run by `npm start`; without a realm, the demo. `channel` is a socket for requesting table sizes. Without it the
 * program is only started, on all cores; for timing keys it runs on a separate core.
 */
export function openWeir(
  size: Size,
  home: Home,
  realm: BenchRealm | undefined,
  channel?: string,
  overrides: Readonly<Record<string, string>> = {},
  everyCore = channel === undefined,
): TimedProgram {
  const account = realm && {
    WEIR_SITE: realm.url,
    WEIR_EMAIL: realm.account.email,
    WEIR_API_KEY: realm.account.api_key,
  };
  const more = { ...account, ...overrides };
  return open(size, home, realm === undefined ? ["demo"] : [], channel, more, everyCore);
}

/** The same with the accounts of the configuration file. */
export function openConfigured(size: Size, home: Home, channel: string): TimedProgram {
  return open(size, home, [], channel, {});
}

function open(
  size: Size,
  home: Home,
  argv: readonly string[],
  channel: string | undefined,
  more: Readonly<Record<string, string>>,
  everyCore = false,
): TimedProgram {
  return startTimed({
    ...size,
    command: process.execPath,
    argv: [...nodeFlags, program, ...argv],
    everyCore,
    environment: {
      ...environment(home.path),
      ...(channel === undefined ? {} : { WEIR_IDLE_SOCKET: channel }),
      ...more,
    },
  });
}

/** A verb as run by the installed program. */
export function weirCommand(home: Home, { url, account }: BenchRealm, argv: readonly string[]) {
  const [command, args] = unpinned(process.execPath, [...nodeFlags, program, ...argv]);
  return {
    command,
    args,
    environment: {
      ...environment(home.path),
      WEIR_SITE: url,
      WEIR_EMAIL: account.email,
      WEIR_API_KEY: account.api_key,
    },
  };
}

export function openFloor(size: Size): TimedProgram {
  return startTimed({
    ...size,
    command: process.execPath,
    argv: [join(root, "test/bench/floor-program.mjs")],
    environment: environment(tmpdir()),
  });
}
