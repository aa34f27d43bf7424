/** Words as a search compares them: without their endings, and without those that every text has. */

/** Words that are in too many texts to be searched for. */
const stopWords = new Set(
  (
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it " +
    "its itself they them their theirs themselves what which who whom this that these those am is are was were be been " +
    "being have has had having do does did doing a an the and but if or because as until while of at by for with about " +
    "against between into through during before after above below to from up down in out on off over under again " +
    "further then once here there when where why how all any both each few more most other some such no nor not only " +
    "own same so than too very s t can will just don should now"
  ).split(" "),
);

/**
 * A host's name or a mailbox is one word; all else is letters, marks and digits.
 *
 * A name is looked for only from its first letter, and has no more than the 127 parts that hosts may have: else a long
 * row of signs would be read to its end from each of them.
 */
const wordPattern =
  /(?<![\p{L}\p{N}_+-])[\p{L}\p{N}_+-]+(?:[.@][\p{L}\p{N}_-]+){0,126}[.@]\p{L}{2,}|[\p{L}\p{M}\p{N}]+/gu;

/** A word where it stands in a text, and the root by which it is found. */
export type Word = { readonly at: number; readonly text: string; readonly root: string };

/** The words of a text that can be searched for. */
export function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(wordPattern)].flatMap(({ 0: word, index }) => {
    const plain = word.toLowerCase();
    return stopWords.has(plain) ? [] : [{ at: index, text: word, root: rootOf(plain) }];
  });
}

const hasVowel = /[aeiouy]/;

/** English plurals and forms of verbs share a root. */
function rootOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const single = word.replace(/(?:ss|i)es$/, (end) => end.slice(0, -2)).replace(/(?<![su])s$/, "");
  const stem = single.replace(/(?:ed|ing)(?:ly)?$/, "");
  const cut = stem !== single && hasVowel.test(stem) ? tidied(stem) : single;
  return /[^aeiou]y$/.test(cut) && cut.length > 2 ? `${cut.slice(0, -1)}i` : cut.replace(/e$/, "");
}

/** What is left of a verb: a doubled letter was single. */
function tidied(stem: string): string {
  return stem.replace(/([^aeiouylsz])\1$/, "$1");
}
