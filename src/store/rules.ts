/** Which of the user's rules were tested: the others wait. */
import type { Rule } from "#model/rules/rule.ts";
import type { MessageId } from "#wire/ids.ts";

/** The rules of the configuration, and the digests of those that were tested with this account. */
export type Rules = {
  readonly all: readonly Rule[];
  readonly tested: ReadonlySet<string>;
};

/** What rules leave to others. */
export type Ruled = {
  readonly notify: readonly MessageId[];
  /** The user's own commands, by title, each with its message. */
  readonly run: readonly {
    readonly title: string;
    readonly rule: string;
    readonly id: MessageId;
  }[];
  /** What they had others do in this run, by message, in sentences that name the rule; the oldest first. */
  readonly reports: ReadonlyMap<MessageId, readonly string[]>;
};

export const nothingRuled: Ruled = { notify: [], run: [], reports: new Map() };

export const noRules: Rules = { all: [], tested: new Set() };

/** The row of the account's state that has the digests. */
export const testedRow = "rules tested";

/** So many are remembered: of rules that were changed and changed back, too. */
const most = 500;

export function testedIn(values: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const stored = values.get(testedRow);
  if (!Array.isArray(stored)) return new Set();
  return new Set(stored.filter((each) => typeof each === "string"));
}

/** With these rules: what is to be stored. */
export function withTested(before: ReadonlySet<string>, rules: readonly Rule[]): readonly string[] {
  const fresh = rules.map(({ digest }) => digest);
  return [...new Set([...[...before].filter((one) => !fresh.includes(one)), ...fresh])].slice(
    -most,
  );
}

export function testedRules({ all, tested }: Rules): readonly Rule[] {
  return all.filter(({ digest }) => tested.has(digest));
}

export function untestedRules({ all, tested }: Rules): readonly Rule[] {
  return all.filter(({ digest }) => !tested.has(digest));
}
