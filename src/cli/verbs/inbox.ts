/** `weir inbox`: the conversations with unread messages, in the order of the screen. */
import { inboxListing, needsMe } from "#cli/inbox-listing.ts";
import { text } from "#cli/invocation.ts";
import { printListing } from "#cli/listing.ts";
import { withOwnFolders } from "#cli/own-folders.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import type { InboxRow } from "#model/select/inbox-row.ts";
import { fetchParticipation, fetchUnreadFacts } from "#sync/asks/inbox-facts.ts";
import { inView } from "./views.ts";

export async function run(context: VerbContext): Promise<void> {
  const { state, invocation } = context;
  const name = text(invocation, "view");
  const parts = ["streams", "people", "unread", "folders"] as const;
  const known = name === undefined ? state(...parts) : inView(context, name, [...parts]);
  const filed = await withOwnFolders(context, await known);
  printListing(context, inboxListing(await withFacts(context, filed), invocation));
}

/** One request is enough to learn that nothing is unread. */
async function withFacts(
  { connection, invocation }: VerbContext,
  registered: Replica,
): Promise<Replica> {
  const rows = [...inboxRows(inbox(registered))];
  if (rows.length === 0) return registered;
  // Where the user has written decides among what is neither followed nor needs the user.
  const isOpen = ({ conversation: { kind }, reason }: InboxRow) =>
    kind === "topic" && reason !== "followed";
  const [unread, participation] = await Promise.all([
    fetchUnreadFacts(connection),
    !needsMe(invocation) && rows.some(isOpen)
      ? fetchParticipation(connection, registered.ownId)
      : undefined,
  ]);
  const replica = unread(registered);
  return participation?.(replica) ?? replica;
}
