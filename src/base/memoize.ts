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
  let answers: readonly { readonly given: Given; readonly answer: Answer }[] = [];
  return (given) => {
    const before = answers.find((one) => sameFields(one.given, given) === one.given);
    const now = before ?? { given, answer: work(given) };
    if (now !== answers[0]) answers = [now, ...answers.filter((one) => one !== now)].slice(0, kept);
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

/** `work`, which runs only once for each object. Further arguments are ignored, so it may be given to `map`. */
export function memoizeEach<Of extends object, What extends NonNullable<unknown>>(
  work: (of: Of) => What,
): (of: Of) => What {
  const results = new WeakMap<Of, What>();
  return (of) => {
    const before = results.get(of);
    if (before !== undefined) return before;
    const what = work(of);
    results.set(of, what);
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
  const results = new WeakMap<Of, { readonly from: readonly unknown[]; readonly what: What }>();
  return (of, from, make) => {
    const before = results.get(of);
    if (before !== undefined && areSame(before.from, from)) return before.what;
    const what = make();
    results.set(of, { from, what });
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

// Memoizes an expensive function of a text for the most recently used ones.

/** UTF-16 units: of what is drawn, a screen of styled lines has a twentieth of it. */
const roomOfTexts = 2 ** 20;
/** Of longer ones, such as the lines of pictures, the engine has no hash but their length. */
const longestCached = 16_000;

/**
 * `work` with its results cached for at least the last `size` distinct texts, and never more than twice as many; for fewer
 * if they are long, and for none that is very long.
 *
 * Two generations instead of a linked list: when the young one is full it becomes the old one, and entries that are
 * used again move back. A hit in the young one costs one lookup.
 */
export function memoizeTexts<Answer extends NonNullable<unknown>>(
  size: number,
  work: (text: string) => Answer,
): (text: string) => Answer {
  let young = new Map<string, Answer>();
  let old = new Map<string, Answer>();
  let length = 0;
  return (text) => {
    if (text.length > longestCached) return work(text);
    const cached = young.get(text);
    if (cached !== undefined) return cached;
    const kept = interned(text);
    const answer = old.get(text) ?? work(kept);
    length += text.length;
    if (young.size >= size || length > roomOfTexts) {
      old = young;
      young = new Map();
      length = text.length;
    }
    young.set(kept, answer);
    return answer;
  };
}

/**
 * An equal text that is no part of another: parts refer to the text that they are from, so each cached line would keep its
 * frame. The engine interns the names of properties, so all caches share one. Without a prototype, objects with different
 * names do not become different classes of the engine.
 */
function interned(text: string): string {
  const named: Record<string, true> = Object.create(null);
  named[text] = true;
  for (const name in named) return name;
  return text;
}
