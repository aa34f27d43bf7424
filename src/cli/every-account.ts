/** Runs a verb for several accounts at once: one that fails, or does not answer, costs the others nothing but its rows. */
import { Exit, exitCodes, isExit } from "./exit-codes.ts";
import type { Invocation } from "./invocation.ts";
import { type RankedRow, type Sink, writeRows } from "./output.ts";
import { runVerb } from "./run-verb.ts";
import type { Verb } from "./verb.ts";
import type { VerbPorts } from "./verb-context.ts";

export type VerbAccount = {
  /** In the configuration file. */
  readonly name: string;
  /** Throws an Exit if it cannot be opened. */
  readonly open: () => Promise<VerbPorts & { readonly close: () => Promise<void> }>;
};

/** The rows of the others wait for an account, so it has less time than if it was alone. */
const deadlineMs = 20_000;

/**
 * Failures are reported with the account's name; in the end, throws an Exit with the highest of their codes. Resolves
 * with whether something has been changed on a server.
 */
export async function runForEvery(
  verb: Verb,
  invocation: Invocation,
  accounts: readonly VerbAccount[],
  { sink, say }: Pick<VerbPorts, "sink" | "say">,
): Promise<boolean> {
  const isEndless = verb.deadlineMs === Number.POSITIVE_INFINITY;
  const { sinkOf, end } = isEndless ? live(sink) : collected(sink, invocation);
  const failures: Exit[] = [];
  const limited = isEndless ? verb : { ...verb, deadlineMs };
  const runs = accounts.map(async ({ name, open }) => {
    const tell = (sentence: string) => say(`${name}: ${sentence}`);
    const report = (error: unknown) => {
      if (!isExit(error)) throw error;
      failures.push(error);
      tell(error.message);
      return undefined;
    };
    const opened = await open().catch(report);
    if (opened === undefined) return false;
    const { close, ...ports } = opened;
    const own = { ...ports, account: name, sink: sinkOf(name), say: tell };
    try {
      return await runVerb(limited, invocation, own);
    } catch (error) {
      // What is wrong with the command is wrong for all.
      if (isExit(error) && error.isMisuse) throw error;
      return report(error);
    } finally {
      await close();
    }
  });
  const results = await Promise.allSettled(runs);
  end();
  for (const result of results) if (result.status === "rejected") throw result.reason;
  if (failures.length > 0) throw failureOf(failures, accounts.length);
  return results.some((result) => result.status === "fulfilled" && result.value);
}

function failureOf(errors: readonly Exit[], all: number): Exit {
  const worst = Math.max(...errors.map(({ code }) => code));
  const ends = Object.entries(exitCodes) as [keyof typeof exitCodes, { readonly code: number }][];
  const [end = "refused"] = ends.find(([, { code }]) => code === worst) ?? [];
  return new Exit(end, `${errors.length} of ${all} accounts failed.`);
}

type Sinks = {
  readonly sinkOf: (name: string) => Sink;
  /** All accounts are done. */
  readonly end: () => void;
};

/** Prints when all are done: one table of all rows, or one account after the other. */
function collected(sink: Sink, invocation: Invocation): Sinks {
  const texts = new Map<string, string>();
  const rows = new Map<string, readonly RankedRow[]>();
  return {
    sinkOf: (name) => {
      // In the order of the accounts, whichever answers first.
      texts.set(name, "");
      rows.set(name, []);
      return {
        ...sink,
        write: (text) => void texts.set(name, `${texts.get(name)}${text}`),
        account: {
          name,
          rows: (more) => void rows.set(name, [...(rows.get(name) ?? []), ...more]),
          // A blank line before those of the next account.
          continues: () => texts.get(name) !== "" || name === texts.keys().next().value,
        },
      };
    },
    end: () => {
      for (const text of texts.values()) if (text !== "") sink.write(text);
      writeRows(sink, invocation, [...rows.values()].flat());
    },
  };
}

/** Prints at once, as it comes. */
function live(sink: Sink): Sinks {
  let last: string | undefined;
  const writer = (name: string) => (text: string) => {
    sink.write(text);
    last = name;
  };
  return {
    sinkOf: (name) => ({
      ...sink,
      write: writer(name),
      account: { name, continues: () => last === undefined || last === name },
    }),
    end: () => {},
  };
}
