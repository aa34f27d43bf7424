/**
 * What is being written, on disk: at each pause of 500 ms, and at least every second while somebody types.
 *
 * A text that left for the journal is removed here only after its intent was handed to the same storage, which keeps
 * the order: whatever happens in between, one of the two is on disk.
 */
import type { Address, Draft } from "#journal/intent.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { conversationKey } from "#model/conversation.ts";
import { complain } from "#store/composer.ts";
import type { State } from "#store/state.ts";
import { changeDraft } from "#store/store.ts";
import type { SyncContext } from "./context.ts";

const pauseMs = 500;
const longestMs = 1_000;

export type Drafts = {
  /** Writes what is not written yet: before the program ends, by whatever way. */
  readonly flush: () => Promise<void>;
  /** What no disk took the last time that it was tried. */
  readonly unsaved: () => readonly Draft[];
  readonly stop: () => void;
};

export function startDrafts(context: SyncContext, storage: JournalStorage): Drafts {
  const { store, clock, busy } = context;
  /** Conversations whose text on disk is older than on the screen, and since when, in elapsed milliseconds. */
  const dirty = new Map<string, number>();
  const addresses = new Map<string, Address>();
  const unsaved = new Map<string, Draft>();
  let cancel = () => {};
  let complained = false;

  const write = async (key: string) => {
    const draft = draftOf(store.getState(), addresses, key, clock.now());
    changeDraft(store, key, draft);
    try {
      await (draft === undefined ? storage.removeDraft(key) : storage.putDraft(key, draft));
      complained = false;
      unsaved.delete(key);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn("A draft could not be stored.", { reason });
      // The text is on the screen; it is tried again with the next key and at the end, and said once.
      dirty.set(key, clock.elapsed());
      if (draft !== undefined) unsaved.set(key, draft);
      if (!complained) complain(store, reason);
      complained = true;
    }
  };
  const flush = async () => {
    cancel();
    cancel = () => {};
    const keys = [...dirty.keys()];
    dirty.clear();
    await busy.during(Promise.all(keys.map(write)));
  };
  const arm = () => {
    cancel();
    if (dirty.size === 0) return;
    const oldest = Math.min(...dirty.values());
    const wait = Math.min(pauseMs, oldest + longestMs - clock.elapsed());
    cancel = busy.after(Math.max(0, wait), () => void flush());
  };
  const notice = (state: State, last: State) => {
    const { address, editors } = state.screen;
    if (address !== undefined) addresses.set(conversationKey(address), address);
    if (editors === last.screen.editors) return;
    const changed = changedKeys(state, last);
    for (const key of changed) if (!dirty.has(key)) dirty.set(key, clock.elapsed());
    if (changed.length > 0) arm();
  };
  const stop = store.subscribe(notice);
  return {
    flush,
    unsaved: () => [...unsaved.values()],
    stop: () => {
      stop();
      cancel();
    },
  };
}

function changedKeys(state: State, last: State): readonly string[] {
  const keys = new Set([...state.screen.editors.keys(), ...last.screen.editors.keys()]);
  return [...keys].filter((key) => {
    const now = state.screen.editors.get(key);
    const before = last.screen.editors.get(key);
    return now !== before && (now?.text ?? "") !== (before?.text ?? "");
  });
}

/** Undefined when nothing is written there, and the server has no copy to be thrown away. */
function draftOf(
  { screen, journal }: State,
  addresses: ReadonlyMap<string, Address>,
  key: string,
  now: number,
): Draft | undefined {
  const text = screen.editors.get(key)?.text ?? "";
  const before = journal.drafts.get(key);
  const shared = before?.shared;
  if (text.trim() === "" && shared === undefined) return undefined;
  const address = addresses.get(key) ?? before?.address;
  return {
    address,
    text: text.trim() === "" ? "" : text,
    updatedAt: now,
    ...(shared !== undefined && { shared }),
  };
}
