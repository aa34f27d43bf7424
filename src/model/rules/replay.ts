/** What rules would have done about messages of the past, and where they contradict each other. */
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import { judgeFor } from "./judge.ts";
import type { Rule } from "./rule.ts";

/** So many messages are named. */
const mostExamples = 5;

/** How many messages, and the newest of them, oldest first. */
export type Tally = { readonly count: number; readonly examples: readonly MessageId[] };

export type RuleReplay = {
  readonly rule: Rule;
  /** Messages that it applies to: it acts on these, or has nothing to change, or is overruled. */
  readonly matches: Tally;
  readonly acts: Tally;
  readonly overruled: Tally;
};

/** The later rule is overruled by the earlier one: in the other order, the other one would act. */
export type Conflict = Tally & { readonly earlier: Rule; readonly later: Rule };

export type Replay = {
  /** The number of messages that were looked at. */
  readonly messages: number;
  /** One for each rule, in order. */
  readonly rules: readonly RuleReplay[];
  readonly conflicts: readonly Conflict[];
};

type Count = { count: number; examples: readonly MessageId[] };

function counted(to: Count, { id }: Message): void {
  to.count += 1;
  to.examples = [...to.examples, id].slice(-mostExamples);
}

function fresh(): Count {
  return { count: 0, examples: [] };
}

/** Looks at messages, which must come in the order of their IDs, as if they came now. */
export function startReplay(view: Replica, rules: readonly Rule[]) {
  const judge = judgeFor(view, rules);
  const tallies = rules.map((rule) => ({
    rule,
    matches: fresh(),
    acts: fresh(),
    overruled: fresh(),
  }));
  const tallyOf = new Map(tallies.map((tally) => [tally.rule, tally]));
  const conflicts = new Map<string, Count & Pick<Conflict, "earlier" | "later">>();
  let messages = 0;
  const noteConflict = (message: Message, earlier: Rule, later: Rule) => {
    const key = JSON.stringify([earlier.title, later.title]);
    const conflict = conflicts.get(key) ?? { ...fresh(), earlier, later };
    conflicts.set(key, conflict);
    counted(conflict, message);
  };
  return {
    look: (message: Message): void => {
      messages += 1;
      const verdict = judge(message);
      if (verdict === undefined) return;
      const { acts, overruled, idle } = verdict;
      const acting = acts.map(({ rule }) => rule);
      const late = overruled.map(({ rule }) => rule);
      const note = (all: readonly Rule[], kind: "matches" | "acts" | "overruled") => {
        for (const rule of all) counted(tallyOf.get(rule)?.[kind] ?? fresh(), message);
      };
      note([...acting, ...late, ...idle], "matches");
      note(acting, "acts");
      note(late, "overruled");
      for (const { rule, by } of overruled) noteConflict(message, by, rule);
    },
    result: (): Replay => ({ messages, rules: tallies, conflicts: [...conflicts.values()] }),
  };
}
