/** `weir snooze`: conversations that the inbox of the chat screen hides until a time, on this machine. */
import { safeLine } from "#base/safe-text.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { utc } from "#cli/message-output.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { placeFor } from "#cli/resolver.ts";
import { withStorage } from "#cli/storage.ts";
import { comingMoment, momentIn, sayMoment, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { partsFor, placesIn } from "#cli/written-place.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { ofConversations, type Snooze } from "#model/local-state.ts";
import { isConversation } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";

export async function run(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const typed = text(invocation, "until");
  const isUndo = invocation.options["undo"] === true;
  if (args.length === 0 && (isUndo || typed !== undefined))
    throw new Exit("misuse", "Name a conversation, such as '#backend > deploy window' or @ana.");
  if (args.length > 0 && isUndo === (typed !== undefined))
    throw new Exit("misuse", "Specify a time, --until 'tomorrow 9:00', or --undo.");
  const until = typed === undefined ? undefined : comingMoment(context, typed);
  const written = placesIn(args);
  const replica = await state("streams", "people", "newest", ...written.flatMap(partsFor));
  if (written.length === 0)
    return withStorage(context, (storage) => list(context, replica, storage));
  const all: Conversation[] = [];
  for (const one of written) {
    const { narrow } = await placeFor(context, replica, one);
    if (!isConversation(narrow)) throw new Exit("misuse", "Only conversations can be snoozed.");
    all.push(narrow);
  }
  await withStorage(context, (storage) => change(context, replica, storage, { all, until }));
}

type Change = { readonly all: readonly Conversation[]; readonly until: number | undefined };

async function change(
  context: VerbContext,
  replica: Replica,
  storage: JournalStorage,
  { all, until }: Change,
): Promise<void> {
  const { newestMessage: newest } = replica;
  const before = await storage.snoozes();
  const isSnoozed = (one: Conversation) => {
    const known = before.get(conversationKey(one));
    return known !== undefined && known.stays === undefined;
  };
  const other = until === undefined ? all.find((one) => !isSnoozed(one)) : undefined;
  if (other !== undefined)
    throw new Exit("refused", safeLine(`${placeText(replica, other)} is not snoozed.`));
  for (const conversation of all) {
    const key = conversationKey(conversation);
    const asked = before.get(key)?.asked;
    const kept = asked === undefined ? {} : { asked };
    if (until !== undefined)
      await storage.putSnooze(key, { conversation, until, newest, isDue: false, ...kept });
    else await storage.removeSnooze(key);
  }
  const places = all.map((one) => placeText(replica, one));
  const rows = places.map((place) => ({ place, until: until === undefined ? null : utc(until) }));
  const undo = wayBack(context, { verb: "snooze", args: places, options: ["--undo"] });
  tellDone(
    context,
    until === undefined
      ? `Unsnoozed ${places.join("; ")}.`
      : `Snoozed until ${momentIn(context, until)}: ${places.join("; ")}.${undo}`,
    ...rows,
  );
  if (until !== undefined) sayMoment(context, until);
}

async function list(
  context: VerbContext,
  replica: Replica,
  storage: JournalStorage,
): Promise<void> {
  const { output, clock } = context;
  // What stays was not snoozed; what is due is back.
  const isHidden = ({ stays, until }: Snooze) => stays === undefined && until > seconds(clock);
  const all = [...ofConversations(await storage.snoozes()).values()].filter(isHidden);
  output.rows(
    all.toSorted((one, other) => one.until - other.until),
    {
      none: "Nothing is snoozed.",
      json: ({ conversation, until }) => ({
        place: placeText(replica, conversation),
        until: utc(until),
      }),
      cells: ({ conversation, until }) => [
        { text: output.isTerminal ? momentIn(context, until) : utc(until), token: "dim" },
        placeText(replica, conversation),
      ],
    },
  );
}
