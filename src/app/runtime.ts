/** The process environment: variables, home, clock and version. Read once, here. */
import { homedir } from "node:os";
import { type Clock, systemClock } from "#base/clock.ts";
import type { Random } from "#base/random.ts";
import { type Environment, type Folders, folders } from "#host/paths.ts";
import { clockAtRate } from "./fast-clock.ts";

export const version = "0.1.0";

export type Runtime = {
  readonly environment: Environment;
  readonly home: string;
  readonly folders: Folders;
  readonly clock: Clock;
  readonly random: Random;
  readonly userAgent: string;
  /** The built module of a worker. */
  readonly worker: (name: "state-worker" | "realm-worker") => URL;
};

/** `base` is the URL of the built program: the workers are beside it. */
export function readRuntime(base: string): Runtime {
  const environment = process.env;
  const home = homedir();
  return {
    environment,
    home,
    folders: folders(environment, home),
    clock: clockAtRate(systemClock, environment["WEIR_CLOCK_RATE"]),
    random: Math.random,
    userAgent: `weir/${version}`,
    worker: (name) => new URL(`./${name}.js`, base),
  };
}
