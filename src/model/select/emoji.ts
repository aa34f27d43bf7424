/** Image emoji: the organization's own, and the one that every server adds. */
import { memoizeLast } from "#base/memoize-last.ts";
import type { Replica } from "#model/replica.ts";

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
