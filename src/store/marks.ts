/**
 * What is marked besides the cursor, among rows of a list or messages of a conversation: keys act on all of it.
 *
 * A range is marked as far as the user has moved the cursor: what others do neither extends it nor shortens it.
 */
export type Marks<Key> =
  /** Each by itself; empty: nothing is marked. */
  | { readonly kind: "single"; readonly keys: ReadonlySet<Key> }
  /** Follows the cursor, in addition to what was marked before. */
  | {
      readonly kind: "range";
      readonly keys: ReadonlySet<Key>;
      readonly from: Key;
      readonly base: ReadonlySet<Key>;
    };

export const noMarks: Marks<never> = { kind: "single", keys: new Set() };

/** These alone. */
export function marksOf<Key>(keys: Iterable<Key>): Marks<Key> {
  return { kind: "single", keys: new Set(keys) };
}

/** A range from there on, and what was marked before. */
export function rangeFrom<Key>({ keys }: Marks<Key>, from: Key): Marks<Key> {
  return { kind: "range", keys: new Set([...keys, from]), from, base: keys };
}

/** What a range has marked stays marked. */
export function settled<Key>(marks: Marks<Key>): Marks<Key> {
  return marks.kind === "single" ? marks : marksOf(marks.keys);
}

/** The range with everything `between` its start and the cursor. */
export function extended<Key>(
  range: Extract<Marks<Key>, { kind: "range" }>,
  between: Iterable<Key>,
): Marks<Key> {
  return { ...range, keys: new Set([...range.base, ...between]) };
}

/** Marks it, or no longer. */
export function toggled<Key>(marks: Marks<Key>, key: Key): Marks<Key> {
  const keys = new Set(marks.keys);
  if (!keys.delete(key)) keys.add(key);
  return { ...marks, keys };
}

/** With these, too. */
export function withMarked<Key>(marks: Marks<Key>, more: Iterable<Key>): Marks<Key> {
  return { ...marks, keys: new Set([...marks.keys, ...more]) };
}

/** Without these, and without a range. */
export function withoutKeys<Key>(marks: Marks<Key>, gone: Iterable<Key>): Marks<Key> {
  const keys = new Set(marks.keys);
  for (const key of gone) keys.delete(key);
  return { kind: "single", keys };
}

/** Keys by their other names. */
export function renamedMarks<Key>(marks: Marks<Key>, rename: (key: Key) => Key): Marks<Key> {
  const all = (keys: ReadonlySet<Key>) => new Set([...keys].map(rename));
  const keys = all(marks.keys);
  return marks.kind === "single"
    ? { ...marks, keys }
    : { ...marks, keys, from: rename(marks.from), base: all(marks.base) };
}
