/** A realm's state file in memory, which persists over restarts. */
import { StateFileProblem } from "#realm/failures.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { Save } from "#realm/state-file.ts";

/** Stores changes as JSON. Only the last realm that opened it can write. */
export function memoryFile(blueprint: Blueprint): () => Save {
  let opened = 0;
  const lines: string[] = [];
  return () => {
    opened += 1;
    const own = opened;
    return {
      blueprint,
      append: (changes) => {
        if (own !== opened) throw new StateFileProblem("Another realm writes here.");
        lines.push(...changes.map((change) => JSON.stringify(change)));
      },
      restore: (apply) => {
        for (const line of lines) apply(JSON.parse(line));
      },
      close: () => undefined,
    };
  };
}
