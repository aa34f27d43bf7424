/** The process environment: variables, home, clock and version. Read once, here. */
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { type Clock, systemClock } from "#base/clock.ts";
import type { Random } from "#base/random.ts";
import { accountFolder, type Environment, type Folders, folders } from "#host/paths.ts";
import { version } from "./version.ts";

export type Runtime = {
  readonly environment: Environment;
  readonly home: string;
  readonly folders: Folders;
  readonly clock: Clock;
  readonly random: Random;
  readonly userAgent: string;
  /** The built module of a worker. */
  readonly worker: (name: "state-worker" | "realm-worker" | "picture-worker") => URL;
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

// A clock that runs faster than real time, so that end-to-end tests get through an outage quickly.

/** `clock` sped up by `WEIR_CLOCK_RATE`, or unchanged unless that is a number above 1. */
export function clockAtRate(clock: Clock, rate: string | undefined): Clock {
  const times = Number(rate);
  return times > 1 ? faster(clock, times) : clock;
}

/** Wall clock and waits run at the same rate, or every wait would look as if the machine had been asleep. */
function faster(clock: Clock, times: number): Clock {
  const start = clock.now();
  return {
    now: () => start + Math.floor((clock.now() - start) * times),
    elapsed: () => clock.elapsed() * times,
    sleep: (ms, signal) => clock.sleep(ms / times, signal),
    after: (ms, task) => clock.after(ms / times, task),
  };
}

/** Where verbs cache an account's names for completion: a file that can be deleted at any time. */
export function namesPath(
  { folders }: Pick<Runtime, "folders">,
  account: { readonly site: string; readonly email: string },
): string {
  return join(folders.cache, "names", `${basename(accountFolder(folders, account))}.json`);
}
