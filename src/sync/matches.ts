/** Stores the words that the server matched, for the latest searches. */
import type { NarrowKey } from "#model/narrow.ts";
import { matchWordsOf } from "#model/search.ts";
import type { Store } from "#store/state.ts";
import { changeSession } from "#store/store.ts";
import type { Message } from "#wire/message.ts";

const maxSearches = 20;

type MatchedMessage = Pick<Message, "id" | "match_content" | "match_subject">;

/** Stores the matches of a page of the search `key`. */
export function storeMatches(store: Store, key: NarrowKey, page: readonly MatchedMessage[]): void {
  const found = page.flatMap((message) => {
    const words = matchWordsOf(message);
    return words === undefined ? [] : [[message.id, words] as const];
  });
  if (found.length === 0) return;
  changeSession(store, (session) => {
    const matches = new Map(session.matches);
    const before = matches.get(key) ?? [];
    matches.delete(key);
    matches.set(key, new Map([...before, ...found]));
    const oldest = matches.size > maxSearches ? matches.keys().next().value : undefined;
    if (oldest !== undefined) matches.delete(oldest);
    return { ...session, matches };
  });
}
