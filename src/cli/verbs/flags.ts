/** `weir react` and `weir star`: reactions and stars on messages by ID or link. */
import { sorted } from "#base/sorted.ts";
import { carryOut } from "#cli/carry-out.ts";
import { emojiNamed } from "#cli/emoji-named.ts";
import { conversationOf, messageOf } from "#cli/messages.ts";
import { counted, tellDone } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { messageFor } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { MessageId } from "#wire/ids.ts";

export async function react(context: VerbContext): Promise<void> {
  const { args, state, invocation, connection } = context;
  const [typed = "", ...names] = args;
  const messageId = await messageFor(context, typed);
  const replica = await state("rendering", "streams", "people");
  const op = invocation.options["undo"] === true ? "remove" : "add";
  const emoji = await emojiNamed(context, replica, names);
  const message = fromWireMessage(await messageOf(connection, messageId));
  for (const one of emoji)
    await carryOut(context, replica, { kind: "react", op, messageId, emoji: one });
  const shown = emoji.map(({ name }) => `:${name}:`).join(" ");
  const place = placeText(replica, conversationOfMessage(message));
  const rows = emoji.map(({ name }) => ({ id: messageId, emoji: name, place }));
  const sentence = op === "add" ? `Added ${shown} to` : `Removed ${shown} from`;
  tellDone(
    context,
    `${sentence} message ${messageId} of ${message.senderName} in ${place}.`,
    ...rows,
  );
}

export async function star(context: VerbContext): Promise<void> {
  const { args, state, invocation, connection } = context;
  const ids: MessageId[] = [];
  for (const word of args) ids.push(await messageFor(context, word));
  const op = invocation.options["undo"] === true ? "remove" : "add";
  const replica = await state("streams", "people");
  const rows: { readonly id: MessageId; readonly place: string }[] = [];
  for (const id of ids) {
    const conversation = await conversationOf(connection, id, replica.ownId);
    rows.push({ id, place: placeText(replica, conversation) });
  }
  await carryOut(context, replica, { kind: "star", op, ids: sorted(ids) });
  const which = rows.map(({ id, place }) => `${id} in ${place}`).join("; ");
  const sentence = `${op === "add" ? "Starred" : "Unstarred"} ${counted(ids, "message")}: ${which}.`;
  tellDone(context, sentence, ...rows);
}
