/** `weir snooze`: conversations that the inbox of the chat screen hides until a time or an answer, on this machine. */
import { safeLine } from "#base/safe-text.ts";
import { namedHere } from "#cli/archived-realm.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { utc } from "#cli/message-output.ts";
import { type Command, tellDone, wayBack } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { personFor, placeFor } from "#cli/resolver.ts";
import { hiddenSnoozes, snoozeParts } from "#cli/snoozes.ts";
import { withStorage } from "#cli/storage.ts";
import { comingMoment, momentIn, sayMoment, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { partsFor, placesIn } from "#cli/written-place.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { canBeAnswered } from "#model/awaited.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { keptOf, type Snooze, type SnoozeCondition, untilAnswered } from "#model/local-state.ts";
import { isConversation } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";

export async function run(context: VerbContext): Promise<void> {
  const { args, state } = context;
  const wanted = wantedIn(context);
  const written = placesIn(args);
  if (written.length === 0) return list(context);
  const replica = await state("streams", "people", "newest", ...written.flatMap(partsFor));
  const all: Conversation[] = [];
  for (const one of written) {
    const { narrow } = await placeFor(context, replica, one);
    if (!isConversation(narrow)) throw new Exit("misuse", "Only conversations can be snoozed.");
    all.push(narrow);
  }
  const end = endFor(context, replica, wanted, all);
  await withStorage(context, (storage) => change(context, replica, storage, { all, ...end }));
}

type Wanted = {
  /** As typed. */
  readonly at: string | undefined;
  readonly answerer: string | undefined;
  readonly isUnless: boolean;
};

/** Neither a time nor an answerer: the conversations are brought back, or listed. */
function wantedIn(context: VerbContext): Wanted {
  const { args, invocation } = context;
  const [typed, answerer] = [text(invocation, "until"), text(invocation, "untilAnswer")];
  const [isUndo, isUnless] = ["undo", "unlessAnswered"].map(
    (name) => invocation.options[name] === true,
  );
  const ways = [typed !== undefined, answerer !== undefined, isUndo].filter(Boolean).length;
  if (args.length === 0 && (ways > 0 || isUnless))
    throw new Exit("misuse", "Name a conversation, such as '#backend > deploy window' or @ana.");
  if (args.length > 0 && ways !== 1)
    throw new Exit(
      "misuse",
      "Specify a time, --until 'tomorrow 9:00', a person, --until-answer ana, or --undo.",
    );
  if (isUnless && typed === undefined)
    throw new Exit("misuse", "Specify by when somebody may answer: --until 'tomorrow 9:00'.");
  return { at: typed, answerer, isUnless: isUnless === true };
}

function endFor(
  context: VerbContext,
  replica: Replica,
  { at, answerer, isUnless }: Wanted,
  all: readonly Conversation[],
): Omit<Change, "all"> {
  const person = answerer === undefined ? undefined : personFor(replica, answerer);
  if (person !== undefined || isUnless) for (const one of all) needAnswers(replica, one, person);
  if (person !== undefined)
    return { until: untilAnswered, condition: { awaits: { userId: person.id } } };
  const until = at === undefined ? undefined : comingMoment(context, replica, at);
  return { until, condition: isUnless ? { unlessAnswered: true } : {} };
}

/** Exits unless an answer there would become known. */
function needAnswers(replica: Replica, conversation: Conversation, person: Person | undefined) {
  const place = placeText(replica, conversation);
  const isThere =
    conversation.kind === "topic" || conversation.userIds.some((id) => id === person?.id);
  if (person !== undefined && !isThere)
    throw new Exit("misuse", safeLine(`${person.name} is not in the conversation ${place}.`));
  if (!canBeAnswered(replica, { conversation }))
    throw new Exit(
      "refused",
      safeLine(`You are not subscribed to the stream of ${place}: weir does not learn of answers.`),
    );
}

type Change = {
  readonly all: readonly Conversation[];
  /** If undefined, they are brought back. */
  readonly until: number | undefined;
  readonly condition: SnoozeCondition;
};

async function change(
  context: VerbContext,
  replica: Replica,
  storage: JournalStorage,
  { all, until, condition }: Change,
): Promise<void> {
  const { newestMessage: newest } = replica;
  const before = await storage.snoozes();
  const endOf = (one: Conversation): End | undefined => {
    const snooze = before.get(conversationKey(one));
    return snooze?.stays === undefined ? snooze : undefined;
  };
  const end = until === undefined ? undefined : { until, ...condition };
  const changed = all.filter((one) => !isSameEnd(endOf(one), end));
  // What has arrived since does not end a snooze that is set again.
  for (const conversation of end === undefined ? changed : all) {
    const key = conversationKey(conversation);
    const kept = { ...keptOf(before.get(key)), ...condition };
    if (until !== undefined)
      await storage.putSnooze(key, { conversation, until, newest, isDue: false, ...kept });
    else await storage.removeSnooze(key);
  }
  const same = all.filter((one) => !changed.includes(one));
  const sentences = [
    ...said(context, replica, changed, end, ""),
    ...said(context, replica, same, end, " already"),
  ];
  const undo = wayBack(
    context,
    ...(end === undefined ? [] : commandsTo(context, replica, changed, endOf)),
  );
  const fields = end === undefined ? nothing : endFields(replica, end);
  const rows = all.map((one) => ({ place: placeText(replica, one), ...fields }));
  tellDone(context, sentences.join(" ") + undo, ...rows);
  if (until !== undefined && until !== untilAnswered) sayMoment(context, replica, until);
}

function said(
  context: VerbContext,
  replica: Replica,
  some: readonly Conversation[],
  end: End | undefined,
  already: "" | " already",
): readonly string[] {
  if (some.length === 0) return [];
  const places = some.map((one) => placeText(replica, one)).join("; ");
  if (end !== undefined) return [`Snoozed${already} ${endIn(context, replica, end)}: ${places}.`];
  return [already === "" ? `Unsnoozed ${places}.` : `Not snoozed: ${places}.`];
}

/** The commands that give conversations back the ends that they had. */
function commandsTo(
  { clock }: VerbContext,
  replica: Replica,
  changed: readonly Conversation[],
  endOf: (one: Conversation) => End | undefined,
): readonly Command[] {
  const now = seconds(clock);
  const isOver = (one: Conversation) => (endOf(one)?.until ?? 0) <= now;
  const [over, others] = [changed.filter(isOver), changed.filter((one) => !isOver(one))];
  const args = over.map((one) => placeText(replica, one));
  return [
    ...(over.length > 0 ? [{ verb: "snooze", args, options: ["--undo"] }] : []),
    ...others.map((one) => {
      const { until = 0, awaits, unlessAnswered } = endOf(one) ?? {};
      const unless = unlessAnswered === true ? ["--unless-answered"] : [];
      const time = ["--until", utc(until), ...unless];
      const options = awaits === undefined ? time : ["--until-answer", `${awaits.userId}`];
      return { verb: "snooze", args: [placeText(replica, one)], options };
    }),
  ];
}

function isSameEnd(one: End | undefined, other: End | undefined): boolean {
  return (
    one?.until === other?.until &&
    one?.awaits?.userId === other?.awaits?.userId &&
    one?.unlessAnswered === other?.unlessAnswered
  );
}

type End = Pick<Snooze, "until"> & SnoozeCondition;

const nothing = { until: null, person: null, unless_answered: false };

/** As fields of `--json`. */
export function endFields(replica: Replica, { until, awaits, unlessAnswered }: End) {
  return {
    until: until === untilAnswered ? null : utc(until),
    person: awaits === undefined ? null : personName(replica, awaits.userId),
    unless_answered: unlessAnswered === true,
  };
}

/** `until Mon 23 Nov, 9:00, unless somebody answers`. */
function endIn(context: VerbContext, replica: Replica, end: End): string {
  const { awaits } = end;
  if (awaits !== undefined) return safeLine(`until ${personName(replica, awaits.userId)} answers`);
  return `until ${timeIn(context, replica, end)}`;
}

function timeIn(context: VerbContext, replica: Replica, { until, unlessAnswered }: End): string {
  const rest = unlessAnswered === true ? ", unless somebody answers" : "";
  return `${momentIn(context, replica, until)}${rest}`;
}

/** For programs the time alone, or who is waited for. */
export function whenIn(context: VerbContext, replica: Replica, end: End): string {
  if (end.awaits !== undefined) return endIn(context, replica, end);
  return context.output.isTerminal ? timeIn(context, replica, end) : utc(end.until);
}

async function list(context: VerbContext): Promise<void> {
  const { output } = context;
  const snoozes = await withStorage(context, (storage) => storage.snoozes());
  const { replica, away, close } = await namedHere(context, snoozeParts);
  await close();
  const isAway = away !== undefined;
  output.rows(await hiddenSnoozes(context, replica, snoozes, { isAway }), {
    none: "Nothing is snoozed.",
    json: ({ conversation, ...end }) => ({
      place: placeText(replica, conversation),
      ...endFields(replica, end),
    }),
    cells: ({ conversation, ...end }) => [
      { text: whenIn(context, replica, end), token: "dim" },
      placeText(replica, conversation),
    ],
  });
}
