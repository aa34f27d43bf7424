/** Finding commands by what people call them: by the words of their titles, and by those under which other programs have them. */
import type { Command } from "#commands/command.ts";
import { foldedWords } from "#editor/match.ts";

/** From here on, letters within a word are looked for, too. */
const shortest = 3;

/** The commands that have every typed word, the best first, as indexes; all of them if nothing was typed. */
export function commandsLike(
  commands: readonly Pick<Command, "title" | "alsoCalled">[],
  typed: string,
  besides: (at: number) => string = () => "",
): readonly number[] {
  const words = foldedWords(typed);
  return commands
    .map((command, at) => ({ at, rank: rankOf(command, besides(at), words) }))
    .filter(({ rank }) => rank < none)
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at);
}

const none = 9;

/** Lower is better: a name of its own, its title, words of both, parts of words. */
function rankOf(
  { title, alsoCalled = "" }: Pick<Command, "title" | "alsoCalled">,
  besides: string,
  words: readonly string[],
): number {
  if (words.length === 0) return 0;
  const titleWords = foldedWords(title);
  const names = alsoCalled.split(",").map(foldedWords);
  const all = [...titleWords, ...names.flat(), ...foldedWords(besides)];
  const typed = words.join(" ");
  const isBegun = (name: readonly string[]) => name.join(" ").startsWith(typed);
  if (names.some((name) => name.join(" ") === typed)) return 0;
  if (isBegun(titleWords)) return 1;
  if (names.some(isBegun)) return 2;
  if (words.every((word) => titleWords.some((one) => one.startsWith(word)))) return 3;
  if (words.every((word) => all.some((one) => one.startsWith(word)))) return 4;
  if (words.every((word) => word.length >= shortest && all.some((one) => one.includes(word))))
    return 5;
  return none;
}
