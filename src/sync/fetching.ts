/** Fetches messages: the terms of a narrow that servers of every level understand, pages decoded in slices, and single ones. */

import type { CallOptions } from "#api/connection.ts";
import { getMessage, getMessages } from "#api/messages.ts";
import type { Clock } from "#base/clock.ts";
import { has, sorted } from "#base/sorted.ts";
import { decodeMessages, runToEnd } from "#model/decode.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Message as KnownMessage } from "#model/message.ts";
import { type Narrow, others, type SearchTerm } from "#model/narrow.ts";
import { isTimeTerm } from "#model/search.ts";
import type { SyncContext } from "#sync/context.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { Message } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";

// All servers accept "stream"; newer ones "channel" as well. LEVEL(177): before it, "dm" was spelled "pm-with" and
// "is:dm" was "is:private".
/** The terms that select a narrow's messages. `ownId` is the reader's ID. */
export function termsOf(narrow: Narrow, ownId: UserId, level: number): NarrowTerm[] {
  switch (narrow.kind) {
    case "topic":
      return [
        { operator: "stream", operand: narrow.streamId },
        { operator: "topic", operand: narrow.topic },
      ];
    case "direct": {
      const operator = level >= since.dmOperators ? "dm" : "pm-with";
      return [{ operator, operand: [...others(narrow.userIds, ownId)] }];
    }
    case "stream":
      return [{ operator: "stream", operand: narrow.streamId }];
    case "sender":
      return [{ operator: "sender", operand: narrow.userId }];
    case "all":
      return [];
    case "mentions":
      return [{ operator: "is", operand: "mentioned" }];
    case "starred":
      return [{ operator: "is", operand: "starred" }];
    case "directs":
      return [{ operator: "is", operand: level >= since.dmOperators ? "dm" : "private" }];
    case "search":
      return narrow.terms
        .filter((term) => !isTimeTerm(term))
        .map((term) => searchTermOf(term, level));
  }
}

/** For what only newer servers find. */
const newerOperators: Readonly<Partial<Record<string, string>>> = {
  "streams:archived": "channels",
};

const olderOperators: Readonly<Partial<Record<string, string>>> = {
  dm: "pm-with",
  "dm-including": "group-pm-with",
};

function searchTermOf({ operator, operand, negated }: SearchTerm, level: number): NarrowTerm {
  const isOld = level < since.dmOperators;
  const encoded = operandAt(operator, operand, level);
  return {
    operator: isOld
      ? (olderOperators[operator] ?? operator)
      : (newerOperators[`${operator}:${operand}`] ?? operator),
    operand: typeof encoded === "object" ? [...encoded] : encoded,
    ...(negated && { negated }),
  };
}

function operandAt(operator: string, operand: SearchTerm["operand"], level: number) {
  if (operator === "is" && operand === "dm" && level < since.dmOperators) return "private";
  return operator === "id" && level < since.idNumbers ? String(operand) : operand;
}

type FetchContext = Pick<SyncContext, "connection" | "clock" | "stopped">;
type Page = Omit<Parameters<typeof getMessages>[1], "apply_markdown">;

/**
 * The response, its messages, and what could not be read of them, which is noted; rejects as calls do. A custom signal must be aborted
 * with the session.
 */
export async function fetchMessages(
  { connection, clock, stopped }: FetchContext,
  page: Page,
  options: Pick<CallOptions, "priority" | "signal" | "beforeSending"> = {},
) {
  const parameters = { ...page, apply_markdown: false };
  const answer = await getMessages(connection(), parameters, { signal: stopped, ...options });
  const decoded = await inSlices(decodeMessages(answer.messages), clock, stopped);
  connection().skips.note(decoded.skipped);
  return { answer, ...decoded };
}

/** So many IDs are no longer address than proxies accept. */
const idsPerRequest = 200;
/** LEVEL(300): older servers have pages instead, with others between. */
const pageSize = 500;

/** Those of the messages that the user may see, in one or more parts, each ascending; rejects as calls do. */
export async function* fetchById(
  context: FetchContext,
  ids: readonly MessageId[],
): AsyncGenerator<readonly Message[]> {
  const options = { priority: "background" } as const;
  const hasIds = context.connection().level() >= since.messagesById;
  for (let rest = sorted(ids), [anchor] = rest; anchor !== undefined; [anchor] = rest) {
    const some = rest.slice(0, hasIds ? idsPerRequest : pageSize);
    const page = hasIds
      ? { message_ids: some, client_gravatar: true }
      : { anchor, num_before: 0, num_after: some.length - 1, narrow: [] };
    const { messages } = await fetchMessages(context, page, options);
    const last = hasIds ? some.at(-1) : messages.at(-1)?.id;
    yield messages.filter(({ id }) => has(rest, id));
    rest = sorted(last === undefined ? [] : rest.filter((id) => id > last));
  }
}

/**
 * The message as the server has it; undefined if it does not tell that. Rejects as calls do, with a refusal if there is no such
 * message.
 */
export async function messageNow(
  context: FetchContext,
  id: MessageId,
): Promise<KnownMessage | undefined> {
  const { connection, stopped } = context;
  const values = { message_id: id, apply_markdown: false };
  const { message } = await getMessage(connection(), values, { signal: stopped });
  const { messages, skipped } = runToEnd(decodeMessages(message === undefined ? [] : [message]));
  connection().skips.note(skipped);
  const [now = await messageAt(context, id)] = messages;
  return now && fromWireMessage(now);
}

/** For servers whose answer about a single message does not contain it. */
async function messageAt(context: FetchContext, anchor: MessageId): Promise<Message | undefined> {
  const page = { anchor, num_before: 0, num_after: 0, narrow: [] };
  const { messages } = await fetchMessages(context, page);
  return messages.find(({ id }) => id === anchor);
}

const sliceMs = 4;

/** Runs `work` to its end, yielding to keys and other tasks every 4 ms; rejects with the signal's reason if that comes first. */
export async function inSlices<T>(
  work: Iterator<unknown, T>,
  clock: Clock,
  signal: AbortSignal,
): Promise<T> {
  let began = clock.elapsed();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (clock.elapsed() - began < sliceMs) continue;
    await clock.sleep(0, signal);
    began = clock.elapsed();
  }
}
