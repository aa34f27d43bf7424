/**
 * Caches message layouts, so that scrolling and typing do not recompute them.
 *
 * There is one entry per message, for its last width and style. A new width reuses the parsed document; only new text
 * or names require parsing again.
 */
import type { Document } from "./document.ts";
import type { Layout } from "./layout.ts";

/** The key of an entry. All fields but the number are compared by identity. */
export type LayoutKey = {
  readonly messageId: number;
  /** Changes with the message: its source, or the message object. */
  readonly revision: unknown;
  /** Changes with names, groups, custom emoji and everything else that parsing depends on. */
  readonly names: unknown;
  readonly columns: number;
  /** Changes with theme, glyphs, highlighting and everything else that the layout depends on. */
  readonly look: unknown;
};

export type LayoutCache = {
  readonly get: (
    key: LayoutKey,
    read: () => Document,
    layOut: (document: Document) => Layout,
  ) => Layout;
  readonly size: () => number;
  readonly clear: () => void;
};

type Entry = { readonly key: LayoutKey; readonly document: Document; readonly layout: Layout };

const usualCapacity = 4000;

/** A cache of the most recently used messages. */
export function layoutCache(capacity = usualCapacity): LayoutCache {
  // Maps keep insertion order: the first entry is the least recently used.
  const entries = new Map<number, Entry>();
  return {
    size: () => entries.size,
    clear: () => entries.clear(),
    get: (key, read, layOut) => {
      const known = entries.get(key.messageId);
      entries.delete(key.messageId);
      const entry = known && isCurrent(known.key, key) ? known : renewed(known, key, read, layOut);
      entries.set(key.messageId, entry);
      const oldest = entries.size > capacity ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      return entry.layout;
    },
  };
}

function isRead(known: LayoutKey, key: LayoutKey): boolean {
  return known.revision === key.revision && known.names === key.names;
}

function isCurrent(known: LayoutKey, key: LayoutKey): boolean {
  return isRead(known, key) && known.columns === key.columns && known.look === key.look;
}

function renewed(
  known: Entry | undefined,
  key: LayoutKey,
  read: () => Document,
  layOut: (document: Document) => Layout,
): Entry {
  const document = known && isRead(known.key, key) ? known.document : read();
  return { key, document, layout: layOut(document) };
}
