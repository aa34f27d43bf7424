/** `weir inbox`: the conversations with unread messages or undecided sends, in the order of the screen. */
import { realmHere } from "#cli/archived-realm.ts";
import { inboxListing, needsMe } from "#cli/inbox-listing.ts";
import { text } from "#cli/invocation.ts";
import { printListing } from "#cli/listing.ts";
import { withOwnFolders } from "#cli/own-folders.ts";
import { withSnoozes } from "#cli/snoozes.ts";
import { withStorage } from "#cli/storage.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import type { Intent } from "#journal/intent.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { noneUndecided, noSnoozes, type Snoozes, type UndecidedSends } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, inboxRows } from "#model/select/inbox.ts";
import type { InboxRow } from "#model/select/inbox-row.ts";
import { undecidedSends } from "#store/sends.ts";
import { fetchParticipation, fetchUnreadFacts } from "#sync/asks/inbox-facts.ts";
import { inView } from "./views.ts";

export async function run(context: VerbContext): Promise<void> {
  const { replica, isAway } = await known(context);
  const filed = await withOwnFolders(context, replica);
  const { snoozes, undecided } = await stored(context);
  const whole = await withSnoozes(context, { ...filed, undecided }, snoozes, { isAway });
  printListing(context, inboxListing(whole, context.invocation));
}

type Known = { readonly replica: Replica; readonly isAway: boolean };

/** From the server, or what was seen of it while it cannot be reached. */
async function known(context: VerbContext): Promise<Known> {
  const name = text(context.invocation, "view");
  const parts = ["streams", "people", "unread", "folders"] as const;
  if (name !== undefined) {
    const replica = await inView(context, name, [...parts]);
    return { replica: await withFacts(context, replica), isAway: false };
  }
  const { replica, away, close } = await realmHere(context, parts);
  await close();
  const isAway = away !== undefined;
  return { replica: isAway ? replica : await withFacts(context, replica), isAway };
}

type Stored = { readonly snoozes: Snoozes; readonly undecided: UndecidedSends };

/** A disk that refuses hides nothing, which is said. */
async function stored(context: VerbContext): Promise<Stored> {
  const read = async (storage: JournalStorage) => {
    const { intents: orphaned } = await storage.load();
    const { elsewhere } = await storage.claim([]);
    const intents = new Map([...elsewhere, ...orphaned.map(left)].map((one) => [one.id, one]));
    return { snoozes: await storage.snoozes(), undecided: undecidedSends({ intents }) };
  };
  return withStorage(context, read, ({ message }) => {
    context.say(
      `${message} What is snoozed on this machine is listed as if it was not, and what was not sent is missing.`,
    );
    return { snoozes: noSnoozes, undecided: noneUndecided };
  });
}

/** No program finds out whether what it has left arrived, until a chat screen opens. */
function left(intent: Intent): Intent {
  const isOpen = intent.phase === "sending" || intent.phase === "unconfirmed";
  return isOpen ? { ...intent, phase: "undecided" } : intent;
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
