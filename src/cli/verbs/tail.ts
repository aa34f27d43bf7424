/** `weir tail`: prints new messages, across lost queues and outages. */
import { get } from "#base/table.ts";
import { Exit } from "#cli/exit-codes.ts";
import { fetchPage, newestMessages } from "#cli/fetch-messages.ts";
import { type Arrived, followMessages } from "#cli/follow-messages.ts";
import { text, wholeNumber } from "#cli/invocation.ts";
import { type MessageRow, messageRow } from "#cli/message-output.ts";
import { jsonLine } from "#cli/output.ts";
import { existingPlace, type Place, partsFor } from "#cli/place.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { splitPlace } from "#cli/written-place.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { termsOf } from "#sync/history/fetching.ts";
import { messageParts, printerFor } from "./read.ts";

const usualCount = 10;

export async function run(context: VerbContext): Promise<void> {
  const { args, connection, state, invocation, output, say } = context;
  const { place: written, rest } = splitPlace(args);
  if (rest.length > 0) throw new Exit("misuse", "Name one place, such as '#backend' or @ana.");
  let replica = await state(...messageParts(context), ...partsFor(written), "newest");
  const { narrow }: Place = written
    ? await existingPlace(connection, replica, written)
    : { narrow: { kind: "all" }, near: undefined };
  warnOfUnsubscribed(context, replica, narrow);
  const isIncluded = filterFor(narrow, invocation.options["needsMe"] === true);
  const print = printerFor(context, () => replica);
  const terms = termsOf(narrow, replica.ownId, connection.level());
  const before = await newestMessages(connection, { narrow: terms, count: firstCount(context) });
  await print(
    before
      .map((message) => messageRow(message, replica))
      .filter(({ message }) => isIncluded(message, replica)),
  );

  const command = text(invocation, "exec");
  await followMessages(context, {
    after: Math.max(await newestId(context, replica), before.at(-1)?.id ?? 0),
    narrow: terms,
    take: async (arrived, now) => {
      replica = now;
      const rows = rowsOf(arrived, now).filter(({ message }) => isIncluded(message, now));
      if (command === undefined) return print(rows);
      for (const row of rows) await execute(context, command, row);
    },
    onConnection: ({ kind }) => {
      if (kind === "offline" && output.isTerminal) say("The server is unreachable; retrying.");
    },
  });
}

/** A command is only run for new messages. */
function firstCount({ invocation }: VerbContext): number {
  const { fromNow = false, exec } = invocation.options;
  const isNew = fromNow || exec !== undefined;
  return wholeNumber(invocation, "count", 5_000) ?? (isNew ? 0 : usualCount);
}

/** Requested separately from servers whose register response lacks it. */
async function newestId({ connection }: VerbContext, { newestMessage }: Replica): Promise<number> {
  if (newestMessage > 0) return newestMessage;
  const { messages } = await fetchPage(connection, {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    narrow: [],
  });
  return messages.at(-1)?.id ?? 0;
}

function rowsOf(arrived: readonly Arrived[], replica: Replica): readonly MessageRow[] {
  return arrived.map(({ message, flags }) => messageRow(message, replica, [...flags]));
}

async function execute({ exec, say }: VerbContext, command: string, row: MessageRow) {
  const code = await exec(command, `${jsonLine(row.fields)}\n`);
  if (code !== 0) say(`The command ended with ${code} for message ${row.message.id}.`);
}

function filterFor(narrow: Narrow, needsMe: boolean) {
  return (message: Message, replica: Replica): boolean =>
    belongs(message, narrow) && (!needsMe || concerns(message, replica));
}

function belongs(message: Message, narrow: Narrow): boolean {
  switch (narrow.kind) {
    case "all":
      return true;
    case "topic":
    case "direct":
      return message.conversation === conversationKey(narrow);
    case "stream":
      return message.streamId === narrow.streamId;
    case "sender":
      return message.senderId === narrow.userId;
    case "mentions":
      return message.mentioned || message.wildcardMentioned;
    case "starred":
      return message.starred;
    // Which messages a search finds, only the server knows.
    case "search":
      return false;
    case "directs":
      return message.userIds !== undefined;
  }
}

function concerns({ senderId, userIds, mentioned }: Message, { ownId }: Replica): boolean {
  return senderId !== ownId && (userIds !== undefined || mentioned);
}

function warnOfUnsubscribed({ say }: VerbContext, { streams }: Replica, narrow: Narrow): void {
  if (narrow.kind !== "topic" && narrow.kind !== "stream") return;
  if (get(streams, narrow.streamId)?.subscription === undefined)
    say("You are not subscribed to this stream, so you do not receive its new messages.");
}
