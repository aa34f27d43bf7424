/**
 * What was drawn of messages and sends, kept as long as it would be drawn the same again.
 *
 * The one key of all such caches: the object that was drawn, by identity, and a text that holds everything else on which
 * the result depends: `MessageBodies.revision`, and the width and the like.
 */

type Entry<What> = { readonly of: object; readonly key: string; readonly what: What };

export type Drawn<What> = (of: { readonly id: unknown }, key: string, make: () => What) => What;

/** Keeps one result each for the `capacity` objects that were asked for last. */
export function drawnCache<What>(capacity: number): Drawn<What> {
  // Maps keep insertion order: the first entry was not asked for longest.
  const entries = new Map<unknown, Entry<What>>();
  return (of, key, make) => {
    const known = entries.get(of.id);
    const isCurrent = known?.of === of && known.key === key;
    const entry = isCurrent ? known : { of, key, what: make() };
    entries.delete(of.id);
    entries.set(of.id, entry);
    const oldest = entries.size > capacity ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    return entry.what;
  };
}
