/** What a realm changes: watched by a test, or given to a realm as what was kept of it. */
import type { Realm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { Change } from "#realm/state/changes.ts";
import type { Save } from "#realm/state-file.ts";

/** Tells of every change from now on, in the moment in which it happens. */
export function watchChanges({ control }: Realm, listener: (change: Change) => void): void {
  const { server } = control;
  const { keep } = server;
  server.keep = (changes) => {
    changes.forEach(listener);
    keep(changes);
  };
}

/** A realm begins as if these changes had been kept of an earlier life; nothing is kept of this one. */
export function savedChanges(blueprint: Blueprint, changes: readonly Change[]): Save {
  return {
    blueprint,
    restore: (apply) => changes.forEach(apply),
    append: () => undefined,
    close: () => undefined,
  };
}
