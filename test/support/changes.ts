/** Changes of a realm: watched by a test, or restored in a realm. */
import type { Realm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { Change } from "#realm/state/apply.ts";
import type { Save } from "#realm/state-file.ts";

/** Calls `listener` with each change as it happens. */
export function watchChanges({ control }: Realm, listener: (change: Change) => void): void {
  const { server } = control;
  const { keep } = server;
  server.keep = (changes) => {
    changes.forEach(listener);
    keep(changes);
  };
}

/** A save that restores these changes, and stores no new ones. */
export function savedChanges(blueprint: Blueprint, changes: readonly Change[]): Save {
  return {
    blueprint,
    restore: (apply) => changes.forEach(apply),
    append: () => undefined,
    close: () => undefined,
  };
}
