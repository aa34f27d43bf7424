/** `weir rules`: the rules of the configuration file, and what they would have done about the messages that were seen. */
import { counted } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import { forEachArchived } from "#cli/archived-messages.ts";
import { archivedRealm } from "#cli/archived-realm.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import type { Cell } from "#cli/output.ts";
import { withStorage } from "#cli/storage.ts";
import { saidMoment } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { deedWords } from "#commands/rules/rules.ts";
import { type Conflict, type Replay, type RuleReplay, startReplay } from "#model/rules/replay.ts";
import type { Rule } from "#model/rules/rule.ts";
import { testedIn, testedRow, withTested } from "#store/rules.ts";
import type { MessageId } from "#wire/ids.ts";

const none = "There are no rules: weir man rules says how to write some.";

/** Says what is wrong with the others. */
async function rulesIn({ rules, say }: VerbContext): Promise<readonly Rule[]> {
  const { all, warnings } = await rules();
  for (const warning of warnings) say(warning);
  return all;
}

export async function run(context: VerbContext): Promise<void> {
  const all = await rulesIn(context);
  const tested = await withStorage(context, async (storage) =>
    testedIn(await storage.values(testedRow)),
  );
  const { output, say } = context;
  const isTested = ({ digest }: Rule) => tested.has(digest);
  output.rows(all, {
    none,
    json: (rule) => ({ title: rule.title, does: deedWords(rule), tested: isTested(rule) }),
    cells: (rule) => [
      { text: rule.title, token: "strong" },
      deedWords(rule),
      isTested(rule) ? "runs" : { text: "waits for weir rules test", token: "warning" },
    ],
  });
  if (output.isTerminal && !all.every(isTested))
    say(
      "A rule that is new or was changed does nothing until weir rules test has shown what it would do.",
    );
}

export async function test(context: VerbContext): Promise<void> {
  const rules = await rulesIn(context);
  if (rules.length === 0) {
    context.say(none);
    return;
  }
  const seen = await archivedRealm(context);
  if (seen === undefined)
    throw new Exit(
      "refused",
      "No messages of this account are stored here to test the rules on: weir sync fetches some.",
    );
  const { archive, replica, close } = seen;
  const replay = startReplay(replica, rules);
  try {
    const since = saidMoment(context, replica, text(context.invocation, "since") ?? "90d");
    await forEachArchived(archive, since, replay.look);
  } finally {
    await close();
  }
  const result = replay.result();
  if (result.messages === 0)
    throw new Exit("refused", "There are no messages since then, so nothing was tested.");
  print(context, result);
  await withStorage(context, async (storage) => {
    const before = testedIn(await storage.values(testedRow));
    await storage.putValue(testedRow, withTested(before, rules));
  });
}

// Printing.

type Row = ({ readonly kind: "rule" } & RuleReplay) | ({ readonly kind: "conflict" } & Conflict);

function print({ output, say }: VerbContext, { messages, rules, conflicts }: Replay): void {
  const rows: readonly Row[] = [
    ...rules.map((row) => ({ kind: "rule", ...row }) as const),
    ...conflicts.map((row) => ({ kind: "conflict", ...row }) as const),
  ];
  output.rows(rows, { json: fieldsOf, cells: cellsOf });
  if (output.fields !== undefined) return;
  for (const conflict of conflicts) say(conflictSentence(conflict));
  const looked = messages === 1 ? "1 message was" : `${messages} messages were`;
  const run = rules.length === 1 ? "The rule runs" : "The rules run";
  say(`${looked} looked at. ${run} from now on when new messages come.`);
}

function conflictSentence({ earlier, later, count }: Conflict): string {
  const [first, second] = [earlier, later].map(({ title }) => safeLine(title));
  return `The order matters: ${first} and ${second} contradict each other on ${counted(count, "message")}. ${first} comes first in the file, and wins.`;
}

function fieldsOf(row: Row): Readonly<Record<string, unknown>> {
  if (row.kind === "conflict") {
    const { earlier, later, count: messages, examples } = row;
    const facts = { kind: "conflict", title: later.title, does: deedWords(later) };
    return {
      ...facts,
      messages,
      acts: 0,
      overruled: messages,
      overruled_by: earlier.title,
      examples,
    };
  }
  const { rule, matches, acts, overruled } = row;
  return {
    kind: "rule",
    title: rule.title,
    does: deedWords(rule),
    messages: matches.count,
    acts: acts.count,
    overruled: overruled.count,
    overruled_by: null,
    examples: acts.examples,
  };
}

function cellsOf(row: Row): readonly Cell[] {
  if (row.kind === "conflict") {
    const { earlier, later, count, examples } = row;
    const by: Cell = { text: `overruled by ${earlier.title}`, token: "warning" };
    return [
      { text: later.title, token: "strong" },
      deedWords(later),
      counted(count, "message"),
      by,
      ids(examples),
    ];
  }
  const { rule, matches, acts } = row;
  const others = matches.count - acts.count;
  const rest = others === 0 ? "" : `of ${matches.count} that it is about`;
  return [
    { text: rule.title, token: "strong" },
    deedWords(rule),
    counted(acts.count, "message"),
    rest,
    ids(acts.examples),
  ];
}

function ids(examples: readonly MessageId[]): Cell {
  return { text: examples.join(" "), token: "dim" };
}
