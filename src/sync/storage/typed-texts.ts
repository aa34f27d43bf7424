/**
 * Keeps what was typed into forms and lines of dialogs, and not taken, on disk: a row for each subject, so that a window only
 * writes what was typed in it.
 */
import { follow } from "#store/follow.ts";
import { type FormText, type FormValues, storedForm } from "#store/forms.ts";
import { typedPrefix as prefix } from "#store/session.ts";
import { typedParts, typedTexts } from "#store/typed-texts.ts";
import type { StoringContext } from "./disk-writes.ts";

const storePauseMs = 500;

type Texts = ReadonlyMap<string, FormText>;

/** Returns a function that stores the latest texts immediately. */
export function startTypedTexts({ store, idle, storage, disk }: StoringContext): () => void {
  let written = typedTexts(store.getState().screen);
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    const now = typedTexts(store.getState().screen);
    for (const key of new Set([...written.keys(), ...now.keys()])) {
      const text = now.get(key);
      if (isSame(text?.typed, written.get(key)?.typed)) continue;
      const row = `${prefix}${key}`;
      void disk.write(row, () => storage.putValue(row, text ?? null));
    }
    written = now;
  };
  follow(store, typedParts, ({ screen }) => {
    const now = typedTexts(screen);
    const isTaken = [...written.keys()].some((key) => !now.has(key));
    // At once, or whoever is killed is offered again what was sent; but after the key, which first adds what it became.
    if (isTaken) {
      cancel?.();
      cancel = idle.after(0, flush);
    } else cancel ??= idle.after(storePauseMs, flush);
  });
  return flush;
}

function isSame(one: FormValues = {}, other: FormValues = {}): boolean {
  if (one === other) return true;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}

/** From an earlier run. */
export function textsIn(values: ReadonlyMap<string, unknown>): Texts {
  const texts = new Map<string, FormText>();
  for (const [row, value] of values) {
    const text = row.startsWith(prefix) ? storedForm(value) : undefined;
    if (text !== undefined) texts.set(row.slice(prefix.length), text);
  }
  return texts;
}
