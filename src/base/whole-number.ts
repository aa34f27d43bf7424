/** Whole numbers as they are typed: IDs, counts and positions. */

/**
 * Undefined for what is not the plain decimal form of a number from 0 on: ` 7`, `007`, `7.0`, `7e0` and `0x7` may be
 * names, or mistakes.
 */
export function wholeNumberIn(word: string): number | undefined {
  if (!/^(?:0|[1-9]\d*)$/.test(word)) return undefined;
  const number = Number(word);
  return Number.isSafeInteger(number) ? number : undefined;
}
