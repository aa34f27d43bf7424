/**
 * `weir send`: one message, sent once.
 *
 * It is in the outbox before its request is sent. Without an answer it stays there as unconfirmed: the next weir finds
 * out whether it arrived, and does not send it again.
 */

import type { CallOptions } from "#api/connection.ts";
import { ApiError, sentenceOf } from "#api/failure.ts";
import { sendMessage } from "#api/messages.ts";
import { safeLine } from "#base/safe-text.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { conversationOf } from "#cli/messages.ts";
import { tellCreated } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { addressProblem, messageFor, recipientFor } from "#cli/resolver.ts";
import { withStorage } from "#cli/storage.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { addressedTo, partsFor } from "#cli/written-place.ts";
import { newSend, type Send } from "#journal/actions/send.ts";
import type { Address, Intent, IntentId } from "#journal/intent.ts";
import { leaving, notArrived, unanswered } from "#journal/phases.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { messageProblem } from "#model/limits.ts";
import { linkNear } from "#model/message-link.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";

const whenSent = "The chat screen sends it when it opens next.";

export async function run(context: VerbContext): Promise<void> {
  const { args, invocation } = context;
  const queues = invocation.options["queue"] === true;
  const { written, words } = addressedTo(args, text(invocation, "to"));
  let away: ApiError | undefined;
  const replica = await context
    .state(...partsFor(written), "rendering", "newest")
    .catch((error: unknown) => {
      if (!queues || !isAway(error)) throw error;
      away = error;
      return context.cachedState();
    });
  const address = await recipientFor(context, replica, written).catch((error: unknown) => {
    throw away === undefined ? error : notSeen(error, away);
  });
  await sendTo(context, replica, address, await contentOf(context, words));
}

/** The server might know a name that is not cached. */
function notSeen(error: unknown, { failure }: ApiError): unknown {
  if (!(error instanceof Exit)) return error;
  const sentence = safeLine(sentenceOf(failure));
  return new Exit("unreachable", `${sentence} According to cached names: ${error.message}`);
}

/** The arguments, or the standard input if there are none or for `-`. */
export async function contentOf(
  { readInput }: Pick<VerbContext, "readInput">,
  words: readonly string[],
): Promise<string> {
  const fromInput = words.length === 0 || (words.length === 1 && words[0] === "-");
  const content = fromInput ? await readInput() : words.join(" ");
  if (content === undefined)
    throw new Exit("misuse", "Put the text after the place, or pipe it to weir.");
  if (content.trim() === "") throw new Exit("usage", "The text is empty.");
  return content.trimEnd();
}

/** The argument that `contentOf` reads as this text. */
export function textWord(content: string): string {
  return content === "-" ? "- " : content;
}

export async function sendTo(
  context: VerbContext,
  replica: Replica,
  address: Address,
  content: string,
): Promise<void> {
  const { newId, clock } = context;
  const wrong = messageProblem(replica.realm, content) ?? addressProblem(replica, address);
  if (wrong !== undefined) throw new Exit("usage", safeLine(wrong));
  const intent: Sending = {
    id: newId() as IntentId,
    createdAt: clock.now(),
    action: newSend(replica, address, content),
    phase: "waiting",
    attempts: 0,
  };
  await withStorage(context, (outbox) => deliver(context, replica, outbox, intent));
}

type Sending = Intent & { readonly action: Send };

async function deliver(
  context: VerbContext,
  replica: Replica,
  outbox: JournalStorage,
  intent: Sending,
): Promise<void> {
  const { connection, output } = context;
  const { address, content } = intent.action;
  const place = placeText(replica, address);
  const left = leaving(replica.newestMessage)(intent);
  let isUnsent = true;
  const options: CallOptions = {
    beforeSending: async () => {
      isUnsent = false;
    },
    onWait: () => {
      isUnsent = true;
    },
  };
  try {
    await keep(context, outbox, left);
    const { id, message_url: url = linkNear(replica, address, id) } = await sendMessage(
      connection,
      requestOf(replica, address, content),
      options,
    );
    await outbox.removeIntent(intent).catch(() => undefined);
    const link = URL.parse(url, replica.realm.url)?.href ?? null;
    tellCreated(context, id, `Sent to ${place} (${id}).`, { id, queued: false, place, link });
  } catch (error) {
    await settle(context, outbox, left, { error, isUnsent: isUnsent || wasNotSent(error) });
    const fields = { id: null, queued: true, place, link: null };
    tellCreated(context, "queued", `Queued for ${place}. ${whenSent}`, fields);
    if (!output.isTerminal && error instanceof ApiError)
      context.say(`${safeLine(sentenceOf(error.failure))} ${whenSent}`);
  }
}

/** A full disk must not lose the message: it is sent anyway. */
async function keep({ say }: VerbContext, outbox: JournalStorage, intent: Intent): Promise<void> {
  await outbox.putIntent(intent).catch((error: unknown) => {
    const reason = error instanceof Error ? ` ${safeLine(error.message)}` : "";
    say(`The message could not be saved before sending.${reason}`);
  });
}

/** Rejects unless the message is queued. */
async function settle(
  { invocation }: VerbContext,
  outbox: JournalStorage,
  intent: Intent,
  { error, isUnsent }: { readonly error: unknown; readonly isUnsent: boolean },
): Promise<void> {
  if (!isUnsent) {
    await outbox.putIntent(unanswered(intent)).catch(() => undefined);
    throw error;
  }
  if (invocation.options["queue"] === true && isAway(error)) {
    await outbox.putIntent(notArrived(intent));
    return;
  }
  await outbox.removeIntent(intent).catch(() => undefined);
  throw error;
}

function wasNotSent(error: unknown): error is ApiError {
  return error instanceof ApiError && error.failure.sent === "no";
}

/** The server is unreachable, and nothing was sent. */
function isAway(error: unknown): error is ApiError {
  if (!wasNotSent(error)) return false;
  const { kind } = error.failure;
  return kind === "unreachable" || kind === "rate-limited";
}

function requestOf(
  { ownId }: Replica,
  address: Address,
  content: string,
): Parameters<typeof sendMessage>[1] {
  const text = { content, read_by_sender: true };
  return address.kind === "topic"
    ? { ...text, type: "stream", to: address.streamId, topic: address.topic }
    : { ...text, type: "direct", to: [...others(address.userIds, ownId)] };
}

/** `weir reply`: sends a message to the conversation of another message. */
export async function reply(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [typed = "", ...words] = args;
  const id = await messageFor(context, typed);
  const replica = await state("streams", "people", "rendering", "newest");
  const address = await conversationOf(connection, id, replica.ownId);
  await sendTo(context, replica, address, await contentOf(context, words));
}
