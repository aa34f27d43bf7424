/** The journal's storage over the account's files: intents, drafts and places as rows of JSON. */
import { StateError, type StateStore } from "#host/state-db.ts";
import type { Draft, Intent } from "#journal/intent.ts";
import { type JournalStorage, StorageError } from "#journal/storage.ts";

/** A row that cannot be read any more is left out: it was written by a version that knew better. */
function parsed<T>(json: string): readonly T[] {
  try {
    return [JSON.parse(json) as T];
  } catch {
    return [];
  }
}

/** What another process holds is as good as stored: it will see to it. */
async function kept(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const { kind, sentence } = error.failure;
    if (kind === "taken") return;
    throw new StorageError({ kind, sentence });
  }
}

/** `close` gives back what the caller opened the store with. */
export function journalStorage(state: StateStore, close: () => Promise<void>): JournalStorage {
  return {
    load: async () => {
      const { intents, drafts, places } = await state.load();
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
    claim: async () => (await state.claim([])).gained.flatMap(({ json }) => parsed<Intent>(json)),
    putIntent: (intent) =>
      kept(
        state.putIntent({
          id: intent.id,
          createdAt: intent.createdAt,
          json: JSON.stringify(intent),
        }),
      ),
    removeIntent: (id) => kept(state.removeIntent(id)),
    putDraft: (key, draft) =>
      kept(state.putDraft({ key, updatedAt: draft.updatedAt, json: JSON.stringify(draft) })),
    removeDraft: (key) => kept(state.removeDraft(key)),
    putPlace: (key, value) => kept(state.putPlace({ key, json: JSON.stringify(value) })),
    close,
  };
}
