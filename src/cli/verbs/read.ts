/** `weir read`: the messages of a place. */
import { safeLine } from "#base/safe-text.ts";
import { Exit } from "#cli/exit-codes.ts";
import { existingPlace } from "#cli/finder.ts";
import { text, wholeNumber } from "#cli/invocation.ts";
import {
  type MessagePrinter,
  type MessageRow,
  messageForm,
  messagePrinter,
  messageRow,
} from "#cli/message-output.ts";
import { fetchPage, newestMessages, noMessage } from "#cli/messages.ts";
import { type Place, placeText } from "#cli/place.ts";
import type { StatePart } from "#cli/realm-state.ts";
import { hoursOf, saidMoment, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { onePlace, partsFor } from "#cli/written-place.ts";
import type { Replica } from "#model/replica.ts";
import { termsOf } from "#sync/fetching.ts";
import type { Message } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";

const usualCount = 20;
const maxUnread = 5_000;

export async function run(context: VerbContext): Promise<void> {
  const { args, connection, state } = context;
  const written = onePlace(args);
  if (written === undefined)
    throw new Exit("misuse", "Name one place, such as '#backend > deploy window' or @ana.");
  const replica = await state(...messageParts(context), ...partsFor(written));
  const place = await existingPlace(context, replica, written);
  const narrow = termsOf(place.narrow, replica.ownId, connection.level());
  const messages = await fetchedMessages(context, replica, place, narrow);
  const { since, unread } = context.invocation.options;
  const isAll = since === undefined && unread !== true;
  // A typed topic was looked up among those that there are.
  if (messages.length === 0 && isAll && written.kind === "link" && place.narrow.kind === "topic") {
    const name = safeLine(placeText(replica, place.narrow));
    throw new Exit("refused", `${name} has no messages: the topic was moved or deleted.`);
  }
  await printMessages(context, replica, messages);
}

/** On a terminal, an empty result prints a sentence. */
export async function printMessages(
  context: VerbContext,
  replica: Replica,
  messages: readonly Message[],
): Promise<void> {
  await printRows(
    context,
    replica,
    messages.map((message) => messageRow(message, replica)),
  );
}

export async function printRows(
  context: VerbContext,
  replica: Replica,
  rows: readonly MessageRow[],
): Promise<void> {
  const { output, say } = context;
  if (rows.length === 0 && output.isTerminal) say("There are no such messages.");
  await printerFor(context, () => replica)(rows);
}

/** A printer for the format that the options select. */
export function printerFor(context: VerbContext, replica: () => Replica): MessagePrinter {
  const { output, clock, invocation, readerFor } = context;
  return messagePrinter({
    output,
    reader: () => readerFor(replica()),
    hours: () => hoursOf(context, replica()),
    now: () => seconds(clock),
    ...messageForm(invocation),
  });
}

/** The state needed for printing; for readable output it includes the names in messages. */
export function messageParts({
  output,
  invocation,
}: Pick<VerbContext, "output" | "invocation">): readonly StatePart[] {
  const isRead = output.isTerminal || messageForm(invocation).spoken;
  const isDrawn = isRead && output.fields === undefined;
  return ["streams", "rendering", ...(isDrawn ? (["people", "groups"] as const) : [])];
}

async function fetchedMessages(
  context: VerbContext,
  replica: Replica,
  { narrow: { kind }, near }: Place,
  narrow: readonly NarrowTerm[],
): Promise<readonly Message[]> {
  const { connection, invocation } = context;
  const since = text(invocation, "since");
  const limit = wholeNumber(invocation, "count", 100_000);
  if (near !== undefined) {
    const around = kind === "all" ? (limit ?? 1) - 1 : (limit ?? usualCount);
    const before = Math.floor(around / 2);
    const { messages } = await fetchPage(connection, {
      anchor: near,
      num_before: before,
      num_after: around - before,
      narrow: [...narrow],
    });
    if (messages.some(({ id }) => id === near)) return messages;
    throw noMessage(near);
  }
  if (invocation.options["unread"] === true) {
    const { messages } = await fetchPage(connection, {
      anchor: "first_unread",
      num_before: 0,
      num_after: Math.min(limit ?? maxUnread, maxUnread),
      narrow: [...narrow],
    });
    return messages.filter(({ flags }) => !flags?.includes("read"));
  }
  return newestMessages(connection, {
    narrow,
    count: limit ?? (since === undefined ? usualCount : Number.POSITIVE_INFINITY),
    since: since === undefined ? undefined : saidMoment(context, replica, since),
  });
}
