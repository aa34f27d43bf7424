/** Resolves emoji given in requests, for reactions and statuses. */
import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import { since } from "#wire/levels.ts";

/** An emoji in a request; code and type are looked up by name if they are absent. */
export type NamedEmoji = {
  readonly emoji_name: string;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
};

export type WholeEmoji = { readonly name: string; readonly code: string; readonly type: string };

export const unicode = "unicode_emoji";

/** Throws if the name must be looked up and is unknown. LEVEL(2): types of custom emoji were not looked up. */
export function wholeEmoji(server: Server, named: NamedEmoji): WholeEmoji {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = named;
  if (code !== undefined && type !== undefined) return { name, code, type };
  const known = server.emoji(name);
  if (known === undefined) throw new Refusal(`Emoji '${name}' does not exist`);
  const usual = server.level < since.customReactionType ? unicode : known.type;
  return { name, code: code ?? known.code, type: type ?? usual };
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
  const own = /^\d+$/.test(code) ? state.customization.emoji.get(Number(code)) : undefined;
  if (own === undefined) throw new Refusal("Invalid custom emoji.");
  if (own.name !== name) throw new Refusal("Invalid custom emoji name.");
  if (!own.isActive) throw new Refusal("This custom emoji has been deactivated.");
}
