/** `weir schedule`: messages that the server sends later. */
import { createScheduled, deleteScheduled, editScheduled, getScheduled } from "#api/scheduled.ts";
import { safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { utc } from "#cli/message-row.ts";
import { seconds } from "#cli/now.ts";
import { addressed, conversationAt, partsFor, placeText } from "#cli/place.ts";
import { tellCreated, tellDone } from "#cli/tell.ts";
import { comingMoment } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { splitPlace } from "#cli/written-place.ts";
import { failureOf } from "#commands/lists/scheduled-source.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { messageProblem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { timedRequest } from "#sync/deliver/timed.ts";
import { requireLevel } from "#sync/deliver/unsupported.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId } from "#wire/ids.ts";
import { contentOf } from "./send.ts";

export async function run({ state, output, clock }: VerbContext): Promise<void> {
  const replica = await state("streams", "people", "scheduled");
  const all = [...replica.scheduled.values()].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  const when = (at: number) =>
    output.isTerminal ? momentLabel(at, seconds(clock), output.style.hours) : utc(at);
  output.rows(all, {
    none: "Nothing is scheduled.",
    json: (message) => fieldsOf(replica, message),
    cells: (message) => {
      const reason = reasonOf(replica, message);
      const isShown = output.isTerminal && reason !== undefined;
      return [
        message.scheduled_message_id,
        { text: when(message.scheduled_delivery_timestamp), token: reason ? "bad" : "dim" },
        { text: placeText(replica, timedOf(replica, message).address), token: "strong" },
        isShown ? `not sent, ${reason}: ${message.content}` : message.content,
        // A column of its own for scripts.
        ...(isShown || reason === undefined ? [] : [reason]),
      ];
    },
  });
}

function fieldsOf(replica: Replica, message: ScheduledMessage): Readonly<Record<string, unknown>> {
  const { address, content, at } = timedOf(replica, message);
  return {
    id: message.scheduled_message_id,
    time: utc(at),
    place: placeText(replica, address),
    content,
    failed: message.failed ?? false,
    reason: reasonOf(replica, message) ?? null,
  };
}

/** The likely reason why a message could not be sent; undefined if it is still due. */
function reasonOf(replica: Replica, message: ScheduledMessage): string | undefined {
  return message.failed === true ? failureOf(replica, message) : undefined;
}

async function moment({ invocation, clock }: VerbContext): Promise<number | undefined> {
  const typed = text(invocation, "at");
  return typed === undefined ? undefined : comingMoment(typed, seconds(clock));
}

export async function add(context: VerbContext): Promise<void> {
  const { args, state, connection, output, clock } = context;
  const at = await moment(context);
  if (at === undefined) throw new Exit("misuse", "Specify a time: --at 'tomorrow 9:00'.");
  const replica = await state(...partsFor(splitPlace(args).place), "rendering");
  requireLevel(connection.level(), "scheduling");
  const { place: written, rest } = addressed(replica, args);
  const address = await conversationAt(connection, replica, written);
  const content = await contentOf(context, rest);
  const wrong = messageProblem(replica.realm, content);
  if (wrong !== undefined) throw new Exit("usage", wrong);
  const request = timedRequest(replica.ownId, { address, content, at });
  const { scheduled_message_id: id } = await createScheduled(connection, {
    ...request,
    read_by_sender: true,
  });
  const place = placeText(replica, address);
  const label = momentLabel(at, seconds(clock), output.style.hours);
  const fields = { id, time: utc(at), place, content, failed: false, reason: null };
  tellCreated(context, id, `Scheduled for ${label} in ${place} (${id}).`, fields);
}

async function scheduledNamed({ connection }: VerbContext, typed: string) {
  const { scheduled_messages: all } = await getScheduled(connection, {});
  const found = all.find(({ scheduled_message_id: id }) => id === Number(typed));
  if (found !== undefined) return found;
  throw new Exit("usage", `There is no scheduled message ${safeLine(typed)}.`);
}

/** Changes the time, the text, or both; a failed message needs a new time. */
export async function edit(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [typed = "", ...words] = args;
  const at = await moment(context);
  await state("rendering");
  const found = await scheduledNamed(context, typed);
  const isText = words.length > 0 || at === undefined;
  const content = isText ? await contentOf(context, words) : undefined;
  await editScheduled(connection, {
    scheduled_message_id: found.scheduled_message_id,
    ...(content !== undefined && { content }),
    ...(at !== undefined && { scheduled_delivery_timestamp: at }),
  });
  tellDone(context, `Changed the scheduled message ${typed}.`, { id: found.scheduled_message_id });
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, connection } = context;
  const strange = args.find((id) => !/^\d+$/.test(id));
  if (strange !== undefined) throw new Exit("misuse", `"${safeLine(strange)}" is not an ID.`);
  const ids = args.map((id) => Number(id) as ScheduledId);
  for (const id of ids) await deleteScheduled(connection, { scheduled_message_id: id });
  const count = ids.length === 1 ? "1 scheduled message" : `${ids.length} scheduled messages`;
  tellDone(context, `Deleted ${count}.`, ...ids.map((id) => ({ id })));
}
