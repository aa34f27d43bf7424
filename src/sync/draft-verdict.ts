/**
 * Decides what happens to a draft when the server tells of a version of its copy that another client made.
 *
 * The comparison has three sides: the base, which is the last version that this client wrote or was told of; the text
 * here; and the version there. Events come in order, and no client writes before it has read all of them, so that
 * whoever replaces a version without having seen it is told of it before the own write: that client keeps it, and the
 * others may follow.
 */

/** The text of the composer, compared with the base. */
export type Here = "unchanged" | "changed" | "emptied";

/** What the other client did to the copy. */
export type There = "edited" | "deleted";

/**
 * Whether the other client may have seen the base. `unseen`: a write of this client is not acknowledged, so that it is
 * the newer one; or the version is dated before the base, because its request was delayed.
 */
export type Base = "seen" | "unseen";

export type Verdict =
  /** Theirs takes the place of the text here. */
  | "take theirs"
  /** The newest is the draft, the other one is kept beside it. */
  | "keep both"
  /** The text here goes on as a new draft. */
  | "keep ours"
  /** There is no draft any more. */
  | "remove";

const verdicts: Record<There, Record<Here, Record<Base, Verdict>>> = {
  edited: {
    unchanged: { seen: "take theirs", unseen: "keep both" },
    changed: { seen: "keep both", unseen: "keep both" },
    emptied: { seen: "take theirs", unseen: "take theirs" },
  },
  deleted: {
    unchanged: { seen: "remove", unseen: "keep ours" },
    changed: { seen: "keep ours", unseen: "keep ours" },
    emptied: { seen: "remove", unseen: "remove" },
  },
};

export function verdictOn(there: There, here: Here, base: Base): Verdict {
  return verdicts[there][here][base];
}
