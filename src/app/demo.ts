/** The demo: a realm on a worker thread, and the account of the user it was generated for. */
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Exit } from "#cli/exit-codes.ts";
import type { KeyPlace } from "#cli/key-place.ts";
import { type Account, defaultSecurity } from "#config/account.ts";
import { reasonOf } from "#host/file-errors.ts";
import { startThread } from "#host/thread.ts";
import type { RealmServerOptions } from "./realm-options.ts";
import type { RealmStart } from "./realm-worker.ts";

/** The demo's key is stored nowhere. */
export const demoPlace: KeyPlace = { kind: "nowhere" };

export type Demo = {
  readonly account: Account;
  readonly password: string | undefined;
  readonly close: () => Promise<void>;
};

/** This program's environment, and the folder of compiled code, which threads take only from a variable. */
function threadEnvironment(): NodeJS.ProcessEnv {
  // Within the folder that was set, Node uses one for its version and flags.
  const compiled = getCompileCacheDir();
  return compiled === undefined
    ? process.env
    : { ...process.env, NODE_COMPILE_CACHE: dirname(compiled), NODE_COMPILE_CACHE_PORTABLE: "1" };
}

/** `worker` is the built `realm-worker.js`. Throws an Exit when the realm cannot start. */
export async function openDemo(options: RealmServerOptions, worker: URL): Promise<Demo> {
  const thread = startThread(worker, {
    workerData: options,
    name: "weir-realm",
    stderr: true,
    env: threadEnvironment(),
  });
  thread.stderr.resume();
  const started = await new Promise<RealmStart>((resolve) => {
    thread.once("message", resolve);
    thread.once("error", (error) => resolve({ failed: reasonOf(error) }));
  });
  if ("failed" in started) throw new Exit("refused", `The demo could not start: ${started.failed}`);
  // The residents must not keep the process alive.
  thread.unref();
  return {
    account: {
      site: started.url,
      email: started.email,
      key: started.key,
      ...defaultSecurity,
    },
    password: started.password,
    close: async () => {
      await thread.terminate();
    },
  };
}
