/** The journal's storage on top of the account's files, whose rows are JSON. */
import type { KeyedRow, StateStore, StoredIntent } from "#host/rows.ts";
import { noSignal, type Signal } from "#host/signal-file.ts";
import { StateError } from "#host/state-db.ts";
import type { IntentId } from "#journal/intent.ts";
import { type JournalStorage, StorageError } from "#journal/storage.ts";
import {
  draftFrom,
  intentFrom,
  snoozeFrom,
  stepFrom,
  storedSnooze,
  storedStep,
} from "#journal/stored-rows.ts";
import type { SnoozeKey } from "#model/local-state.ts";

/** Converts the file's errors into the port's. */
async function stored<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof StateError ? new StorageError(error.failure) : error;
  }
}

/** The rows that this version can read, by name, and the names of the others. */
function readable<T>(
  rows: readonly { readonly name: string; readonly json: string }[],
  read: (json: string) => T | undefined,
) {
  const values = new Map<string, T>();
  const unreadable: string[] = [];
  for (const { name, json } of rows) {
    const value = read(json);
    if (value === undefined) unreadable.push(name);
    else values.set(name, value);
  }
  return { values, unreadable };
}

function intentsOf(rows: readonly StoredIntent[]) {
  return readable(
    rows.map(({ id, json }) => ({ name: id, json })),
    intentFrom,
  );
}

/** An unreadable place is no loss. */
function placeFrom(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function valuesOf(rows: readonly KeyedRow[]): ReadonlyMap<string, unknown> {
  return new Map(rows.map(({ key, json }) => [key, placeFrom(json)]));
}

/** `close` releases what the caller opened the store with. */
export function journalStorage(
  state: StateStore,
  close: () => Promise<void>,
  signal: Signal = noSignal,
): JournalStorage {
  const leave = async (intents: readonly string[], drafts: readonly string[] = []) => {
    const count = intents.length + drafts.length;
    // If the disk refuses this, they stay where they are too.
    if (count > 0) await state.leave(intents, drafts).catch(() => undefined);
    return count;
  };
  return {
    ...sharedRows(state),
    ...signal,
    load: async () => {
      const rows = await stored(state.load());
      const intents = intentsOf(rows.intents);
      const drafts = readable(
        rows.drafts.map(({ key, json }) => ({ name: key, json })),
        draftFrom,
      );
      return {
        intents: [...intents.values.values()],
        drafts: drafts.values,
        values: valuesOf(rows.places),
        unreadable: await leave(intents.unreadable, drafts.unreadable),
      };
    },
    claim: async (known) => {
      const { gained, lost, elsewhere } = await stored(state.claim(known));
      const intents = intentsOf(gained);
      return {
        gained: [...intents.values.values()],
        lost: lost as readonly IntentId[],
        elsewhere: [...intentsOf(elsewhere).values.values()],
        unreadable: await leave(intents.unreadable),
      };
    },
    putIntent: (intent) =>
      stored(
        state.putIntent({
          id: intent.id,
          createdAt: intent.createdAt,
          json: JSON.stringify(intent),
        }),
      ),
    removeIntent: ({ id, once }) => stored(state.removeIntent(id, once)),
    putDraft: (key, draft, over) => {
      const row = { key, updatedAt: draft.updatedAt, json: JSON.stringify(draft) };
      return stored(state.putDraft(row, over));
    },
    removeDraft: (key, over) => stored(state.removeDraft(key, over)),
    close,
  };
}

type HeldCall = "load" | "claim" | "putIntent" | "removeIntent" | "putDraft" | "removeDraft";

/** The rows that no process holds. */
function sharedRows(
  state: StateStore,
): Omit<JournalStorage, HeldCall | "tellWindows" | "whenTold" | "close"> {
  return {
    values: async (prefix = "") =>
      valuesOf((await stored(state.places())).filter(({ key }) => key.startsWith(prefix))),
    putValue: (key, value) => stored(state.putPlace({ key, json: JSON.stringify(value) })),
    take: (key, numbers, due) => stored(state.take(key, numbers, due)),
    settle: (key, numbers) => stored(state.settle(key, numbers)),
    release: (key, above) => stored(state.release(key, above)),
    snoozes: async () => {
      const rows = await stored(state.snoozes());
      // An unreadable snooze hides nothing, and is kept for a version that can read it.
      return new Map(
        rows.flatMap(({ key, json }) => {
          const snooze = snoozeFrom(json);
          return snooze === undefined ? [] : [[key as SnoozeKey, snooze]];
        }),
      );
    },
    putSnooze: (key, snooze) => stored(state.putSnooze({ key, json: storedSnooze(snooze) })),
    removeSnooze: (key) => stored(state.removeSnooze(key)),
    steps: async (since, seen) => {
      const changed = await stored(state.steps(since, seen));
      return {
        rows: changed.rows.map(({ id, at, json }) => ({ id, at, read: () => stepFrom(json) })),
        seen: changed.seen,
        openElsewhere: changed.openElsewhere as readonly IntentId[],
      };
    },
    putStep: (step) => stored(state.putStep({ id: step.id, at: step.at, json: storedStep(step) })),
    removeStep: ({ id, at }) => stored(state.putStep({ id, at, json: "" })),
  };
}
