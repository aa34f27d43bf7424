/** `weir react` and `weir star`: marks on messages, which are named by ID or link. */

import { safeLine } from "#base/safe-text.ts";
import { sorted } from "#base/sorted.ts";
import { carryOut } from "#cli/carry-out.ts";
import { emojiNamed } from "#cli/emoji-named.ts";
import { Exit } from "#cli/exit-codes.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { splitPlace } from "#cli/written-place.ts";
import type { MessageId } from "#wire/ids.ts";

/** Throws an Exit for what names no message. */
function messageNamed(word: string): MessageId {
  const { place } = splitPlace([word]);
  if (place?.kind === "message") return place.id;
  const near = place?.kind === "link" && place.terms.find(({ operator }) => operator === "near");
  if (near) return Number(near.operand) as MessageId;
  throw new Exit("usage", `"${safeLine(word)}" is neither a message's ID nor a link to one.`);
}

export async function react(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const [message = "", ...names] = args;
  const messageId = messageNamed(message);
  const replica = await state("rendering");
  const op = invocation.options["undo"] === true ? "remove" : "add";
  const emoji = names.map((name) => emojiNamed(replica, name));
  for (const one of emoji)
    await carryOut(context, replica, { kind: "react", op, messageId, emoji: one });
  const shown = emoji.map(({ name }) => `:${name}:`).join(" ");
  tellDone(context, `${op === "add" ? "Reacted to" : "Unreacted from"} ${messageId}: ${shown}`, {
    id: messageId,
  });
}

export async function star(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const ids = args.map(messageNamed);
  const op = invocation.options["undo"] === true ? "remove" : "add";
  await carryOut(context, await state(), { kind: "star", op, ids: sorted(ids) });
  tellDone(context, `${op === "add" ? "Starred" : "Unstarred"} ${ids.join(", ")}.`, { id: ids[0] });
}
