/**
 * Keeps what was typed into forms and not saved on disk: a row for each form, so that a window only writes what was typed
 * in it.
 */
import { typedForm } from "#store/dialog-answers.ts";
import { follow } from "#store/follow.ts";
import { type FormText, formKey, storedForm } from "#store/forms.ts";
import type { State } from "#store/state.ts";
import type { StoringContext } from "./disk-writes.ts";

const prefix = "form ";
const storePauseMs = 500;

type Forms = ReadonlyMap<string, FormText>;

/** Returns a function that stores the latest texts immediately. */
export function startForms({ store, idle, storage, disk }: StoringContext): () => void {
  let written = unsavedIn(store.getState());
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    const now = unsavedIn(store.getState());
    for (const key of new Set([...written.keys(), ...now.keys()])) {
      const form = now.get(key);
      if (form?.typed === written.get(key)?.typed) continue;
      const row = `${prefix}${key}`;
      void disk.write(row, () => storage.putValue(row, form ?? null));
    }
    written = now;
  };
  follow(store, [typedForm, ({ screen }) => screen.kept.forms], () => {
    cancel ??= idle.after(storePauseMs, flush);
  });
  return flush;
}

/** Of closed forms, and of the open one. */
function unsavedIn(state: State): Forms {
  const all = new Map(state.screen.kept.forms);
  const open = typedForm(state);
  if (open === undefined) return all;
  const { ref, typed, base } = open;
  if (Object.keys(typed).length === 0) all.delete(formKey(ref));
  else all.set(formKey(ref), { typed, base });
  return all;
}

/** From an earlier run. */
export function formsIn(values: ReadonlyMap<string, unknown>): Forms {
  const forms = new Map<string, FormText>();
  for (const [row, value] of values) {
    const form = row.startsWith(prefix) ? storedForm(value) : undefined;
    if (form !== undefined) forms.set(row.slice(prefix.length), form);
  }
  return forms;
}
