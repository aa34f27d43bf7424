/** The journal's storage over the account's files: intents, drafts and places as rows of JSON. */
import { StateError, type StateStore } from "#host/state-db.ts";
import type { Draft, Intent, IntentId } from "#journal/intent.ts";
import { type JournalStorage, StorageError } from "#journal/storage.ts";

/** A row that cannot be read any more is left out: it was written by a version that knew better. */
function parsed<T>(json: string): readonly T[] {
  try {
    return [JSON.parse(json) as T];
  } catch {
    return [];
  }
}

/** What the file refuses, in the port's words. */
async function stored<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof StateError ? new StorageError(error.failure) : error;
  }
}

/** `close` gives back what the caller opened the store with. */
export function journalStorage(state: StateStore, close: () => Promise<void>): JournalStorage {
  return {
    load: async () => {
      const { intents, drafts, places } = await stored(state.load());
      return {
        intents: intents.flatMap(({ json }) => parsed<Intent>(json)),
        drafts: new Map(
          drafts.flatMap(({ key, json }) =>
            parsed<Draft>(json).map((draft) => [key, draft] as const),
          ),
        ),
        places: new Map(
          places.flatMap(({ key, json }) =>
            parsed<unknown>(json).map((value) => [key, value] as const),
          ),
        ),
      };
    },
    claim: async (known) => {
      const { gained, lost } = await stored(state.claim(known));
      return {
        gained: gained.flatMap(({ json }) => parsed<Intent>(json)),
        lost: lost as readonly IntentId[],
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
    removeIntent: (id) => stored(state.removeIntent(id)),
    putDraft: (key, draft) =>
      stored(state.putDraft({ key, updatedAt: draft.updatedAt, json: JSON.stringify(draft) })),
    removeDraft: (key) => stored(state.removeDraft(key)),
    putPlace: (key, value) => stored(state.putPlace({ key, json: JSON.stringify(value) })),
    close,
  };
}
