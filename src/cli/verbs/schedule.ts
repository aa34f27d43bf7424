/** `weir schedule`: messages that the server sends later. */

import { createScheduled, deleteScheduled } from "#api/drafts.ts";
import { counted } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { partsOfTexts, textsOf, utc } from "#cli/message-output.ts";
import {
  type Command,
  type Output,
  tellCreated,
  tellDeleted,
  tellDone,
  wayBack,
} from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { recipientFor, withIds } from "#cli/resolver.ts";
import { comingMoment, momentIn, sayMoment, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { addressedTo, partsFor, placeIn } from "#cli/written-place.ts";
import { failureOf } from "#commands/scheduled/list.ts";
import { soonestTime, type Timed, timedOf } from "#journal/actions/scheduled.ts";
import { messageProblem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { requireLevel } from "#sync/delivery/effect.ts";
import { timedRequest } from "#sync/delivery/scheduled.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId } from "#wire/ids.ts";
import { contentOf, textWord } from "./send.ts";

export async function run(context: VerbContext): Promise<void> {
  const { state, output } = context;
  const replica = await state("streams", "people", "scheduled", ...partsOfTexts(context));
  const textOf = textsOf(context, replica);
  const all = [...replica.scheduled.values()].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  const when = (at: number) => (output.isTerminal ? momentIn(context, replica, at) : utc(at));
  output.rows(all, {
    none: "Nothing is scheduled.",
    json: (message) => {
      const { address, content, at } = timedOf(replica, message);
      return {
        id: message.scheduled_message_id,
        at: utc(at),
        place: placeText(replica, address),
        content,
        failed: message.failed ?? false,
        reason: reasonOf(replica, message) ?? null,
      };
    },
    cells: (message) => {
      const reason = reasonOf(replica, message) ?? null;
      return [
        message.scheduled_message_id,
        {
          text: when(message.scheduled_delivery_timestamp),
          token: reason === null ? "dim" : "bad",
        },
        { text: placeText(replica, timedOf(replica, message).address), token: "strong" },
        ...textCells(output, textOf(message), reason),
      ];
    },
  });
}

/** A text that is sent later, with the reason why it was not; for scripts in a column of its own. */
export function textCells(
  { isTerminal }: Output,
  content: string,
  reason: string | null,
): readonly string[] {
  if (reason === null) return [content];
  return isTerminal ? [`not sent, ${reason}: ${content}`] : [content, reason];
}

/** The likely reason why a message could not be sent; undefined if it is still due. */
function reasonOf(replica: Replica, message: ScheduledMessage): string | undefined {
  return message.failed === true ? failureOf(replica, message) : undefined;
}

export async function add(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const typed = text(invocation, "at");
  if (typed === undefined) throw new Exit("misuse", "Specify a time: --at 'tomorrow 9:00'.");
  const { written, words } = addressedTo(args, text(invocation, "to"));
  const replica = await state(...partsFor(written), "rendering");
  const at = comingMoment(context, replica, typed);
  requireLevel(connection.level(), "scheduling");
  const address = await recipientFor(context, replica, written);
  const content = await contentOf(context, words);
  requireSendable(replica, content);
  const request = timedRequest(replica.ownId, { address, content, at });
  const { scheduled_message_id: id } = await createScheduled(connection, {
    ...request,
    read_by_sender: true,
  });
  const place = placeText(replica, address);
  const label = momentIn(context, replica, at);
  const fields = { id, at: utc(at), place, content, failed: false, reason: null };
  const undo = wayBack(context, { verb: "schedule delete", args: [`${id}`] });
  sayMoment(context, replica, at);
  tellCreated(context, id, `Scheduled for ${label} in ${place} (${id}).${undo}`, fields);
}

function requireSendable({ realm }: Replica, content: string): void {
  const wrong = messageProblem(realm, content);
  if (wrong !== undefined) throw new Exit("usage", wrong);
}

/** Throws an Exit for an unknown ID. */
function scheduledNamed({ scheduled }: Replica, typed: string): ScheduledMessage {
  const message = scheduled.get(wholeNumberIn(typed) as ScheduledId);
  if (message !== undefined) return message;
  const hint = "weir schedule lists all.";
  throw new Exit("usage", `There is no scheduled message ${safeLine(typed)}. ${hint}`);
}

/** Changes the recipient, the time, the text, or several; a failed message needs a new time. */
export async function edit(context: VerbContext): Promise<void> {
  const { args, state, invocation, clock } = context;
  const [typed = "", ...words] = args;
  const time = text(invocation, "at");
  const to = text(invocation, "to");
  const replica = await state("streams", "people", "scheduled", "rendering");
  const at = time === undefined ? undefined : comingMoment(context, replica, time);
  const message = scheduledNamed(replica, typed);
  const { scheduled_message_id: id, failed: isFailed } = message;
  if (isFailed === true && at === undefined)
    throw new Exit("usage", "This message was not sent: add a new time, --at 'tomorrow 9:00'.");
  const before = timedOf(replica, message);
  const isText = words.length > 0 || (at === undefined && to === undefined);
  const after = {
    at: at ?? before.at,
    address: to === undefined ? before.address : await recipientFor(context, replica, placeIn(to)),
    content: isText ? await contentOf(context, words) : before.content,
  };
  requireSendable(replica, after.content);
  const command = changeTo(replica, `${id}`, before, after);
  const place = placeText(replica, after.address);
  if (command === undefined)
    return tellDone(context, `The scheduled message ${id} for ${place} is so already.`, {
      id,
      place,
    });
  await carryOut(context, replica, { kind: "schedule-edit", id, ...after });
  if (at !== undefined) sayMoment(context, replica, at);
  const isPast = before.at <= seconds(clock);
  const undo = isPast ? "" : wayBack(context, command);
  tellDone(context, `Changed the scheduled message ${id} for ${place}.${undo}`, { id, place });
}

/** The command that changes `after` to `before`, whose time must be to come; undefined if they are the same. */
function changeTo(replica: Replica, id: string, before: Timed, after: Timed): Command | undefined {
  const place = placeText(replica, before.address);
  const words = before.content === after.content ? [] : [textWord(before.content)];
  const options = [
    ...(before.at === after.at ? [] : ["--at", utc(before.at)]),
    ...(place === placeText(replica, after.address) ? [] : ["--to", place]),
  ];
  if (words.length + options.length === 0) return undefined;
  return { verb: "schedule edit", args: [id, ...words], options };
}

/** As reports name it. */
function reportedPlace(replica: Replica, message: ScheduledMessage) {
  const { address } = timedOf(replica, message);
  return { id: message.scheduled_message_id, place: placeText(replica, address) };
}

function placesOf(rows: readonly { readonly place: string }[]): string {
  return rows.map(({ place }) => place).join("; ");
}

/** Messages that failed are tried again. */
export async function sendNow(context: VerbContext): Promise<void> {
  const { args, state, clock } = context;
  const replica = await state("streams", "people", "scheduled");
  const all = [...new Set(args.map((typed) => scheduledNamed(replica, typed)))];
  const at = soonestTime(clock);
  const isDue = ({ failed, scheduled_delivery_timestamp: due }: ScheduledMessage) =>
    failed !== true && due <= at;
  const [due, changed] = [all.filter(isDue), all.filter((message) => !isDue(message))];
  for (const message of changed) {
    const { scheduled_message_id: id } = message;
    const action = { ...timedOf(replica, message), kind: "schedule-edit", id, at } as const;
    await carryOut(context, replica, { ...action, soon: true });
  }
  const undo = changed
    .filter(({ scheduled_delivery_timestamp: before }) => before > at)
    .map(({ scheduled_message_id: id, scheduled_delivery_timestamp: before }) => ({
      verb: "schedule edit",
      args: [`${id}`],
      options: ["--at", utc(before)],
    }));
  const rowOf = (message: ScheduledMessage) => {
    const time = isDue(message) ? message.scheduled_delivery_timestamp : at;
    return { ...reportedPlace(replica, message), at: utc(time) };
  };
  const saidOf = (some: readonly ScheduledMessage[], time: string) =>
    some.length === 0
      ? []
      : [
          `Sending ${counted(some.length, "scheduled message")} for ${placesOf(some.map(rowOf))} ${time}.`,
        ];
  const sentences = [
    ...saidOf(changed, `at ${momentIn(context, replica, at)}`),
    ...saidOf(due, "already"),
  ];
  tellDone(context, sentences.join(" ") + wayBack(context, ...undo), ...all.map(rowOf));
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, connection, state, clock } = context;
  const replica = await state("streams", "people", "scheduled");
  const { meant: all, absences } = withIds(replica.scheduled, args, "scheduled message");
  for (const { scheduled_message_id } of all)
    await deleteScheduled(connection, { scheduled_message_id });
  const undo = all
    .map((message) => timedOf(replica, message))
    .filter(({ at }) => at > seconds(clock))
    .map(({ at, address, content }) => ({
      verb: "schedule add",
      args: [placeText(replica, address), textWord(content)],
      options: ["--at", utc(at)],
    }));
  const rows = all.map((message) => reportedPlace(replica, message));
  const what = `${counted(all.length, "scheduled message")} for ${placesOf(rows)}`;
  tellDeleted(context, { what, absences, undo: wayBack(context, ...undo) }, ...rows);
}
