/** `weir status`: one's own status, shown or changed. */
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
  const clears = invocation.options["clear"] === true;
  if (words === "" && emoji === undefined && !clears) {
    const status = replica.statuses.get(replica.ownId);
    const rows = status === undefined ? [] : [status];
    output.rows(rows, {
      json: (one) => ({ text: one.text, emoji: one.emojiName || null }),
      cells: (one) => [one.emojiName === "" ? "" : `:${one.emojiName}:`, one.text],
    });
    return;
  }
  if (clears && (words !== "" || emoji !== undefined))
    throw new Exit("usage", "Choose --clear or a new status.");
  if ([...words].length > longest)
    throw new Exit("usage", `The status is too long; the limit is ${longest} characters.`);
  const wish = clears
    ? ({ kind: "status", text: "", emoji: null } as const)
    : ({
        kind: "status",
        ...(words !== "" && { text: words }),
        ...(emoji !== undefined && { emoji: emojiNamed(replica, emoji) }),
      } as const);
  await carryOut(context, replica, wish);
  tellDone(context, clears ? "Cleared the status." : "Changed the status.", {
    text: words,
    emoji: emoji ?? null,
  });
}
