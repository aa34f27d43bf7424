/** Memoizes the last result of a pure function, overall or per object, or the most recently used results. */

/** `work`, which runs again only if an argument is not identical to that of the previous call. */
export function memoizeLast<Arguments extends readonly unknown[], Answer>(
  work: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  let last: { readonly given: Arguments; readonly answer: Answer } | undefined;
  return (...given) => {
    const known = last;
    if (known !== undefined && areSame(known.given, given)) return known.answer;
    const answer = work(...given);
    last = { given, answer };
    return answer;
  };
}

/** `before` if both have the same fields with identical values, else `after`. */
export function sameFields<T extends object>(before: T | undefined, after: T): T {
  if (before === undefined) return after;
  const fields = Object.keys(after) as (keyof T)[];
  if (Object.keys(before).length !== fields.length) return after;
  return fields.every((field) => Object.is(after[field], before[field])) ? before : after;
}

/**
 * `work`, which runs again only if a field of its argument is not identical to that of the last `kept` distinct ones: more
 * than one for what comes back in turn.
 */
export function memoizeFields<Given extends object, Answer>(
  work: (given: Given) => Answer,
  kept = 1,
): (given: Given) => Answer {
  /** The last one first. */
  let known: readonly { readonly given: Given; readonly answer: Answer }[] = [];
  return (given) => {
    const before = known.find((one) => sameFields(one.given, given) === one.given);
    const now = before ?? { given, answer: work(given) };
    if (now !== known[0]) known = [now, ...known.filter((one) => one !== now)].slice(0, kept);
    return now.answer;
  };
}

/** `before` if both lists have identical elements, else `after`: equal lists keep their identity. */
export function sameList<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return areSame(before, after) ? before : after;
}

/** A loop, because what is called for every row of a frame must not make a function each time. */
function areSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length !== after.length) return false;
  for (let at = 0; at < after.length; at += 1) if (!Object.is(before[at], after[at])) return false;
  return true;
}

/** `work`, which runs only once for each object. */
export function memoizeEach<Of extends object, What extends NonNullable<unknown>>(
  work: (of: Of) => What,
): (of: Of) => What {
  const known = new WeakMap<Of, What>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const what = work(of);
    known.set(of, what);
    return what;
  };
}

/**
 * Keeps the last result for each object while all other inputs, listed in `from`, are identical: of a hundred rows that
 * are rebuilt after each key, nearly all are unchanged.
 */
export function memoizeFor<Of extends object, What>(): (
  of: Of,
  from: readonly unknown[],
  make: () => What,
) => What {
  const known = new WeakMap<Of, { readonly from: readonly unknown[]; readonly what: What }>();
  return (of, from, make) => {
    const before = known.get(of);
    if (before !== undefined && areSame(before.from, from)) return before.what;
    const what = make();
    known.set(of, { from, what });
    return what;
  };
}

/** `memoizeLast` apart for each first argument: asked about several in turn, it keeps the last result of each. */
export function memoizePer<Of extends object, Arguments extends readonly unknown[], Answer>(
  work: (of: Of, ...given: Arguments) => Answer,
): (of: Of, ...given: Arguments) => Answer {
  const last = memoizeFor<Of, Answer>();
  return (of, ...given) => last(of, given, () => work(of, ...given));
}

// Memoizes an expensive function of a string for the most recently used arguments.

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
  return cachedBy(size, work, (text) => text);
}

function cachedBy<Answer extends NonNullable<unknown>>(
  size: number,
  work: (text: string) => Answer,
  keptFrom: (text: string) => string,
): (text: string) => Answer {
  let young = new Map<string, Answer>();
  let old = new Map<string, Answer>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const kept = keptFrom(text);
    const answer = old.get(text) ?? work(kept);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(kept, answer);
    return answer;
  };
}

/** UTF-16 units: of what is drawn, only the lines of pictures are longer. */
const longestCached = 4000;

/**
 * The same, for parts of longer texts. Results for longer texts are not cached: a few of them would take more room than all
 * others.
 */
export function memoizeShort<Answer extends NonNullable<unknown>>(
  size: number,
  work: (text: string) => Answer,
): (text: string) => Answer {
  const cached = cachedBy(size, work, copyOf);
  return (text) => (text.length > longestCached ? work(text) : cached(text));
}

/** The engine makes parts of a text refer to it: without a copy, each line would keep the frame that it comes from. */
function copyOf(part: string): string {
  return ` ${part}`.slice(1);
}
