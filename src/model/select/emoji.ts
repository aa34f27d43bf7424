/** Image emoji: the organization's own, and the one that every server adds. */
import { memoizeLast } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";

/** In the form that reactions use. */
export type OwnEmoji = { readonly type: string; readonly code: string; readonly name: string };

/** Those that can be used now: deactivated ones only remain in old reactions. */
export function ownEmoji({ organization, realm }: Replica): readonly OwnEmoji[] {
  return active(organization.emoji, realm.prefix);
}

const active = memoizeLast(
  (emoji: Replica["organization"]["emoji"], prefix: string | undefined): readonly OwnEmoji[] => {
    const own = Object.values(emoji)
      .filter(({ deactivated }) => !deactivated)
      .map(({ id, name }) => ({ type: "realm_emoji", code: id, name }));
    if (prefix === undefined) return own;
    return [...own, { type: `${prefix}_extra_emoji`, code: prefix, name: prefix }];
  },
);

/** Without its name: emoji are the same under any. */
export type EmojiKey = Pick<OwnEmoji, "type" | "code">;

/** The user's own reactions weigh more than those of others. */
const ownWeight = 3;
const maxFrequent = 8;

/** The reactions of these messages, the most frequent first. */
export function frequentEmoji(view: Replica, ids: readonly MessageId[]): readonly EmojiKey[] {
  const counts = new Map<string, { readonly emoji: EmojiKey; count: number }>();
  for (const id of ids)
    for (const { type, code, userIds } of get(view.messages, id)?.reactions ?? []) {
      const entry = counts.get(`${type} ${code}`) ?? { emoji: { type, code }, count: 0 };
      entry.count += userIds.length + (userIds.includes(view.ownId) ? ownWeight : 0);
      counts.set(`${type} ${code}`, entry);
    }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, maxFrequent)
    .map(({ emoji }) => emoji);
}
