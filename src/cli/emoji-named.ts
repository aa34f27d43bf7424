/** Finds emoji by the names that the picker offers, by the name of a custom emoji, or by a character. */
import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { catalogueFor, codeNamed, codeOf } from "#emoji/catalogue.ts";
import { searchEmoji } from "#emoji/search.ts";
import type { Emoji } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { ownEmoji } from "#model/select/emoji.ts";
import { withServerNames } from "#sync/asks/emoji-names.ts";
import { syncContext } from "./carry-out.ts";
import { Exit } from "./exit-codes.ts";
import type { VerbContext } from "./verb-context.ts";

/** Throws an Exit with a name that may be meant. Servers have names of their own, which are fetched once. */
export async function emojiNamed(
  context: VerbContext,
  replica: Replica,
  all: readonly string[],
): Promise<readonly Emoji[]> {
  const named = await withServerNames(syncContext(context, replica), context.documents);
  return all.map((typed) => oneNamed(named.emojiNames, ownEmoji(replica), typed));
}

function oneNamed(names: Replica["emojiNames"], own: readonly Emoji[], typed: string): Emoji {
  const name = typed.replace(/^:(.*):$/, "$1");
  const custom = own.find((emoji) => emoji.name === name);
  if (custom !== undefined) return custom;
  const isName = /^[\x20-\x7e]*$/.test(name);
  const catalogue = catalogueFor(names);
  const { byCode, all } = catalogue;
  const match = byCode.get((isName ? codeNamed(names, name) : codeOf(name)) ?? "");
  if (match !== undefined) return { type: "unicode_emoji", code: match.code, name: match.name };
  const everyName = [
    ...own.map((emoji) => emoji.name),
    ...all.flatMap((emoji) => [emoji.name, ...emoji.aliases]),
  ];
  const close = searchEmoji(catalogue, own, name, 1)[0]?.name ?? nearest(name, everyName);
  const hint = close === undefined ? "" : ` Did you mean ${close}?`;
  throw new Exit("usage", `There is no emoji "${safeLine(name)}".${hint}`);
}
