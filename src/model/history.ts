/**
 * The part of a narrow that the client knows: an interval without holes.
 *
 * Between `ids[0]` and `ids.at(-1)` nothing is missing. The two flags tell whether there is more beyond them.
 */
import type { Sorted } from "#base/sorted.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Narrow } from "./narrow.ts";

export type History = {
  readonly narrow: Narrow;
  readonly ids: Sorted<MessageId>;
  /** True: nothing older exists. */
  readonly oldestKnown: boolean;
  /** True: nothing newer exists except what events will bring, so new messages are appended. */
  readonly newestKnown: boolean;
  /**
   * The register under which it was fetched. A history of an older epoch is shown until a page replaces it, and never
   * joined.
   */
  readonly epoch: number;
};
