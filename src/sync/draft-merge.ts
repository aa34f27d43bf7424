/**
 * Decides what happens to a draft when another client has changed its copy on the server.
 *
 * It is a merge of three versions: the local text, the remote one, and their base, which is the last version that this
 * client sent or received. Events come in order, and no client writes before it has read all of them, so that whoever
 * replaces a version without having seen it receives it before the own write: that client keeps it, and the others may
 * follow.
 */

/** What this client did to the base. */
export type LocalChange = "unchanged" | "changed" | "emptied";

/** What the other client did to the copy. */
export type RemoteChange = "edited" | "deleted";

export type Merge =
  /** The remote version replaces the local text; there is no draft any more if it was deleted. */
  | "use remote"
  /** The newest is the draft, the other one is kept as its conflicting version. */
  | "keep both"
  /** The local text goes on as a new draft. */
  | "keep local";

/**
 * `isBaseSeen`: the other client may have seen the base. It has not if a write of this client is not acknowledged, which
 * is the newer one then; or if the remote version is dated before the base, because its request was delayed.
 */
export function mergeOf(local: LocalChange, remote: RemoteChange, isBaseSeen: boolean): Merge {
  if (local === "emptied" || (local === "unchanged" && isBaseSeen)) return "use remote";
  return remote === "edited" ? "keep both" : "keep local";
}
