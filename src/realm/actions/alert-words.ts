/** The words that alert a person. */
import { announceTo, commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { requireLength } from "./text.ts";

const longest = 100;

/** Words are the same in any case of their letters. */
const keyOf = (word: string) => word.toLowerCase();

/** Gives all words that hold now. Of several spellings the last one stays. */
export function addAlertWords(server: Server, person: Person, words: readonly string[]) {
  for (const word of words) requireLength("alert_words", word, longest);
  const present = personalOf(server.state, person.id).alertWords;
  const known = new Set(["", ...present.map(keyOf)]);
  const fresh = new Map(
    words
      .map((word) => word.trim())
      .filter((word) => !known.has(keyOf(word)))
      .map((word) => [keyOf(word), word]),
  );
  return save(server, person, present, [...present, ...fresh.values()]);
}

/** Gives all words that hold now; words that did not hold are no fault. */
export function removeAlertWords(server: Server, person: Person, words: readonly string[]) {
  const present = personalOf(server.state, person.id).alertWords;
  const gone = new Set(words.map(keyOf));
  const rest = present.filter((one) => !gone.has(keyOf(one)));
  return save(server, person, present, rest);
}

function save(
  server: Server,
  person: Person,
  before: readonly string[],
  words: readonly string[],
): readonly string[] {
  if (words.length === before.length) return before;
  commit(server, { kind: "alert words set", userId: person.id, words });
  announceTo(server, person.id, "alert_words", { alert_words: words });
  return words;
}
