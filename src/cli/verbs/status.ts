/** `weir status`: shows or changes the user's status. */
import { carryOut } from "#cli/carry-out.ts";
import { emojiNamed } from "#cli/emoji-named.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";

/** The document's limit, in characters. */
const longest = 60;

export async function run(context: VerbContext): Promise<void> {
  const { state, output, args, invocation } = context;
  const replica = await state("status", "people");
  const words = args.join(" ");
  const emoji = text(invocation, "emoji");
  const status = replica.statuses.get(replica.ownId);
  const clears = invocation.options["clear"] === true;
  if (words === "" && emoji === undefined && !clears) {
    const rows = status === undefined ? [] : [status];
    output.rows(rows, {
      none: "You have no status.",
      json: (one) => ({ text: one.text || null, emoji: one.emojiName || null }),
      cells: (one) => [one.emojiName === "" ? "" : `:${one.emojiName}:`, one.text],
    });
    return;
  }
  if (clears && (words !== "" || emoji !== undefined))
    throw new Exit("misuse", "Choose --clear or a new status.");
  if ([...words].length > longest)
    throw new Exit("usage", `The status is too long; the limit is ${longest} characters.`);
  const action = clears
    ? ({ kind: "status", text: "", emoji: null } as const)
    : ({
        kind: "status",
        ...(words !== "" && { text: words }),
        ...(emoji !== undefined && { emoji: emojiNamed(replica, emoji) }),
      } as const);
  await carryOut(context, replica, action);
  // Absent options change nothing.
  const after = clears
    ? { text: null, emoji: null }
    : {
        text: words || status?.text || null,
        emoji: action.emoji?.name ?? status?.emojiName ?? null,
      };
  tellDone(context, clears ? "Cleared the status." : "Changed the status.", after);
}
