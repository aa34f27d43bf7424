/** Memoizes the last result of a pure function. */

/** `work`, which runs again only when an argument differs in identity from the previous call. */
export function memoizeLast<Arguments extends readonly unknown[], Answer>(
  work: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  let last: { readonly given: Arguments; readonly answer: Answer } | undefined;
  return (...given) => {
    const known = last;
    if (known?.given.every((value, index) => Object.is(value, given[index]))) return known.answer;
    const answer = work(...given);
    last = { given, answer };
    return answer;
  };
}

/** `before` if both lists have identical elements, else `after`: equal lists keep their identity. */
export function sameList<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  const same =
    before.length === after.length && after.every((one, at) => Object.is(one, before[at]));
  return same ? before : after;
}
