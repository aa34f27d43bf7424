/** What a realm changes: watched by a test, or given to a realm as what was kept of it. */
import type { Realm } from "#realm/realm.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { StoredChange } from "#realm/state-lines.ts";
import type { Save } from "#realm/storage.ts";

/** Tells of every change from now on, in the moment in which it happens. */
export function watchChanges({ control }: Realm, listener: (change: StoredChange) => void): void {
  const { server } = control;
  const { storage } = server;
  const keep: typeof storage.keep = (change) => {
    listener(change);
    storage.keep(change);
  };
  server.storage = { ...storage, keep };
}

/** A realm begins as if these changes had been kept of an earlier life; nothing is kept of this one. */
export function savedChanges(blueprint: Blueprint, changes: readonly StoredChange[]): Save {
  return {
    blueprint,
    begin: () => undefined,
    append: () => undefined,
    restore: ({ reset, apply }) => {
      reset();
      for (const change of changes) apply(change);
    },
  };
}
