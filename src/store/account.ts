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

/** Two letters for each name: the first one, and the next one in which it differs from the others. */
export function initials(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [first = "", ...rest] = name;
    const found = [...rest, "", ...digits]
      .map((second) => first + second)
      .find((one) => !taken.has(one));
    const letters = found ?? first;
    taken.add(letters);
    return letters;
  });
}

const digits = "0123456789";
