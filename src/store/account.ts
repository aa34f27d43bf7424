/** The open account, and its name among others. */

/** The open account, and the accounts to which the user can switch. */
export type OpenAccount = {
  /** Its name in the configuration file; undefined: it is not from there. */
  readonly name: string | undefined;
  /** All accounts of the configuration file, in its order. */
  readonly all: readonly ListedAccount[];
  /** Where its key is stored, as the end of a sentence: `in /home/ana/.config/weir/config.toml`. */
  readonly keyPlace: string;
  /** Why the key cannot be replaced there; undefined if it can. */
  readonly keyProblem?: string | undefined;
};

export type ListedAccount = {
  readonly name: string;
  readonly title: string;
  /** Its server's address as configured; undefined if that is in another file. */
  readonly site?: string | undefined;
  /** Why it could not be opened, as a sentence. */
  readonly problem?: string | undefined;
};

/** The name that distinguishes it from other accounts; undefined if there are none, or it has no name. */
export function accountLabel(account: OpenAccount | undefined): string | undefined {
  return account !== undefined && account.all.length > 1 ? account.name : undefined;
}

/**
 * What tells each name from the others: without the words with which another one begins as well, as accounts of one host
 * do. A name that consists of these, and one that would be ambiguous, stays whole.
 */
export function distinctNames(names: readonly string[]): readonly string[] {
  const distinct = names.map((name) => {
    const starts = wordStarts(name);
    const shared = names
      .filter((other) => other !== name)
      .map((other) => sharedWords(wordsOf(name), wordsOf(other)))
      .filter((count) => count < starts.length);
    return name.slice(starts[Math.max(0, ...shared)] ?? 0);
  });
  return distinct.map((name, at) => {
    const isClear = distinct.indexOf(name) === distinct.lastIndexOf(name);
    return isClear ? name : (names[at] ?? name);
  });
}

const word = /[\p{L}\p{N}]+/gu;

function wordsOf(name: string): readonly string[] {
  return name.match(word) ?? [];
}

function wordStarts(name: string): readonly number[] {
  return [...name.matchAll(word)].map(({ index }) => index);
}

function sharedWords(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((each, at) => each !== other[at]);
  return differs < 0 ? one.length : differs;
}

/**
 * Two letters for each name: the first one, and the next one in which it differs from the others. Numbers, such as ports,
 * differ at their end.
 */
export function initials(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [first = ""] = name;
    const rest = wordsOf(name).join("").slice(first.length);
    const ends = /^\d{3,}$/.test(name) ? [name.slice(-2)] : [];
    const free = [...ends, ...[...rest, "", ...digits].map((second) => first + second)].find(
      (one) => !taken.has(one),
    );
    const letters = free ?? first;
    taken.add(letters);
    return letters;
  });
}

const digits = "0123456789";
