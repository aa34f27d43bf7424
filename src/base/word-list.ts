/** Words as a part of a sentence: "a", "a or b", "a, b and c". */
export function wordList(words: readonly string[], joint: "and" | "or"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}

/** What several names were typed for, written so that each means only one thing: `"a > b" can be read as '#1' or '#2 > b'.` */
export function severalReadings(typed: string, readings: readonly string[]): string {
  const quoted = readings.map((one) => `'${one}'`);
  return `"${typed}" can be read as ${wordList(quoted, "or")}.`;
}
