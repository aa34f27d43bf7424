/**
 * What a running weir answers for verbs: what they list of its replica, if that is what the server would tell them now.
 *
 * No code of verbs is loaded for that, and nothing is asked of the server.
 */
import { values } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { newestMessages } from "#sync/asks/inbox-facts.ts";
import { groupListing } from "./group-listing.ts";
import { inboxListing } from "./inbox-listing.ts";
import type { Invocation } from "./invocation.ts";
import type { Listing } from "./listing.ts";
import { snippetListing } from "./snippet-listing.ts";
import { streamListing } from "./stream-listing.ts";

type Answered = {
  /**
   * It lists the view, with what only this machine knows, since the screen, the status line and `status.json` count that. If
   * absent, it lists the replica, as the verb does by itself.
   */
  readonly isOfView?: true;
  readonly listing: (replica: Replica, invocation: Pick<Invocation, "options">) => Listing;
  /** Whether it is what the server would tell, and no more than fits between two frames. */
  readonly isKnown: (replica: Replica) => boolean;
};

/** Of names in a listing: more take longer than a frame. */
const mostNames = 2_000;

/** By verb. */
const answered: ReadonlyMap<string, Answered> = new Map<string, Answered>([
  [
    "inbox",
    {
      isOfView: true,
      listing: inboxListing,
      // The server tells a verb nothing of older ones among very many unread messages.
      isKnown: ({ unreads, participationKnown }) =>
        unreads.where.size <= newestMessages && participationKnown,
    },
  ],
  [
    "streams",
    {
      listing: (replica) => streamListing(replica),
      // Where the server does not count them, verbs do not know the subscribers.
      isKnown: ({ streams }) =>
        streams.size <= mostNames &&
        [...values(streams)].every(({ subscriberCount }) => subscriberCount !== undefined),
    },
  ],
  [
    "groups",
    {
      listing: groupListing,
      isKnown: ({ groups }) =>
        [...values(groups)].reduce((sum, { members }) => sum + members.length + 1, 0) <= mostNames,
    },
  ],
  ["snippets", { listing: snippetListing, isKnown: ({ snippets }) => snippets.size <= mostNames }],
]);

/** Undefined if the verb must ask the server itself. */
export function listingOf(
  { replica, view }: { readonly replica: Replica; readonly view: Replica },
  { verb, options }: Pick<Invocation, "verb" | "options">,
): Listing | undefined {
  const row = answered.get(verb);
  if (row?.isKnown(replica) !== true) return undefined;
  return row.listing(row.isOfView === true ? view : replica, { options });
}
