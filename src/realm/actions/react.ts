/** Adds and removes reactions, and resolves the emoji of requests. */

import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import { addToHistory } from "#realm/actions/access.ts";
import { Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { sameReaction } from "#realm/state/apply.ts";
import type { Message, Reaction } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { isOwn, personalOf } from "#realm/state/state.ts";
import { reactionView } from "#realm/views/message.ts";
import { since } from "#wire/levels.ts";
import { readableMessage, receivesAdditions } from "./access.ts";

export function addReaction(server: Server, person: Person, id: number, emoji: NamedEmoji): void {
  const message = readableMessage(server, person, id);
  const reaction: Reaction = { userId: person.id, ...reactionEmoji(server, message, emoji) };
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
function reactionEmoji(server: Server, message: Message, emoji: NamedEmoji): WholeEmoji {
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
  const emojiCode = code ?? (name === undefined ? undefined : server.emoji(name)?.code);
  if (emojiCode === undefined) throw new Refusal(`Emoji '${name}' does not exist`);
  // Without a type it is a Unicode emoji, contrary to the documentation.
  const reaction = { userId: person.id, name: "", code: emojiCode, type: type ?? unicode };
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

// Resolves emoji given in requests, for reactions and statuses.

/** An emoji in a request; code and type are looked up by name if they are absent. */
type NamedEmoji = {
  readonly emoji_name: string;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
};

type WholeEmoji = { readonly name: string; readonly code: string; readonly type: string };

export const unicode = "unicode_emoji";

/** Throws if the name must be looked up and is unknown. LEVEL(2): types of custom emoji were not looked up. */
export function wholeEmoji(server: Server, named: NamedEmoji): WholeEmoji {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = named;
  if (code !== undefined && type !== undefined) return { name, code, type };
  const emoji = server.emoji(name);
  if (emoji === undefined) throw new Refusal(`Emoji '${name}' does not exist`);
  const usual = server.level < since.customReactionType ? unicode : emoji.type;
  return { name, code: code ?? emoji.code, type: type ?? usual };
}

/** Throws unless name, code and type match and the emoji is active. */
export function requireEmoji(server: Server, emoji: WholeEmoji): void {
  const { name, code, type } = emoji;
  if (type === "realm_emoji") requireOwn(server, emoji);
  else if (type === `${server.brand}_extra_emoji`) {
    if (code !== server.brand) throw new Refusal("Invalid emoji code.");
    if (name !== server.brand) throw new Refusal("Invalid emoji name.");
  } else if (type === unicode) {
    if (nameOfCode(code) === undefined) throw new Refusal("Invalid emoji code.");
    if (emojiByName(name)?.code !== code) throw new Refusal("Invalid emoji name.");
  } else throw new Refusal("Invalid emoji type.");
}

function requireOwn({ state }: Server, { name, code }: WholeEmoji): void {
  const custom = /^\d+$/.test(code) ? state.customization.emoji.get(Number(code)) : undefined;
  if (custom === undefined) throw new Refusal("Invalid custom emoji.");
  if (custom.name !== name) throw new Refusal("Invalid custom emoji name.");
  if (!custom.isActive) throw new Refusal("This custom emoji has been deactivated.");
}
