/** The words that alert a person. */
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";

const longest = 100;

/** Trimmed and without empty ones; the same word in other letters counts once. */
function cleaned(words: readonly string[]): readonly string[] {
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== "");
  for (const [index, word] of trimmed.entries()) {
    if ([...word].length > longest) {
      throw new Refusal(`alert_words[${index}] is too long (limit: ${longest} characters)`);
    }
  }
  return trimmed;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Gives all words that hold now. */
export function addAlertWords(server: Server, person: Person, words: readonly string[]) {
  const present = personalOf(server.state, person.id).alertWords;
  const all = [...present];
  for (const word of cleaned(words)) if (!all.some((one) => same(one, word))) all.push(word);
  return save(server, person, present, all);
}

/** Gives all words that hold now; words that did not hold are no fault. */
export function removeAlertWords(server: Server, person: Person, words: readonly string[]) {
  const present = personalOf(server.state, person.id).alertWords;
  const gone = cleaned(words);
  const rest = present.filter((one) => !gone.some((word) => same(one, word)));
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
