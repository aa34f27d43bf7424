/** Words as a part of a sentence: "a", "a or b", "a, b and c". */
export function wordList(words: readonly string[], joint: "and" | "or"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}
