/** Keeps on disk, in step with the account's other windows, which messages are said not to wait for anybody. */
import type { DismissalChanges } from "#journal/journal.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { follow } from "#store/follow.ts";
import { changeDismissals } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import type { StoringContext } from "./disk-writes.ts";
import { keptInStep } from "./shared-rows.ts";

const prefix = "not waiting ";

export function startDismissals(context: StoringContext): void {
  const { store, storage, log } = context;
  const stored = async () => {
    try {
      return asMap(dismissedIn(await storage.values(prefix)));
    } catch {
      log.warn("What does not wait could not be read.");
      return undefined;
    }
  };
  const file = keptInStep<MessageId, true>(context, {
    nameOf: rowOf,
    stored,
    put: (id, row) => putDismissed(storage, id, row === true),
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

function putDismissed(
  storage: Pick<JournalStorage, "putValue">,
  id: MessageId,
  isDismissed: boolean,
): Promise<void> {
  return storage.putValue(rowOf(id), isDismissed);
}

/** Of all values on disk. */
export function dismissedIn(values: ReadonlyMap<string, unknown>): ReadonlySet<MessageId> {
  const rows = [...values].filter(([key, value]) => key.startsWith(prefix) && value === true);
  return new Set(rows.map(([key]) => Number(key.slice(prefix.length)) as MessageId));
}
