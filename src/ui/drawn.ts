/**
 * Caches drawn messages and sends.
 *
 * The only cache key of this kind: the drawn object, by identity, and a text that contains everything else that the
 * result depends on: `MessageBodies.revision`, the width and so on.
 */

type Entry<What> = { readonly of: object; readonly key: string; readonly what: What };

export type DrawnCache<What> = (
  of: { readonly id: unknown },
  key: string,
  make: () => What,
) => What;

/** Caches one result each for the `capacity` most recently used objects. */
export function drawnCache<What>(capacity: number): DrawnCache<What> {
  // Maps keep insertion order: the first entry is the least recently used.
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
