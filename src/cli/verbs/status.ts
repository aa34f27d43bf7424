/** `weir status`: shows or changes the user's status. */
import { carryOut } from "#cli/carry-out.ts";
import { emojiNamed } from "#cli/emoji-named.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { utc } from "#cli/message-output.ts";
import { type Command, tellDone, wayBack } from "#cli/output.ts";
import { withStorage } from "#cli/storage.ts";
import { comingMoment, momentIn, sayMoment } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import type { Emoji } from "#journal/intent.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { Replica } from "#model/replica.ts";
import type { StatusUntil } from "#store/session.ts";
import { putStatusUntil, statusUntilFrom } from "#sync/storage/status-until.ts";

/** The document's limit, in characters. */
const longest = 60;

export async function run(context: VerbContext): Promise<void> {
  const { state, args, invocation } = context;
  const replica = await state("status", "people");
  const { text: known, emojiName } = replica.statuses.get(replica.ownId) ?? {};
  const before = { text: known || null, emoji: emojiName || null };
  const words = args.join(" ");
  const [emoji, typed] = [text(invocation, "emoji"), text(invocation, "until")];
  const isAsked = words !== "" || emoji !== undefined || typed !== undefined;
  if (invocation.options["clear"] === true) {
    if (isAsked) throw new Exit("misuse", "Choose --clear or a new status.");
    return change(context, replica, before, { text: "", emoji: null, until: undefined });
  }
  if (!isAsked) return show(context, replica, before, await storedUntil(context, before));
  if (words === "" && emoji === undefined && isNothing(before))
    throw new Exit("misuse", "Name the status that is cleared then.");
  if ([...words].length > longest)
    throw new Exit("usage", `The status is too long; the limit is ${longest} characters.`);
  const until = typed === undefined ? undefined : comingMoment(context, replica, typed);
  const [found] = emoji === undefined ? [] : await emojiNamed(context, replica, [emoji]);
  await change(context, replica, before, {
    ...(words !== "" && { text: words }),
    ...(found !== undefined && { emoji: found }),
    until,
  });
}

function isNothing({ text: words, emoji }: Status): boolean {
  return words === null && emoji === null;
}

/** As JSON, a status that is absent is an object too. */
function show(
  context: VerbContext,
  replica: Replica,
  status: Status,
  until: number | undefined,
): void {
  const { output } = context;
  output.rows(isNothing(status) && output.fields === undefined ? [] : [status], {
    none: "You have no status.",
    json: (row) => ({ ...row, until: until === undefined ? null : utc(until) }),
    cells: ({ text: words, emoji }) => [
      emoji === null ? "" : `:${emoji}:`,
      words ?? "",
      ...(until === undefined ? [] : [`until ${momentIn(context, replica, until)}`]),
    ],
  });
}

/** When this machine clears the status, if it is known that it does. */
async function storedUntil(
  context: VerbContext,
  { text: words, emoji }: Status,
): Promise<number | undefined> {
  const stored = await withStorage(context, storedIn, () => undefined);
  const isOfThis = stored?.text === (words ?? "") && stored.emojiName === (emoji ?? "");
  return isOfThis ? stored.at : undefined;
}

/** Absent parts stay. */
async function change(
  context: VerbContext,
  replica: Replica,
  before: Status,
  { until, ...changes }: Changes,
): Promise<void> {
  const { text: words = before.text, emoji } = changes;
  const after = {
    text: words || null,
    emoji: emoji === undefined ? before.emoji : (emoji?.name ?? null),
  };
  const isChanged = changes.text !== undefined || emoji !== undefined;
  const stored = await storedUntil(context, before);
  const isSame = after.text === before.text && after.emoji === before.emoji && until === stored;
  const fields = { ...after, until: until === undefined ? null : utc(until) };
  if (isSame) {
    const same = isNothing(after) ? "You have no status." : "Your status is so already.";
    return tellDone(context, same, fields);
  }
  const putBack = await storeUntil(context, after, until);
  if (isChanged)
    await carryOut(context, replica, { kind: "status", ...changes }).catch(async (error) => {
      await putBack();
      throw error;
    });
  const what = changes.emoji === null ? "Cleared" : "Changed";
  const undo = undoOf(context, before, after);
  tellDone(context, `${what} the status.${untilWords(context, replica, until)}${undo}`, fields);
  if (until !== undefined) sayMoment(context, replica, until);
}

function untilWords(context: VerbContext, replica: Replica, until: number | undefined): string {
  if (until === undefined) return "";
  const moment = momentIn(context, replica, until);
  return ` The chat screen clears it ${moment}, or when it is opened after that.`;
}

/**
 * Before the change: a screen that is open looks when it sees that. Resolves with how to put back what was stored.
 * Throws an Exit if the disk refuses a time.
 */
async function storeUntil(
  context: VerbContext,
  { text: words, emoji }: Status,
  at: number | undefined,
): Promise<() => Promise<void>> {
  const until = at === undefined ? undefined : { at, text: words ?? "", emojiName: emoji ?? "" };
  const exchange = async (storage: JournalStorage) => {
    const before = await storedIn(storage);
    await putStatusUntil(storage, until);
    const putBack = (again: JournalStorage) => putStatusUntil(again, before);
    return () => withStorage(context, putBack, () => undefined);
  };
  return withStorage(context, exchange, until === undefined ? () => async () => {} : undefined);
}

async function storedIn(storage: JournalStorage): Promise<StatusUntil | undefined> {
  return statusUntilFrom(await storage.values());
}

type Status = { readonly text: string | null; readonly emoji: string | null };

type Changes = {
  readonly text?: string;
  readonly emoji?: Emoji | null;
  /** UNIX seconds, unless it stays. */
  readonly until: number | undefined;
};

function undoOf(context: VerbContext, before: Status, after: Status): string {
  const { text, emoji } = before;
  const old: Command = {
    verb: "status",
    args: text === null ? [] : [text],
    options: emoji === null ? [] : ["--emoji", emoji],
  };
  // Setting one part keeps the other.
  const isMore = (text === null && after.text !== null) || (emoji === null && after.emoji !== null);
  const clear = isMore ? [{ verb: "status", options: ["--clear"] }] : [];
  return wayBack(context, ...clear, ...(text === null && emoji === null ? [] : [old]));
}
