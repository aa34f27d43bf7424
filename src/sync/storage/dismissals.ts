/** Keeps on disk, in step with the account's other windows, which messages are said not to wait for anybody. */
import type { DismissalChanges } from "#journal/journal.ts";
import { follow } from "#store/follow.ts";
import { changeDismissals } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keptInStep, readRows } from "./shared-rows.ts";

const prefix = "not waiting ";

export function startDismissals(context: StoringContext): void {
  const { store, storage } = context;
  const file = keptInStep<MessageId, true>(context, {
    nameOf: rowOf,
    stored: () =>
      readRows(context, "What does not wait", async () =>
        asMap(dismissedIn(await storage.values(prefix))),
      ),
    put: (id, row) => storage.putValue(rowOf(id), row === true),
    isSame: (one, other) => one === other,
    current: () => asMap(store.getState().journal.dismissed),
    change: (changes) => changeDismissals(store, changesOf(changes)),
  });
  follow(store, [({ journal }) => journal.dismissed], ({ journal }, last) =>
    file.write(asMap(last.journal.dismissed), asMap(journal.dismissed)),
  );
  file.readAgain();
}

function rowOf(id: MessageId): string {
  return `${prefix}${id}`;
}

function asMap(ids: ReadonlySet<MessageId>): ReadonlyMap<MessageId, true> {
  return new Map([...ids].map((id) => [id, true]));
}

function changesOf(changes: ReadonlyMap<MessageId, true | undefined>): DismissalChanges {
  return new Map([...changes].map(([id, row]) => [id, row === true]));
}

/** Of all values on disk. */
export function dismissedIn(values: ReadonlyMap<string, unknown>): ReadonlySet<MessageId> {
  const rows = [...values].filter(([key, value]) => key.startsWith(prefix) && value === true);
  return new Set(rows.map(([key]) => Number(key.slice(prefix.length)) as MessageId));
}
