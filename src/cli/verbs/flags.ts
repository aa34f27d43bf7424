/** `weir react` and `weir star`: reactions and stars on messages by ID or link. */
import { counted } from "#base/counted.ts";
import { sorted } from "#base/sorted.ts";
import { carryOut } from "#cli/carry-out.ts";
import { emojiNamed } from "#cli/emoji-named.ts";
import { messageOf } from "#cli/messages.ts";
import { tellDone } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { messageFor } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { MessageId } from "#wire/ids.ts";

type Op = "add" | "remove";

function opOf({ invocation }: VerbContext): Op {
  return invocation.options["undo"] === true ? "remove" : "add";
}

/** What is changed, and what is as it is wanted already. */
function dividedBy<One>(all: readonly One[], op: Op, isSo: (one: One) => boolean) {
  const isSame = (one: One) => isSo(one) === (op === "add");
  return { changed: all.filter((one) => !isSame(one)), same: all.filter(isSame) };
}

export async function react(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [typed = "", ...names] = args;
  const messageId = await messageFor(context, typed);
  const replica = await state("rendering", "streams", "people");
  const emoji = await emojiNamed(context, replica, names);
  const message = fromWireMessage(await messageOf(connection, messageId));
  const op = opOf(context);
  const { changed, same } = dividedBy(emoji, op, ({ type, code }) =>
    message.reactions.some(
      (one) => one.type === type && one.code === code && one.userIds.includes(replica.ownId),
    ),
  );
  for (const one of changed)
    await carryOut(context, replica, { kind: "react", op, messageId, emoji: one });
  const place = placeText(replica, conversationOfMessage(message));
  const shown = (some: typeof emoji) => some.map(({ name }) => `:${name}:`).join(" ");
  const which = `message ${messageId} of ${message.senderName} in ${place}`;
  const it = changed.length > 0 ? "it" : which;
  const [done, had] =
    op === "add"
      ? [
          `Added ${shown(changed)} to ${which}.`,
          `You have reacted with ${shown(same)} to ${it} already.`,
        ]
      : [
          `Removed ${shown(changed)} from ${which}.`,
          `You have not reacted with ${shown(same)} to ${it}.`,
        ];
  const sentences = [...(changed.length > 0 ? [done] : []), ...(same.length > 0 ? [had] : [])];
  const rows = emoji.map(({ name }) => ({ id: messageId, emoji: name, place }));
  tellDone(context, sentences.join(" "), ...rows);
}

export async function star(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const ids: MessageId[] = [];
  for (const word of args) ids.push(await messageFor(context, word));
  const replica = await state("streams", "people");
  const all: { readonly id: MessageId; readonly place: string; readonly starred: boolean }[] = [];
  for (const id of ids) {
    const message = fromWireMessage(await messageOf(connection, id));
    const place = placeText(replica, conversationOfMessage(message));
    all.push({ id, place, starred: message.starred });
  }
  const op = opOf(context);
  const { changed, same } = dividedBy(all, op, ({ starred }) => starred);
  if (changed.length > 0)
    await carryOut(context, replica, {
      kind: "star",
      op,
      ids: sorted(changed.map(({ id }) => id)),
    });
  const shown = (some: typeof all) => some.map(({ id, place }) => `${id} in ${place}`).join("; ");
  const [done, had] =
    op === "add" ? ["Starred", "Starred already"] : ["Unstarred", "Not starred before"];
  const sentences = [
    ...(changed.length > 0
      ? [`${done} ${counted(changed.length, "message")}: ${shown(changed)}.`]
      : []),
    ...(same.length > 0 ? [`${had}: ${shown(same)}.`] : []),
  ];
  tellDone(context, sentences.join(" "), ...all.map(({ id, place }) => ({ id, place })));
}
