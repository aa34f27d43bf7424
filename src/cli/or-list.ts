/** Words joined into a list with `or`. */

/** "a", "a or b", "a, b or c". */
export function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
