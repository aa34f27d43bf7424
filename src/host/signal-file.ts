/**
 * A file by which the programs of an account tell each other that there is something new to read: that it is written to
 * says so. Nothing depends on it: whoever is not told looks by itself later.
 */
import { watch, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export type Signal = {
  /** Never rejects. */
  readonly tellWindows: () => Promise<void>;
  /** Calls back after each telling, perhaps more than once, until the returned function is called. */
  readonly whenTold: (listener: () => void) => () => void;
};

/** Nobody tells, and nobody is told. */
export const noSignal: Signal = {
  tellWindows: async () => undefined,
  whenTold: () => () => undefined,
};

export function signalIn(folder: string): Signal {
  const path = join(folder, "told");
  const mode = 0o600;
  return {
    tellWindows: () => writeFile(path, "\n", { mode }).catch(() => undefined),
    whenTold: (listener) => {
      try {
        // Only what is there can be watched.
        writeFileSync(path, "", { mode, flag: "a" });
        const watcher = watch(path, { persistent: false }, listener);
        watcher.on("error", () => watcher.close());
        return () => watcher.close();
      } catch {
        return () => undefined;
      }
    },
  };
}
