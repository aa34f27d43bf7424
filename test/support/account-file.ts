/** The durable file of an account on disk, opened by several simulated processes. */
import { DatabaseSync } from "node:sqlite";
import { journalStorage } from "#app/storage.ts";
import type { StateCall, StateFailure } from "#host/rows.ts";
import { StateError, stateStore } from "#host/state-db.ts";
import { openStateFile, type StateFile } from "#host/state-file.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { Stoppable } from "./stoppable.ts";

const leaseMs = 30_000;

export type AccountFile = {
  /** Opens it for a process, which renews its leases while it runs. */
  readonly openFor: (process: Stoppable, name: string) => JournalStorage;
  /** Makes the disk reject every change; undefined: accept them again. */
  readonly fail: (failure: StateFailure | undefined) => void;
  /** Marks the process as killed. */
  readonly kill: (name: string) => void;
  /** All intents on disk, whichever process holds them. */
  readonly intents: () => readonly unknown[];
  /** Closes it for all processes. */
  readonly close: () => void;
};

export function accountFile(path: string): AccountFile {
  const dead = new Set<string>();
  const files = new Set<StateFile>();
  let failure: StateFailure | undefined;
  const close = (file: StateFile) => {
    if (files.delete(file)) file.close();
  };
  return {
    close: () => files.forEach(close),
    fail: (next) => {
      failure = next;
    },
    kill: (name) => void dead.add(name),
    intents: () => {
      const reader = new DatabaseSync(path);
      const rows = reader.prepare("SELECT json FROM intents").all();
      reader.close();
      return rows.map(({ json }) => JSON.parse(String(json)));
    },
    openFor: (process, name) => {
      const isAlive = (id: string) => !dead.has(id);
      const file = openStateFile(path, process.clock, { id: name, leaseMs, isAlive });
      files.add(file);
      const ask = async (call: StateCall): Promise<unknown> => {
        // The storage thread stops and resumes with the process.
        await process.whileRunning(Promise.resolve());
        const [outcome] = failure ? file.refused([call], failure) : file.run([call]);
        if (outcome === undefined || "failure" in outcome)
          throw new StateError(outcome?.failure ?? { kind: "broken", sentence: "No answer." });
        return process.whileRunning(Promise.resolve(outcome.value));
      };
      const renew = () => {
        if (dead.has(name) || !files.has(file)) return;
        if (failure === undefined) file.renew();
        process.clock.after(leaseMs / 3, renew);
      };
      process.clock.after(leaseMs / 3, renew);
      return journalStorage(stateStore(ask), async () => close(file));
    },
  };
}
