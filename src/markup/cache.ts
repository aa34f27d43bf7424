/**
 * Finished layouts of messages, so that scrolling and typing lay nothing out twice.
 *
 * A message has one entry, for the width and look it was last seen in. A new width lays the same document out again;
 * only a new text or new names read it again.
 */
import type { Document } from "./document.ts";
import type { Layout } from "./layout.ts";

/** What an entry depends on. All but the number are compared by identity. */
export type LayoutKey = {
  readonly messageId: number;
  /** Changes with the message: its source, or the message itself. */
  readonly revision: unknown;
  /** Changes when a name, a group or a realm emoji does, and with what else the reading depends on. */
  readonly names: unknown;
  readonly columns: number;
  /** Changes with theme, glyphs, highlighting and whatever else the layout depends on. */
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

/** A cache of the messages seen last. */
export function layoutCache(capacity = usualCapacity): LayoutCache {
  // Maps keep the order of insertion: the first entry is the one unseen for longest.
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
