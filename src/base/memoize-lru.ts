/** Memoizes an expensive function of a string for the most recently used arguments. */

/**
 * `work` with its results cached for at least the last `size` distinct texts, and never more than twice as many.
 *
 * Two generations instead of a linked list: when the young one is full it becomes the old one, and entries that are
 * used again move back. A hit in the young one costs one lookup.
 */
export function memoizeLru<Answer extends NonNullable<unknown>>(
  size: number,
  work: (text: string) => Answer,
): (text: string) => Answer {
  let young = new Map<string, Answer>();
  let old = new Map<string, Answer>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const answer = old.get(text) ?? work(text);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(text, answer);
    return answer;
  };
}
