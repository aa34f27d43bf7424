/** Adds and removes reactions. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { sameReaction } from "#realm/state/apply-messages.ts";
import type { Message, Reaction } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { isOwn, personalOf } from "#realm/state/state.ts";
import { reactionView } from "#realm/views/message.ts";
import { readableMessage, receivesAdditions } from "./access.ts";
import { type NamedEmoji, requireEmoji, unicode, type WholeEmoji, wholeEmoji } from "./emoji.ts";
import { addToHistory } from "./flags.ts";

export function addReaction(server: Server, person: Person, id: number, emoji: NamedEmoji): void {
  const message = readableMessage(server, person, id);
  const reaction: Reaction = { userId: person.id, ...chosen(server, message, emoji) };
  if (message.reactions.some((one) => sameReaction(one, reaction))) {
    throw new Refusal("Reaction already exists.", { code: "REACTION_ALREADY_EXISTS" });
  }
  if (!isOwn(server.state, personalOf(server.state, person.id), message)) {
    addToHistory(server, person.id, [id]);
  }
  commit(server, { kind: "reaction added", id, reaction });
  tell(server, message, "add", reaction);
}

/** An existing reaction keeps its name, even if the emoji was renamed. */
function chosen(server: Server, message: Message, emoji: NamedEmoji): WholeEmoji {
  const reaction = wholeEmoji(server, emoji);
  const present = message.reactions.find(
    (one) => one.code === reaction.code && one.type === reaction.type,
  );
  if (present !== undefined) return { name: present.name, code: present.code, type: present.type };
  requireEmoji(server, reaction);
  return reaction;
}

export function removeReaction(
  server: Server,
  person: Person,
  id: number,
  {
    emoji_name: name,
    emoji_code: code,
    reaction_type: type,
  }: { readonly [Part in keyof NamedEmoji]?: string | undefined },
): void {
  const message = readableMessage(server, person, id);
  if (name === undefined && code === undefined) {
    throw new Refusal(
      "At least one of the following arguments must be present: emoji_name, emoji_code",
    );
  }
  const found = code ?? (name === undefined ? undefined : server.emoji(name)?.code);
  if (found === undefined) throw new Refusal(`Emoji '${name}' does not exist`);
  // Without a type it is a Unicode emoji, contrary to the documentation.
  const reaction = { userId: person.id, name: "", code: found, type: type ?? unicode };
  const present = message.reactions.find((one) => sameReaction(one, reaction));
  if (present === undefined) {
    throw new Refusal("Reaction doesn't exist.", { code: "REACTION_DOES_NOT_EXIST" });
  }
  commit(server, { kind: "reaction removed", id, reaction: present });
  tell(server, message, "remove", present);
}

function tell(server: Server, message: Message, op: "add" | "remove", reaction: Reaction): void {
  announce(server, "reaction", (userId) => receivesAdditions(server, userId, message), {
    op,
    message_id: message.id,
    ...reactionView(server, reaction, "user_id"),
  });
}
