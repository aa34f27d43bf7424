/** `weir status`: shows or changes the user's status. */
import { carryOut } from "#cli/carry-out.ts";
import { emojiNamed } from "#cli/emoji-named.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { type Command, tellDone, wayBack } from "#cli/output.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import type { Emoji } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";

/** The document's limit, in characters. */
const longest = 60;

export async function run(context: VerbContext): Promise<void> {
  const { state, args, invocation } = context;
  const replica = await state("status", "people");
  const { text: known, emojiName } = replica.statuses.get(replica.ownId) ?? {};
  const before = { text: known || null, emoji: emojiName || null };
  const words = args.join(" ");
  const emoji = text(invocation, "emoji");
  if (invocation.options["clear"] === true) {
    if (words !== "" || emoji !== undefined)
      throw new Exit("misuse", "Choose --clear or a new status.");
    return change(context, replica, before, { text: "", emoji: null });
  }
  if (words === "" && emoji === undefined) return show(context, before);
  if ([...words].length > longest)
    throw new Exit("usage", `The status is too long; the limit is ${longest} characters.`);
  const [found] = emoji === undefined ? [] : await emojiNamed(context, replica, [emoji]);
  await change(context, replica, before, {
    ...(words !== "" && { text: words }),
    ...(found !== undefined && { emoji: found }),
  });
}

/** As JSON, a status that is absent is an object too. */
function show({ output }: VerbContext, status: Status): void {
  const isNothing = status.text === null && status.emoji === null;
  output.rows(isNothing && output.fields === undefined ? [] : [status], {
    none: "You have no status.",
    json: (row) => row,
    cells: ({ text: words, emoji }) => [emoji === null ? "" : `:${emoji}:`, words ?? ""],
  });
}

/** Absent parts stay. */
async function change(
  context: VerbContext,
  replica: Replica,
  before: Status,
  changes: { readonly text?: string; readonly emoji?: Emoji | null },
): Promise<void> {
  await carryOut(context, replica, { kind: "status", ...changes });
  const { text: words = before.text, emoji } = changes;
  const after = {
    text: words || null,
    emoji: emoji === undefined ? before.emoji : (emoji?.name ?? null),
  };
  const what = changes.emoji === null ? "Cleared" : "Changed";
  tellDone(context, `${what} the status.${undoOf(context, before, after)}`, after);
}

type Status = { readonly text: string | null; readonly emoji: string | null };

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
