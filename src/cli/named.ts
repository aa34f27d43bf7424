/** Finds an item by its name or by an unambiguous part of it. */
import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { entryOf, type Noun, onlyNamed } from "#commands/search/names.ts";
import { Exit } from "./exit-codes.ts";

export type NamedItem = { readonly id: number; readonly name: string };

/** Throws an Exit with the candidates if there are several, or with the nearest name if there are none. */
export function uniqueByName<N extends NamedItem>(typed: string, all: readonly N[], noun: Noun): N {
  const entries = all.map((item) => ({ ...entryOf(item), item }));
  const only = onlyNamed(entries, typed, noun);
  if ("found" in only) return only.found.item;
  const names = all.map(({ name }) => name);
  const close = only.isUnknown ? nearest(typed, names) : undefined;
  const hint = close === undefined ? "" : ` Did you mean ${noun.sign}${close}?`;
  throw new Exit("usage", safeLine(`${only.problem}${hint}`));
}
