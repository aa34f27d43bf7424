/** Keeps what this machine knows of views: on disk, in step with the account's other windows. */
import type { JournalStorage } from "#journal/storage.ts";
import { viewFrom } from "#journal/stored-rows.ts";
import type { LocalView, LocalViews } from "#model/local-state.ts";
import { follow } from "#store/follow.ts";
import { changeViews } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keptInStep, readRows } from "./shared-rows.ts";

/** Begins the name of a view's row. */
const prefix = "view:";

/** From the values of an earlier run, or of another window. */
export function viewsIn(values: ReadonlyMap<string, unknown>): LocalViews {
  return new Map(
    [...values].flatMap(([name, value]) => {
      const view = name.startsWith(prefix) ? viewFrom(value) : undefined;
      return view === undefined ? [] : [[name.slice(prefix.length), view]];
    }),
  );
}

/** Undefined: nothing is known of it here any more. */
export function putView(
  storage: Pick<JournalStorage, "putValue">,
  fragment: string,
  view: LocalView | undefined,
): Promise<void> {
  return storage.putValue(prefix + fragment, view ?? null);
}

export function startViews(context: StoringContext): void {
  const { store, storage } = context;
  const file = keptInStep<string, LocalView>(context, {
    nameOf: (fragment) => `view ${fragment}`,
    current: () => store.getState().journal.views,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    stored: () => readRows(context, "Views", async () => viewsIn(await storage.values(prefix))),
    put: (fragment, view) => putView(storage, fragment, view),
    change: (changes) => changeViews(store, changes),
  });
  follow(store, [({ journal }) => journal.views], ({ journal }, last) =>
    file.write(last.journal.views, journal.views),
  );
  file.readAgain();
}
