/** A realm in a separate process, as served by `weir realm`, which can be killed and restarted. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { keptPort } from "./kept-port.ts";
import { weir } from "./program.ts";
import { type Announced, type ServedRealm, servedRealm } from "./realm-control.ts";

const [node = "", ...program] = weir;

export type RealmProcessOptions = {
  /** The state file, which persists over restarts. */
  readonly state: string;
  /** The maximum size of a file in blocks. */
  readonly blocks?: number;
};

export type RealmProcess = ServedRealm & {
  /** Kills it before it can write anything. */
  readonly kill: () => Promise<void>;
  /** Restarts it on the same port from its state file. */
  readonly restart: (action?: RealmProcessOptions) => Promise<void>;
};

type Running = { readonly child: ChildProcess; readonly announced: Announced };

async function launch({ state, blocks }: RealmProcessOptions, port: string): Promise<Running> {
  const argv = [
    "realm",
    "--seed",
    "empty",
    "--port",
    port,
    "--json",
    "--no-rate-limit",
    "--no-residents",
    "--state",
    state,
  ];
  const command = [node, ...program, ...argv];
  // The signal for exceeding the limit would kill the program before it gets the error of a full disk.
  const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
  const [file = "", ...rest] =
    blocks === undefined ? command : ["/bin/sh", "-c", limited, "sh", ...command];
  const child = spawn(file, rest, {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).once("line", resolve);
  child.once("exit", () => reject(new Error(`The realm ended: ${complaint}`)));
  return { child, announced: JSON.parse(await promise) };
}

/** Ends with the test. */
export async function startRealm(action: RealmProcessOptions): Promise<RealmProcess> {
  const port = String(await keptPort());
  let running = await launch(action, port);
  const served = servedRealm(running.announced);
  const end = async () => {
    const { child } = running;
    child.removeAllListeners("exit");
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  };
  onTestFinished(end);
  return {
    ...served,
    kill: end,
    restart: async (now = action) => {
      running = await launch(now, port);
    },
  };
}
